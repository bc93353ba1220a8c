/** The price of seats (docs/reference/numbers.md#sub-accounts). The first ones are free and last as long as the plan. */
import { flag } from '#contract/core/fields.ts'
import { add, share, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY, nowMs } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { storeQuote } from '#server/core/quotes.ts'
import { seatsOf } from '#server/identity/identity.ts'
import { balanceOf, wallet } from '#server/ledger/ledger.ts'
import { entitlementsOf, type Entitlements } from '#server/plans/plans.ts'

/** Returns what a new seat, or more months for these, would cost now; stored as a quote for five minutes. */
export const priceSeats: Answer<typeof contract.priceSeats> = async ({ accountId }, { subUids, months }) => {
  const input = { subUids: subUids?.length ? subUids : undefined, months }
  const price = await seatPrice(db, accountId, input)
  const { available } = await balanceOf(db, wallet(accountId))
  const { quoteId, expiresAt } = await storeQuote({
    accountId,
    scene: 'sub.seats',
    input: quotedFor(input),
    lines: agreedOn(price),
    total: price.payable,
    currency: 'USD',
  })
  return {
    quoteId,
    expireTime: expiresAt.getTime(),
    payable: price.payable,
    walletBalance: available,
    enough: available >= price.payable,
    seats: price.seats.map((seat) => ({
      subUid: seat.subUid,
      nickname: seat.nickname,
      free: flag(seat.free),
      price: seat.price,
      newExpireTime: seat.endsAt.getTime(),
    })),
  }
}

/** A seat's month, equal to a plan's month. */
const DAYS = 30

export type Seat = {
  /** Empty for a new seat. */
  readonly subUid: string
  readonly nickname: string
  readonly free: boolean
  readonly price: Cents
  readonly days: number
  readonly startsAt: Date
  readonly endsAt: Date
}

export type SeatPrice = { readonly seats: readonly Seat[]; readonly payable: Cents }

/** Under the wallet's lock when charged: of two concurrent additions the second counts the first. */
export async function seatPrice(
  on: Tx | Database,
  accountId: string,
  { subUids, months }: { subUids?: readonly string[] | undefined; months: number },
): Promise<SeatPrice> {
  const plan = await entitlementsOf(on, accountId)
  if (plan.maxSeats === 0) throw refuse('plan_excludes')
  const present = await seatsOf(on, accountId)
  const freeOnes = present.filter(({ free_seat }) => free_seat).slice(0, plan.freeSeats)
  let places = plan.freeSeats - freeOnes.length
  if (!subUids) {
    if (present.length >= plan.maxSeats) throw refuse('plan_limit', { max: plan.maxSeats })
    const seat = seatOf(plan, { subUid: '', nickname: '', until: nowMs() }, places > 0, months)
    return { seats: [seat], payable: seat.price }
  }
  const seats = [...new Set(subUids)].map((subUid) => {
    const own = present.find((seat) => seat.sub_uid === subUid)
    if (!own) throw refuse('not_found', { field: 'subUids' })
    // A higher plan includes more free seats than are taken: a renewal takes one.
    const free = freeOnes.includes(own) || places-- > 0
    return seatOf(plan, { subUid, nickname: own.nickname, until: own.expires_at.getTime() }, free, months)
  })
  return { seats, payable: add(...seats.map(({ price }) => price)) }
}

function seatOf(
  plan: Entitlements,
  { subUid, nickname, until }: { subUid: string; nickname: string; until: number },
  free: boolean,
  months: number,
): Seat {
  const startsAt = new Date(Math.max(nowMs(), until))
  const end = free ? Math.max(until, plan.expiresAt?.getTime() ?? 0) : startsAt.getTime() + months * DAYS * DAY
  return {
    subUid,
    nickname,
    free,
    price: free ? 0 : share(plan.seatPriceCents, months, 1, 'floor'),
    days: months * DAYS,
    startsAt,
    endsAt: new Date(end),
  }
}

/** What must be unchanged at the payment. */
export const agreedOn = ({ seats, payable }: SeatPrice) => ({
  payable,
  seats: seats.map(({ subUid, free, price }) => [subUid, free, price].join(' ')).join(),
})

export const quotedFor = ({ subUids, months }: { subUids?: readonly string[] | undefined; months: number }) => ({
  subUids: subUids && [...new Set(subUids)].sort().join(),
  months,
})
