import { show, type Cents } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { settleDebts } from '#server/identity/identity.ts'
import { debit, lockDebtMoney, mirrorOf, post, tenant, wallet } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { changeOrder, type Order } from '../queries.ts'
import { markReversed, type Kept } from './paymentQueries.ts'
import { bizOf } from './settlePayment.ts'

export type TopUpReversal = {
  accountId: string
  /** Of the ledger: the top-up that is taken back, on whatever rail it came. */
  transferId: string
  biz: { type: string; id: string }
  bizNo: string
  effectiveAt?: Date
  /** The staff member behind it; the system where a provider told us. */
  by?: string
}

/**
 * TOPUP_REVERSED: the exact mirror of a top-up, at its own rate, fee and spread. What the wallet does not have any more is owed: cards pay it with
 * what is free on them, where the policy says so, and the account is restricted until the rest is covered. Gives what was taken from the
 * wallet and what it lacked.
 */
export async function reverseTopUp(
  tx: Tx,
  wish: TopUpReversal,
): Promise<{ reversalId: string; taken: Cents; owed: Cents }> {
  const { accountId } = wish
  const mirror = await mirrorOf(tx, wish.transferId)
  const credited = mirror.find(({ to, side }) => to.code === '2010' && side === 'D')
  if (!credited) throw new RangeError(`${wish.transferId} credited no wallet`)
  // Under the wallet's lock, so that what is left cannot be spent between the look and the posting; and the cards'
  // before the receivable's, which is the order of everybody.
  const { wallet: purse } = await lockDebtMoney(tx, accountId)
  const taken = Math.min(credited.amount, Math.max(0, purse.available))
  const owed = credited.amount - taken
  const { transferId: reversalId, replayed } = await post(tx, {
    kind: 'TOPUP_REVERSED',
    accountId,
    biz: wish.biz,
    reverses: wish.transferId,
    ...(wish.by && { actor: wish.by }),
    ...(wish.effectiveAt && { effectiveAt: wish.effectiveAt }),
    meta: { bizNo: wish.bizNo },
    lines: mirror.flatMap((line) =>
      line === credited ? [debit(wallet(accountId), taken), debit(tenant('1310', accountId), owed)] : [line],
    ),
  })
  if (replayed) return { reversalId, taken, owed }
  await record(tx, system(accountId), {
    type: 'TOPUP',
    target: wish.bizNo,
    content: {
      cn: `充值被退回 ${show(credited.amount)}${owed ? `，欠款 ${show(owed)}` : ''}`,
      en: `Top-up of ${show(credited.amount)} reversed${owed ? `, ${show(owed)} is owed` : ''}`,
    },
    after: { taken, owed },
    amount: credited.amount,
  })
  const about = { type: 'topup', id: wish.bizNo }
  await notify(tx, { accountId }, 'topup_reversed', { orderNo: wish.bizNo, amount: show(taken) }, about)
  if (owed > 0) await settleDebts(tx, accountId)
  return { reversalId, taken, owed }
}

/** The payer's bank took back a payment that was credited: that is unmade. Gives the order as it is then. */
export async function reversePayment(tx: Tx, order: Order | undefined, payment: Kept): Promise<Order> {
  const effectiveAt = payment.reversedAt!
  const biz = bizOf(payment)
  const { reversalId } = await reverseTopUp(tx, {
    accountId: order!.accountId,
    transferId: payment.transferId!,
    biz,
    bizNo: order!.orderNo,
    effectiveAt,
  })
  await markReversed(tx, payment, reversalId)
  const after: Order = { ...order!, status: 'REVERSED', failReason: 'reversed' }
  await changeOrder(tx, order!, after)
  return after
}
