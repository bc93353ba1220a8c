/**
 * The default limits for the rules of an authorization. Changes by staff override them (compile.ts), and a decision uses the combination valid at that moment.
 */
import type { DeclineReason } from '#contract/trades/declines.ts'
import { currencies, type Cents } from '#contract/core/money.ts'
import { debtPolicy } from '#server/cards/cards.ts'
import { DAY, SECOND } from '#server/core/clock.ts'
import type { AuthorizationRequest } from '#server/outside/outside.ts'
import type { Usage } from './usage.ts'

export const limits = {
  /** The network waits about two seconds. A request not decided by then gets no decision: the network reverses it. */
  deadlineMs: 1500,

  // Gambling, quasi-cash and crypto, ATM and counter cash, money transfer, adult calls.
  blockedMccs: new Set(['7995', '6051', '6011', '6010', '4829', '5967']),
  blockedCountries: new Set(['CU', 'IR', 'KP', 'SY']),
  blockedMerchants: new Set<string>(),
  /** Staff's lists and rules (compile.ts). An exception never opens a country that is blocked above. */
  halted: false,
  /** The rule set that these are of; none in tests. */
  rulesId: undefined as string | undefined,
  listedMccs: new Set<string>(),
  listedCountries: new Set<string>(),
  allowedMerchants: new Set<string>(),
  allowedMccs: new Set<string>(),
  allowedCountries: new Set<string>(),
  staffRules: {} as { readonly [R in DeclineReason]?: readonly StaffRule[] },
  currencies: new Set<string>(Object.keys(currencies)),
  /** Above this, a card of a segment with 3-D Secure must have passed it. `Infinity`: merchants decide. */
  threeDsAboveCents: Infinity,

  singleMaxCents: 10_000_00,
  hourMaxCount: 1000,
  dayMaxCents: 50_000_00,
  duplicateWithinMs: 60 * SECOND,
  /** Monitored merchant categories (drugs): a single purchase above this looks like a stolen card. */
  watchedMccs: new Set(['5122']),
  watchedMaxCents: 200_00,

  wrongCvcMax: 3,
  wrongCvcWithinMs: DAY,
  wrongCvcBlockMs: DAY,
  shortMax: 3,
  shortWithinMs: DAY,
  /** Whether cards of an account with a debt may spend their balance. Under `pull`, whatever a debt could take is already gone. */
  get restrictedMaySpend(): boolean {
    return debtPolicy() !== 'block'
  },
}
export type Limits = typeof limits

/** How long an event waits for an authorization that has not arrived. */
export const AWAITED_FOR_MS = 3 * DAY

/** How long an approval holds money without settlement, by merchant category. */
export function holdForMs(mcc: string): number {
  if (mcc === '5542') return DAY // fuel: a round amount that settles the same day
  const code = Number(mcc)
  const stays = (code >= 3351 && code <= 3999) || mcc === '4411' || mcc === '7011' || mcc === '7512'
  return stays ? 31 * DAY : 7 * DAY // cars, hotels, cruises
}

/** The amount approved, held or cleared of an authorization so far, and its fee. */
export type Before = { readonly cents: Cents; readonly feeCents: Cents; readonly currency?: string }

/** The input of limits and staff's rules: so little that it can be reconstructed for old authorizations too. */
export type PolicyCase = {
  readonly request: Pick<AuthorizationRequest, 'amountCents' | 'merchant'>
  readonly card: { readonly vid: string; readonly usage: Usage }
  readonly now: number
  readonly limits: Limits
  readonly before: Before
}

/** `at`: its position in the document. */
export type StaffRule = { readonly at: number; readonly name: string; readonly hits: (c: PolicyCase) => boolean }
