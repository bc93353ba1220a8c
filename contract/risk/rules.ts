/** The rules of the decision path that staff change, in versions: draft, shadow, back-test, live by two people, and back. */
import * as z from 'zod'
import { call } from '../core/call.ts'
import { Cents, id, pageInput, pageOf, requestNo, text, Time, whole, yesNo, type Words } from '../core/fields.ts'

const RulesId = id('rul')
const BackTestId = id('bkt')

export const ruleStates = {
  DRAFT: { cn: '草稿', en: 'Draft' },
  SHADOW: { cn: '影子运行', en: 'Shadow' },
  LIVE: { cn: '生效中', en: 'Live' },
  RETIRED: { cn: '已下线', en: 'Retired' },
  DISCARDED: { cn: '已作废', en: 'Discarded' },
} as const satisfies Record<string, Words>
export type RuleState = keyof typeof ruleStates
const RuleStateName = z.enum(Object.keys(ruleStates) as [RuleState, ...RuleState[]])

const Mcc = z.string().regex(/^\d{4}$/, 'mcc_shape')
const Country = z.string().regex(/^[A-Z]{2}$/, 'country_shape')
const some = <T extends z.ZodType>(item: T) => z.array(item).max(200).optional()

/** All conditions that are given must hold. What it stands for in the decline follows from them (`reasonOfRule`). */
export const Rule = z
  .object({
    name: text(60, 1),
    mccs: some(Mcc),
    countries: some(Country),
    merchants: some(text(64, 1)),
    /** Card ranges. */
    vids: some(text(40, 1)),
    overCents: z.int().min(0).max(1_000_000_00).optional(),
    /** Approvals of the card in the running hour. */
    hourCount: z.int().min(0).max(100_000).optional(),
    /** What the card has spent today with this purchase, above this. */
    dayCents: z.int().min(0).max(10_000_000_00).optional(),
  })
  .refine(
    ({ name: _, ...conditions }) =>
      Object.values(conditions).some((one) => (Array.isArray(one) ? one.length : one !== undefined)),
    'rule_empty',
  )
export type Rule = z.infer<typeof Rule>

/** Absent: the house's own limit. */
const RuleLimits = z.object({
  singleMaxCents: z.int().min(1).max(1_000_000_00).optional(),
  hourMaxCount: z.int().min(1).max(100_000).optional(),
  dayMaxCents: z.int().min(1).max(10_000_000_00).optional(),
})
export const RulesDocument = z.object({ limits: RuleLimits, rules: z.array(Rule).max(100) })
export type RulesDocument = z.infer<typeof RulesDocument>

export const RuleSetRow = z.object({
  rulesId: z.string(),
  number: z.int(),
  state: RuleStateName,
  stateText: z.string(),
  note: z.string(),
  rules: z.int(),
  makerName: z.string(),
  createTime: Time,
  shadowTime: Time.nullable(),
  liveTime: Time.nullable(),
  retiredTime: Time.nullable(),
})
export type RuleSetRow = z.infer<typeof RuleSetRow>

export const BackTest = z.object({
  backTestId: z.string(),
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'CANCELLED']),
  fromTime: Time,
  toTime: Time,
  total: z.int().nullable(),
  done: z.int(),
  stopped: z.int(),
  stoppedAmount: Cents,
  cards: z.int(),
  accounts: z.int(),
  /** Declined then by a limit or a rule, and approved by these. */
  passed: z.int(),
  byRule: z.array(z.object({ name: z.string(), stopped: z.int() })),
  /** The accounts that it would have met most. */
  worst: z.array(
    z.object({ accountId: z.string(), userNo: z.string(), cards: z.int(), stopped: z.int(), amount: Cents }),
  ),
  makerName: z.string(),
  createTime: Time,
  endTime: Time.nullable(),
})
export type BackTest = z.infer<typeof BackTest>

export const listRuleSets = call({
  on: 'GET /api/operator/risk/rules/page',
  title: '规则版本 Rule sets',
  who: 'staff:risk.view',
  input: z.object({ ...pageInput }),
  output: pageOf(RuleSetRow),
  refusals: [],
})

export const showRuleSet = call({
  on: 'GET /api/operator/risk/rules/info',
  title: '规则版本详情 Rule set',
  who: 'staff:risk.view',
  input: z.object({ rulesId: RulesId }),
  output: RuleSetRow.extend({
    document: RulesDocument,
    /** What the limits are where the set says nothing. */
    house: z.object({ singleMaxCents: Cents, hourMaxCount: z.int(), dayMaxCents: Cents }),
    follows: z.object({ rulesId: z.string(), number: z.int() }).nullable(),
    shadow: z
      .object({
        judged: z.int(),
        stopped: z.int(),
        stoppedAmount: Cents,
        passed: z.int(),
        byRule: z.array(z.object({ name: z.string(), stopped: z.int() })),
      })
      .nullable(),
    backTest: BackTest.nullable(),
    pendingApprovalId: z.string().nullable(),
  }),
  refusals: ['not_found'],
})

/** Without `rulesId` a new draft. A draft that is changed leaves the shadow, and has to be tried again. */
export const saveRules = call({
  on: 'POST /api/operator/risk/rules/save',
  title: '保存规则草稿 Save a rule draft',
  who: 'staff:risk.make',
  once: true,
  body: 'json',
  input: z.object({ rulesId: RulesId.optional(), note: text(200, 2), document: RulesDocument, requestNo }),
  output: z.object({ rulesId: z.string(), number: z.int() }),
  refusals: ['not_found', 'conflict'],
})

export const discardRules = call({
  on: 'POST /api/operator/risk/rules/discard',
  title: '作废规则草稿 Discard a rule draft',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ rulesId: RulesId, reason: text(500, 2), requestNo }),
  output: z.object({ rulesId: z.string() }),
  refusals: ['not_found', 'conflict'],
})

/** Judge real traffic beside the live set, without effect, or stop doing so. One set at a time. */
export const shadowRules = call({
  on: 'POST /api/operator/risk/rules/shadow',
  title: '影子运行 Start or stop shadow mode',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ rulesId: RulesId, on: yesNo, requestNo }),
  output: z.object({ rulesId: z.string(), state: RuleStateName }),
  refusals: ['not_found', 'conflict'],
})

export const publishRules = call({
  on: 'POST /api/operator/risk/rules/publish',
  title: '申请规则上线 Request publication of a rule set',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ rulesId: RulesId, reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'rules_untried', 'day_cap_reached'],
})

/** The set that was live before becomes live again. */
export const rollBackRules = call({
  on: 'POST /api/operator/risk/rules/rollback',
  title: '申请规则回滚 Request a rollback',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['conflict', 'day_cap_reached'],
})

export const backTestRules = call({
  on: 'POST /api/operator/risk/rules/backtest',
  title: '规则回测 Start a backtest',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ rulesId: RulesId, days: whole(1, 90).default(7), requestNo }),
  output: z.object({ backTestId: z.string() }),
  refusals: ['not_found', 'conflict'],
})

export const showBackTest = call({
  on: 'GET /api/operator/risk/backtest/info',
  title: '回测结果 Backtest result',
  who: 'staff:risk.view',
  input: z.object({ backTestId: BackTestId }),
  output: BackTest,
  refusals: ['not_found'],
})

export const cancelBackTest = call({
  on: 'POST /api/operator/risk/backtest/cancel',
  title: '取消回测 Cancel a backtest',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ backTestId: BackTestId, requestNo }),
  output: z.object({ backTestId: z.string() }),
  refusals: ['not_found', 'conflict'],
})
