import { banks } from '#contract/referrals/referrals.ts'
import type * as contract from '#contract/referrals/referrals.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { ahead, nowMs } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import { accountOf, askCode, needGoogle, judgeOwnCode, useCode, verifiedName } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { lockAccounts, tenant } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { hashOfNo, isHashOfNo, maskedHolder, maskedNo, sameName, sealCard, unsealCard } from './cardSecrets.ts'
import { rebateTerms } from '../commission/terms.ts'
import { openOnCard, cardsOf, insertCard, lockCard, removeCard, cardById, type CardRow } from './queries.ts'
import type { Ports } from '#server/core/composition.ts'

export const payoutCode: Answer<typeof contract.payoutCode> = (actor, { scene }) => askCode(actor, 'rebate', scene)

export const listPayoutCards: Answer<typeof contract.listPayoutCards> = async ({ accountId, from: { lang } }) =>
  (await cardsOf(db, accountId)).map((card) => ({
    bankCardId: card.bank_card_id,
    bankName: card.bank_code === 'OTHER' ? card.bank_name : banks[card.bank_code][lang],
    bankCode: card.bank_code,
    cardNo: maskedNo(card.tail),
    holder: maskedHolder(unsealCard(card).holder),
    branch: card.branch,
    default: flag(card.is_default),
    createTime: card.created_at.getTime(),
    usableTime: card.usable_at.getTime(),
    status: card.usable_at.getTime() > nowMs() ? 'COOLING' : 'READY',
  }))

/** Adds a card in the holder's own name. It receives no payout for a day, so that the owner of a stolen account has time to notice. */
export const addPayoutCard: Answer<typeof contract.addPayoutCard> = async (actor, input, tx) => {
  const { accountId } = actor
  // Of two concurrent additions the second sees the first.
  await lockAccounts(tx, [tenant('2320', accountId)])
  const name = (await accountOf(tx, accountId)).identity === 'PASSED' ? await verifiedName(tx, accountId) : undefined
  if (name === undefined) throw refuse('identity_required')
  if (!sameName(input.holder, name)) throw refuse('payout_holder', { field: 'holder' })
  const cards = await cardsOf(tx, accountId)
  if (cards.some((card) => isHashOfNo(input.cardNo, card.no_hash)))
    throw refuse('payout_card_known', { field: 'cardNo' })
  if (cards.length >= rebateTerms.cards) throw refuse('payout_card_limit')
  await needGoogle(tx, actor, 'bankCard', input.ticket)
  await useCode(tx, await judgeOwnCode(actor, 'rebate', input.code, 'ADD_CARD'))

  const bankCardId = newId('bkc')
  const [usableAt, tail] = [ahead(rebateTerms.cardCoolMs), input.cardNo.slice(-4)]
  await insertCard(tx, {
    bank_card_id: bankCardId,
    account_id: accountId,
    bank_code: input.bankCode,
    bank_name: input.bankName ?? banks[input.bankCode].cn,
    no_hash: hashOfNo(input.cardNo),
    sealed: sealCard(bankCardId, { no: input.cardNo, holder: input.holder, mobile: input.mobile ?? '' }),
    tail,
    branch: input.branch ?? '',
    is_default: !cards.length,
    usable_at: usableAt,
  })
  await record(tx, actor, {
    type: 'BANKCARD',
    target: tail,
    content: { cn: `添加收款银行卡，尾号 ${tail}`, en: `Payout card ending in ${tail} added` },
  })
  await notify(tx, actor, 'payout_card_added', { tail })
  return { bankCardId, usableTime: usableAt.getTime() }
}

export const removePayoutCard: Answer<typeof contract.removePayoutCard> = async (actor, { bankCardId, code }, tx) => {
  const card = await lockCard(tx, actor.accountId, bankCardId)
  if (!card) throw refuse('not_found')
  if (await openOnCard(tx, actor.accountId, bankCardId)) throw refuse('payout_card_busy')
  await useCode(tx, await judgeOwnCode(actor, 'rebate', code, 'REMOVE_CARD'))
  await removeCard(tx, actor.accountId, bankCardId)
  await record(tx, actor, {
    type: 'BANKCARD',
    target: card.tail,
    content: { cn: `移除收款银行卡，尾号 ${card.tail}`, en: `Payout card ending in ${card.tail} removed` },
  })
  return { ok: 1 }
}

/** An account holder's payout cards, for other modules that pay to them. */

/** A closing account names a card of its own for the payout. */
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

/** Unmasked, for making the payment. */
export const payoutCardClear = async (
  on: Tx | Database,
  accountId: string,
  bankCardId: string,
): Promise<{ no: string; holder: string }> => unsealCard(await cardById(on, accountId, bankCardId))
