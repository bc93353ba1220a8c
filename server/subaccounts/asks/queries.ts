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
  undo_until: Date | null
  budget_before: Cents | null
  budget_after: Cents | null
  grant_version: number | null
}

/** The state after an answer. It can be withdrawn only while this is still the state. */
export type Left = { undoUntil: Date; budget?: readonly [before: Cents, after: Cents]; grantVersion?: number }

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

export const endAsk = (
  tx: Tx,
  accountId: string,
  askId: string,
  status: 'GRANTED' | 'DENIED',
  { answer, left }: { answer: string; left?: Left | undefined },
) =>
  run(
    tx,
    sql`
    UPDATE sub_ask
       SET status = ${status}, answer = ${answer}, answered_at = ${now()}, undo_until = ${left?.undoUntil ?? null},
           budget_before = ${left?.budget?.[0] ?? null}, budget_after = ${left?.budget?.[1] ?? null},
           grant_version = ${left?.grantVersion ?? null}
     WHERE ${ofAccount(accountId)} AND ask_id = ${askId}`,
  )

/** Returns whether it waits again: not if the sub-account has sent another such request. */
export const reopenAsk = async (tx: Tx, { account_id, ask_id }: AskRow): Promise<boolean> =>
  (await run(
    tx,
    sql`
    UPDATE sub_ask AS ask
       SET status = 'OPEN', answer = '', answered_at = NULL, undo_until = NULL, budget_before = NULL,
           budget_after = NULL, grant_version = NULL
     WHERE ${ofAccount(account_id)} AND ask_id = ${ask_id}
       AND NOT EXISTS (
         SELECT FROM sub_ask AS other
          WHERE other.cell = ask.cell AND other.account_id = ask.account_id AND other.sub_uid = ask.sub_uid
            AND other.kind = ask.kind AND other.key IS NOT DISTINCT FROM ask.key AND other.status = 'OPEN')`,
  )) === 1

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
