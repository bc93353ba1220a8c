/**
 * Runs a rule set over past decisions: what it would have stopped, on how many cards and accounts. It proceeds card by card, so that a rule's state is of one
 * card and memory stays small at any volume; and in stretches, each stored with its position, so that a process that dies loses one stretch.
 */
import type * as contract from '#contract/trades/desk/rules.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { ago, DAY, now, SECOND } from '#server/core/clock.ts'
import { db, transaction, withoutTimeout } from '#server/core/db.ts'
import { newId, timeOfId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { firstOfPolicy, NOTHING, policyRules } from '#server/trades/rules/rules.ts'
import { approved, unused } from '#server/trades/rules/usage.ts'
import type { Limits, PolicyCase } from '#server/trades/rules/limits.ts'
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
  accountsHit,
  worstHit,
} from './queries.ts'
import { limitsOf, ruleThatHit, nameOfRule } from '#server/trades/rules/compile.ts'
import { lockRuleSet, rulesToLoad } from '#server/trades/rules/queries.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { BackTest } from '#contract/trades/desk/rules.ts'
import { accountsOfIds } from '#server/identity/identity.ts'
import type { Reader } from '#server/trades/queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Runs the next stretches of a back-test. */
    'trades.backTest': { backTestId: string }
  }
}

const STRETCH = 1000
/** Less than the time after which a job counts as abandoned (server/core/worker/workerPresence.ts). */
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

/** Runs as many stretches as fit in its time; the rest is another job. */
export async function backTest({ backTestId }: { backTestId: string }, stretch = STRETCH): Promise<void> {
  const until = performance.now() + AT_WORK_MS
  let test = await backTestById(db, backTestId)
  if (!test || (test.state !== 'WAITING' && test.state !== 'RUNNING')) return
  const { lists } = await rulesToLoad(db)
  const limits = limitsOf(test.document, lists)
  await withoutTimeout(async (patient) => {
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

/** Pure: computes what a stretch of the past adds to the result. */
function walk(test: BackTestFound, past: readonly Past[], limits: Limits) {
  const accounts: AccountHits = new Map()
  const after = { ...test, by_rule: { ...test.by_rule } }
  let carried = test.carried ?? { usage: unused(), hit: false }
  for (const one of past) {
    if (one.la_id !== after.at_la_id) carried = { usage: unused(), hit: false }
    ;[after.at_cell, after.at_la_id, after.at_auth] = [one.cell, one.la_id, one.auth_id]
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

const WORST = 10

export const showBackTest: Answer<typeof contract.showBackTest> = async ({ from: { lang } }, { backTestId }) => {
  const found = await backTestById(db, backTestId)
  if (!found) throw refuse('not_found')
  return shownBackTest(db, found, lang)
}

export async function shownBackTest(on: Reader, found: BackTestFound, lang: Lang): Promise<BackTest> {
  const [{ count }, worst] = await Promise.all([
    accountsHit(on, found.back_test_id),
    worstHit(on, found.back_test_id, WORST),
  ])
  const people = await accountsOfIds(worst.map(({ account_id }) => account_id))
  const nameOf = new Map(people.map((person) => [person.account_id, person.user_no]))
  return {
    backTestId: found.back_test_id,
    state: found.state,
    fromTime: found.from_at.getTime(),
    toTime: found.to_at.getTime(),
    total: found.total,
    done: found.done,
    stopped: found.stopped,
    stoppedAmount: found.stopped_cents,
    cards: found.cards,
    accounts: count,
    passed: found.passed,
    byRule: Object.entries(found.by_rule)
      .sort(([, a], [, b]) => b - a)
      .map(([at, stopped]) => ({ name: nameOfRule(found.document, Number(at), lang), stopped })),
    worst: worst.map(({ account_id, cards, stopped, stopped_cents }) => ({
      accountId: account_id,
      userNo: nameOf.get(account_id) ?? '',
      cards,
      stopped,
      amount: stopped_cents,
    })),
    makerName: found.made_by_name,
    createTime: found.created_at.getTime(),
    endTime: found.ended_at?.getTime() ?? null,
  }
}
