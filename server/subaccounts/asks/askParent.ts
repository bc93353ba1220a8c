import type * as contract from '#contract/subaccounts/subaccounts.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { askWords } from './askWords.ts'
import { upsertAsk } from './queries.ts'

/** From where it was refused: more budget, a permission, money in the wallet, or its renewal. The parent is told. */
export const askParent: Answer<typeof contract.askParent> = async (actor, wish, tx) => {
  const { accountId } = actor
  // What it holds already need not be asked for.
  if (wish.key && actor.may.has(wish.key)) throw refuse('conflict', { field: 'key' })
  const ask = {
    account_id: accountId,
    sub_uid: actor.subUid!,
    kind: wish.kind,
    amount_cents: wish.amount ?? null,
    key: wish.key ?? null,
    note: wish.note ?? '',
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
