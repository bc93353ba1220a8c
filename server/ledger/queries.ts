import type { LedgerCurrency } from '#contract/ledger/ledger.ts'
import { ruleOf, scaleOf } from '#contract/ledger/ledger.ts'
import type { AccountCode, HoldState } from '#contract/ledger/ledger.ts'
import { cellOf, ofAccount } from '../core/database/cells.ts'
import { now } from '../core/clock.ts'
import { cellsOfStatements, sql, type Database, type Tx } from '../core/db.ts'
import { isRow, placeKey, type Place, type Ref } from './refs.ts'
import type { Biz, Hold, Posted, Transfer } from './words.ts'

/** Reads may run outside a transaction. */
export type Reader = Tx | Database

export type AccountRow = {
  ref: Ref
  cell: number
  laId: number
  /** The minimum of posted − held; null for no minimum, and for platform accounts. */
  floor: number | null
  posted: number
  held: number
  version: number
}

/** A hold, and the cell of its account. */
export type HoldName = { readonly cell: number; readonly holdId: string }

type RawAccount = {
  cell: number
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
  cell: row.cell,
  laId: row.la_id,
  floor: row.floor,
  posted: row.posted,
  held: row.held,
  version: row.version,
})

/** Columns beside each other, as a FROM item: the planner knows the length of an array, but not that of a JSON text. */
const columns = (...arrays: (readonly (string | number)[])[]) => {
  const cells = arrays[0]!
  const texts = arrays.slice(1).map((texts) => sql`${[...texts]}::text[]`)
  return sql`unnest(${[...cells]}::smallint[], ${sql.join(texts)})`
}
/** Where all are of one cell, it is said once more, so that the other partitions are not even planned for. */
export const only = (cells: readonly number[], table: string) =>
  new Set(cells).size === 1 ? sql`AND ${sql.ref(`${table}.cell`)} = ${cells[0]}` : sql``

/** The rows at these places, as a FROM item `account`. `cells` are those of all that the statement asks for. */
const at = (places: readonly Place[], cells = places.map(({ cell }) => cell)) => sql`
  ${columns(
    places.map(({ cell }) => cell),
    places.map(({ accountId }) => accountId),
    places.map(({ code }) => code),
    places.map(({ owner }) => owner),
    places.map(({ currency }) => currency),
  )} AS r (cell, account_id, code, owner, currency)
      JOIN ledger_account AS account
        ON (account.cell, account.account_id, account.code, account.owner, account.currency) = (r.cell, r.account_id, r.code, r.owner, r.currency)
       ${only(cells, 'account')}`
/** The holds of these names, as a FROM item `hold`. Row by row, so that each is looked for in its own partition only. */
const named = (holds: readonly HoldName[]) => {
  const cells = holds.map(({ cell }) => cell)
  const ids = holds.map(({ holdId }) => holdId)
  return sql`
  ${columns(cells, ids)} AS asked (cell, hold_id)
      JOIN ledger_hold AS hold ON (hold.cell, hold.hold_id) = (asked.cell, asked.hold_id) ${only(cells, 'hold')}`
}

/** What is wanted of these rows, asked for in one statement, or cell by cell where the database is spread. */
async function inStatements<Row extends { readonly cell: number }, R>(
  on: Reader,
  rows: readonly Row[],
  ask: (rows: readonly Row[]) => Promise<R[]>,
): Promise<R[]> {
  const sets = await cellsOfStatements(
    on,
    rows.map(({ cell }) => cell),
  )
  if (sets.length === 1) return ask(rows)
  const answers: R[] = []
  for (const cells of sets)
    for (const answer of await ask(rows.filter(({ cell }) => cells.has(cell)))) answers.push(answer)
  return answers
}
/** With the cell of its account. */
const inItsCell = <Row extends { readonly accountId: string }>(row: Row) => ({ ...row, cell: cellOf(row.accountId) })

/** Inserts missing accounts. In key order, so that two transactions inserting the same ones cannot deadlock. */
export async function insertAccounts(tx: Tx, places: readonly Place[]): Promise<void> {
  const rows = [...new Map(places.map((place) => [placeKey(place.cell, place), place]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ref]) => ({ ...ref, ...ruleOf(ref.code), scale: scaleOf(ref.currency), floor: isRow(ref) ? 0 : null }))
  await inStatements(tx, rows, (some) => insertRows(tx, some))
}

async function insertRows(tx: Tx, rows: readonly Place[]): Promise<[]> {
  await sql`
    INSERT INTO ledger_account (cell, account_id, code, owner, currency, scale, normal, mode, floor, created_at)
    SELECT cell, "accountId", code, owner, currency, scale, normal, mode, floor, ${now()}::timestamptz
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS r (cell smallint, "accountId" text, code text, owner text, currency text, scale smallint, normal text, mode text, floor bigint)
    ON CONFLICT DO NOTHING`.execute(tx)
  return []
}

/**
 * Finds the named accounts and those of the named holds; locks those with a balance. The lock makes "available, then spent" one step: without it, two spends
 * would both see the same money. One order for all, WALLET → CARDs → others, so that transactions do not deadlock; where the database is spread, in each cell.
 */
export const lockAndFind = (tx: Tx, places: readonly Place[], holds: readonly HoldName[] = []): Promise<AccountRow[]> =>
  inStatements<Place | HoldName, AccountRow>(tx, [...places, ...holds], (rows) =>
    lockRows(
      tx,
      rows.filter((row) => 'code' in row),
      rows.filter((row) => 'holdId' in row),
    ),
  )

async function lockRows(tx: Tx, places: readonly Place[], holds: readonly HoldName[]): Promise<AccountRow[]> {
  const held = sql`UNION SELECT hold.cell, hold.la_id FROM ${named(holds)}`
  const cells = [...places, ...holds].map(({ cell }) => cell)
  const { rows } = await sql<RawAccount>`
    WITH named AS (
      SELECT account.cell, la_id, account.account_id, account.code, account.owner, account.currency, mode FROM ${at(places, cells)}
    ), locked AS (
      SELECT *
        FROM ledger_account AS account
       WHERE (cell, la_id) IN (SELECT cell, la_id FROM named WHERE mode = 'ROW' ${holds.length ? held : sql``})
         ${only(cells, 'account')}
       ORDER BY CASE code WHEN '2010' THEN 0 WHEN '2020' THEN 1 ELSE 2 END, la_id
         FOR UPDATE
    )
    SELECT cell, la_id, account_id, code, owner, currency, floor, posted, held, version
      FROM locked
     UNION ALL
    SELECT cell, la_id, account_id, code, owner, currency, NULL, 0, 0, 0
      FROM named
     WHERE mode = 'DEFERRED'`.execute(tx)
  return rows.map(accountFrom)
}

/** The same without a lock: for display, never for decisions. */
export const findAccounts = (reader: Reader, places: readonly Place[]): Promise<AccountRow[]> =>
  inStatements(reader, places, async (places) => {
    const { rows } = await sql<RawAccount>`
    SELECT account.cell, account.la_id, account.account_id, account.code, account.owner, account.currency, floor, posted, held, version
      FROM ${at(places)}`.execute(reader)
    return rows.map(accountFrom)
  })

export const transferKey = ({
  accountId,
  kind,
  biz,
  leg = '',
}: Pick<Transfer, 'accountId' | 'kind' | 'biz' | 'leg'>): string => [accountId, kind, biz.type, biz.id, leg].join('\n')

/** Returns which of these were posted before. Read under the lock, so a concurrent transfer is either visible or still waiting for us. */
export const findPosted = async (tx: Tx, transfers: readonly Transfer[]): Promise<Map<string, Posted>> =>
  new Map(await inStatements(tx, transfers.map(inItsCell), (some) => postedOf(tx, some)))

async function postedOf(
  tx: Tx,
  transfers: readonly (Transfer & { readonly cell: number })[],
): Promise<[string, Posted][]> {
  const cells = transfers.map(({ cell }) => cell)
  const keys = columns(
    cells,
    transfers.map(({ accountId }) => accountId),
    transfers.map(({ kind }) => kind),
    transfers.map(({ biz }) => biz.type),
    transfers.map(({ biz }) => biz.id),
    transfers.map(({ leg = '' }) => leg),
  )
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
      FROM ${keys} AS r (cell, account_id, kind, biz_type, biz_id, leg)
      JOIN ledger_transfer AS transfer
        ON (transfer.cell, transfer.account_id, transfer.kind, transfer.biz_type, transfer.biz_id, transfer.leg)
         = (r.cell, r.account_id, r.kind, r.biz_type, r.biz_id, r.leg) ${only(cells, 'transfer')}`.execute(tx)
  return rows.map((row) => [
    transferKey({
      accountId: row.account_id,
      kind: row.kind,
      biz: { type: row.biz_type, id: row.biz_id },
      leg: row.leg,
    }),
    { transferId: row.transfer_id, postedAt: row.posted_at, replayed: true },
  ])
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
  'hold.hold_id, hold.account_id, la_id, amount, posted, remaining, state, biz_type, biz_id, meta, expires_at, created_at',
)

/** A hold changes only under the lock of its account, so after {@link lockAndFind} it is stable. */
export const findHolds = (reader: Reader, holds: readonly HoldName[]): Promise<Hold[]> =>
  inStatements(reader, holds, async (holds) => {
    const { rows } = await sql<RawHold>`
    SELECT ${holdColumns}
      FROM ${named(holds)}`.execute(reader)
    return rows.map(holdFrom)
  })

type HoldOf = { readonly accountId: string; readonly biz: Biz }
export const findHoldsFor = (reader: Reader, wanted: readonly HoldOf[]): Promise<Hold[]> =>
  inStatements(reader, wanted.map(inItsCell), (some) => holdsFor(reader, some))

async function holdsFor(reader: Reader, wanted: readonly (HoldOf & { readonly cell: number })[]): Promise<Hold[]> {
  const cells = wanted.map(({ cell }) => cell)
  const keys = columns(
    cells,
    wanted.map(({ accountId }) => accountId),
    wanted.map(({ biz }) => biz.type),
    wanted.map(({ biz }) => biz.id),
  )
  const { rows } = await sql<RawHold>`
    SELECT ${holdColumns}
      FROM ${keys} AS r (cell, account_id, type, id)
      JOIN ledger_hold AS hold
        ON (hold.cell, hold.account_id, hold.biz_type, hold.biz_id) = (r.cell, r.account_id, r.type, r.id) ${only(cells, 'hold')}`.execute(
    reader,
  )
  return rows.map(holdFrom)
}

/** Open holds of an account, newest first. */
export async function openHolds(reader: Reader, ref: Ref): Promise<Hold[]> {
  const { rows } = await sql<RawHold>`
    SELECT ${holdColumns}
      FROM ledger_hold AS hold
     WHERE cell = ${cellOf(ref.accountId)}
       AND la_id = (SELECT la_id
                      FROM ledger_account
                     WHERE ${ofAccount(ref.accountId)} AND (code, owner, currency) = (${ref.code}, ${ref.owner}, ${ref.currency}))
       AND remaining > 0
     ORDER BY hold_id DESC`.execute(reader)
  return rows.map(holdFrom)
}
