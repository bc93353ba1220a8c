/** All SQL on sub_ask. */
import type { Cents } from '#contract/core/money.ts'
import type { ElementKey } from '#contract/core/permissions.ts'
import type { AskKind, AskStatus } from '#contract/subaccounts/subaccounts.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type AskRow = {
  ask_id: string
  account_id: string
  sub_uid: string
  kind: AskKind
  amount_cents: Cents | null
  key: ElementKey | null
  note: string
  status: AskStatus
  answer: string
  created_at: Date
  answered_at: Date | null
}

/** Repeated before it is answered, a request replaces the pending one. Returns whether it is new. */
export const upsertAsk = (
  tx: Tx,
  ask: Pick<AskRow, 'ask_id' | 'account_id' | 'sub_uid' | 'kind' | 'amount_cents' | 'key' | 'note'>,
) =>
  one(
    tx,
    sql<{ ask_id: string; status: AskStatus }>`
    INSERT INTO sub_ask (cell, ask_id, account_id, sub_uid, kind, amount_cents, key, note, created_at)
    VALUES (${cellOf(ask.account_id)}, ${ask.ask_id}, ${ask.account_id}, ${ask.sub_uid}, ${ask.kind}, ${ask.amount_cents}, ${ask.key}, ${ask.note}, ${now()})
    ON CONFLICT (cell, account_id, sub_uid, kind, (coalesce(key, ''))) WHERE status = 'OPEN' DO UPDATE
       SET amount_cents = excluded.amount_cents, note = excluded.note
    RETURNING ask_id, status`,
  )

export const maybeAsk = (on: Tx | Database, accountId: string, askId: string) =>
  maybeOne(on, sql<AskRow>`SELECT * FROM sub_ask WHERE ${ofAccount(accountId)} AND ask_id = ${askId}`)
export const lockAsk = (tx: Tx, accountId: string, askId: string) =>
  one(tx, sql<AskRow>`SELECT * FROM sub_ask WHERE ${ofAccount(accountId)} AND ask_id = ${askId} FOR UPDATE`)

export const endAsk = (tx: Tx, accountId: string, askId: string, status: 'GRANTED' | 'DENIED', answer: string) =>
  run(
    tx,
    sql`
    UPDATE sub_ask SET status = ${status}, answer = ${answer}, answered_at = ${now()} WHERE ${ofAccount(accountId)} AND ask_id = ${askId}`,
  )

export const openAsksOf = (on: Tx | Database, accountId: string) =>
  many(on, sql<AskRow>`SELECT * FROM sub_ask WHERE ${ofAccount(accountId)} AND status = 'OPEN' ORDER BY ask_id DESC`)

export const countOpenAsks = async (on: Tx | Database, accountId: string): Promise<number> =>
  (
    await one(
      on,
      sql<{ count: number }>`SELECT count(*) FROM sub_ask WHERE ${ofAccount(accountId)} AND status = 'OPEN'`,
    )
  ).count

export const openRenewals = (tx: Tx, accountId: string, subUids: readonly string[]) =>
  many(
    tx,
    sql<AskRow>`
    SELECT * FROM sub_ask
     WHERE ${ofAccount(accountId)} AND sub_uid = ANY (${subUids}) AND kind = 'RENEW' AND status = 'OPEN'
     ORDER BY ask_id FOR UPDATE`,
  )

type Filter = { accountId: string; subUid?: string | undefined; status?: AskStatus | undefined }
const wanted = ({ accountId, subUid, status }: Filter) => sql`
    FROM sub_ask
   WHERE ${ofAccount(accountId)}
     ${subUid === undefined ? sql`` : sql`AND sub_uid = ${subUid}`}
     ${status === undefined ? sql`` : sql`AND status = ${status}`}`

/** Pending first, then newest. */
export const asksPage = (on: Database, filter: Filter, { pageNo, pageSize }: { pageNo: number; pageSize: number }) =>
  many(
    on,
    sql<AskRow>`
    SELECT * ${wanted(filter)}
     ORDER BY status <> 'OPEN', ask_id DESC
     LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
  )
export const countAsks = (on: Database, filter: Filter) =>
  one(
    on,
    sql<{ total: number; open: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE status = 'OPEN') AS open ${wanted(filter)}`,
  )
