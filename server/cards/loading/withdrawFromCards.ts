import type * as contract from '#contract/cards/withdrawing.ts'
import { mayMove } from '#contract/cards/states.ts'
import { flag } from '#contract/core/fields.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { refuse, wordsOf } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { dayBegan } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { lockMoneyOfMany, stillActing } from '../lockCard.ts'
import { countOrdersOf } from '../orders/queries.ts'
import { cardsWithin, stateOf, type CardRow, type Reader } from '../queries.ts'
import { termsOf } from '../ranges/terms.ts'
import { moveToWallet, tooOften, WITHDRAWALS_PER_DAY, withdrawable, type Withdrawal } from './withdrawFromCard.ts'

type Line = Withdrawal & { why: string | undefined }

/** The amount that each card gives: its free balance less what stays on it, or the reason why it gives nothing. */
async function linesOf(
  reader: Reader,
  { accountId, from: { lang } }: Actor,
  cards: readonly CardRow[],
  leave: Cents,
): Promise<Line[]> {
  const today = await countOrdersOf(
    reader,
    accountId,
    cards.map(({ card_id }) => card_id),
    'UNLOAD',
    dayBegan(),
  )
  const fees = new Map<string, Cents>()
  for (const vid of new Set(cards.map(({ vid }) => vid)))
    fees.set(vid, (await termsOf(reader, accountId, vid)).unloadFee)
  return cards.map((card) => {
    const { min, max } = withdrawable(card)
    const amount = Math.max(0, max - leave)
    const fee = fees.get(card.vid)!
    const why = !mayMove('withdraw', stateOf(card))
      ? wordsOf('card_not_active', lang)
      : (today.get(card.card_id) ?? 0) >= WITHDRAWALS_PER_DAY
        ? tooOften[lang]
        : amount < min || amount <= fee
          ? tooLittle[lang]
          : undefined
    return { card, amount: why === undefined ? amount : 0, fee: why === undefined ? fee : 0, why }
  })
}

const tooLittle = { cn: '没有可提现的金额', en: 'Nothing to withdraw' }

function summed(lines: readonly Line[]) {
  const able = lines.filter(({ why }) => why === undefined)
  const [amount, fee] = [add(...able.map((line) => line.amount)), add(...able.map((line) => line.fee))]
  return {
    num: able.length,
    amount,
    fee,
    receive: amount - fee,
    lines: lines.map(({ card, why, ...line }) => ({
      cardId: card.card_id,
      lastFour: card.last4,
      ...line,
      receive: line.amount - line.fee,
      ok: flag(why === undefined),
      msg: why ?? '',
    })),
  }
}

/** Returns what withdrawing would bring now. Changes nothing. */
export const priceWithdrawals: Answer<typeof contract.priceWithdrawals> = async (actor, input) => {
  const wanted = [...new Set(input.cardIds)]
  const cards = await cardsWithin(db, actor, wanted)
  if (cards.size < wanted.length) throw refuse('not_found', { field: 'cardIds' })
  return summed(
    await linesOf(
      db,
      actor,
      wanted.map((cardId) => cards.get(cardId)!),
      input.leave,
    ),
  )
}

/**
 * Withdraws from each card what is free on it, less what stays on it. Cards that give nothing are skipped and named; the others are one posting each, all
 * in one transaction under the locks of the wallet and of every card, so that a charge in between cannot make the sum wrong.
 */
export const withdrawFromCards: Answer<typeof contract.withdrawFromCards> = async (actor, input, tx) => {
  const { accountId } = actor
  const wanted = [...new Set(input.cardIds)]
  await stillActing(tx, actor)
  const visible = await cardsWithin(tx, actor, wanted)
  if (visible.size < wanted.length) throw refuse('not_found', { field: 'cardIds' })
  // A card that is still being made has a money account, too: all of them are locked in one order.
  const { cards } = await lockMoneyOfMany(tx, accountId, wanted)
  const lines = await linesOf(
    tx,
    actor,
    wanted.map((cardId) => cards.get(cardId)!),
    input.leave,
  )
  await moveToWallet(
    tx,
    actor,
    lines.filter(({ why }) => why === undefined),
  )
  return summed(lines)
}
