/**
 * A set of rules over what was decided already: what it would have stopped, of how many cards and accounts. Walked card by
 * card, so that what a rule remembers is of one card and memory stays small whatever the number; in stretches, each of
 * which is kept with how far it came, so that a process that dies loses one stretch.
 */
import type * as contract from '#contract/risk/rules.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY, now, SECOND } from '#server/core/clock.ts'
import { db, transaction, withPatience } from '#server/core/db.ts'
import { newId, timeOfId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { firstOfPolicy, NOTHING, policyRules, type PolicyCase } from '../decide/rules.ts'
import { approved, unused } from '../decide/usage.ts'
import type { Limits } from '../decide/limits.ts'
import {
  backTestById,
  beginBackTest,
  endBackTest,
  insertBackTest,
  keepStretch,
  pastAfter,
  type AccountHits,
  type BackTestFound,
  type Past,
} from './backTestQueries.ts'
import { limitsOf, ruleThatHit } from './compile.ts'
import { lockRuleSet, rulesToLoad } from './ruleQueries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** The next stretches of a back-test. */
    'trades.backTest': { backTestId: string }
  }
}

const STRETCH = 1000
/** Short of the time after which a job counts as abandoned (server/core/worker/workerPresence.ts). */
const AT_WORK_MS = 20 * SECOND

export const backTestRules: Answer<typeof contract.backTestRules> = async (staff, { rulesId, days }, tx) => {
  const found = await lockRuleSet(tx, rulesId)
  if (!found) throw refuse('not_found')
  if (found.state === 'DISCARDED') throw refuse('conflict')
  const backTestId = newId('bkt')
  const made = { backTestId, rulesId, document: found.document, from: ago(days * DAY), to: now(), byName: staff.name }
  await insertBackTest(tx, made)
  await later(tx, 'trades.backTest', { backTestId }, { queue: 'backTest' })
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: `#${found.number}`,
    content: {
      cn: `回测规则 #${found.number}，最近 ${days} 天`,
      en: `Back-tested rules #${found.number}, days: ${days}`,
    },
  })
  return { backTestId }
}

export const cancelBackTest: Answer<typeof contract.cancelBackTest> = async (staff, { backTestId }, tx) => {
  if (!(await backTestById(tx, backTestId))) throw refuse('not_found')
  if (!(await endBackTest(tx, backTestId))) throw refuse('conflict')
  await recordStaff(tx, staff, {
    action: 'RISK',
    target: backTestId,
    content: { cn: '取消规则回测', en: 'Cancelled a back-test' },
  })
  return { backTestId }
}

/** As far as it comes in its time; the rest is a job of its own. */
export async function backTest({ backTestId }: { backTestId: string }, stretch = STRETCH): Promise<void> {
  const until = performance.now() + AT_WORK_MS
  let test = await backTestById(db, backTestId)
  if (!test || (test.state !== 'WAITING' && test.state !== 'RUNNING')) return
  const { lists } = await rulesToLoad(db)
  const limits = limitsOf(test.document, lists)
  await withPatience(async (patient) => {
    if (test!.state === 'WAITING') test = { ...test!, ...(await beginBackTest(patient, test!)), state: 'RUNNING' }
    while (test?.state === 'RUNNING' && performance.now() < until) {
      const past = await pastAfter(patient, test, stretch)
      const { after, accounts } = walk(test, past, limits)
      if (past.length < stretch) after.state = 'DONE'
      const before = test
      test = (await transaction((tx) => keepStretch(tx, before, after, accounts))) ? after : undefined
    }
  })
  if (test?.state === 'RUNNING')
    await transaction((tx) => later(tx, 'trades.backTest', { backTestId }, { queue: 'backTest' }))
}

const ofPolicy = new Set<string>(policyRules.map(([reason]) => reason))

/** Pure: what a stretch of the past adds to the test. */
function walk(test: BackTestFound, past: readonly Past[], limits: Limits) {
  const accounts: AccountHits = new Map()
  const after = { ...test, by_rule: { ...test.by_rule } }
  let carried = test.carried ?? { usage: unused(), hit: false }
  for (const one of past) {
    if (one.card_id !== after.at_card) carried = { usage: unused(), hit: false }
    ;[after.at_card, after.at_auth] = [one.card_id, one.auth_id]
    after.done++
    const merchant = { id: one.ref, name: '', descriptor: '', mcc: one.mcc, country: one.country }
    const then = timeOfId(one.auth_id)
    const asked: PolicyCase = {
      request: { amountCents: one.cents, merchant },
      card: { vid: one.vid, usage: carried.usage },
      now: then,
      limits,
      before: NOTHING,
    }
    const reason = firstOfPolicy(asked)
    if (one.declined) {
      if (!reason && ofPolicy.has(one.reason ?? '')) after.passed++
      continue
    }
    if (!reason) {
      if (one.cents > 0) approved(carried.usage, one.cents, then)
      continue
    }
    const rule = ruleThatHit(asked, reason)
    after.stopped++
    after.stopped_cents += one.cents
    after.by_rule[rule] = (after.by_rule[rule] ?? 0) + 1
    const account = accounts.get(one.account_id) ?? { cards: 0, stopped: 0, cents: 0 }
    accounts.set(one.account_id, account)
    account.stopped++
    account.cents += one.cents
    if (carried.hit) continue
    carried.hit = true
    after.cards++
    account.cards++
  }
  after.carried = carried
  return { after, accounts }
}
