/** Where the money of the rails is: at acquirers, on deposit addresses, at hand; since when; and what of it can be sold. */
import type { Sellable } from '#contract/funding/desk/treasury.ts'
import type { Lang } from '#contract/core/fields.ts'
import { plain, share, show, type Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { AccountCode } from '#contract/ledger/ledger.ts'
import type { PlatformDay } from '#server/ledger/ledger.ts'
import { usdt } from '../rails/rails.ts'

export const treasuryCodes = ['1010', '1020', '1030', '1040', '1210', '1220', '1900'] as const satisfies AccountCode[]

export type PositionNow = {
  code: AccountCode
  owner: string
  currency: string
  balance: number
  /** The day whose debits are the oldest that credits have not used up. */
  oldestDay: number | null
}

/** Balances of asset accounts, and the day of the oldest money in each: the first that came is the first that goes. */
export function positionsIn(days: readonly PlatformDay[]): PositionNow[] {
  const accounts = new Map<string, PlatformDay[]>()
  for (const one of days) {
    const key = `${one.code} ${one.owner} ${one.currency}`
    accounts.set(key, [...(accounts.get(key) ?? []), one])
  }
  return [...accounts.values()].map((own) => {
    const { code, owner, currency } = own[0]!
    const gone = own.reduce((sum, { credits }) => sum + credits, 0)
    const balance = own.reduce((sum, { debits }) => sum + debits, 0) - gone
    let came = 0
    const oldest = own.find(({ debits }) => (came += debits) > gone)
    return { code, owner, currency, balance, oldestDay: balance > 0 ? (oldest?.day ?? null) : null }
  })
}

type Held = readonly { code: string; owner: string; currency: string; balance: number }[]

export const heldIn = (all: Held, code: AccountCode, currency: string, owner?: string): number =>
  all.reduce(
    (sum, one) =>
      one.code === code && one.currency === currency && (owner === undefined || one.owner === owner)
        ? sum + one.balance
        : sum,
    0,
  )

const AT_HAND = { CNY: '1030', USDT: '1040' } as const

/**
 * What may be sold: money at hand that customers were credited for. Fees in yuan are earnings and money that waits for its owner may go back, so neither is in
 * the position.
 */
export const sellableOf = (all: Held, currency: Sellable): number =>
  Math.max(0, Math.min(heldIn(all, AT_HAND[currency], currency), -heldIn(all, '1900', currency)))

/**
 * The book value of a part of the position, in US cents: USDT at a dollar each, without fractions of a cent, and yuan their share of the rest. Selling everything
 * leaves none.
 */
export function bookValue(all: Held, currency: Sellable, units: number): Cents {
  const tethers = -heldIn(all, '1900', 'USDT')
  const inUsdt = Math.floor(tethers / usdt.unitsPerCent)
  if (currency === 'USDT') return inUsdt - Math.floor((tethers - units) / usdt.unitsPerCent)
  const inYuan = Math.max(0, heldIn(all, '1900', 'USD') - inUsdt)
  return share(inYuan, units, -heldIn(all, '1900', 'CNY'), 'half-up')
}

/** USDT in full, without insignificant digits: `110.50 USDT`. */
export const exactText = (units: number, currency: string): string =>
  currency === 'USDT' ? `${plain(units, 6).replace(/(\.\d\d\d*?)0+$/, '$1')} USDT` : show(units, currency)

/** Nothing is half done: with an amount above the position, the request and the decision are refused. */
export function within(has: number, units: number, currency: string, field: string, lang: Lang): void {
  if (units <= has) return
  const there = exactText(Math.max(0, has), currency)
  throw refuse('above_position', {
    field,
    msg: { cn: `金额超过该处的余额 ${there}`, en: `More than what is there: ${there}` }[lang],
    has,
  })
}
