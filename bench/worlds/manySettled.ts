/** Settles the authorizations of an account of {@link manyAuthorizations}, and sorts its cards into a group and under a tag. By SQL, for lists only. */
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { db, many, one, run, sql } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'

export type Labels = {
  readonly gid: string
  readonly tagId: string
  readonly subUid: string
  readonly subNo: number
  /** The money accounts of the cards with each label, and their ids. */
  readonly inGroup: readonly Labelled[]
  readonly tagged: readonly Labelled[]
}
type Labelled = { readonly la_id: number; readonly card_id: string }

/** A row for each completed authorization, a day after it. */
export const settle = (accountId: string): Promise<number> =>
  run(
    db,
    sql`
    INSERT INTO trade (cell, account_id, trade_id, card_id, owner_sub_uid, auth_id, issuer_id, clearing_ref, type, status, merchant_no, descriptor, amount_cents, merchant_amount,
                       merchant_currency, occurred_at, posted_at)
    SELECT auth.cell, ${accountId}, first_id_of('trd', posted) || lpad((row_number() OVER ())::text, 16, '0'), card.card_id, sub.sub_uid, auth_text(auth_id), issuer_id, issuer_ref, 'PURCHASE', 'POSTED',
           merchant_no, descriptor, -amount_cents, merchant_amount, merchant_currency, occurred_at, posted
      FROM (SELECT *, occurred_at + interval '1 day' AS posted FROM auth WHERE status = 'COMPLETE') AS auth
      JOIN (SELECT cell, la_id, card_id FROM card WHERE ${ofAccount(accountId)}) AS card USING (cell, la_id)
      LEFT JOIN (SELECT sub_no, sub_uid FROM sub_account) AS sub ON sub.sub_no = auth.owner_sub_no`,
  )

/** A tenth of the cards is in the group, two cards carry the tag. */
export async function label(accountId: string): Promise<Labels> {
  const [gid, tagId, cell] = [newId('grp'), newId('tag'), cellOf(accountId)]
  await run(
    db,
    sql`INSERT INTO card_group (cell, account_id, gid, name, sort, created_at, updated_at) VALUES (${cell}, ${accountId}, ${gid}, 'Ads', 1, ${now()}, ${now()})`,
  )
  await run(
    db,
    sql`INSERT INTO tag (cell, account_id, tag_id, name, color, created_at, updated_at) VALUES (${cell}, ${accountId}, ${tagId}, 'Search', 'red', ${now()}, ${now()})`,
  )
  const own = sql`${ofAccount(accountId)} AND owner_sub_uid IS NULL`
  await run(db, sql`UPDATE card SET gid = ${gid} WHERE ${own} AND la_id % 10 = 3`)
  await run(
    db,
    sql`INSERT INTO card_tag (cell, account_id, card_id, tag_id)
        SELECT cell, account_id, card_id, ${tagId} FROM card WHERE ${own} ORDER BY card_id LIMIT 2`,
  )
  await sql`VACUUM ANALYZE card, card_group, tag, card_tag`.execute(db)
  const inGroup = await many(db, sql<Labelled>`SELECT la_id, card_id FROM card WHERE ${own} AND gid = ${gid}`)
  const tagged = await many(
    db,
    sql<Labelled>`SELECT la_id, card_id FROM card WHERE ${own} AND card_id IN (SELECT card_id FROM card_tag WHERE ${ofAccount(accountId)})`,
  )
  const { sub_uid: subUid, sub_no: subNo } = await one(
    db,
    sql<{
      sub_uid: string
      sub_no: number
    }>`SELECT sub_uid, sub_no FROM sub_account WHERE ${ofAccount(accountId)} ORDER BY sub_uid LIMIT 1`,
  )
  return { gid, tagId, subUid, subNo, inGroup, tagged }
}
