import type { Cents } from '#contract/core/money.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#server/core/clock.ts'
import { outside, type ProviderId } from '#server/outside/outside.ts'

/** US cents that an account may top up in one day (Asia/Shanghai), by identity level. */
export const dayLimits = { NONE: 500_00, PERSON: 5_000_00, BUSINESS: 50_000_00 } as const satisfies Record<
  string,
  Cents
>
export type Known = keyof typeof dayLimits

/** USDT on TRON. */
export const usdt = {
  /** One USDT counts as one dollar. */
  rate: '1',
  unitsPerCent: 10_000,
  /** Blocks after the transfer's own; 19 make it final. */
  confirmations: 20,
  /** Up to a cent more or less counts as the requested amount. */
  tolerance: 10_000,
  /** Less than a dollar is noise: address poisoning or advertising. */
  dust: 1_000_000,
  /** Late payments are still expected, and the address is not reused. */
  coolingMs: DAY,
  /** A block's time may be slightly earlier than ours. */
  skewMs: 5 * MINUTE,
  /** How often each kind of address is scanned. A free address still belongs to its account, and may still receive money. */
  lookEveryMs: { ASSIGNED: 3 * SECOND, COOLING: MINUTE, FREE: DAY },
  /** Maximum number of open orders of one account: addresses are cheap, watching them is not. */
  openOrders: 5,
} as const

/** The provider of each yuan rail. */
export const providerOf = {
  ONLINE_WECHAT: 'WECHAT',
  ONLINE_ALIPAY: 'ALIPAY',
  UNIONPAY: 'UNIONPAY',
} as const satisfies Record<string, ProviderId>
export type YuanRail = keyof typeof providerOf
export const isYuan = (rail: string): rail is YuanRail => Object.hasOwn(providerOf, rail)
/** Whether this installation has the rail at all: a provider may be off by its setting (KAIKA_RAILS, KAIKA_UNIONPAY). */
export const isOffered = (rail: string): boolean => !isYuan(rail) || outside.payments[providerOf[rail]] !== undefined
export const railOf: Record<ProviderId, YuanRail> = {
  WECHAT: 'ONLINE_WECHAT',
  ALIPAY: 'ONLINE_ALIPAY',
  UNIONPAY: 'UNIONPAY',
}

/** The rails of payment providers. */
export const yuan = {
  /** How long an order paid late is still credited, at the lower of two values. */
  lateMs: DAY,
  /** How often the provider is queried without an event: while somebody may be paying; and for a day afterwards. */
  askEveryMs: { open: MINUTE, closed: HOUR },
  /** Maximum number of open orders of one account, and of bank card orders in an hour. */
  openOrders: 5,
  cardOrdersAnHour: 3,
  codeTries: 5,
  /** A rate from the feed is refreshed after this time; one set by staff is valid until it is stale. */
  rateFreshMs: 10 * MINUTE,
  /** An older rate is not used for pricing: the rail is closed. */
  rateStaleMs: 2 * HOUR,
  /** A larger change is not accepted without a person. */
  rateMaxMoveBps: 150,
} as const
