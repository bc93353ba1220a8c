import { add, type Cents } from '#contract/core/money.ts'
import { db, many, sql } from '../core/db.ts'
import type { PastUse } from '../plans/plans.ts'
import { countLiveCards } from './queries.ts'
import { pricesInForce } from './rangeQueries.ts'

/** What an account opened and loaded since then, as its orders say; list prices as they are today. */
export async function pastUse(accountId: string, since: Date): Promise<PastUse> {
  const [orders, prices, live] = await Promise.all([
    many(
      db,
      sql<{ kind: 'OPEN' | 'LOAD'; vid: string; amount: Cents; count: number; fees: Cents }>`
      SELECT kind, vid, amount_cents AS amount, count(*) AS count,
             sum(open_fee_cents + fee_cents - coupon_off_cents)::bigint AS fees
        FROM card_order
        JOIN card USING (account_id, card_id)
       WHERE account_id = ${accountId} AND kind IN ('OPEN', 'LOAD') AND card_order.status = 'SUCCESS'
         AND card_order.created_at >= ${since}
       GROUP BY kind, vid, amount_cents`,
    ),
    pricesInForce(db),
    countLiveCards(db, accountId),
  ])
  const listFee = (vid: string): Cents =>
    prices.find((price) => price.vid === vid && price.account_id === null)?.open_fee_cents ?? 0
  return {
    opened: orders.filter(({ kind }) => kind === 'OPEN').map(({ vid, count }) => ({ count, listFee: listFee(vid) })),
    loads: orders.map(({ amount, count }) => ({ amount, count })),
    paidFees: add(...orders.map(({ fees }) => fees)),
    live,
  }
}
