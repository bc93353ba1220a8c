/** The staff-managed rules of the decision path, in versions: draft, shadow, back-test, live by two people, and rollback. */
import * as z from 'zod/mini'
import { call } from '#contract/core/call.ts'
import {
  Cents,
  id,
  pageInput,
  pageOf,
  pattern,
  requestNo,
  text,
  Time,
  whole,
  withDefault,
  yesNo,
  type Words,
} from '#contract/core/fields.ts'

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

const Mcc = pattern(/^\d{4}$/, 'mcc_shape')
const Country = pattern(/^[A-Z]{2}$/, 'country_shape')
const some = <T extends z.ZodMiniType>(item: T) => z.optional(z.array(item).check(z.maxLength(200)))

/** All given conditions must match. They determine the decline reason (`reasonOfRule`). */
export const Rule = z
  .object({
    name: text(60, 1),
    mccs: some(Mcc),
    countries: some(Country),
    merchants: some(text(64, 1)),
    /** Card ranges. */
    vids: some(text(40, 1)),
    overCents: z.optional(z.int().check(z.gte(0), z.lte(1_000_000_00))),
    /** Approvals of the card in the current hour. */
    hourCount: z.optional(z.int().check(z.gte(0), z.lte(100_000))),
    /** The card's spending today, including this purchase, is above this. */
    dayCents: z.optional(z.int().check(z.gte(0), z.lte(10_000_000_00))),
  })
  .check(
    z.refine(
      ({ name: _, ...conditions }) =>
        Object.values(conditions).some((one) => (Array.isArray(one) ? one.length : one !== undefined)),
      'rule_empty',
    ),
  )
export type Rule = z.infer<typeof Rule>

/** Absent: the default limit. */
const RuleLimits = z.object({
  singleMaxCents: z.optional(z.int().check(z.gte(1), z.lte(1_000_000_00))),
  hourMaxCount: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
  dayMaxCents: z.optional(z.int().check(z.gte(1), z.lte(10_000_000_00))),
})
export const RulesDocument = z.object({ limits: RuleLimits, rules: z.array(Rule).check(z.maxLength(100)) })
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
  shadowTime: z.nullable(Time),
  liveTime: z.nullable(Time),
  retiredTime: z.nullable(Time),
})
export type RuleSetRow = z.infer<typeof RuleSetRow>

export const BackTest = z.object({
  backTestId: z.string(),
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'CANCELLED']),
  fromTime: Time,
  toTime: Time,
  total: z.nullable(z.int()),
  done: z.int(),
  stopped: z.int(),
  stoppedAmount: Cents,
  cards: z.int(),
  accounts: z.int(),
  /** Originally declined by a limit or a rule, and approved by this set. */
  passed: z.int(),
  byRule: z.array(z.object({ name: z.string(), stopped: z.int() })),
  /** The most affected accounts. */
  worst: z.array(
    z.object({ accountId: z.string(), userNo: z.string(), cards: z.int(), stopped: z.int(), amount: Cents }),
  ),
  makerName: z.string(),
  createTime: Time,
  endTime: z.nullable(Time),
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
  output: z.extend(RuleSetRow, {
    document: RulesDocument,
    /** The limits that apply where the set has none. */
    house: z.object({ singleMaxCents: Cents, hourMaxCount: z.int(), dayMaxCents: Cents }),
    follows: z.nullable(z.object({ rulesId: z.string(), number: z.int() })),
    shadow: z.nullable(
      z.object({
        judged: z.int(),
        stopped: z.int(),
        stoppedAmount: Cents,
        passed: z.int(),
        byRule: z.array(z.object({ name: z.string(), stopped: z.int() })),
      }),
    ),
    backTest: z.nullable(BackTest),
    pendingApprovalId: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
})

/** Without `rulesId`: a new draft. A changed draft leaves shadow mode and has to be tested again. */
export const saveRules = call({
  on: 'POST /api/operator/risk/rules/save',
  title: '保存规则草稿 Save a draft',
  who: 'staff:risk.make',
  once: true,
  body: 'json',
  input: z.object({ rulesId: z.optional(RulesId), note: text(200, 2), document: RulesDocument, requestNo }),
  output: z.object({ rulesId: z.string(), number: z.int() }),
  refusals: ['not_found', 'conflict'],
})

export const discardRules = call({
  on: 'POST /api/operator/risk/rules/discard',
  title: '作废规则草稿 Discard a draft',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ rulesId: RulesId, reason: text(500, 2), requestNo }),
  output: z.object({ rulesId: z.string() }),
  refusals: ['not_found', 'conflict'],
})

/** Evaluates real traffic alongside the live set without effect, or stops doing so. One set at a time. */
export const shadowRules = call({
  on: 'POST /api/operator/risk/rules/shadow',
  title: '影子运行 Run a draft in shadow mode',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ rulesId: RulesId, on: yesNo, requestNo }),
  output: z.object({ rulesId: z.string(), state: RuleStateName }),
  refusals: ['not_found', 'conflict'],
})

export const publishRules = call({
  on: 'POST /api/operator/risk/rules/publish',
  title: '申请规则上线 Request publication of rules',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ rulesId: RulesId, reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['not_found', 'conflict', 'rules_untried', 'day_cap_reached'],
})

/** Makes the previous live set live again. */
export const rollBackRules = call({
  on: 'POST /api/operator/risk/rules/rollback',
  title: '申请规则回滚 Request a rollback of rules',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ reason: text(500, 2), requestNo }),
  output: z.object({ approvalId: z.string() }),
  refusals: ['conflict', 'day_cap_reached'],
})

export const backTestRules = call({
  on: 'POST /api/operator/risk/rules/backtest',
  title: '规则回测 Back-test',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ rulesId: RulesId, days: withDefault(whole(1, 90), 7), requestNo }),
  output: z.object({ backTestId: z.string() }),
  refusals: ['not_found', 'conflict'],
})

export const showBackTest = call({
  on: 'GET /api/operator/risk/backtest/info',
  title: '回测结果 Back-test result',
  who: 'staff:risk.view',
  input: z.object({ backTestId: BackTestId }),
  output: BackTest,
  refusals: ['not_found'],
})

export const cancelBackTest = call({
  on: 'POST /api/operator/risk/backtest/cancel',
  title: '取消回测 Cancel a back-test',
  who: 'staff:risk.make',
  once: true,
  input: z.object({ backTestId: BackTestId, requestNo }),
  output: z.object({ backTestId: z.string() }),
  refusals: ['not_found', 'conflict'],
})
