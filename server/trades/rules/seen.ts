/**
 * What a decision had before it when it declined, as far as nothing else keeps it: the authorization has what was asked, and documents of controls never change. Stored with declines only, in short
 * names: approvals, which are most, have none of it.
 */
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { Cents } from '#contract/core/money.ts'
import { countsUses, usedOf, usesLeft, type AppliedControls, type Shop } from '#server/controls/controls.ts'
import { afterControls, controlHit, feeOn, NOTHING, shopOf, type Case } from './rules.ts'
import { approvalsThisHour, spentToday } from './usage.ts'

/** `b`: available on the card. `f`: the fee of the conversion. `h`, `d`: approvals of this hour, approved today. `k`: the card's blocks. `c`: controls, if they were asked. */
export type Seen = {
  readonly b: Cents
  readonly f?: Cents
  readonly h?: number
  readonly d?: Cents
  readonly k?: number
  readonly c?: readonly SeenControls[]
}
/** `s`: what the document applies to; `i`: which group, because the card may be in another one since. `n`: the document. `l`: uses that were left. `u`: its limits in order, if they were asked. */
export type SeenControls = {
  readonly s: ControlScope
  readonly i?: string
  readonly n: number
  readonly l?: number
  readonly u?: readonly SeenLimit[]
}
/** 0: the limit does not count purchases at this merchant. */
export type SeenLimit = readonly [used: Cents, count: number, resetTime: number | null] | 0

export function seenOf(c: Case, reason: DeclineReason): Seen {
  const { card, now, request, shop = shopOf(request.merchant) } = c
  const fee = feeOn(request.amountCents, request.merchantCurrency, card)
  const [approvals, spent] = [approvalsThisHour(card.usage, now), spentToday(card.usage, now)]
  return {
    b: card.available,
    ...(fee > 0 && { f: fee }),
    ...(approvals > 0 && { h: approvals }),
    ...(spent > 0 && { d: spent }),
    ...(card.blocks > 0 && { k: card.blocks }),
    ...(afterControls.has(reason) && card.controls.length > 0 && { c: controlsSeen({ ...c, before: NOTHING }, shop) }),
  }
}

function controlsSeen(c: Case, shop: Shop): SeenControls[] {
  const hit = controlHit(c)
  let isOver = false
  return c.card.controls
    .filter(({ watches }) => !watches)
    .map((control) => {
      const isHit = hit?.control === control
      const asksLimits = !isOver && (!isHit || hit.line === 'limits')
      const seen = {
        s: control.scope,
        ...(control.scope === 'GROUP' && { i: control.scopeId }),
        n: control.controlNo,
        ...(!isOver && control.uses && { l: usesLeft(control.uses, control.counted.counters) }),
        ...(asksLimits && control.limits.length > 0 && { u: limitsSeen(control, c.now, shop) }),
      }
      isOver ||= isHit
      return seen
    })
}

function limitsSeen({ limits, counted, zone }: AppliedControls, now: number, shop: Shop): SeenLimit[] {
  return limits
    .filter((limit) => !countsUses(limit))
    .map((limit) => {
      if (limit.counts && !limit.counts(shop)) return 0
      const { cents, count, resetTime } = usedOf(limit, counted.counters, { zone, now })
      return [cents, count, resetTime]
    })
}
