import type { Rail } from '../../contract/funding.ts'
import type { Lang, Words } from '../../contract/fields.ts'
import type { Cents } from '../../contract/money.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts'

export type RailTerms = {
  /** A closed rail still tells its terms. */
  readonly enabled: boolean
  readonly payUnit: 'CNY' | 'USD' | 'USDT'
  /** Hundredths of the pay currency, before the fee. */
  readonly min: Cents
  /** What the texts of a language name as the limit of one order, and what is enforced: never below what any text promises. */
  readonly displayMax: Readonly<Record<Lang, Cents>> | undefined
  readonly max: Cents | undefined
  readonly feeBps: number
  readonly feeFixed: Cents
  readonly validForMs: number
  readonly arrival: Words
  readonly notes: readonly Words[]
}

/** Spec §5, §9. The three texts that differ about the limit of CNY top-ups are all kept true: the largest is enforced. */
export const rails = {
  USDT_TRC20: {
    enabled: true,
    payUnit: 'USDT',
    min: 110_00,
    displayMax: undefined,
    max: undefined,
    feeBps: 200,
    feeFixed: 0,
    validForMs: HOUR,
    arrival: {
      cn: '约 1–5 分钟到账，超过 30 分钟请联系客服',
      en: 'About 1 to 5 minutes; contact customer service after 30 minutes',
    },
    notes: [
      {
        cn: '仅支持 TRC20 网络的 USDT，其他网络或代币无法入账',
        en: 'Only USDT on the TRC20 network; other networks or tokens cannot be credited',
      },
      { cn: '最低充值 110 USDT，手续费 2%', en: 'At least 110 USDT; the fee is 2 %' },
      { cn: '收款地址 1 小时内有效，请勿重复使用', en: 'The address is valid for 1 hour; do not use it again' },
    ],
  },
  ONLINE_WECHAT: {
    enabled: false,
    payUnit: 'CNY',
    min: 500_00,
    displayMax: { cn: 16_000_00, en: 10_000_00 },
    max: 16_000_00,
    feeBps: 100,
    feeFixed: 0,
    validForMs: 15 * MINUTE,
    arrival: { cn: '即时到账', en: 'At once' },
    notes: [{ cn: '单笔最低 500 元', en: 'At least 500 yuan' }],
  },
  ONLINE_ALIPAY: {
    enabled: false,
    payUnit: 'CNY',
    min: 500_00,
    displayMax: { cn: 16_000_00, en: 10_000_00 },
    max: 16_000_00,
    feeBps: 100,
    feeFixed: 0,
    validForMs: 15 * MINUTE,
    arrival: { cn: '即时到账', en: 'At once' },
    notes: [{ cn: '单笔最低 500 元', en: 'At least 500 yuan' }],
  },
  UNIONPAY: {
    enabled: false,
    payUnit: 'CNY',
    min: 500_00,
    displayMax: { cn: 10_000_00, en: 3_000_00 },
    max: 10_000_00,
    feeBps: 80,
    feeFixed: 0,
    validForMs: 15 * MINUTE,
    arrival: { cn: '即时到账', en: 'At once' },
    notes: [{ cn: '单笔最低 500 元', en: 'At least 500 yuan' }],
  },
  USD_WIRE: {
    enabled: false,
    payUnit: 'USD',
    min: 100_00,
    displayMax: undefined,
    max: undefined,
    feeBps: 0,
    feeFixed: 0,
    validForMs: 15 * DAY,
    arrival: { cn: '1–2 个工作日', en: '1 to 2 working days' },
    notes: [{ cn: '仅限企业账户，最低 100 美元', en: 'Business accounts only, at least 100 dollars' }],
  },
} as const satisfies Record<Rail, RailTerms>

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
