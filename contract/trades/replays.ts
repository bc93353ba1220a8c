/** A declined authorization, rule by rule: in the order in which the decision asked, with the values that it had. */
import * as z from 'zod/mini'
import { ControlLine, Scope, type ControlLine as Line } from '../controls/stoppedBy.ts'
import { call } from '../core/call.ts'
import { Cents, id, Time, type Words } from '../core/fields.ts'
import type { DeclineReason } from './declines.ts'

export const ruleStates = {
  PASSED: { cn: '通过', en: 'Passed' },
  STOPPED: { cn: '拒付于此', en: 'Declined here' },
  NOT_REACHED: { cn: '未检查', en: 'Not reached' },
} as const satisfies Record<string, Words>
export type RuleState = keyof typeof ruleStates

/** Each rule as what a purchase needs. A rule that an owner can set is named by its line below. */
export const ruleNames = {
  CARD_NOT_FOUND: { cn: '卡片已开通', en: 'Card is open' },
  CARD_CLOSED: { cn: '卡片未删除', en: 'Card not deleted' },
  CARD_EXPIRED: { cn: '卡片未过期', en: 'Card not expired' },
  CARD_PAUSED: { cn: '卡片未冻结', en: 'Card not frozen' },
  CARD_RISK_BLOCKED: { cn: '卡片未被风控冻结', en: 'Card not stopped by risk control' },
  ACCOUNT_SHUTDOWN: { cn: '账户可用', en: 'Account active' },
  FUNDS_FROZEN: { cn: '账户资金未冻结', en: 'Funds not frozen' },
  ACCOUNT_RESTRICTED: { cn: '账户无欠款', en: 'Nothing owed' },
  EXPIRY_MISMATCH: { cn: '有效期正确', en: 'Expiry date' },
  CVC_MISMATCH: { cn: '安全码正确', en: 'Security code' },
  AVS_MISMATCH: { cn: '账单地址一致', en: 'Billing address' },
  THREEDS_REQUIRED: { cn: '3D 验证已完成（如需要）', en: '3-D Secure if required' },
  THREEDS_FAILED: { cn: '3D 验证未失败', en: '3-D Secure not failed' },
  MCC_BLOCKED: { cn: '商户类型受支持', en: 'Merchant category supported' },
  COUNTRY_BLOCKED: { cn: '国家受支持', en: 'Country supported' },
  MERCHANT_BLOCKED: { cn: '商户受支持', en: 'Merchant supported' },
  CURRENCY_BLOCKED: { cn: '币种受支持', en: 'Currency supported' },
  SINGLE_LIMIT: { cn: '未超过平台单笔上限', en: 'Within the platform’s maximum purchase' },
  VELOCITY_LIMIT: { cn: '未超过平台频次与日限额', en: 'Within the platform’s hourly and daily limits' },
  DUPLICATE: { cn: '非重复交易', en: 'Not a repeat' },
  SUSPECTED_FRAUD: { cn: '无欺诈迹象', en: 'No sign of fraud' },
  INSUFFICIENT_FUNDS: { cn: '卡余额充足', en: 'Enough on the card' },
  ISSUER_DECLINED: { cn: '发卡行可处理', en: 'Accepted by the issuer' },
  SYSTEM_ERROR: { cn: '系统正常', en: 'System available' },
  TIMEOUT: { cn: '按时处理', en: 'Answered in time' },
} as const satisfies Record<Exclude<DeclineReason, `CONTROL_${string}`>, Words>

export const controlLineNames = {
  uses: { cn: '次数', en: 'Uses' },
  brands: { cn: '商户', en: 'Merchants' },
  kinds: { cn: '商户类型', en: 'Categories' },
  online: { cn: '仅限线上', en: 'Online only' },
  countries: { cn: '国家', en: 'Countries' },
  currencies: { cn: '币种', en: 'Currencies' },
  hours: { cn: '时段', en: 'Hours' },
  singleMax: { cn: '单笔上限', en: 'Maximum purchase' },
  lock: { cn: '锁定', en: 'Lock' },
  limits: { cn: '限额', en: 'Limit' },
} as const satisfies Record<Line, Words>

/** What a rule compared. */
const Fact = z.object({
  name: z.string(),
  /** One of these; none: it was not kept with the decision. */
  amount: z.optional(Cents),
  count: z.optional(z.int()),
  time: z.optional(Time),
  text: z.optional(z.string()),
})

const Step = z.object({
  /** The reason with which this rule declines; of the owner's controls `CONTROL`. */
  rule: z.string(),
  name: z.string(),
  state: z.enum(Object.keys(ruleStates) as [RuleState, ...RuleState[]]),
  stateText: z.string(),
  /** Of a line of controls. */
  scope: z.optional(Scope),
  scopeId: z.optional(z.string()),
  line: z.optional(ControlLine),
  limitId: z.optional(z.string()),
  facts: z.array(Fact),
})

export const replayDecline = call({
  on: 'GET /api/cardTrade/refuse/replay',
  title: '拒付回放 A decline, rule by rule, with the values that the decision had',
  who: 'trade:view',
  input: z.object({ cardAuthId: id('atx') }),
  output: z.object({
    cardAuthId: z.string(),
    cardId: z.string(),
    reason: z.string(),
    reasonText: z.string(),
    /** When it was decided. */
    time: Time,
    /** In the order in which they are asked. Exactly one has stopped it; those after it were not reached. */
    steps: z.array(Step),
  }),
  refusals: ['not_found'],
})
