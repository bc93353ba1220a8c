/** Rule sets that can be read and edited until publication is requested (stages.ts). */
import type * as contract from '#contract/trades/desk/rules.ts'
import { ruleStates, type RuleSetRow } from '#contract/trades/desk/rules.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { waitingByLane, recordStaff } from '#server/staff/staff.ts'
import { limits as house } from '#server/trades/rules/limits.ts'
import { nameOfRule } from '#server/trades/rules/compile.ts'
import {
  changeDesk,
  insertRuleSet,
  lockRuleSet,
  rewriteDraft,
  ruleSetById,
  ruleSetPage,
  setRuleState,
  shadowOf,
  type RuleSetFound,
} from '#server/trades/rules/queries.ts'
import { shownBackTest } from './backTest.ts'
import { newestBackTest } from './queries.ts'

export const listRuleSets: Answer<typeof contract.listRuleSets> = async ({ from: { lang } }, input) => {
  const { rows, count } = await ruleSetPage(db, input)
  return {
    data: rows.map((row) => rowOf(row, lang)),
    total: count,
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

export const showRuleSet: Answer<typeof contract.showRuleSet> = async ({ from: { lang } }, { rulesId }) => {
  const found = await ruleSetById(db, rulesId)
  if (!found) throw refuse('not_found')
  const [shadow, backTest, pending] = await Promise.all([
    shadowOf(db, rulesId),
    newestBackTest(db, rulesId),
    waitingByLane(db, 'risk.rules'),
  ])
  const { singleMaxCents, hourMaxCount, dayMaxCents } = house
  return {
    ...rowOf(found, lang),
    document: found.document,
    house: { singleMaxCents, hourMaxCount, dayMaxCents },
    follows: found.follows === null ? null : { rulesId: found.follows, number: found.follows_number! },
    shadow: shadow
      ? {
          judged: shadow.judged,
          stopped: shadow.stopped,
          stoppedAmount: shadow.stopped_cents,
          passed: shadow.passed,
          byRule: shadow.hits.map(({ rule, hits }) => ({
            name: nameOfRule(found.document, rule, lang),
            stopped: hits,
          })),
        }
      : null,
    backTest: backTest ? await shownBackTest(db, backTest, lang) : null,
    pendingApprovalId: [...pending.values()][0] ?? null,
  }
}

const rowOf = (row: RuleSetFound, lang: Lang): RuleSetRow => ({
  rulesId: row.rules_id,
  number: row.number,
  state: row.state,
  stateText: ruleStates[row.state][lang],
  note: row.note,
  rules: row.document.rules.length,
  makerName: row.made_by_name,
  createTime: row.created_at.getTime(),
  shadowTime: row.shadow_at?.getTime() ?? null,
  liveTime: row.live_at?.getTime() ?? null,
  retiredTime: row.retired_at?.getTime() ?? null,
})

export const saveRules: Answer<typeof contract.saveRules> = async (staff, { rulesId, note, document }, tx) => {
  await changeDesk(tx)
  const before = rulesId === undefined ? undefined : await lockRuleSet(tx, rulesId)
  if (rulesId !== undefined && !before) throw refuse('not_found')
  if (before && !isOpen(before)) throw refuse('conflict')
  const id = rulesId ?? newId('rul')
  if (before) await rewriteDraft(tx, id, document, note)
  const number =
    before?.number ??
    (await insertRuleSet(tx, { rulesId: id, document, note, by: staff.staffId, byName: staff.name })).number
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: `#${number}`,
    content: before
      ? { cn: `修改规则草稿 #${number}`, en: `Edited draft rules #${number}` }
      : { cn: `新建规则草稿 #${number}`, en: `Created draft rules #${number}` },
    reason: note,
    before: before?.document,
    after: document,
  })
  return { rulesId: id, number }
}

export const discardRules: Answer<typeof contract.discardRules> = async (staff, { rulesId, reason }, tx) => {
  await changeDesk(tx)
  const found = await lockRuleSet(tx, rulesId)
  if (!found) throw refuse('not_found')
  if (!isOpen(found)) throw refuse('conflict')
  await setRuleState(tx, rulesId, 'DISCARDED')
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: `#${found.number}`,
    content: { cn: `作废规则草稿 #${found.number}`, en: `Discarded rules #${found.number}` },
    reason,
  })
  return { rulesId }
}

/** Neither live nor past. */
export const isOpen = ({ state }: Pick<RuleSetFound, 'state'>): boolean => state === 'DRAFT' || state === 'SHADOW'
