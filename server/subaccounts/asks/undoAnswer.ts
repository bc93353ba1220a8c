import { refuse } from '#contract/core/refusals.ts'
import { askStatuses } from '#contract/subaccounts/subaccounts.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { removeKey, updateSub, type SubRow } from '#server/identity/identity.ts'
import { lockAskAndSub, tellResult } from './answerAsk.ts'
import { reopenAsk, type AskRow } from './queries.ts'

/** Withdraws an answer, as long as nothing else has changed the budget or the permissions since: it would be lost. */
export const undoAnswer: Answer<typeof contract.undoAnswer> = async (actor, { askId }, tx) => {
  const { ask, sub } = await lockAskAndSub(tx, actor.accountId, askId)
  if (ask.undo_until === null || ask.undo_until.getTime() < nowMs()) throw refuse('conflict')
  await takeBack(tx, ask, sub)
  if (!(await reopenAsk(tx, ask))) throw refuse('conflict')
  await tellResult(tx, actor, ask, sub, {
    result: WITHDRAWN,
    before: { askId, status: ask.status },
    after: { askId, status: 'OPEN' },
  })
  return { status: 'OPEN', statusText: askStatuses.OPEN[actor.from.lang] }
}

async function takeBack(tx: Tx, ask: AskRow, sub: SubRow): Promise<void> {
  if (ask.budget_after !== null) {
    if (sub.budget_cents !== ask.budget_after) throw refuse('conflict')
    const budget = { limit: ask.budget_before!, period: sub.budget_period ?? 'TOTAL' }
    await updateSub(tx, sub.account_id, sub.sub_uid, { budget })
  }
  if (ask.grant_version !== null) {
    if (sub.grant_version !== ask.grant_version) throw refuse('conflict')
    await removeKey(tx, sub.account_id, sub.sub_uid, ask.key!)
  }
}

const WITHDRAWN = { cn: '处理已撤回，重新待处理', en: 'Answer withdrawn, waiting again' }
