/** Payout cards of an account holder, for modules above and below that pay to them. */
import { banks } from '#contract/referrals/referrals.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Ports } from '../core/composition.ts'
import type { Database, Tx } from '../core/db.ts'
import { cardById, cardsOf, lockCard, type CardRow } from './cardQueries.ts'
import { maskedHolder, maskedNo, unsealCard } from './cardSecrets.ts'

/** An account that closes names a card of its own to be paid to. */
export const ownsPayoutCard: Ports['identity.ownsPayoutCard'] = async (tx, accountId, bankCardId) =>
  (await lockCard(tx, accountId, bankCardId)) !== undefined

export type PayoutCardShown = { bankCardId: string; bankName: string; cardNo: string; tail: string; holder: string }

const shown = (card: CardRow, lang: Lang): PayoutCardShown => ({
  bankCardId: card.bank_card_id,
  bankName: card.bank_code === 'OTHER' ? card.bank_name : banks[card.bank_code][lang],
  cardNo: maskedNo(card.tail),
  tail: card.tail,
  holder: maskedHolder(unsealCard(card).holder),
})

export const payoutCardsAtDesk = async (on: Tx | Database, accountId: string, lang: Lang): Promise<PayoutCardShown[]> =>
  (await cardsOf(on, accountId)).map((card) => shown(card, lang))

/** In the clear, for whoever pays. */
export const payoutCardClear = async (on: Tx | Database, bankCardId: string): Promise<{ no: string; holder: string }> =>
  unsealCard(await cardById(on, bankCardId))
