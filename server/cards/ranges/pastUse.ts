import { add, type Cents } from '#contract/core/money.ts'
import { db } from '#server/core/db.ts'
import type { PastUse } from '#server/plans/plans.ts'
import { ordersSince } from '../orders/queries.ts'
import { countLiveCards } from '../queries.ts'
import { pricesInForce } from './queries.ts'

/** What an account opened and loaded since then, as its orders say; list prices as they are today. */
export async function pastUse(accountId: string, since: Date): Promise<PastUse> {
  const [orders, prices, live] = await Promise.all([
    ordersSince(db, accountId, since),
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
