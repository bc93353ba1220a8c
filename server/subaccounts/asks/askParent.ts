import { refuse } from '#contract/core/refusals.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import { record } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { askWords } from './askWords.ts'
import { upsertAsk } from './queries.ts'

/** Submits a request from where the sub-account was refused: more budget, a permission, money in the wallet, or its renewal. The parent is notified. */
export const askParent: Answer<typeof contract.askParent> = async (actor, input, tx) => {
  const { accountId } = actor
  // A permission that it already has cannot be requested.
  if (input.key && actor.may.has(input.key)) throw refuse('conflict', { field: 'key' })
  const ask = {
    account_id: accountId,
    sub_uid: actor.subUid!,
    kind: input.kind,
    amount_cents: input.amount ?? null,
    key: input.key ?? null,
    note: input.note ?? '',
  }
  const { ask_id: askId, status } = await upsertAsk(tx, { ...ask, ask_id: newId('ask') })
  const what = askWords(ask)
  await record(tx, actor, {
    type: 'SUB_ASK',
    target: actor.name,
    content: { cn: `申请${what.cn}`, en: `Requested: ${what.en}` },
    after: { askId, note: ask.note },
  })
  await notify(
    tx,
    { accountId },
    'sub_asked',
    { name: actor.name, what, note: ask.note },
    { type: 'sub_ask', id: askId },
  )
  return { askId, status }
}
