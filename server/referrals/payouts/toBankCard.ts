import { show } from '#contract/core/money.ts'
import type * as contract from '#contract/referrals/referrals.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Checked } from '#contract/core/call.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { nowMs } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { rateKnown } from '#server/funding/funding.ts'
import {
  accountOf,
  needGoogle,
  refuseCoolingDown,
  judgeOwnCode,
  useCode,
  verifiedName,
} from '#server/identity/identity.ts'
import { credit, debit, platform, post, tenant } from '#server/ledger/ledger.ts'
import { useQuote } from '#server/core/quotes.ts'
import { sameName, unsealCard } from './cardSecrets.ts'
import { addLine, lockCommissionBalance, writeLines } from '../commission/balance.ts'
import { payoutPrice, rebateTerms, type PayoutPrice } from '../commission/terms.ts'
import { freeWithdrawalNo, insertWithdrawal, lockCard, type CardRow } from './queries.ts'
import { keepWithinLimits } from './withdrawalTerms.ts'

/**
 * Requests a payout of commission to a bank card (PAYOUT_REQUESTED). The amount is reserved immediately and paid after review by staff, who handle the next
 * steps (`desk/`). Everything else is checked before the code, so that a refusal does not use up an attempt.
 */
export const toBankCard: Answer<typeof contract.toBankCard> = async (actor, input, tx) => {
  const { accountId } = actor
  const { amount } = input
  const balance = await lockCommissionBalance(tx, accountId)
  const card = await payableCard(tx, actor, input.bankCardId)
  await keepWithinLimits(tx, accountId, 'BANK', amount, balance.available)
  const price = await agreedPayout(tx, accountId, input)
  await prove(tx, actor, input)

  const withdrawalNo = await freeWithdrawalNo(tx)
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
  addLine(balance, { type: 'WITHDRAW', amount: -amount, available: -amount, withdrawalNo, transferId })
  await writeLines(tx, balance)
  await record(tx, actor, {
    type: 'REBATE',
    target: withdrawalNo,
    content: {
      cn: `佣金 ${show(amount)} 提现到尾号 ${card.tail} 的银行卡，预计到账 ${show(price.receive, price.unit)}`,
      en: `Commission of ${show(amount)} to the bank card ending in ${card.tail}, ${show(price.receive, price.unit)} to be received`,
    },
    amount,
  })
  return { withdrawalNo, status: 'REVIEWING', available: balance.available }
}

/** A card of a verified holder, old enough, of an account without debts and without recent security changes. */
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

/** The quoted amount, or the amount at the current known rate. */
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

/** Verifies the SMS code; above a threshold also the authenticator's, if one is bound (docs/reference/permissions.md#step-up). */
async function prove(tx: Tx, actor: Actor, { amount, code, ticket }: Checked<typeof contract.toBankCard>) {
  if (amount > rebateTerms.stepUpAbove) await needGoogle(tx, actor, 'withdraw', ticket)
  await useCode(tx, await judgeOwnCode(actor, 'rebate', code, 'WITHDRAW'))
}
