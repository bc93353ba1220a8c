/** From draft to live: shadow, two people, and back again. */
import * as z from 'zod'
import type * as contract from '#contract/risk/rules.ts'
import { RulesDocument } from '#contract/risk/rules.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import type { Tx } from '#server/core/db.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { limits as house } from '../decide/limits.ts'
import { isBackTested } from './backTestQueries.ts'
import { isOpen } from './drafts.ts'
import {
  changeDesk,
  forgetShadow,
  lockRuleSet,
  ruleSetById,
  ruleSetInState,
  setRuleState,
  type RuleSetFound,
} from './ruleQueries.ts'

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

/** One of these waits at a time: two that were asked for at once would each be judged beside what the other replaces. */
export const rulesApproval = approvable('risk.rules', {
  payload: z.object({ to: z.string(), from: z.string(), back: z.boolean(), document: RulesDocument }),
  shows: async (tx, { to, from, document }) => {
    const [next, live] = [await setOf(tx, to), await setOf(tx, from)]
    return { target: `#${live.number} → #${next.number}`, onlyOne: 'rules', lines: changed(live.document, document) }
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

/** What the checker reads: limits that differ, rules that come and rules that go. */
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

/** jsonb has an order of its own; the schema's makes two texts comparable. */
const isSame = (a: RulesDocument, b: RulesDocument): boolean =>
  JSON.stringify(RulesDocument.parse(a)) === JSON.stringify(RulesDocument.parse(b))
