/** All SQL on card_holder_change. */
import type { Insertable, Selectable } from 'kysely'
import type { CardHolderChange } from '#db/tables.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { maybeOne, sql, run, type Tx } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'
import { opened, sealHolder, type SealedPlace } from '../sealed.ts'

type StoredChange = Selectable<CardHolderChange>
export type ChangeRow = StoredChange & Record<SealedPlace, string>
const openChange = (row: StoredChange | undefined): ChangeRow | undefined => row && opened(row, row.change_id)

export const insertChange = (
  tx: Tx,
  {
    first_name,
    last_name,
    street,
    city,
    state,
    zip_code,
    ...change
  }: Omit<Insertable<CardHolderChange>, 'cell' | 'created_at' | 'updated_at' | 'status' | 'holder_enc'> &
    Record<SealedPlace, string>,
) =>
  tx
    .insertInto('card_holder_change')
    .values({
      ...change,
      cell: cellOf(change.account_id),
      holder_enc: sealHolder(change.change_id, { first_name, last_name, street, city, state, zip_code }),
      status: 'SENT',
      created_at: now(),
      updated_at: now(),
    })
    .execute()

/** The latest change, in any status. */
export const lastChange = async (reader: Reader, accountId: string, cardId: string): Promise<ChangeRow | undefined> =>
  openChange(
    await reader
      .selectFrom('card_holder_change')
      .selectAll()
      .where(ofAccount(accountId))
      .where('card_id', '=', cardId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )

/** Changes since a given time that were not rejected. */
export async function countChanges(reader: Reader, accountId: string, cardId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
      FROM card_holder_change
     WHERE ${ofAccount(accountId)} AND card_id = ${cardId} AND created_at >= ${since} AND status <> 'REFUSED'`.execute(
    reader,
  )
  return rows[0]!.count
}

/** Takes a change without an answer, and sets the time of the next attempt before the request: if this process dies, the sweep finds it. */
export const takeChange = async (
  reader: Reader,
  accountId: string,
  changeId: string,
  nextTryAt: Date,
): Promise<ChangeRow | undefined> =>
  openChange(
    await maybeOne(
      reader,
      sql<StoredChange>`
    UPDATE card_holder_change
       SET tries = tries + 1, ask_at = ${nextTryAt}, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND change_id = ${changeId} AND status IN ('SENT', 'UNKNOWN')
    RETURNING *`,
    ),
  )

/** Stores its answer once: returns false if it already has one. */
export async function endChange(
  tx: Tx,
  { account_id, change_id }: Pick<ChangeRow, 'account_id' | 'change_id'>,
  status: 'DONE' | 'REFUSED',
  error: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('card_holder_change')
    .set({ status, error, ask_at: null, updated_at: now() })
    .where(ofAccount(account_id))
    .where('change_id', '=', change_id)
    .where('status', 'in', ['SENT', 'UNKNOWN'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const keepUnknown = (tx: Tx, { account_id, change_id }: ChangeRow, error: string, askAt: Date) =>
  tx
    .updateTable('card_holder_change')
    .set({ status: 'UNKNOWN', error, ask_at: askAt, updated_at: now() })
    .where(ofAccount(account_id))
    .where('change_id', '=', change_id)
    .where('status', 'in', ['SENT', 'UNKNOWN'])
    .execute()

export const changesToAsk = (reader: Reader, limit: number) =>
  reader
    .selectFrom('card_holder_change')
    .select(['account_id', 'change_id'])
    .where('ask_at', '<=', now())
    .orderBy('ask_at')
    .limit(limit)
    .execute()

/** Erases names and addresses of an account's cards wherever they are stored: cards, changes, logs and imported files. */
export async function forgetHolders(tx: Tx, accountId: string): Promise<void> {
  await run(tx, sql`UPDATE card SET holder_enc = '', holder_marks = '{}', zip_hash = '' WHERE ${ofAccount(accountId)}`)
  await run(tx, sql`UPDATE card_holder_change SET holder_enc = '' WHERE ${ofAccount(accountId)}`)
  await run(tx, sql`DELETE FROM issuer_holder WHERE ${ofAccount(accountId)}`)
  await run(tx, sql`UPDATE card_log SET holders_enc = '' WHERE ${ofAccount(accountId)} AND holders_enc IS NOT NULL`)
  await run(tx, sql`UPDATE card_import SET lines_enc = '', file_name = '' WHERE ${ofAccount(accountId)}`)
}
