/** SQL on the transactions of the cards in a rehearsal. */
import { merchantNamedSql } from '#server/brands/brands.ts'
import { cardOfMoneySql } from '#server/cards/cards.ts'
import type { Actor } from '#server/core/actor.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, sql } from '#server/core/db.ts'
import { firstIdOf } from '#server/core/ids.ts'
import { subNoSql } from '#server/identity/identity.ts'
import type { Merchant } from '#server/outside/outside.ts'
import { firstAuthKey } from '../authId.ts'
import { authsOf, authsOfCards } from '../auths.ts'
import type { Reader } from '../queries.ts'
import type { Charge } from '../recurring/recognize.ts'

type Cards = { accountId: string; cardIds: readonly string[] }
const ofCards = ({ accountId, cardIds }: Cards) => sql`${ofAccount(accountId)} AND card_id = ANY (${[...cardIds]})`

export type HoldRow = {
  card_id: string
  merchant_no: number
  held_cents: number
  occurred_at: Date
  expires_at: Date | null
  count: number
  last_expiry: Date | null
}
/** Next to expire first, with their number and the expiry of the last. */
export const openHolds = (reader: Reader, cards: Cards, limit: number): Promise<HoldRow[]> =>
  many(
    reader,
    sql<HoldRow>`
    SELECT card_id, merchant_no, held_cents, occurred_at, expires_at,
           (count(*) OVER ())::int AS count, max(expires_at) OVER () AS last_expiry
      FROM auth
      JOIN ${cardOfMoneySql()} AS card USING (cell, la_id)
     WHERE ${authsOfCards(cards.accountId, cards.cardIds)} AND status IN ('PENDING', 'PARTIAL') AND held_cents > 0
     ORDER BY expires_at, auth_id
     LIMIT ${limit}`,
  )

export type HabitRow = { card_id: string; merchant_no: number; charges: Charge[] }
/** A card with more authorizations than this in the time is one that somebody works with every day, not one for subscriptions. It is left out before its rows are read. */
const MOST_AUTHS = 100
/** Approved purchases of one card at one merchant, if there were some but not many. */
export const habits = async (reader: Reader, { accountId, cardIds }: Cards, sinceMs: number): Promise<HabitRow[]> => {
  const ofCard = sql`cell = ${cellOf(accountId)} AND la_id = card.la_id AND auth_id >= ${firstAuthKey(sinceMs)}::bigint`
  const rows = await many(
    reader,
    sql<{ card_id: string; merchant_no: number; times: number[]; amounts: number[]; fees: number[] }>`
    SELECT card_id, merchant_no,
           array_agg((extract(epoch FROM occurred_at) * 1000)::float8 ORDER BY auth_id) AS times,
           array_agg(amount_cents::float8 ORDER BY auth_id) AS amounts, array_agg(fee_cents::float8 ORDER BY auth_id) AS fees
      FROM ${cardOfMoneySql(accountId)} AS card
     CROSS JOIN LATERAL (SELECT merchant_no, occurred_at, amount_cents, fee_cents, auth_id, status FROM auth WHERE ${ofCard} OFFSET 0) AS auth
     WHERE account_id = ${accountId} AND card_id = ANY (${[...cardIds]})
       AND (SELECT count(*) FROM (SELECT FROM auth WHERE ${ofCard} LIMIT ${sql.lit(MOST_AUTHS + 1)}) AS newest) <= ${sql.lit(MOST_AUTHS)}
       AND auth.status NOT IN ('DECLINED', 'REVERSED') AND amount_cents > 0
     GROUP BY card_id, merchant_no
    HAVING count(*) BETWEEN 3 AND 30`,
  )
  return rows.map(({ times, amounts, fees, ...habit }) => ({
    ...habit,
    charges: times.map((time, at) => ({ time, amountCents: amounts[at]!, feeCents: fees[at]! })),
  }))
}

export type RefundRow = {
  card_id: string
  merchant_no: number
  refunded_cents: number
  amount_cents: number
  posted_at: Date
}
export const begunRefunds = (reader: Reader, cards: Cards, sinceMs: number, limit: number): Promise<RefundRow[]> =>
  many(
    reader,
    sql<RefundRow>`
    SELECT card_id, merchant_no, refunded_cents, amount_cents, posted_at
      FROM trade
     WHERE ${ofCards(cards)} AND trade_id >= ${firstIdOf('trd', sinceMs)} AND status = 'PARTIALLY_REFUNDED'
     ORDER BY trade_id DESC
     LIMIT ${limit}`,
  )

type OneCard = { accountId: string; cardId: string }
/** The newest authorizations of a card, in the order of its index: a card that is charged all day has the same merchants in its newest thousand. */
const newestOf = ({ accountId, cardId }: OneCard, sinceMs: number) => sql`
  (SELECT auth.*
     FROM ${cardOfMoneySql(accountId)} AS card
    CROSS JOIN LATERAL (SELECT merchant_no, occurred_at, amount_cents, auth_id, status
                          FROM auth
                         WHERE cell = ${cellOf(accountId)} AND la_id = card.la_id AND auth_id >= ${firstAuthKey(sinceMs)}::bigint
                         ORDER BY auth_id DESC
                         LIMIT 1000) AS auth
    WHERE account_id = ${accountId} AND card_id = ${cardId} AND auth.status <> 'DECLINED') AS charge`

export type ChargedRow = { merchant_no: number; times: number[]; count: number; amount_cents: number }
/** The merchants that have charged a card, with the times of their last charges and the latest amount. A verification of a card is none. */
export const chargedMerchants = (reader: Reader, card: OneCard, sinceMs: number): Promise<ChargedRow[]> =>
  many(
    reader,
    sql<ChargedRow>`
    SELECT merchant_no, count(*)::int AS count,
           (array_agg((extract(epoch FROM occurred_at) * 1000)::float8 ORDER BY auth_id DESC))[1:30] AS times,
           (array_agg(amount_cents ORDER BY auth_id DESC))[1] AS amount_cents
      FROM ${newestOf(card, sinceMs)}
     WHERE status <> 'REVERSED' AND amount_cents > 0
     GROUP BY merchant_no`,
  )

/** The merchants that know a card: it was approved there, be it for a verification. */
export const merchantsOfCard = async (reader: Reader, card: OneCard): Promise<Set<number>> => {
  const rows = await many(reader, sql<{ merchant_no: number }>`SELECT DISTINCT merchant_no FROM ${newestOf(card, 0)}`)
  return new Set(rows.map(({ merchant_no }) => merchant_no))
}

/** The merchants of a brand, or those that somebody means by a name. */
export type MerchantOf = { brandId: string } | { name: string }
const meantSql = async (meant: MerchantOf) =>
  'brandId' in meant ? sql<boolean>`brand_id = ${meant.brandId}` : (await merchantNamedSql(meant.name)).matches

/** So many of the caller's newest authorizations say which merchant charges them most. */
const NEWEST = 5000
/** Of the merchants that are meant the one that charges the caller's cards most, as it did last. */
export async function merchantMostSeen(
  reader: Reader,
  { accountId, subUid }: Pick<Actor, 'accountId' | 'subUid'>,
  meant: MerchantOf,
): Promise<Merchant | undefined> {
  const ofSub = subUid ? sql`AND owner_sub_no = ${subNoSql(accountId, subUid)}` : sql``
  return maybeOne(
    reader,
    sql<Merchant>`
    SELECT ref AS id, name, mcc, country, descriptor
      FROM (SELECT merchant_no, count(*) AS charges, (array_agg(descriptor ORDER BY auth_id DESC))[1] AS descriptor
              FROM (SELECT merchant_no, descriptor, auth_id
                      FROM auth
                     WHERE ${authsOf(accountId)} ${ofSub}
                     ORDER BY auth_id DESC
                     LIMIT ${sql.lit(NEWEST)}) AS newest
             GROUP BY merchant_no) AS charged
      JOIN merchant USING (merchant_no)
     WHERE ${await meantSql(meant)}
     ORDER BY charges DESC, merchant_no DESC
     LIMIT 1`,
  )
}

/** The kind and country that most of the merchants that are meant have, over all accounts, as the newest of them. */
export async function usualMerchant(reader: Reader, meant: MerchantOf): Promise<Merchant | undefined> {
  return maybeOne(
    reader,
    sql<Merchant>`
    SELECT (array_agg(ref ORDER BY merchant_no DESC))[1] AS id, (array_agg(name ORDER BY merchant_no DESC))[1] AS name, mcc, country,
           (array_agg(words ORDER BY merchant_no DESC))[1] AS descriptor
      FROM (SELECT * FROM merchant WHERE ${await meantSql(meant)} LIMIT 1000) AS meant
     GROUP BY mcc, country
     ORDER BY count(*) DESC, max(merchant_no) DESC
     LIMIT 1`,
  )
}
