/** All SQL on tag and card_tag. */
import type { RawBuilder, Selectable } from 'kysely'
import type { TagColor } from '#contract/cards/tags.ts'
import type { Tag } from '#db/tables.ts'
import type { Actor } from '#server/core/actor.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Tx } from '#server/core/db.ts'
import { within, type Reader } from '../queries.ts'

export type TagRow = Omit<Selectable<Tag>, 'color'> & { color: TagColor }

/** Condition on `card`: it has this tag. */
export const hasTag = (tagId: string): RawBuilder<unknown> => sql`EXISTS (
  SELECT FROM card_tag WHERE card_tag.cell = card.cell AND card_tag.account_id = card.account_id AND card_tag.card_id = card.card_id AND card_tag.tag_id = ${tagId})`

/** Expression on `card`: the names of its tags, joined. The account is named once more, because nothing is concluded from a row to what is selected for it. */
export const tagNamesSql = (accountId: string): RawBuilder<unknown> => sql`(
  SELECT string_agg(tag.name, ', ' ORDER BY lower(tag.name))
    FROM card_tag
    JOIN tag USING (cell, account_id, tag_id)
   WHERE ${ofAccount(accountId, 'card_tag')} AND card_tag.card_id = card.card_id)`

const named = (name: string | undefined) =>
  name ? sql`AND tag.name ILIKE ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}` : sql``

/** By name, each with the number of the caller's cards that have it. */
export const pageOfTags = (
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  { name, limit, offset }: { name: string | undefined; limit: number; offset: number },
) =>
  many(
    reader,
    sql<TagRow & { cards: number }>`
    SELECT tag.*, (
           SELECT count(*)
             FROM card_tag
             JOIN card USING (cell, account_id, card_id)
            WHERE card_tag.cell = tag.cell AND card_tag.account_id = tag.account_id AND card_tag.tag_id = tag.tag_id AND ${within(whose)})::int AS cards
      FROM tag
     WHERE ${ofAccount(whose.accountId, 'tag')} ${named(name)}
     ORDER BY lower(tag.name), tag.tag_id
     LIMIT ${limit} OFFSET ${offset}`,
  )

export const countTags = async (reader: Reader, accountId: string, name?: string): Promise<number> =>
  (
    await one(
      reader,
      sql<{ count: number }>`SELECT count(*)::int AS count FROM tag WHERE ${ofAccount(accountId)} ${named(name)}`,
    )
  ).count

/** Prevents two requests from both adding the hundredth tag or the same tag. Taken before any card. */
export const lockTagsOf = (tx: Tx, accountId: string) =>
  run(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`tags ${accountId}`}, 0))`)

export const tagNamed = (reader: Reader, accountId: string, name: string) =>
  maybeOne(reader, sql<TagRow>`SELECT * FROM tag WHERE ${ofAccount(accountId)} AND lower(name) = lower(${name})`)

/** Locked against deletion until the transaction ends. */
export const lockTags = (tx: Tx, accountId: string, tagIds: readonly string[], will: 'stay' | 'go') =>
  many(
    tx,
    sql<TagRow>`
    SELECT *
      FROM tag
     WHERE ${ofAccount(accountId)} AND tag_id = ANY (${tagIds})
     ORDER BY tag_id
       ${will === 'stay' ? sql`FOR KEY SHARE` : sql`FOR UPDATE`}`,
  )

export const insertTag = (tx: Tx, tag: Pick<TagRow, 'account_id' | 'tag_id' | 'name' | 'color'>) =>
  tx
    .insertInto('tag')
    .values({ ...tag, cell: cellOf(tag.account_id), created_at: now(), updated_at: now() })
    .execute()

export const updateTag = (
  tx: Tx,
  { account_id, tag_id }: Pick<TagRow, 'account_id' | 'tag_id'>,
  change: { name?: string | undefined; color?: TagColor | undefined },
) =>
  tx
    .updateTable('tag')
    .set({ ...change, updated_at: now() })
    .where(ofAccount(account_id))
    .where('tag_id', '=', tag_id)
    .execute()

/** Returns how many cards had them. */
export async function deleteTags(tx: Tx, accountId: string, tagIds: readonly string[]): Promise<number> {
  const untagged = await run(tx, sql`DELETE FROM card_tag WHERE ${ofAccount(accountId)} AND tag_id = ANY (${tagIds})`)
  await run(tx, sql`DELETE FROM tag WHERE ${ofAccount(accountId)} AND tag_id = ANY (${tagIds})`)
  return untagged
}

/** Puts each of these tags on each of these cards. Returns how many were new (without RETURNING, Citus counts all). */
export const insertCardTags = (tx: Tx, accountId: string, cardIds: readonly string[], tagIds: readonly string[]) =>
  run(
    tx,
    sql`
    INSERT INTO card_tag (cell, account_id, card_id, tag_id)
    SELECT ${cellOf(accountId)}, ${accountId}, card_id, tag_id
      FROM unnest(${cardIds}::text[]) AS cards (card_id)
     CROSS JOIN unnest(${tagIds}::text[]) AS tags (tag_id)
        ON CONFLICT DO NOTHING
    RETURNING 1`,
  )

export const deleteCardTags = (tx: Tx, accountId: string, cardIds: readonly string[], tagId: string) =>
  run(tx, sql`DELETE FROM card_tag WHERE ${ofAccount(accountId)} AND tag_id = ${tagId} AND card_id = ANY (${cardIds})`)

/** Finds a card among these with more tags than allowed. */
export const overTagged = (tx: Tx, accountId: string, cardIds: readonly string[], most: number) =>
  maybeOne(
    tx,
    sql<{ card_id: string }>`
    SELECT card_id
      FROM card_tag
     WHERE ${ofAccount(accountId)} AND card_id = ANY (${cardIds})
     GROUP BY card_id
    HAVING count(*) > ${most}
     LIMIT 1`,
  )

export type ShownTag = { tagId: string; name: string; color: TagColor }

/** The tags of each of these cards, by name. */
export async function tagsOfCards(
  reader: Reader,
  accountId: string,
  cardIds: readonly string[],
): Promise<Map<string, ShownTag[]>> {
  if (cardIds.length === 0) return new Map()
  const rows = await many(
    reader,
    sql<{ card_id: string; tag_id: string; name: string; color: TagColor }>`
    SELECT card_tag.card_id, tag.tag_id, tag.name, tag.color
      FROM card_tag
      JOIN tag USING (cell, account_id, tag_id)
     WHERE ${ofAccount(accountId, 'card_tag')} AND card_tag.card_id = ANY (${cardIds})
     ORDER BY lower(tag.name)`,
  )
  const tags = new Map<string, ShownTag[]>()
  for (const { card_id, tag_id: tagId, name, color } of rows)
    tags.set(card_id, [...(tags.get(card_id) ?? []), { tagId, name, color }])
  return tags
}

/** Tags of the account by their ids. */
export async function tagsNamed(
  reader: Reader,
  accountId: string,
  tagIds: readonly string[],
): Promise<Map<string, ShownTag>> {
  if (tagIds.length === 0) return new Map()
  const rows = await many(
    reader,
    sql<ShownTag>`
    SELECT tag_id AS "tagId", name, color
      FROM tag
     WHERE ${ofAccount(accountId)} AND tag_id = ANY (${[...new Set(tagIds)]})`,
  )
  return new Map(rows.map((tag) => [tag.tagId, tag]))
}
