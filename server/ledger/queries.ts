import type { LedgerCurrency } from '#contract/ledger/ledger.ts'
import { ruleOf, scaleOf } from '#contract/ledger/ledger.ts'
import type { AccountCode, HoldState } from '#contract/ledger/ledger.ts'
import { now } from '../core/clock.ts'
import { sql, type Database, type Tx } from '../core/db.ts'
import { isRow, refKey, type Ref } from './refs.ts'
import type { Biz, Hold, Posted, Transfer } from './words.ts'

/** Reads may run outside a transaction. */
export type Reader = Tx | Database

export type AccountRow = {
  ref: Ref
  laId: number
  /** The minimum of posted − held; null for no minimum, and for platform accounts. */
  floor: number | null
  posted: number
  held: number
  version: number
}

type RawAccount = {
  la_id: number
  account_id: string
  code: AccountCode
  owner: string
  currency: LedgerCurrency
  floor: number | null
  posted: number
  held: number
  version: number
}

const accountFrom = (row: RawAccount): AccountRow => ({
  ref: { code: row.code, accountId: row.account_id, owner: row.owner, currency: row.currency },
  laId: row.la_id,
  floor: row.floor,
  posted: row.posted,
  held: row.held,
  version: row.version,
})

const asJson = (refs: readonly Ref[]): string => JSON.stringify(refs)

/** Inserts missing accounts. In key order, so that two transactions inserting the same ones cannot deadlock. */
export async function insertAccounts(tx: Tx, refs: readonly Ref[]): Promise<void> {
  const rows = [...new Map(refs.map((ref) => [refKey(ref), ref]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ref]) => ({ ...ref, ...ruleOf(ref.code), scale: scaleOf(ref.currency), floor: isRow(ref) ? 0 : null }))
  await sql`
    INSERT INTO ledger_account (account_id, code, owner, currency, scale, normal, mode, floor, created_at)
    SELECT "accountId", code, owner, currency, scale, normal, mode, floor, ${now()}::timestamptz
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS r ("accountId" text, code text, owner text, currency text, scale smallint, normal text, mode text, floor bigint)
    ON CONFLICT DO NOTHING`.execute(tx)
}

/**
 * Finds the named accounts and those of the named holds; locks those with a balance. The lock makes "available, then spent" one step: without it, two spends
 * would both see the same money. One order for all, WALLET → CARDs → others, so that transactions do not deadlock.
 */
export async function lockAndFind(tx: Tx, refs: readonly Ref[], holds: readonly string[] = []): Promise<AccountRow[]> {
  const { rows } = await sql<RawAccount>`
    WITH named AS (
      SELECT account.la_id, account.mode
        FROM json_to_recordset(${asJson(refs)}::json) AS r ("accountId" text, code text, owner text, currency text)
        JOIN ledger_account AS account
          ON (account.account_id, account.code, account.owner, account.currency) = (r."accountId", r.code, r.owner, r.currency)
    ), locked AS (
      SELECT *
        FROM ledger_account AS account
       WHERE la_id IN (SELECT la_id FROM named WHERE mode = 'ROW'
                        UNION SELECT la_id FROM ledger_hold WHERE hold_id = ANY (${holds}))
       ORDER BY CASE code WHEN '2010' THEN 0 WHEN '2020' THEN 1 ELSE 2 END, la_id
         FOR UPDATE
    )
    SELECT la_id, account_id, code, owner, currency, floor, posted, held, version
      FROM locked
     UNION ALL
    SELECT la_id, account_id, code, owner, currency, floor, posted, held, version
      FROM ledger_account
     WHERE la_id IN (SELECT la_id FROM named WHERE mode = 'DEFERRED')`.execute(tx)
  return rows.map(accountFrom)
}

/** The same without a lock: for display, never for decisions. */
export async function findAccounts(reader: Reader, refs: readonly Ref[]): Promise<AccountRow[]> {
  const { rows } = await sql<RawAccount>`
    SELECT account.la_id, account.account_id, account.code, account.owner, account.currency, floor, posted, held, version
      FROM json_to_recordset(${asJson(refs)}::json) AS r ("accountId" text, code text, owner text, currency text)
      JOIN ledger_account AS account
        ON (account.account_id, account.code, account.owner, account.currency) = (r."accountId", r.code, r.owner, r.currency)`.execute(
    reader,
  )
  return rows.map(accountFrom)
}

export const transferKey = ({
  accountId,
  kind,
  biz,
  leg = '',
}: Pick<Transfer, 'accountId' | 'kind' | 'biz' | 'leg'>): string => [accountId, kind, biz.type, biz.id, leg].join('\n')

/** Returns which of these were posted before. Read under the lock, so a concurrent transfer is either visible or still waiting for us. */
export async function findPosted(tx: Tx, transfers: readonly Transfer[]): Promise<Map<string, Posted>> {
  const keys = transfers.map(({ accountId, kind, biz, leg = '' }) => ({
    account_id: accountId,
    kind,
    biz_type: biz.type,
    biz_id: biz.id,
    leg,
  }))
  const { rows } = await sql<{
    transfer_id: string
    posted_at: Date
    account_id: string
    kind: Transfer['kind']
    biz_type: string
    biz_id: string
    leg: string
  }>`
    SELECT transfer.transfer_id, transfer.posted_at, transfer.account_id, transfer.kind, transfer.biz_type, transfer.biz_id, transfer.leg
      FROM json_to_recordset(${JSON.stringify(keys)}::json) AS r (account_id text, kind text, biz_type text, biz_id text, leg text)
      JOIN ledger_transfer AS transfer
        ON (transfer.account_id, transfer.kind, transfer.biz_type, transfer.biz_id, transfer.leg) = (r.account_id, r.kind, r.biz_type, r.biz_id, r.leg)`.execute(
    tx,
  )
  return new Map(
    rows.map((row) => [
      transferKey({
        accountId: row.account_id,
        kind: row.kind,
        biz: { type: row.biz_type, id: row.biz_id },
        leg: row.leg,
      }),
      { transferId: row.transfer_id, postedAt: row.posted_at, replayed: true },
    ]),
  )
}

type RawHold = {
  hold_id: string
  account_id: string
  la_id: number
  amount: number
  posted: number
  remaining: number
  state: HoldState
  biz_type: string
  biz_id: string
  meta: Record<string, unknown> | null
  expires_at: Date | null
  created_at: Date
}

const holdFrom = (row: RawHold): Hold => ({
  holdId: row.hold_id,
  accountId: row.account_id,
  laId: row.la_id,
  amount: row.amount,
  posted: row.posted,
  remaining: row.remaining,
  state: row.state,
  biz: { type: row.biz_type, id: row.biz_id },
  meta: row.meta ?? {},
  expiresAt: row.expires_at ?? undefined,
  createdAt: row.created_at,
})

const holdColumns = sql.raw(
  'hold_id, hold.account_id, la_id, amount, posted, remaining, state, biz_type, biz_id, meta, expires_at, created_at',
)

/** A hold changes only under the lock of its account, so after {@link lockAndFind} it is stable. */
export async function findHolds(reader: Reader, holds: readonly string[]): Promise<Hold[]> {
  const { rows } = await sql<RawHold>`
    SELECT ${holdColumns}
      FROM ledger_hold AS hold
     WHERE hold_id = ANY (${holds})`.execute(reader)
  return rows.map(holdFrom)
}

export async function findHoldsFor(
  reader: Reader,
  wanted: readonly { accountId: string; biz: Biz }[],
): Promise<Hold[]> {
  const keys = wanted.map(({ accountId, biz }) => ({ accountId, type: biz.type, id: biz.id }))
  const { rows } = await sql<RawHold>`
    SELECT ${holdColumns}
      FROM json_to_recordset(${JSON.stringify(keys)}::json) AS r ("accountId" text, type text, id text)
      JOIN ledger_hold AS hold ON (hold.account_id, hold.biz_type, hold.biz_id) = (r."accountId", r.type, r.id)`.execute(
    reader,
  )
  return rows.map(holdFrom)
}

/** Open holds of an account, newest first. */
export async function openHolds(reader: Reader, ref: Ref): Promise<Hold[]> {
  const { rows } = await sql<RawHold>`
    SELECT ${holdColumns}
      FROM ledger_hold AS hold
     WHERE la_id = (SELECT la_id
                      FROM ledger_account
                     WHERE (account_id, code, owner, currency) = (${ref.accountId}, ${ref.code}, ${ref.owner}, ${ref.currency}))
       AND remaining > 0
     ORDER BY hold_id DESC`.execute(reader)
  return rows.map(holdFrom)
}
