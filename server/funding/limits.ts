import { percentOf, show, type Cents } from '#contract/core/money.ts'
import { DAY, now, dayBegan } from '../core/clock.ts'
import type { Database, Tx } from '../core/db.ts'
import { accountOf } from '../identity/identity.ts'
import { owedBy } from '../ledger/ledger.ts'
import { ownLimitsOf } from '../plans/plans.ts'
import { oneAtATime, openNow, toppedUpOn, type Order } from './queries.ts'
import { dayLimits, usdt, type Known } from './rails.ts'
import { termsOf } from './terms.ts'

/**
 * What the account may top up today in US cents: as it is known to us, or as staff have agreed for it. An order, and all that is sent
 * for it, counts on the day on which it was made; open orders count in full, so that ten at once are no way round it. Wires and
 * unmatched payments given to the account count on the day on which they are credited.
 */
export const todayOf = (within: Tx | Database, accountId: string) => roomOn(within, accountId, now())

async function roomOn(within: Tx | Database, accountId: string, day: Date, except?: string) {
  const limit = await dayLimitOf(within, accountId)
  const used = await toppedUpOn(within, accountId, { ...dayAround(day), except })
  const { open, openCents } = await openNow(within, accountId, except)
  const beyond = Math.max(0, (await beyondForDebt(within, accountId)) - openCents)
  return { limit, used, left: Math.max(0, limit - used) + beyond, open }
}

/** What a rail keeps of a top-up in fees and spread, rounded up generously. */
const RAIL_COSTS_BPS = 500

/**
 * The limit of the day never refuses the top-up that pays a debt, or the account would stay restricted until tomorrow:
 * so much may come in beyond it. Open orders are taken off, so that ten at once pay the debt once.
 */
async function beyondForDebt(within: Tx | Database, accountId: string): Promise<Cents> {
  const { total } = await owedBy(within, accountId)
  if (total === 0) return 0
  // Nothing smaller can be ordered on any rail. USDT have the largest minimum.
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
 * May this order be credited so that it is worth `value` US cents in all? What it was made for was allowed then: paid in time it is
 * credited whatever happened since. More than that, or money for an order that had expired, has to fit beside everything else of its
 * day. The lock is the one that new orders take: without it two payments at once would each find the same room.
 */
export async function fitsLimit(tx: Tx, order: Order, value: Cents, paidAt: Date): Promise<boolean> {
  const { accountId, orderNo, createdAt, creditedAt, expiresAt, valueCents } = order
  if (creditedAt === null && paidAt <= expiresAt && value <= valueCents + TOLERANCE) return true
  await oneAtATime(tx, accountId)
  const { left } = await roomOn(tx, accountId, createdAt, orderNo)
  return value <= left
}

/** Up to a cent more is the amount that was asked for. */
const TOLERANCE = usdt.tolerance / usdt.unitsPerCent

/** What staff see before they credit `value` US cents of unmatched money or of a wire: the limit is theirs to pass, with a reason. */
export async function limitFor(within: Tx | Database, accountId: string, value: Cents) {
  const { limit, used, left } = await todayOf(within, accountId)
  return { limit, used, over: Math.max(0, value - left) }
}
export type LimitSeen = Awaited<ReturnType<typeof limitFor>>

/** The same as a line of what a second approver reads. */
export const limitLine = ({ limit, used, over }: LimitSeen) => ({
  label: { cn: '当日认证额度（已用 / 上限）', en: 'Identity limit today (used / limit)' },
  before: null,
  after: `${show(used)} / ${show(limit)}${over > 0 ? ` ⚠ +${show(over)}` : ''}`,
})
