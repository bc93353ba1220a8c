import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { ahead, HOUR, now } from '#server/core/clock.ts'
import { touch } from '#server/core/changes/touch.ts'
import { many, run, sql, type Tx } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'
import { openHolders } from '../sealed.ts'

/**
 * Remember one number shown, unless the last `most` were within the hour: one statement, so that of a thousand requests at once no more than `most` succeed.
 * What is set is not a slice itself: Citus 13 takes that for an assignment to a part of the column, and its process crashes.
 */
export async function takeReveal(
  tx: Tx,
  { accountId, loginId }: { accountId: string; loginId: string },
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO card_reveals AS had (cell, account_id, login_id, shown_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${loginId}, ARRAY[${now()}::timestamptz])
        ON CONFLICT (cell, account_id, login_id) DO UPDATE
       SET shown_at = had.shown_at[cardinality(had.shown_at) + 2 - ${most} :] || excluded.shown_at
     WHERE cardinality(had.shown_at) < ${most} OR had.shown_at[1] <= ${ahead(-HOUR)}
    RETURNING 1`.execute(tx)
  return rows.length > 0
}

export const forgetOldReveals = (reader: Reader) =>
  sql`DELETE FROM card_reveals WHERE ${ahead(-HOUR)} > ALL (shown_at)`.execute(reader)

export async function logOf(
  reader: Reader,
  accountId: string,
  cardId: string,
  { before, skip, limit }: { before?: string; skip: number; limit: number },
) {
  const rows = await reader
    .selectFrom('card_log')
    .selectAll()
    .where(ofAccount(accountId))
    .where('card_id', '=', cardId)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .offset(before === undefined ? skip : 0)
    .limit(limit)
    .execute()
  return rows.map((row) => (row.holders_enc ? { ...row, ...openHolders(row.id, row.holders_enc) } : row))
}

export async function countLog(reader: Reader, accountId: string, cardId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM card_log WHERE ${ofAccount(accountId)} AND card_id = ${cardId}`.execute(reader)
  return rows[0]!.count
}

export async function setRemark(tx: Tx, accountId: string, cardId: string, remark: string): Promise<void> {
  await run(
    tx,
    sql`
    UPDATE card
       SET remark = ${remark}, version = version + 1, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND card_id = ${cardId}`,
  )
  touch(tx, accountId, 'cards')
}

/** What people of the account have done to its cards since then, by card and kind. */
export const actsOfHolderSince = (on: Reader, accountId: string, since: Date, types: readonly string[]) =>
  many(
    on,
    sql<{ card_id: string; type: string; count: number; last: Date }>`
    SELECT card_id, type, count(*)::int AS count, max(created_at) AS last
      FROM card_log
     WHERE ${ofAccount(accountId)} AND created_at >= ${since} AND login_id IS NOT NULL AND type = ANY (${[...types]}) AND result = 'OK'
     GROUP BY card_id, type
     ORDER BY max(created_at) DESC
     LIMIT 500`,
  )
