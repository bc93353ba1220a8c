/** From draft to live: shadow mode, approval by two people, and back. */
import * as z from 'zod'
import type * as contract from '#contract/trades/desk/rules.ts'
import { RulesDocument } from '#contract/trades/desk/rules.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { dateOf } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { limits as house } from '#server/trades/rules/limits.ts'
import { isBackTested, newestBackTest } from './queries.ts'
import { isOpen } from './drafts.ts'
import {
  changeDesk,
  forgetShadow,
  lockRuleSet,
  ruleSetById,
  ruleSetInState,
  setRuleState,
  shadowOf,
  type RuleSetFound,
} from '#server/trades/rules/queries.ts'

export const shadowRules: Answer<typeof contract.shadowRules> = async (staff, { rulesId, on }, tx) => {
  await changeDesk(tx)
  const found = await lockRuleSet(tx, rulesId)
  if (!found) throw refuse('not_found')
  if (found.state !== (on ? 'DRAFT' : 'SHADOW')) throw refuse('conflict')
  const other = on ? await ruleSetInState(tx, 'SHADOW') : undefined
  if (other) await setRuleState(tx, other.rules_id, 'DRAFT')
  if (on) await forgetShadow(tx, rulesId)
  await setRuleState(tx, rulesId, on ? 'SHADOW' : 'DRAFT', on ? { shadowed: true } : {})
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: `#${found.number}`,
    content: on
      ? { cn: `规则 #${found.number} 进入影子运行`, en: `Rules #${found.number} in shadow mode` }
      : { cn: `规则 #${found.number} 结束影子运行`, en: `Shadow mode of rules #${found.number} stopped` },
  })
  return { rulesId, state: on ? 'SHADOW' : 'DRAFT' }
}

/** Only one of these is pending at a time: each of two would be judged against rules that the other replaces. */
export const rulesApproval = approvable('risk.rules', {
  payload: z.object({ to: z.string(), from: z.string(), back: z.boolean(), document: RulesDocument }),
  shows: async (tx, { to, from, document }) => {
    const [next, live] = [await setOf(tx, to), await setOf(tx, from)]
    const lines = [...changed(live.document, document), ...(await effectLines(tx, to, document))]
    return { target: `#${live.number} → #${next.number}`, onlyOne: 'rules', lines }
  },
  apply: async (tx, { to, from, back, document }, { maker, checker, reason }) => {
    await changeDesk(tx)
    const live = await ruleSetInState(tx, 'LIVE')
    const next = await lockRuleSet(tx, to)
    const asAsked = next && isSame(next.document, document)
    if (!asAsked || live?.rules_id !== from || (back ? next.state !== 'RETIRED' : !isOpen(next)))
      throw refuse('approval_changed')
    await setRuleState(tx, from, 'RETIRED')
    await setRuleState(tx, to, 'LIVE', back ? {} : { follows: from })
    await recordStaff(tx, checker, {
      action: 'RISK',
      target: `#${next.number}`,
      reason,
      content: back
        ? {
            cn: `规则回滚到 #${next.number}，经办 ${maker.name}`,
            en: `Rolled back to rules #${next.number}, requested by ${maker.name}`,
          }
        : {
            cn: `规则 #${next.number} 生效，经办 ${maker.name}`,
            en: `Rules #${next.number} are live, requested by ${maker.name}`,
          },
      before: live.document,
      after: next.document,
    })
  },
})

export const publishRules: Answer<typeof contract.publishRules> = async (staff, { rulesId, reason }, tx) => {
  const found = await lockRuleSet(tx, rulesId)
  if (!found) throw refuse('not_found')
  if (!isOpen(found)) throw refuse('conflict')
  if (!found.shadow_at || !(await isBackTested(tx, rulesId))) throw refuse('rules_untried')
  const live = (await ruleSetInState(tx, 'LIVE'))!
  const payload = { to: rulesId, from: live.rules_id, back: false, document: found.document }
  return { approvalId: await rulesApproval.propose(tx, staff, payload, reason) }
}

export const rollBackRules: Answer<typeof contract.rollBackRules> = async (staff, { reason }, tx) => {
  const live = (await ruleSetInState(tx, 'LIVE'))!
  if (live.follows === null) throw refuse('conflict')
  const { rules_id, document } = await setOf(tx, live.follows)
  const payload = { to: rules_id, from: live.rules_id, back: true, document }
  return { approvalId: await rulesApproval.propose(tx, staff, payload, reason) }
}

async function setOf(tx: Tx, rulesId: string): Promise<RuleSetFound> {
  const found = await ruleSetById(tx, rulesId)
  if (!found) throw refuse('not_found')
  return { ...found, document: RulesDocument.parse(found.document) }
}

/** What the second approver reads: changed limits, added rules and removed rules. */
function changed(before: RulesDocument, after: RulesDocument) {
  const dollars = (cents: number) => show(cents, 'USD')
  const limits = [
    { label: { cn: '单笔上限', en: 'Maximum per purchase' }, name: 'singleMaxCents', say: dollars },
    { label: { cn: '每卡每小时笔数', en: 'Purchases per card per hour' }, name: 'hourMaxCount', say: String },
    { label: { cn: '每卡每日金额', en: 'Amount per card per day' }, name: 'dayMaxCents', say: dollars },
  ] as const
  const lines = limits
    .filter(({ name }) => before.limits[name] !== after.limits[name])
    .map(({ label, name, say }) => ({
      label,
      before: say(before.limits[name] ?? house[name]),
      after: say(after.limits[name] ?? house[name]),
    }))
  const [had, has] = [before, after].map(({ rules }) => new Map(rules.map((rule) => [rule.name, JSON.stringify(rule)])))
  const names = [...new Set([...had!.keys(), ...has!.keys()])].filter((name) => had!.get(name) !== has!.get(name))
  return [
    ...lines,
    ...names.map((name) => ({
      label: { cn: `规则：${name}`, en: `Rule: ${name}` },
      before: had!.get(name) ?? null,
      after: has!.get(name) ?? null,
    })),
  ]
}

/** What the set would have done and what it did in shadow mode: the trials that the maker went by, as they stand at the request. */
async function effectLines(tx: Tx, rulesId: string, document: RulesDocument) {
  const test = await newestBackTest(tx, rulesId)
  const tested = test?.state === 'DONE' && isSame(test.document, document) ? test : undefined
  const shadow = await shadowOf(tx, rulesId)
  const said = ({ stopped, stopped_cents, passed }: { stopped: number; stopped_cents: number; passed: number }) => ({
    cn: `多拒绝 ${stopped} 笔（${show(stopped_cents)}），少拒绝 ${passed} 笔`,
    en: `${stopped} more declined (${show(stopped_cents)}), ${passed} fewer`,
  })
  return [
    tested && {
      label: {
        cn: `回测 ${dateOf(tested.from_at.getTime())} 至 ${dateOf(tested.to_at.getTime())}，授权笔数 ${tested.done}`,
        en: `Back-test, ${dateOf(tested.from_at.getTime())} to ${dateOf(tested.to_at.getTime())}; authorizations: ${tested.done}`,
      },
      before: null,
      after: said(tested),
    },
    shadow && {
      label: { cn: `影子运行，授权笔数 ${shadow.judged}`, en: `Shadow mode; authorizations: ${shadow.judged}` },
      before: null,
      after: said(shadow),
    },
  ].filter((line) => line !== undefined)
}

/** jsonb reorders keys; the schema's order makes two documents comparable. */
const isSame = (a: RulesDocument, b: RulesDocument): boolean =>
  JSON.stringify(RulesDocument.parse(a)) === JSON.stringify(RulesDocument.parse(b))
