/** Sums of spend: of a card by day and merchant, and of an account by what it is asked for. */
import type { RawBuilder } from 'kysely'
import { FEES_KEY, NONE, type SpendBy } from '#contract/trades/spend.ts'
import { cardNamesSql } from '#server/cards/cards.ts'
import { many, sql } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'
import { FEES, spendSql, type Whose } from './keepSpend.ts'

/** From one day to another, with both. */
export type Days = { readonly from: number; readonly until: number }
export type Sums = { readonly count: number; readonly spent: number; readonly refunded: number }

/** A brand, or where none is known a name. The name is marked, so that it is never taken for a brand. */
export const merchantKey = sql<string>`CASE WHEN spend.merchant_no = ${FEES} THEN ${FEES_KEY} ELSE coalesce(brand_id, 'name:' || merchant.name) END`
const merchantsOf = sql`LEFT JOIN merchant USING (merchant_no)`

const sums = (within: RawBuilder<unknown>, suffix = '') => sql`
  coalesce(sum(purchases) FILTER (WHERE ${within}), 0)::int AS ${sql.ref(`count${suffix}`)},
  coalesce(sum(spent_cents) FILTER (WHERE ${within}), 0)::bigint AS ${sql.ref(`spent${suffix}`)},
  coalesce(sum(refunded_cents) FILTER (WHERE ${within}), 0)::bigint AS ${sql.ref(`refunded${suffix}`)}`

export const spendOfDays = (reader: Reader, whose: Whose, { from, until }: Days) =>
  many(
    reader,
    sql<{ day: number } & Sums>`
    SELECT day, ${sums(sql`true`)} FROM ${spendSql(whose, from, until)} GROUP BY day`,
  )

export type MerchantSums = Sums & { key: string; names: string[]; last_at: Date | null }
export const spendOfMerchants = (reader: Reader, whose: Whose, { from, until }: Days): Promise<MerchantSums[]> =>
  many(
    reader,
    sql<MerchantSums>`
    SELECT ${merchantKey} AS key, coalesce(array_agg(DISTINCT merchant.name) FILTER (WHERE merchant.name IS NOT NULL), '{}') AS names,
           max(last_at) AS last_at, ${sums(sql`true`)}
      FROM ${spendSql(whose, from, until)} ${merchantsOf}
     GROUP BY 1
    HAVING count(*) FILTER (WHERE (purchases, spent_cents, refunded_cents) <> (0, 0, 0)) > 0`,
  )

export type Narrowed = {
  readonly merchant?: string | undefined
  readonly gid?: string | undefined
  readonly subUid?: string | undefined
  readonly cardId?: string | undefined
  /** With `gid: NONE`: the groups that the caller sees. Cards in any other have none to it. */
  readonly seenGids?: readonly string[] | undefined
}
export type RowSums = Sums & { key: string; count_before: number; spent_before: number; refunded_before: number }

const ungrouped = (seenGids: readonly string[] | undefined) =>
  seenGids ? sql`(card.gid IS NULL OR card.gid <> ALL (${[...seenGids]}))` : sql`card.gid IS NULL`

/** By what the figures are asked for, over two periods at once. `narrowed.subUid`: `NONE` for the account's own. */
export function spendBy(
  reader: Reader,
  whose: Whose,
  by: SpendBy,
  narrowed: Narrowed,
  now: Days,
  before: Days,
): Promise<RowSums[]> {
  const { merchant, gid, subUid, cardId, seenGids } = narrowed
  const key = {
    merchant: merchantKey,
    group: sql`coalesce(card.gid, ${NONE})`,
    sub: sql`coalesce(nullif(spend.owner_sub_uid, ''), ${NONE})`,
    card: sql`spend.card_id`,
  }[by]
  const ofCards = by === 'group' || gid !== undefined
  const having = [
    ...(merchant === undefined ? [] : [sql`${merchantKey} = ${merchant}`]),
    ...(gid === undefined ? [] : [gid === NONE ? ungrouped(seenGids) : sql`card.gid = ${gid}`]),
    ...(subUid === NONE ? [sql`spend.owner_sub_uid = ''`] : []),
  ]
  const of = { ...whose, ...(subUid !== undefined && subUid !== NONE && { subUid }), cardId }
  return many(
    reader,
    sql<RowSums>`
    SELECT ${key} AS key,
           ${sums(sql`day BETWEEN ${now.from} AND ${now.until}`)},
           ${sums(sql`day BETWEEN ${before.from} AND ${before.until}`, '_before')}
      FROM ${spendSql(of, Math.min(now.from, before.from), Math.max(now.until, before.until))}
      ${by === 'merchant' || merchant !== undefined ? merchantsOf : sql``}
      ${ofCards ? sql`LEFT JOIN ${cardNamesSql(whose.accountId)} AS card USING (card_id)` : sql``}
     ${having.length ? sql`WHERE ${sql.join(having, sql` AND `)}` : sql``}
     GROUP BY 1`,
  )
}
