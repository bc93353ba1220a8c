import type { changeRemark as row } from '#contract/cards/remark.ts'
import { refuse } from '#contract/core/refusals.ts'
import { record } from '#server/audit/audit.ts'
import type { Answer } from '#server/core/answer.ts'
import { logCards } from '../orders/log.ts'
import { lockCardRows, nameOf } from '../queries.ts'
import { setRemark } from './queries.ts'

/** Changes the remark of a card; also of one that has ended, because its purchases stay. */
export const changeRemark: Answer<typeof row> = async (actor, { cardId, remark }, tx) => {
  const [card] = await lockCardRows(tx, actor, [cardId])
  if (!card) throw refuse('not_found', { field: 'cardId' })
  if (card.remark === remark) return { remark }
  await setRemark(tx, actor.accountId, cardId, remark)
  await logCards(tx, [{ ...actor, cardId, type: 'REMARK', before: card.remark, after: remark }])
  await record(tx, actor, {
    type: 'CARD_REMARK',
    target: nameOf(card),
    content: { cn: '修改卡片备注', en: 'Changed the remark of the card' },
    before: { remark: card.remark },
    after: { remark },
  })
  return { remark }
}
