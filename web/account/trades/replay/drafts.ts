/** What its owner could change about a control that stops a purchase. Pure. */
import type { LineChange } from '#contract/controls/lineChange.ts'
import type { StoppedBy } from '#contract/controls/stoppedBy.ts'
import type { Output } from '#contract/core/call.ts'
import { parse } from '#contract/core/money.ts'
import type { wouldPass } from '#contract/trades/wouldPass.ts'

type Answer = Output<typeof wouldPass>
type Tried = Answer['list'][number]
type Charge = Answer['charge']

/** `amount`: as typed, of a limit or the maximum purchase. Otherwise the line allows this purchase, or goes, if it is `on`. */
export type Draft = { readonly why: StoppedBy; readonly amount?: string; readonly on: boolean }

export const keyOf = ({ scope, scopeId, line, limitId = '' }: StoppedBy): string =>
  [scope, scopeId, line, limitId].join(' ')

/** As somebody would type it. */
export const typedAmount = (cents: number): string => (cents / 100).toFixed(2)

/** The least change that helps. Only who may view controls is told which line it is in full, and may change it. */
export function suggested({ why, raiseTo, cures }: Pick<Tried, 'why' | 'raiseTo' | 'cures'>): Draft[] {
  if (!why || !cures.some(({ kind }) => kind === 'CONTROL')) return []
  return [{ why, on: true, ...(raiseTo !== null && { amount: typedAmount(raiseTo) }) }]
}

/** What of the purchase a list would have to allow. */
export function allowedBy({ line }: Pick<StoppedBy, 'line'>, charge: Charge): string | undefined {
  if (line === 'countries') return charge.country
  if (line === 'currencies') return charge.merchantCurrency
  if (line === 'kinds') return charge.mcc
  return line === 'brands' ? (charge.brandId ?? undefined) : undefined
}

/** Nothing while it is off, or while its amount is none. */
export function changeOf({ why, amount, on }: Draft, charge: Charge): LineChange | undefined {
  const { scope, scopeId, line, limitId } = why
  const of = { scope, scopeId, line, ...(limitId !== undefined && { limitId }) }
  if (amount !== undefined) {
    const cents = parse(amount)
    return cents === undefined || cents < 1 ? undefined : { ...of, amount: cents }
  }
  if (!on) return undefined
  const allow = allowedBy(why, charge)
  return allow === undefined ? of : { ...of, allow }
}
