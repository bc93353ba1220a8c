import { banks } from '#contract/referrals/referrals.ts'
import type * as contract from '#contract/referrals/referrals.ts'
import { flag } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { ahead, nowMs } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { accountOf, askCode, needGoogle, judgeOwnCode, useCode, verifiedName } from '../identity/identity.ts'
import { newId } from '../core/ids.ts'
import { lockAccounts, tenant } from '../ledger/ledger.ts'
import { notify } from '../core/news.ts'
import { cardsOf, insertCard, lockCard, removeCard } from './cardQueries.ts'
import { hashOfNo, maskedHolder, maskedNo, sameName, sealCard, unsealCard } from './cardSecrets.ts'
import { rebateTerms } from './terms.ts'
import { openOnCard } from './withdrawalQueries.ts'

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

/** A card of one's own name. Nothing is paid to it for a day: whoever took over the account has to wait that long to be seen. */
export const addPayoutCard: Answer<typeof contract.addPayoutCard> = async (actor, wish, tx) => {
  const { accountId } = actor
  // Of two additions at once the second sees the first.
  await lockAccounts(tx, [tenant('2320', accountId)])
  const name = (await accountOf(tx, accountId)).identity === 'PASSED' ? await verifiedName(tx, accountId) : undefined
  if (name === undefined) throw refuse('identity_required')
  if (!sameName(wish.holder, name)) throw refuse('payout_holder', { field: 'holder' })
  const cards = await cardsOf(tx, accountId)
  const noHash = hashOfNo(wish.cardNo)
  if (cards.some((card) => card.no_hash.equals(noHash))) throw refuse('payout_card_known', { field: 'cardNo' })
  if (cards.length >= rebateTerms.cards) throw refuse('payout_card_limit')
  await needGoogle(tx, actor, 'bankCard', wish.ticket)
  await useCode(tx, await judgeOwnCode(actor, 'rebate', wish.code, 'ADD_CARD'))

  const bankCardId = newId('bkc')
  const [usableAt, tail] = [ahead(rebateTerms.cardCoolMs), wish.cardNo.slice(-4)]
  await insertCard(tx, {
    bank_card_id: bankCardId,
    account_id: accountId,
    bank_code: wish.bankCode,
    bank_name: wish.bankName ?? banks[wish.bankCode].cn,
    no_hash: noHash,
    sealed: sealCard(bankCardId, { no: wish.cardNo, holder: wish.holder, mobile: wish.mobile ?? '' }),
    tail,
    branch: wish.branch ?? '',
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
  if (await openOnCard(tx, bankCardId)) throw refuse('payout_card_busy')
  await useCode(tx, await judgeOwnCode(actor, 'rebate', code, 'REMOVE_CARD'))
  await removeCard(tx, actor.accountId, bankCardId)
  await record(tx, actor, {
    type: 'BANKCARD',
    target: card.tail,
    content: { cn: `移除收款银行卡，尾号 ${card.tail}`, en: `Payout card ending in ${card.tail} removed` },
  })
  return { ok: 1 }
}
