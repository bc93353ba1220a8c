import { percentOf, show, type Cents } from '#contract/core/money.ts'
import { DAY, now, dayBegan } from '#server/core/clock.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { owedBy } from '#server/ledger/ledger.ts'
import { ownLimitsOf } from '#server/plans/plans.ts'
import { oneAtATime, openNow, orderedAfter, toppedUpOn, type Order } from './queries.ts'
import { dayLimits, usdt, type Known } from '../rails/rails.ts'
import { termsOf } from '../rails/terms.ts'
import { notify } from '#server/core/news.ts'

/**
 * How much the account may still top up today in US cents: by its identity level, or as agreed by staff. An order and everything paid for it count on the day
 * on which it was made; open orders count in full, so that concurrent orders cannot bypass the limit. Wires and unmatched payments assigned to the account
 * count on the day on which they are credited.
 */
export const todayOf = (within: Tx | Database, accountId: string) => roomOn(within, accountId, now())

async function roomOn(within: Tx | Database, accountId: string, day: Date, except?: string) {
  const limit = await dayLimitOf(within, accountId)
  const used = await toppedUpOn(within, accountId, { ...dayAround(day), except })
  const { open, openCents } = await openNow(within, accountId, except)
  const beyond = Math.max(0, (await beyondForDebt(within, accountId)) - openCents)
  return { limit, used, left: Math.max(0, limit - used) + beyond, open }
}

/** A rail's fees and spread on a top-up, rounded up generously. */
const RAIL_COSTS_BPS = 500

/**
 * The daily limit never refuses a top-up that pays a debt, or the account would stay restricted until tomorrow: this much is allowed beyond it. Open orders are
 * deducted, so that ten concurrent orders pay the debt once.
 */
async function beyondForDebt(within: Tx | Database, accountId: string): Promise<Cents> {
  const { total } = await owedBy(within, accountId)
  if (total === 0) return 0
  // No rail accepts a smaller order. USDT has the largest minimum.
  const { min } = await termsOf('USDT_TRC20', within)
  return Math.max(min, total + percentOf(total, RAIL_COSTS_BPS, 'ceil'))
}

async function dayLimitOf(within: Tx | Database, accountId: string): Promise<Cents> {
  const { identity, identity_type } = await accountOf(within, accountId)
  const known: Known = identity === 'PASSED' ? (identity_type ?? 'PERSON') : 'NONE'
  return (await ownLimitsOf(within, accountId)).topupPerDay ?? dayLimits[known]
}

const dayAround = (time: Date) => {
  const from = dayBegan(time.getTime())
  return { from, until: new Date(from.getTime() + DAY) }
}

/**
 * Checks whether this order may be credited up to a total of `value` US cents. The ordered amount was allowed at the order, so paid in time it is credited; unless
 * its hour ended, or its payment failed, before we saw the payment, and a later order was given the room. A larger amount, or money for an expired order, must
 * fit with everything else of its day. The lock is the same as for new orders: without it two concurrent payments would each use the same remainder.
 */
export async function fitsLimit(tx: Tx, order: Order, value: Cents, paidAt: Date): Promise<boolean> {
  const { accountId, orderNo, createdAt, creditedAt, expiresAt, valueCents, status } = order
  const asOrdered = creditedAt === null && paidAt <= expiresAt && value <= valueCents + TOLERANCE
  if (asOrdered && status !== 'FAILED' && now() <= expiresAt) return true
  await oneAtATime(tx, accountId)
  if (asOrdered && !(await orderedAfter(tx, order, dayAround(createdAt).until))) return true
  const { left } = await roomOn(tx, accountId, createdAt, orderNo)
  return value <= left
}

/** Up to a cent more counts as the requested amount. */
const TOLERANCE = usdt.tolerance / usdt.unitsPerCent

/** What staff see before they credit `value` US cents of unmatched money or of a wire: they may exceed the limit, with a reason. */
export async function limitFor(within: Tx | Database, accountId: string, value: Cents) {
  const { limit, used, left } = await todayOf(within, accountId)
  return { limit, used, over: Math.max(0, value - left) }
}
export type LimitSeen = Awaited<ReturnType<typeof limitFor>>

/** The limit as a line for the second approver. */
export const limitLine = ({ limit, used, over }: LimitSeen) => ({
  label: { cn: '当日认证额度（已用 / 上限）', en: 'Identity limit today (used / limit)' },
  before: null,
  after: `${show(used)} / ${show(limit)}${over > 0 ? ` ⚠ +${show(over)}` : ''}`,
})

/** The holder can resolve it: the notice links to the verification. */
export const tellOverLimit = (tx: Tx, { accountId, orderNo }: Pick<Order, 'accountId' | 'orderNo'>, amount: string) =>
  notify(tx, { accountId }, 'topup_over_limit', { amount, orderNo }, { type: 'identity', id: orderNo })
