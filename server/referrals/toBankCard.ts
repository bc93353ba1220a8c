import { show } from '#contract/core/money.ts'
import type * as contract from '#contract/referrals/referrals.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Checked } from '#contract/core/call.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { nowMs } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { rateKnown } from '../funding/funding.ts'
import { accountOf, needGoogle, refuseCoolingDown, judgeOwnCode, useCode, verifiedName } from '../identity/identity.ts'
import { serial } from '../core/ids.ts'
import { credit, debit, platform, post, tenant } from '../ledger/ledger.ts'
import { useQuote } from '../core/quotes.ts'
import { lockCard, type CardRow } from './cardQueries.ts'
import { sameName, unsealCard } from './cardSecrets.ts'
import { keepWithinLimits } from './limits.ts'
import { line, lockPurse, writeLines } from './purse.ts'
import { payoutPrice, rebateTerms, type PayoutPrice } from './terms.ts'
import { insertWithdrawal } from './withdrawalQueries.ts'

/**
 * Ask for commission to be paid to a bank card (PAYOUT_REQUESTED). It is set aside at once, and leaves when staff have looked at it: from
 * here on it is theirs (`desk/`). Everything is proved before the code is looked at, so that a refusal burns no try.
 */
export const toBankCard: Answer<typeof contract.toBankCard> = async (actor, wish, tx) => {
  const { accountId } = actor
  const { amount } = wish
  const purse = await lockPurse(tx, accountId)
  const card = await payableCard(tx, actor, wish.bankCardId)
  await keepWithinLimits(tx, accountId, 'BANK', amount, purse.available)
  const price = await agreedPayout(tx, accountId, wish)
  await prove(tx, actor, wish)

  const withdrawalNo = `W${serial(11)}`
  const { transferId } = await post(tx, {
    kind: 'PAYOUT_REQUESTED',
    accountId,
    biz: { type: 'rebate_withdrawal', id: withdrawalNo },
    actor: actor.loginId,
    lines: [
      debit(tenant('2320', accountId), amount),
      credit(tenant('2330', accountId), amount - price.fee),
      credit(platform('4120'), price.fee),
    ],
    meta: { bankCardId: card.bank_card_id },
  })
  await insertWithdrawal(tx, {
    withdrawal_no: withdrawalNo,
    account_id: accountId,
    login_id: actor.loginId,
    target: 'BANK',
    amount_cents: amount,
    fee_cents: price.fee,
    receive_cents: price.receive,
    receive_unit: price.unit,
    rate_fen: price.rateFen,
    mid_micros: price.midMicros,
    bank_card_id: card.bank_card_id,
    status: 'REVIEWING',
  })
  line(purse, { type: 'WITHDRAW', amount: -amount, available: -amount, withdrawalNo, transferId })
  await writeLines(tx, purse)
  await record(tx, actor, {
    type: 'REBATE',
    target: withdrawalNo,
    content: {
      cn: `佣金 ${show(amount)} 提现到尾号 ${card.tail} 的银行卡，预计到账 ${show(price.receive, price.unit)}`,
      en: `Commission of ${show(amount)} to the bank card ending in ${card.tail}, ${show(price.receive, price.unit)} to be received`,
    },
    amount,
  })
  return { withdrawalNo, status: 'REVIEWING', available: purse.available }
}

/** A card of a verified holder, old enough, of an account that owes nothing and whose locks were not just changed. */
async function payableCard(tx: Tx, actor: Actor, bankCardId: string): Promise<CardRow> {
  const { accountId } = actor
  const account = await accountOf(tx, accountId)
  if (account.held) throw refuse('account_held')
  if (account.restricted) throw refuse('account_restricted')
  await refuseCoolingDown(tx, actor)
  const name = account.identity === 'PASSED' ? await verifiedName(tx, accountId) : undefined
  if (name === undefined) throw refuse('identity_required')
  const card = await lockCard(tx, accountId, bankCardId)
  if (!card) throw refuse('not_found')
  if (!sameName(unsealCard(card).holder, name)) throw refuse('payout_holder')
  if (card.usable_at.getTime() > nowMs()) throw refuse('payout_card_new', { untilTime: card.usable_at.getTime() })
  return card
}

/** What was quoted, or what it comes to at the rate as it is known now. */
async function agreedPayout(
  tx: Tx,
  accountId: string,
  { quoteId, amount }: Checked<typeof contract.toBankCard>,
): Promise<PayoutPrice> {
  if (quoteId !== undefined)
    return (await useQuote<PayoutPrice>(tx, { accountId, quoteId, scene: 'rebate.bank', input: { amount } })).lines
  const rate = await rateKnown(tx)
  if (!rate) throw refuse('rate_unavailable')
  return payoutPrice('BANK', amount, rate.midMicros)
}

/** The code by SMS; above a threshold also the authenticator's, where one is bound (docs/reference/permissions.md#step-up). */
async function prove(tx: Tx, actor: Actor, { amount, code, ticket }: Checked<typeof contract.toBankCard>) {
  if (amount > rebateTerms.stepUpAbove) await needGoogle(tx, actor, 'withdraw', ticket)
  await useCode(tx, await judgeOwnCode(actor, 'rebate', code, 'WITHDRAW'))
}
