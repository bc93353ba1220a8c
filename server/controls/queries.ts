/** SQL on the changes of controls. */
import type { Actor } from '../core/actor.ts'
import { cellOf, ofAccount } from '../core/database/cells.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, sql, type Database, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'

type Reader = Tx | Database

export type ChangeRow = {
  id: string
  before_no: number | null
  after_no: number | null
  login_id: string
  sub_uid: string | null
  note: string
  created_at: Date
}

export async function insertChanges(
  tx: Tx,
  actor: Actor,
  note: string,
  changes: readonly { cardId: string; before: number | null; after: number | null }[],
): Promise<void> {
  const rows = changes.map(({ cardId, before, after }) => ({
    cell: cellOf(actor.accountId),
    account_id: actor.accountId,
    id: newId('cch'),
    scope: 'CARD',
    scope_id: cardId,
    before_no: before,
    after_no: after,
    login_id: actor.loginId,
    sub_uid: actor.subUid ?? null,
    note,
    created_at: now(),
  }))
  await tx.insertInto('control_change').values(rows).execute()
}

/** Newest first. */
export const changesOf = (
  reader: Reader,
  accountId: string,
  cardId: string,
  { before, skip, limit }: { before?: string | undefined; skip: number; limit: number },
) =>
  many(
    reader,
    sql<ChangeRow>`
    SELECT id, before_no, after_no, login_id, sub_uid, note, created_at
      FROM control_change
     WHERE ${ofAccount(accountId)} AND scope_id = ${cardId} ${before === undefined ? sql`` : sql`AND id < ${before}`}
     ORDER BY id DESC
     LIMIT ${limit} ${before === undefined ? sql`OFFSET ${skip}` : sql``}`,
  )

export const countChanges = async (reader: Reader, accountId: string, cardId: string, most: number): Promise<number> =>
  (await maybeOne(
    reader,
    sql<{ count: number }>`
    SELECT count(*)::int AS count
      FROM (SELECT 1 FROM control_change WHERE ${ofAccount(accountId)} AND scope_id = ${cardId} LIMIT ${most}) AS found`,
  ))!.count
