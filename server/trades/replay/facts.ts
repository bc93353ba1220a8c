/** What a rule compared: of the request, as the authorization has it, and of the card, as the decline has kept it. */
import { blocksOf, cardBlocks } from '#contract/cards/states.ts'
import type { Output } from '#contract/core/call.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { checkResults, type CheckResult } from '#contract/trades/checks.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { replayDecline } from '#contract/trades/replays.ts'
import { kindOfMerchant } from '#contract/trades/merchantKinds.ts'
import type { AuthRow } from '../auths.ts'
import { checksFrom } from '../checks.ts'
import type { KnownMerchant } from '../decide/merchants.ts'
import type { Seen } from '../rules/seen.ts'

/** A declined authorization, and what is known of that moment. Without `seen` it was decided before values were kept. */
export type Moment = {
  readonly auth: AuthRow
  readonly at: number
  readonly merchant: KnownMerchant
  readonly seen: Seen | null
  readonly expMonth: number
  readonly expYear: number
  readonly lang: Lang
}
/** Without a value: not kept. */
export type Fact = {
  readonly name: string
  readonly amount?: number
  readonly count?: number
  readonly time?: number
  readonly text?: string
}

/** A step before its state is known. */
export type Rule = Omit<Output<typeof replayDecline>['steps'][number], 'state' | 'stateText'> & {
  readonly stops: boolean
}

const names = {
  asked: { cn: '请求金额', en: 'Asked' },
  fee: { cn: '货币转换费', en: 'Conversion fee' },
  available: { cn: '卡余额', en: 'On the card' },
  short: { cn: '缺少', en: 'Short by' },
  max: { cn: '上限', en: 'Maximum' },
  limit: { cn: '限额', en: 'Limit' },
  used: { cn: '已用', en: 'Used' },
  left: { cn: '剩余', en: 'Left' },
  purchases: { cn: '已用笔数', en: 'Purchases made' },
  purchaseMax: { cn: '笔数上限', en: 'Maximum purchases' },
  renews: { cn: '恢复时间', en: 'Renews' },
  usesLeft: { cn: '剩余次数', en: 'Uses left' },
  merchant: { cn: '商户', en: 'Merchant' },
  kind: { cn: '商户类型', en: 'Category' },
  country: { cn: '国家', en: 'Country' },
  currency: { cn: '币种', en: 'Currency' },
  made: { cn: '方式', en: 'Made' },
  time: { cn: '时间', en: 'Time' },
  lockedTo: { cn: '锁定到', en: 'Locked to' },
  checked: { cn: '核对', en: 'Check' },
  threeDs: { cn: '3D 验证', en: '3-D Secure' },
  validUntil: { cn: '有效期至', en: 'Valid until' },
  blocks: { cn: '冻结来源', en: 'Block' },
  hour: { cn: '本小时已批准', en: 'Approved this hour' },
  day: { cn: '当日已批准', en: 'Approved that day' },
  values: { cn: '当时的数值', en: 'Values' },
  elsewhere: { cn: '适用', en: 'Applies' },
} as const satisfies Record<string, Words>

export const fact = (lang: Lang, name: keyof typeof names, value: Omit<Fact, 'name'> = {}): Fact => ({
  name: names[name][lang],
  ...value,
})

const threeDsWords: Readonly<Record<string, Words>> = {
  NONE: { cn: '未使用', en: 'Not used' },
  FRICTIONLESS: { cn: '免验证通过', en: 'Passed without a code' },
  CHALLENGED: { cn: '已验证', en: 'Passed with a code' },
  FAILED: { cn: '失败', en: 'Failed' },
}

type Say = (moment: Moment, stops: boolean) => readonly Fact[]
const check =
  (which: 'cvc' | 'expiry' | 'zip'): Say =>
  ({ auth, lang }) => {
    const result = checksFrom(auth.checks)?.[which] as CheckResult | undefined
    return [fact(lang, 'checked', result && { text: checkResults[result][lang] })]
  }
const threeDs: Say = ({ auth: { three_ds }, lang }) => [
  fact(lang, 'threeDs', { text: threeDsWords[three_ds ?? 'NONE']?.[lang] ?? three_ds! }),
]
export const kindText = ({ merchant: { mcc }, lang }: Moment): string => kindOfMerchant(mcc)?.[lang] ?? `MCC ${mcc}`

const { USER, SUB } = cardBlocks
const bitOf = (name: keyof typeof cardBlocks): number => cardBlocks[name].bit

/** A rule without a line here is shown by its name alone. */
const says: Partial<Record<DeclineReason, Say>> = {
  CARD_EXPIRED: ({ expMonth, expYear, lang }) => [
    fact(lang, 'validUntil', { text: `${String(expMonth).padStart(2, '0')}/${expYear}` }),
  ],
  CARD_PAUSED({ seen, lang }, stops) {
    if (!stops) return []
    const owners = blocksOf(seen?.k ?? 0).filter((name) => bitOf(name) & (USER.bit | SUB.bit))
    const text = owners.map((name) => cardBlocks[name].name[lang]).join(lang === 'cn' ? '、' : ', ')
    return [fact(lang, 'blocks', text ? { text } : {})]
  },
  EXPIRY_MISMATCH: check('expiry'),
  CVC_MISMATCH: check('cvc'),
  AVS_MISMATCH: check('zip'),
  THREEDS_FAILED: threeDs,
  THREEDS_REQUIRED: threeDs,
  MCC_BLOCKED: (moment) => [fact(moment.lang, 'kind', { text: kindText(moment) })],
  COUNTRY_BLOCKED: ({ merchant, lang }) => [fact(lang, 'country', { text: merchant.country })],
  MERCHANT_BLOCKED: ({ merchant, lang }) => [fact(lang, 'merchant', { text: merchant.name })],
  CURRENCY_BLOCKED: ({ auth, lang }) => [fact(lang, 'currency', { text: auth.merchant_currency })],
  SINGLE_LIMIT: ({ auth, lang }) => [fact(lang, 'asked', { amount: auth.amount_cents })],
  VELOCITY_LIMIT: ({ seen, lang }) => [
    fact(lang, 'hour', seen ? { count: seen.h ?? 0 } : {}),
    fact(lang, 'day', seen ? { amount: seen.d ?? 0 } : {}),
  ],
  INSUFFICIENT_FUNDS({ auth, seen, lang }) {
    const { amount_cents: asked } = auth
    const fee = seen?.f ?? 0
    return [
      fact(lang, 'asked', { amount: asked }),
      ...(fee > 0 ? [fact(lang, 'fee', { amount: fee })] : []),
      fact(lang, 'available', seen ? { amount: seen.b } : {}),
      ...(seen ? [fact(lang, 'short', { amount: asked + fee - seen.b })] : []),
    ]
  },
}

export const factsOf = (moment: Moment, rule: DeclineReason, stops: boolean): Fact[] => [
  ...(says[rule]?.(moment, stops) ?? []),
]
