/** Judges the past of a card by controls, as decisions would have, had they been set before it. Pure. */
import { add, type Cents } from '#contract/core/money.ts'
import type { Weight } from '#contract/trades/declineLadder.ts'
import type { ControlLine } from '#contract/controls/stoppedBy.ts'
import { lockIn } from '#server/controls/controls.ts'
import { dayOf } from '#server/core/clock.ts'
import { timeOfKey } from '../authId.ts'
import { countedOf } from '../events/recount.ts'
import {
  afterControls,
  controlHit,
  countIn,
  noteControlStop,
  NOTHING,
  shopOf,
  type Controlled,
} from '../rules/rules.ts'
import type { Past } from './queries.ts'

export type Stopped = { stopped: number; amount: Cents }
export type Tried = Stopped & {
  judged: number
  passed: number
  readonly byLine: Map<string, Stopped & { readonly line: ControlLine; readonly limitId: string | null }>
  readonly byMerchant: Map<number, Stopped & { readonly name: string }>
  /** What the decline rate would have counted more or less, by day. */
  readonly byDay: Map<number, Weight>
}
export const untried = (): Tried => ({
  ...{ judged: 0, passed: 0, stopped: 0, amount: 0 },
  byLine: new Map(),
  byMerchant: new Map(),
  byDay: new Map(),
})

/** `past`: in order of time. Changes what the card has counted, and the result. */
export function walk(tried: Tried, card: Controlled, past: readonly Past[]): void {
  for (const one of past) {
    const wasDeclined = one.status === 'DECLINED'
    const amountCents = wasDeclined ? one.amount_cents : one.answered_cents
    const verifies = amountCents === 0
    // Or a request that the network had reversed before it came.
    if (verifies && one.status !== 'COMPLETE') continue
    if (wasDeclined && !afterControls.has(one.reason!)) continue
    if (!wasDeclined && !verifies) tried.judged++

    const now = timeOfKey(one.key)
    const { ref, name, mcc, country, descriptor, merchant_currency: merchantCurrency, pos } = one
    const merchant = { id: ref, name, descriptor, mcc, country }
    const request = { amountCents, merchant, merchantCurrency, pos }
    const shop = shopOf(merchant)
    const stop = controlHit({ request, card, now, before: NOTHING, shop })
    if (!stop && !wasDeclined) lockIn(card.controls, now, shop, amountCents)
    // A verification of the card may lock it, and is no purchase.
    if (verifies) continue
    const counted = Number(one.counted)
    if (!stop) {
      // It has ended, so it counts from the beginning as it ended. What came after a decline is not known: it counts in no limit.
      if (!wasDeclined) {
        const cents = countedOf(one)
        if (cents > 0) countIn(card, { time: now, cents, count: 1, shop })
      } else if (one.reason!.startsWith('CONTROL_')) {
        tried.passed++
        weigh(tried, now, { approved: counted, declined: -counted })
      }
      continue
    }
    const isFirst = Number(noteControlStop(card, stop, merchant, now))
    weigh(tried, now, wasDeclined ? { approved: 0, declined: isFirst - counted } : { approved: -1, declined: isFirst })
    if (wasDeclined) continue
    const limitId = stop.room?.limit?.limitId ?? null
    stopped(tried, amountCents)
    stopped(known(tried.byLine, `${stop.line} ${limitId}`, { line: stop.line, limitId }), amountCents)
    stopped(known(tried.byMerchant, one.merchant_no, { name }), amountCents)
  }
}

function weigh({ byDay }: Tried, now: number, { approved, declined }: Weight): void {
  const day = dayOf(now)
  const before = byDay.get(day) ?? { approved: 0, declined: 0 }
  byDay.set(day, { approved: before.approved + approved, declined: before.declined + declined })
}

function known<K, V extends object>(all: Map<K, V & Stopped>, key: K, of: V): V & Stopped {
  const found = all.get(key) ?? { ...of, stopped: 0, amount: 0 }
  all.set(key, found)
  return found
}

function stopped(sum: Stopped, cents: Cents): void {
  sum.stopped++
  sum.amount = add(sum.amount, cents)
}
