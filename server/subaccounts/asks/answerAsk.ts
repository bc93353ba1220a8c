import type { Words } from '#contract/core/fields.ts'
import { add } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { ANSWER_UNDO_S, askStatuses } from '#contract/subaccounts/subaccounts.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import { record } from '#server/audit/audit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs, SECOND } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { addKey, lockOwnSubs, updateSub, type SubRow } from '#server/identity/identity.ts'
import { askWords } from './askWords.ts'
import { endAsk, lockAsk, maybeAsk, openRenewals, type AskRow, type Left } from './queries.ts'

/** Answers a request in one click: approval applies immediately, rejection gives a reason. Of two answers the second is refused. */
export const answerAsk: Answer<typeof contract.answerAsk> = async (actor, { askId, grant, amount, words = '' }, tx) => {
  const { ask, sub } = await lockAskAndSub(tx, actor.accountId, askId)
  if (ask.status !== 'OPEN') throw refuse('ask_answered')
  const given = amount === undefined ? ask : { ...ask, amount_cents: amount }
  const changed = grant ? await give[ask.kind](tx, given, sub) : {}
  const status = grant ? 'GRANTED' : 'DENIED'
  const left = { ...changed, undoUntil: new Date(nowMs() + ANSWER_UNDO_S * SECOND) }
  await endAndTell(tx, actor, given, sub, status, { words, left })
  return { status, statusText: askStatuses[status][actor.from.lang] }
}

/** The sub-account is locked before the request, as in a renewal. */
export async function lockAskAndSub(tx: Tx, accountId: string, askId: string): Promise<{ ask: AskRow; sub: SubRow }> {
  const meant = await maybeAsk(tx, accountId, askId)
  if (!meant) throw refuse('not_found')
  const [sub] = await lockOwnSubs(tx, accountId, [meant.sub_uid])
  return { ask: await lockAsk(tx, accountId, askId), sub: sub! }
}

/** The effect of an approval, and what it left. Wallet top-ups and renewals are paid elsewhere: here the parent only confirms them. */
const give = {
  BUDGET: async (tx: Tx, { amount_cents }: AskRow, sub: SubRow) => {
    if (sub.budget_cents === null) return {} // the budget was removed in the meantime: there is no limit
    const limit = add(sub.budget_cents, amount_cents!)
    await updateSub(tx, sub.account_id, sub.sub_uid, { budget: { limit, period: sub.budget_period ?? 'TOTAL' } })
    return { budget: [sub.budget_cents, limit] as const }
  },
  RIGHT: async (tx: Tx, { key }: AskRow, sub: SubRow) => {
    const isNew = (await addKey(tx, sub.account_id, sub.sub_uid, key!)) === 1
    return isNew ? { grantVersion: sub.grant_version + 1 } : {}
  },
  FUNDS: async () => ({}),
  RENEW: async (_tx: Tx, _ask: AskRow, sub: SubRow) => {
    if (sub.expires_at.getTime() <= nowMs()) throw refuse('conflict')
    return {}
  },
} as const satisfies Record<AskRow['kind'], (tx: Tx, ask: AskRow, sub: SubRow) => Promise<Omit<Left, 'undoUntil'>>>

/** A renewal grants the open requests for one. */
export async function answerRenewals(tx: Tx, actor: Actor, subs: readonly SubRow[]): Promise<void> {
  const byUid = new Map(subs.map((sub) => [sub.sub_uid, sub]))
  for (const ask of await openRenewals(tx, actor.accountId, [...byUid.keys()]))
    await endAndTell(tx, actor, ask, byUid.get(ask.sub_uid)!, 'GRANTED', { words: '' })
}

/** Also when something other than an answer has granted the request. */
async function endAndTell(
  tx: Tx,
  actor: Actor,
  ask: AskRow,
  sub: SubRow,
  status: 'GRANTED' | 'DENIED',
  { words, left }: { words: string; left?: Left },
): Promise<void> {
  await endAsk(tx, ask.account_id, ask.ask_id, status, { answer: words, left })
  const after = { askId: ask.ask_id, status, words, amount: ask.amount_cents, key: ask.key }
  await tellResult(tx, actor, ask, sub, { result: askStatuses[status], words, after })
}

/** Records what became of a request, and notifies the sub-account. */
export async function tellResult(
  tx: Tx,
  actor: Actor,
  ask: AskRow,
  sub: SubRow,
  { result, words = '', ...changed }: { result: Words; words?: string; before?: object; after: object },
): Promise<void> {
  const what = askWords(ask)
  const content = { cn: `${result.cn}：${what.cn}`, en: `${result.en}: ${what.en}` }
  await record(tx, actor, { type: 'SUB_ASK', target: sub.nickname, content, ...changed })
  const to = { accountId: actor.accountId, loginId: sub.login_id }
  await notify(tx, to, 'sub_answered', { what, result, words }, { type: 'sub_ask', id: ask.ask_id })
}
