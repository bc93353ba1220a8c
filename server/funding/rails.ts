import type { Cents } from '#contract/core/money.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../core/clock.ts'
import type { ProviderId } from '../outside/outside.ts'

/** US cents that an account may top up in one day (Asia/Shanghai), by how well it is known. */
export const dayLimits = { NONE: 500_00, PERSON: 5_000_00, BUSINESS: 50_000_00 } as const satisfies Record<
  string,
  Cents
>
export type Known = keyof typeof dayLimits

/** USDT on TRON. */
export const usdt = {
  /** One USDT is one dollar. */
  rate: '1',
  unitsPerCent: 10_000,
  /** Blocks on top of the transfer's own; 19 make it solid. */
  confirmations: 20,
  /** Up to a cent more or less counts as the amount that was asked for. */
  tolerance: 10_000,
  /** Less than a dollar is noise: address poisoning, or advertising. */
  dust: 1_000_000,
  /** Late money is still waited for, and the address given to nobody. */
  coolingMs: DAY,
  /** A block's time may lie a little before ours. */
  skewMs: 5 * MINUTE,
  /** How often each kind of address is looked at. A free one still belongs to its account, and money may still come. */
  lookEveryMs: { ASSIGNED: 3 * SECOND, COOLING: MINUTE, FREE: DAY },
  /** Orders that one account may have open at once: addresses are cheap, watching them is not. */
  openOrders: 5,
} as const

/** Who takes the yuan of which rail. */
export const providerOf = {
  ONLINE_WECHAT: 'WECHAT',
  ONLINE_ALIPAY: 'ALIPAY',
  UNIONPAY: 'UNIONPAY',
} as const satisfies Record<string, ProviderId>
export type YuanRail = keyof typeof providerOf
export const isYuan = (rail: string): rail is YuanRail => Object.hasOwn(providerOf, rail)
export const railOf: Record<ProviderId, YuanRail> = {
  WECHAT: 'ONLINE_WECHAT',
  ALIPAY: 'ONLINE_ALIPAY',
  UNIONPAY: 'UNIONPAY',
}

/** The rails of payment providers. */
export const yuan = {
  /** An order that was paid late is still credited for so long, at the worse of two rates. */
  lateMs: DAY,
  /** While somebody may be paying, the provider is asked this often even if it says nothing; afterwards once an hour for a day. */
  askEveryMs: { open: MINUTE, closed: HOUR },
  /** Orders that one account may have open at once, and make with a bank card in an hour. */
  openOrders: 5,
  cardOrdersAnHour: 3,
  codeTries: 5,
  /** A rate from the feed is asked for again after this; one that staff set stands until it is stale. */
  rateFreshMs: 10 * MINUTE,
  /** Nothing is priced with an older one: the rail is closed. */
  rateStaleMs: 2 * HOUR,
  /** A move by more than this is not taken without a person. */
  rateMaxMoveBps: 150,
} as const
