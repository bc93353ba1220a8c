import { refuse } from '#contract/core/refusals.ts'
import { askStatuses } from '#contract/subaccounts/subaccounts.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import { record } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { lockOwnSubs, removeKey, updateSub, type SubRow } from '#server/identity/identity.ts'
import { askWords } from './askWords.ts'
import { lockAsk, maybeAsk, reopenAsk, type AskRow } from './queries.ts'

/** Takes an answer back while nothing else has changed what it left: afterwards nobody could say what to return to. */
export const undoAnswer: Answer<typeof contract.undoAnswer> = async (actor, { askId }, tx) => {
  const meant = await maybeAsk(tx, actor.accountId, askId)
  if (!meant) throw refuse('not_found')
  const [sub] = await lockOwnSubs(tx, actor.accountId, [meant.sub_uid])
  const ask = await lockAsk(tx, actor.accountId, askId)
  if (ask.undo_until === null || ask.undo_until.getTime() < nowMs()) throw refuse('conflict')
  await takeBack(tx, ask, sub!)
  if (!(await reopenAsk(tx, ask))) throw refuse('conflict')
  const what = askWords(ask)
  await record(tx, actor, {
    type: 'SUB_ASK',
    target: sub!.nickname,
    content: { cn: `${WITHDRAWN.cn}：${what.cn}`, en: `${WITHDRAWN.en}: ${what.en}` },
    before: { askId, status: ask.status },
    after: { askId, status: 'OPEN' },
  })
  const to = { accountId: actor.accountId, loginId: sub!.login_id }
  await notify(tx, to, 'sub_answered', { what, result: WITHDRAWN, words: '' }, { type: 'sub_ask', id: askId })
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
