import { reasonWords } from '#contract/cards/states.ts'
import { record, system } from '#server/audit/audit.ts'
import { ahead, HOUR, MINUTE } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { notify } from '#server/core/news.ts'
import { issuerOf, OutsideRefused, OutsideUnknown } from '#server/outside/outside.ts'
import { logCards } from '../orders/log.ts'
import { WAITS_MS } from '../orders/tries.ts'
import { lockCardRow, maybeCard, updateCard, nameOf, type CardRow } from '../queries.ts'
import { holderColumns, holderLine, holderOf } from '../sealed.ts'
import { changesToAsk, endChange, keepUnknown, takeChange, type ChangeRow } from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'cards.tellHolder': { accountId: string; changeId: string }
  }
}

/**
 * Sends another holder or address to the issuer and stores its answer. Runs outside any transaction and may run any number of times: the request is idempotent.
 * No answer does not mean failure: the card keeps its data and the request is repeated.
 */
export async function tellHolder({ accountId, changeId }: { accountId: string; changeId: string }): Promise<void> {
  const change = await takeChange(db, accountId, changeId, ahead(MINUTE))
  if (!change) return
  const card = (await maybeCard(db, { accountId, subUid: undefined }, change.card_id))!
  try {
    await issuerOf(card.issuer_id).updateHolder(
      card.issuer_ref!,
      { firstName: change.first_name, lastName: change.last_name },
      {
        street: change.street,
        city: change.city,
        state: change.state,
        zipCode: change.zip_code,
        country: change.country,
      },
      changeId,
    )
  } catch (error) {
    if (error instanceof OutsideRefused) return transaction((tx) => refused(tx, change, card, error.code))
    if (error instanceof OutsideUnknown) return transaction((tx) => askAgain(tx, change, error.message))
    throw error
  }
  return transaction((tx) => taken(tx, change))
}

async function taken(tx: Tx, change: ChangeRow): Promise<void> {
  const { account_id: accountId, card_id: cardId } = change
  const card = await lockCardRow(tx, accountId, cardId)
  if (!(await endChange(tx, change, 'DONE', null))) return
  const holder = holderOf(change)
  await updateCard(tx, card, { ...holderColumns(accountId, cardId, holder), country: holder.country })
  const holders = { before: holderLine(card), after: holderLine(change) }
  await logCards(tx, [{ accountId, cardId, type: 'ADDRESS_DONE', holders }])
  await record(tx, system(accountId), {
    type: 'CARD_ADDRESS',
    target: nameOf(card),
    content: { cn: '发卡行已修改持卡人与账单地址', en: 'Cardholder and billing address changed by the issuer' },
  })
  await tell(tx, change, 'card_holder_changed', { last4: card.last4 ?? '' })
}

async function refused(tx: Tx, change: ChangeRow, card: CardRow, code: string): Promise<void> {
  const { account_id: accountId, card_id: cardId } = change
  if (!(await endChange(tx, change, 'REFUSED', code))) return
  const reason = reasonWords(code)
  await logCards(tx, [{ accountId, cardId, type: 'ADDRESS_FAILED', remark: code, result: 'FAIL' }])
  await record(tx, system(accountId), {
    type: 'CARD_ADDRESS',
    target: nameOf(card),
    content: {
      cn: `持卡人与账单地址未修改：${reason.cn}`,
      en: `Cardholder and billing address not changed: ${reason.en}`,
    },
    result: 'FAIL',
  })
  await tell(tx, change, 'card_holder_refused', { last4: card.last4 ?? '', reason })
}

const tell = (tx: Tx, { account_id, login_id, card_id }: ChangeRow, ...[event, words]: Tail) =>
  notify(tx, { accountId: account_id, loginId: login_id }, event, words, { type: 'card', id: card_id })
type Tail = [event: 'card_holder_changed' | 'card_holder_refused', words: NonNullable<Parameters<typeof notify>[3]>]

/** Soon by a job, later by the sweep. */
async function askAgain(tx: Tx, change: ChangeRow, error: string): Promise<void> {
  const inMs = WAITS_MS[change.tries - 1] ?? HOUR
  await keepUnknown(tx, change, error, ahead(inMs))
  const { account_id: accountId, change_id: changeId, card_id } = change
  if (inMs < MINUTE) await later(tx, 'cards.tellHolder', { accountId, changeId }, { queue: `card ${card_id}`, inMs })
}

/** Changes that are due to be sent again: their job is lost, or there was no answer. */
export async function tellDueHolders(): Promise<void> {
  for (const { account_id, change_id } of await changesToAsk(db, 200))
    await tellHolder({ accountId: account_id, changeId: change_id })
}
