/**
 * The numbers that the rules of an authorization go by: the house's own. What staff change of them is put over these
 * (../rules/compile.ts), and a decision takes the whole as it is then.
 */
import type { DeclineReason } from '#contract/trades/declines.ts'
import { currencies } from '#contract/core/money.ts'
import { debtPolicy } from '#server/cards/cards.ts'
import type { StaffRule } from '../rules/compile.ts'
import { DAY, SECOND } from '#server/core/clock.ts'

export const limits = {
  /** The network waits about two seconds. What is not decided by then gets no decision: the network reverses it. */
  deadlineMs: 1500,

  // Gambling, quasi-cash and crypto, cash at a machine and at a counter, money transfer, adult calls.
  blockedMccs: new Set(['7995', '6051', '6011', '6010', '4829', '5967']),
  blockedCountries: new Set(['CU', 'IR', 'KP', 'SY']),
  blockedMerchants: new Set<string>(),
  /** Staff's lists and rules (../rules/compile.ts). An exception never opens a country that the house has closed. */
  halted: false,
  listedMccs: new Set<string>(),
  listedCountries: new Set<string>(),
  allowedMerchants: new Set<string>(),
  allowedMccs: new Set<string>(),
  allowedCountries: new Set<string>(),
  staffRules: {} as { readonly [R in DeclineReason]?: readonly StaffRule[] },
  currencies: new Set<string>(Object.keys(currencies)),
  /** Above this, a card of a segment with 3-D Secure must have been through it. `Infinity`: merchants decide. */
  threeDsAboveCents: Infinity,

  singleMaxCents: 10_000_00,
  hourMaxCount: 1000,
  dayMaxCents: 50_000_00,
  duplicateWithinMs: 60 * SECOND,
  /** Kinds of merchants that are watched (drugs): more than this at once looks like a stolen card. */
  watchedMccs: new Set(['5122']),
  watchedMaxCents: 200_00,

  wrongCvcMax: 3,
  wrongCvcWithinMs: DAY,
  wrongCvcBlockMs: DAY,
  shortMax: 3,
  shortWithinMs: DAY,
  /** May cards of an account that owes money still spend what is on them? Under `pull`, what a debt could take is gone already. */
  get restrictedMaySpend(): boolean {
    return debtPolicy() !== 'block'
  },
}
export type Limits = typeof limits

/** How long news of an authorization waits for the authorization itself. */
export const AWAITED_FOR_MS = 3 * DAY

/** How long an approval holds its money when nothing settles: by kind of merchant. */
export function holdForMs(mcc: string): number {
  if (mcc === '5542') return DAY // fuel: a round sum that is settled the same day
  const code = Number(mcc)
  const stays = (code >= 3351 && code <= 3999) || mcc === '4411' || mcc === '7011' || mcc === '7512'
  return stays ? 31 * DAY : 7 * DAY // cars, hotels, cruises
}
