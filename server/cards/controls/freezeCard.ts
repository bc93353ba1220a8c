import type * as contract from '#contract/cards/cards.ts'
import { cardStatuses, mayMove } from '#contract/cards/states.ts'
import { flag } from '#contract/core/fields.ts'
import { availability } from '#contract/core/permissions.ts'
import { refuse, wordsOf } from '#contract/core/refusals.ts'
import { recordMany } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { logCards } from '../orders/log.ts'
import { lockCardRows, setBlock, nameOf, stateOf } from '../queries.ts'
import { tellLater } from './tellIssuer.ts'

/**
 * Freezes or unfreezes cards, each with its own result. Only the owner's block is set and lifted: a card blocked by staff or risk control stays blocked.
 * Purchases that were already authorized can still be captured.
 */
export const freezeCard: Answer<typeof contract.freezeCard> = async (actor, input, tx) => {
  const move = input.frozen ? 'freeze' : 'unfreeze'
  if (!availability[move][actor.standing])
    throw refuse(actor.standing === 'SHUTDOWN' ? 'account_shutdown' : 'account_closing')

  const wanted = [...new Set([...(input.cardId ?? []), ...(input.cardIds ?? [])])]
  const cards = await lockCardRows(tx, actor, wanted)
  const movable = cards.filter((card) => mayMove(move, stateOf(card)))
  const changed = new Set(
    await setBlock(
      tx,
      actor.accountId,
      movable.map(({ card_id }) => card_id),
      'USER',
      input.frozen,
    ),
  )
  const after = new Map((await lockCardRows(tx, actor, wanted)).map((card) => [card.card_id, card]))

  const done = movable.filter(({ card_id }) => changed.has(card_id))
  await logCards(
    tx,
    done.map((card) => ({
      ...actor,
      cardId: card.card_id,
      type: input.frozen ? ('FREEZE' as const) : ('UNFREEZE' as const),
      before: card.shown_status,
      after: after.get(card.card_id)!.shown_status,
      remark: input.remark,
    })),
  )
  await recordMany(
    tx,
    actor,
    done.map((card) => ({
      type: 'CARD_FREEZE' as const,
      target: nameOf(card),
      content: input.frozen ? { cn: '冻结卡片', en: 'Froze the card' } : { cn: '解冻卡片', en: 'Unfroze the card' },
      before: { status: card.shown_status },
      after: { status: after.get(card.card_id)!.shown_status, remark: input.remark },
    })),
  )
  for (const { card_id } of done) await tellLater(tx, actor.accountId, card_id)

  const { lang } = actor.from
  const results = wanted.map((cardId) => {
    const card = after.get(cardId)
    if (!card) return { cardId, status: null, ok: flag(false), msg: wordsOf('not_found', lang) }
    const ok = movable.some(({ card_id }) => card_id === cardId)
    return {
      cardId,
      status: card.shown_status,
      ok: flag(ok),
      msg: ok ? cardStatuses[card.shown_status][lang] : wordsOf('card_not_active', lang),
    }
  })
  return { results }
}
