import type * as contract from '#contract/controls/controls.ts'
import { isEmpty } from '#contract/controls/documents.ts'
import { flag } from '#contract/core/fields.ts'
import { wordsOf } from '#contract/core/refusals.ts'
import { recordMany } from '../audit/audit.ts'
import { cardNameOf as nameOf, cardsWithin, lockCards, maybeCard, pointControls, type CardRow } from '../cards/cards.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { cellOf } from '../core/database/cells.ts'
import { nowMs } from '../core/clock.ts'
import { port } from '../core/composition.ts'
import type { Database, Tx } from '../core/db.ts'
import { accountOf } from '../identity/identity.ts'
import { cardAccount, lockAccounts } from '../ledger/ledger.ts'
import { documentsOf, keepDocument } from './documents.ts'
import { startedFor, type Counters } from './engine/counters.ts'
import { insertChanges } from './queries.ts'

declare module '../core/composition.ts' {
  interface Ports {
    /** Filled by the transactions module, which has the usage of cards: what the limits of these have counted, by their money accounts. Cards that were never used have none. */
    'controls.countersOf'(on: Tx | Database, cell: number, laIds: readonly number[]): Promise<Map<number, Counters>>
    'controls.writeCounters'(tx: Tx, cell: number, rows: readonly { laId: number; counters: Counters }[]): Promise<void>
  }
}

/**
 * Sets the controls of cards, each with its own result. The money is locked first, as by decisions: a purchase is judged and counted by the document before or by the one after, and its
 * count is not lost.
 */
export const saveControls: Answer<typeof contract.saveControls> = async (actor, input, tx) => {
  const { accountId, from } = actor
  const wanted = [...new Set(input.scopeIds)]
  const known = await cardsWithin(tx, actor, wanted)
  await lockAccounts(
    tx,
    [...known.values()].map((card) => cardAccount(accountId, card.card_id)),
  )
  const cards = new Map((await lockCards(tx, actor, [...known.keys()])).map((card) => [card.card_id, card]))
  const controlNo = isEmpty(input.controls) ? null : await keepDocument(tx, accountId, input.controls)

  const refusalOf = (cardId: string) => {
    const card = cards.get(cardId)
    if (!card) return 'not_found'
    if (['CLOSED', 'CLOSING', 'FAILED'].includes(card.status)) return 'card_not_active'
    if (input.expectNo !== undefined && input.expectNo !== (card.control_no ?? 0)) return 'conflict'
    return undefined
  }
  const changing = [...cards.values()].filter(
    (card) => refusalOf(card.card_id) === undefined && card.control_no !== controlNo,
  )
  if (changing.length) {
    const cell = cellOf(accountId)
    const documentOf = await documentsOf(
      tx,
      accountId,
      changing.map(({ control_no }) => control_no),
    )
    const counters = await port('controls.countersOf')(
      tx,
      cell,
      changing.map(({ la_id }) => la_id),
    )
    const at = { zone: (await accountOf(tx, accountId)).time_zone, now: nowMs() }
    await port('controls.writeCounters')(
      tx,
      cell,
      changing.map(({ la_id, control_no }) => ({
        laId: la_id,
        counters: startedFor(
          documentOf(control_no).limits ?? [],
          input.controls.limits ?? [],
          counters.get(la_id) ?? [],
          at,
        ),
      })),
    )
    await pointControls(
      tx,
      accountId,
      changing.map(({ card_id }) => card_id),
      controlNo,
    )
    const changes = changing.map((card) => ({ cardId: card.card_id, before: card.control_no, after: controlNo }))
    await insertChanges(tx, actor, input.note ?? '', changes)
    await recordMany(
      tx,
      actor,
      changing.map((card) => ({
        type: 'CARD_CONTROL' as const,
        target: nameOf(card),
        content:
          controlNo === null
            ? { cn: '移除卡片管控', en: 'Removed the card’s controls' }
            : { cn: '设置卡片管控', en: 'Set the card’s controls' },
        before: { controls: documentOf(card.control_no) },
        after: { controls: input.controls },
      })),
    )
  }
  return {
    results: wanted.map((scopeId) => {
      const refusal = refusalOf(scopeId)
      return {
        scopeId,
        ok: flag(refusal === undefined),
        refusal: refusal ?? null,
        msg: refusal === undefined ? '' : wordsOf(refusal, from.lang),
        controlNo: refusal === undefined ? controlNo : (cards.get(scopeId)?.control_no ?? null),
      }
    }),
  }
}

/** A card that takes the place of another is allowed the same, and its limits begin with what the former one has used: replacing a card is no way around them. */
export async function inheritControls(tx: Tx, actor: Actor, former: CardRow, cardId: string): Promise<void> {
  const { control_no: controlNo, la_id } = former
  if (controlNo === null) return
  const { accountId } = actor
  const cell = cellOf(accountId)
  const [card, counters] = [await maybeCard(tx, actor, cardId), await port('controls.countersOf')(tx, cell, [la_id])]
  await pointControls(tx, accountId, [cardId], controlNo)
  await port('controls.writeCounters')(tx, cell, [{ laId: card!.la_id, counters: counters.get(la_id) ?? [] }])
  await insertChanges(tx, actor, '', [{ cardId, before: null, after: controlNo }])
}
