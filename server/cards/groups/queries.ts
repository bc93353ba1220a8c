/** All SQL on card_group and card_group_share, and the cards of a group. */
import type { RawBuilder, Selectable } from 'kysely'
import type { Cents } from '#contract/core/money.ts'
import type { CardGroup } from '#db/tables.ts'
import type { Actor } from '#server/core/actor.ts'
import { touch } from '#server/core/changes/touch.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Tx } from '#server/core/db.ts'
import { within, type Reader } from '../queries.ts'

export type GroupRow = Selectable<CardGroup>
export type Holding = { count: number; active: number; frozen: number; balance: Cents }
type Whose = Pick<Actor, 'accountId' | 'subUid'>

/** Condition on `card_group`: a sub-account sees the groups shared with it. */
const seenBy = ({ accountId, subUid }: Whose): RawBuilder<unknown> =>
  subUid
    ? sql`${ofAccount(accountId, 'card_group')} AND EXISTS (
            SELECT FROM card_group_share AS share
             WHERE share.cell = card_group.cell AND share.account_id = card_group.account_id AND share.gid = card_group.gid AND share.sub_uid = ${subUid})`
    : ofAccount(accountId, 'card_group')

/** Condition on `card`: in this group, or in none that the caller sees. For a sub-account, a group that is not shared with it does not exist. */
export function inGroup(whose: Whose, gid: string): RawBuilder<unknown> {
  const seen = sql`EXISTS (SELECT FROM card_group WHERE ${seenBy(whose)} AND card_group.gid = card.gid)`
  if (gid !== '0') return whose.subUid ? sql`card.gid = ${gid} AND ${seen}` : sql`card.gid = ${gid}`
  return whose.subUid ? sql`NOT ${seen}` : sql`card.gid IS NULL`
}

const ORDER = sql`pinned DESC, sort, gid`
const holding = sql`count(*)::int AS count,
       (count(*) FILTER (WHERE card.shown_status = 'ACTIVE'))::int AS active,
       (count(*) FILTER (WHERE card.shown_status IN ('FROZEN', 'RISK_FROZEN')))::int AS frozen,
       coalesce(sum(money.balance_cents), 0)::bigint AS balance`

/** The ledger balance of those cards. */
export const holdingOf = (reader: Reader, whose: Whose, gid?: string): Promise<Holding> =>
  one(
    reader,
    sql<Holding>`
    SELECT ${holding}
      FROM card
      JOIN card_balance AS money ON (money.cell, money.la_id) = (card.cell, card.la_id)
     WHERE ${within(whose)} ${gid === undefined ? sql`` : sql`AND ${inGroup(whose, gid)}`}`,
  )

export type GroupAsked = {
  name?: string | undefined
  gids?: readonly string[] | undefined
  limit?: number
  offset?: number
}

/** Groups in order, each with the caller's cards and balance in it. */
export const groupsWithHoldings = (
  reader: Reader,
  whose: Whose,
  { name, gids, limit, offset = 0 }: GroupAsked = {},
): Promise<(GroupRow & Holding)[]> =>
  many(
    reader,
    sql<GroupRow & Holding>`
    SELECT card_group.*, held.*
      FROM card_group
     CROSS JOIN LATERAL (
           SELECT ${holding}
             FROM card
             JOIN card_balance AS money ON (money.cell, money.la_id) = (card.cell, card.la_id)
            WHERE ${within(whose)} AND card.gid = card_group.gid) AS held
     WHERE ${seenBy(whose)}
       ${name ? sql`AND card_group.name ILIKE ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}` : sql``}
       ${gids ? sql`AND card_group.gid = ANY (${gids})` : sql``}
     ORDER BY ${ORDER}
     ${limit === undefined ? sql`` : sql`LIMIT ${limit} OFFSET ${offset}`}`,
  )

export const countGroups = async (reader: Reader, whose: Whose, name?: string): Promise<number> =>
  (
    await one(
      reader,
      sql<{ count: number }>`
    SELECT count(*)::int AS count
      FROM card_group
     WHERE ${seenBy(whose)} ${name ? sql`AND name ILIKE ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}` : sql``}`,
    )
  ).count

/** Expression on `card`: the name of its group, if the caller sees that group. */
export const groupNameSql = (whose: Whose): RawBuilder<unknown> =>
  sql`(SELECT card_group.name FROM card_group WHERE ${seenBy(whose)} AND card_group.gid = card.gid)`

/** Names of groups that the caller sees. */
export async function groupNames(
  reader: Reader,
  whose: Whose,
  gids: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const asked = [...new Set(gids)].filter((gid) => gid !== null)
  if (asked.length === 0) return new Map()
  const rows = await many(
    reader,
    sql<{ gid: string; name: string }>`
    SELECT gid, name FROM card_group WHERE ${seenBy(whose)} AND gid = ANY (${asked})`,
  )
  return new Map(rows.map(({ gid, name }) => [gid, name]))
}

/**
 * Serializes everything that adds, orders, merges and deletes groups of an account, so that two requests cannot both add the two-hundredth, and neighbours do
 * not change during a move. Taken before any group and any card.
 */
export const lockOrderOfGroups = (tx: Tx, accountId: string) =>
  run(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`card groups ${accountId}`}, 0))`)

/**
 * Groups are locked before their cards: moving a card into a group locks the group first (`stay`), and so does emptying and deleting it (`go`). So a card never
 * moves into a group that is being deleted, and there is no deadlock.
 */
export const lockGroups = (tx: Tx, whose: Whose, gids: readonly string[], will: 'stay' | 'go'): Promise<GroupRow[]> =>
  many(
    tx,
    sql<GroupRow>`
    SELECT *
      FROM card_group
     WHERE ${seenBy(whose)} AND gid = ANY (${gids})
     ORDER BY gid
       ${will === 'stay' ? sql`FOR KEY SHARE` : sql`FOR UPDATE`}`,
  )

export async function insertGroup(
  tx: Tx,
  { account_id, gid, name, remark }: Pick<GroupRow, 'account_id' | 'gid' | 'name' | 'remark'>,
): Promise<void> {
  await run(
    tx,
    sql`
    INSERT INTO card_group (cell, account_id, gid, name, remark, sort, created_at, updated_at)
    SELECT ${cellOf(account_id)}, ${account_id}, ${gid}, ${name}, ${remark}, coalesce(max(sort), 0) + 1, ${now()}, ${now()}
      FROM card_group
     WHERE ${ofAccount(account_id)}`,
  )
}

export const updateGroup = (
  tx: Tx,
  { account_id, gid }: Pick<GroupRow, 'account_id' | 'gid'>,
  change: { name?: string | undefined; remark?: string | undefined },
) =>
  tx
    .updateTable('card_group')
    .set({ ...change, updated_at: now() })
    .where(ofAccount(account_id))
    .where('gid', '=', gid)
    .execute()

export const groupOrder = (reader: Reader, accountId: string) =>
  many(
    reader,
    sql<Pick<GroupRow, 'gid' | 'pinned' | 'sort'>>`
    SELECT gid, pinned, sort FROM card_group WHERE ${ofAccount(accountId)} ORDER BY ${ORDER}`,
  )

export const placeGroups = (
  tx: Tx,
  accountId: string,
  places: readonly { gid: string; pinned: boolean; sort: number }[],
) =>
  run(
    tx,
    sql`
    UPDATE card_group
       SET pinned = place.pinned, sort = place.sort, updated_at = ${now()}
      FROM unnest(${places.map(({ gid }) => gid)}::text[], ${places.map(({ pinned }) => pinned)}::boolean[],
                  ${places.map(({ sort }) => sort)}::int[]) AS place (gid, pinned, sort)
     WHERE ${ofAccount(accountId, 'card_group')} AND card_group.gid = place.gid`,
  )

export const deleteGroups = (tx: Tx, accountId: string, gids: readonly string[]) =>
  run(tx, sql`DELETE FROM card_group WHERE ${ofAccount(accountId)} AND gid = ANY (${gids})`)

/** Locks every card of these groups in the common order of cards, then moves them. Returns how many there were. */
export async function emptyGroups(
  tx: Tx,
  accountId: string,
  gids: readonly string[],
  toGid: string | null,
): Promise<number> {
  touch(tx, accountId, 'cards')
  return run(
    tx,
    sql`
    WITH leaving AS (
      SELECT card_id FROM card WHERE ${ofAccount(accountId)} AND gid = ANY (${gids}) ORDER BY card_id FOR NO KEY UPDATE)
    UPDATE card
       SET gid = ${toGid}, updated_at = ${now()}
      FROM leaving
     WHERE ${ofAccount(accountId, 'card')} AND card.card_id = leaving.card_id`,
  )
}

/** The cards are locked. */
export const setGroup = (tx: Tx, accountId: string, cardIds: readonly string[], gid: string | null) => {
  touch(tx, accountId, 'cards')
  return run(
    tx,
    sql`
    UPDATE card
       SET gid = ${gid}, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND card_id = ANY (${cardIds})`,
  )
}

export const sharesOf = (reader: Reader, accountId: string, gids: readonly string[]) =>
  many(
    reader,
    sql<{ gid: string; sub_uid: string }>`
    SELECT gid, sub_uid FROM card_group_share WHERE ${ofAccount(accountId)} AND gid = ANY (${gids}) ORDER BY gid, sub_uid`,
  )

export async function setShares(tx: Tx, accountId: string, gid: string, subUids: readonly string[]): Promise<void> {
  await run(
    tx,
    sql`DELETE FROM card_group_share WHERE ${ofAccount(accountId)} AND gid = ${gid} AND sub_uid <> ALL (${subUids})`,
  )
  await run(
    tx,
    sql`
    INSERT INTO card_group_share (cell, account_id, gid, sub_uid)
    SELECT ${cellOf(accountId)}, ${accountId}, ${gid}, sub_uid FROM unnest(${subUids}::text[]) AS wanted (sub_uid)
        ON CONFLICT DO NOTHING`,
  )
}

export const nameIsTaken = async (tx: Tx, accountId: string, name: string, but?: string): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`
    SELECT 1 AS taken
      FROM card_group
     WHERE ${ofAccount(accountId)} AND lower(name) = lower(${name}) ${but ? sql`AND gid <> ${but}` : sql``}`,
  )) !== undefined
