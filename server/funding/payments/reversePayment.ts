import { show, type Cents } from '#contract/core/money.ts'
import { record, system } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { settleDebts } from '#server/identity/identity.ts'
import {
  debit,
  lockDebtMoney,
  mirrorOf,
  post,
  tenant,
  wallet,
  credit,
  PLATFORM,
  platform,
} from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { changeOrder, type Order, lockOrder } from '../orders/queries.ts'
import { bizOf } from './settlePayment.ts'
import type { ProviderId } from '#server/outside/outside.ts'
import { setItem, type Item, refOf } from '../orders/suspenseQueries.ts'
import { markReversed, type Kept } from './queries.ts'

export type TopUpReversal = {
  accountId: string
  /** The ledger transfer of the top-up to reverse, on any rail. */
  transferId: string
  biz: { type: string; id: string }
  bizNo: string
  effectiveAt?: Date
  /** The staff member who requested it; absent where a provider notified us. */
  by?: string
}

/**
 * TOPUP_REVERSED: the exact mirror of a top-up, at its own rate, fee and spread. What the wallet no longer has becomes a debt: cards pay it with their free
 * balance if the policy says so, and the account is restricted until the rest is covered. Returns what was taken from the wallet and the shortfall.
 */
export async function reverseTopUp(
  tx: Tx,
  input: TopUpReversal,
): Promise<{ reversalId: string; taken: Cents; owed: Cents }> {
  const { accountId } = input
  const mirror = await mirrorOf(tx, accountId, input.transferId)
  const credited = mirror.find(({ to, side }) => to.code === '2010' && side === 'D')
  if (!credited) throw new RangeError(`${input.transferId} credited no wallet`)
  // Under the wallet's lock, so that the balance cannot be spent between the check and the posting; the cards are locked before the receivable, in the common
  // order.
  const { wallet: balance } = await lockDebtMoney(tx, accountId)
  const taken = Math.min(credited.amount, Math.max(0, balance.available))
  const owed = credited.amount - taken
  const { transferId: reversalId, replayed } = await post(tx, {
    kind: 'TOPUP_REVERSED',
    accountId,
    biz: input.biz,
    reverses: input.transferId,
    ...(input.by && { actor: input.by }),
    ...(input.effectiveAt && { effectiveAt: input.effectiveAt }),
    meta: { bizNo: input.bizNo },
    lines: mirror.flatMap((line) =>
      line === credited ? [debit(wallet(accountId), taken), debit(tenant('1310', accountId), owed)] : [line],
    ),
  })
  if (replayed) return { reversalId, taken, owed }
  await record(tx, system(accountId), {
    type: 'TOPUP',
    target: input.bizNo,
    content: {
      cn: `充值被退回 ${show(credited.amount)}${owed ? `，欠款 ${show(owed)}` : ''}`,
      en: `Top-up of ${show(credited.amount)} reversed${owed ? `, ${show(owed)} is owed` : ''}`,
    },
    after: { taken, owed },
    amount: credited.amount,
  })
  const about = { type: 'topup', id: input.bizNo }
  await notify(tx, { accountId }, 'topup_reversed', { orderNo: input.bizNo, amount: show(taken) }, about)
  if (owed > 0) await settleDebts(tx, accountId)
  return { reversalId, taken, owed }
}

/** The payer's bank took back a payment that was credited: the credit is reversed. Returns the order as it is then. */
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

/**
 * Out of suspense back to its source. For a provider's payment this is the same transfer that its own reversal would create: when the provider reports the
 * refund later, the payment is already reversed.
 */
export async function returnFromSuspense(tx: Tx, item: Item, effectiveAt?: Date): Promise<string> {
  const { rail, currency, units } = item
  const [provider = '', ...rest] = item.bizId.split(':')
  const { transferId } = await post(tx, {
    kind: 'SUSPENSE_RETURNED',
    accountId: item.accountId ?? PLATFORM,
    biz: { type: item.source === 'PROVIDER' ? 'provider_payment' : 'chain_transfer', id: item.bizId },
    ...(effectiveAt && { effectiveAt }),
    reverses: item.inId,
    lines: [
      debit(platform('2030', rail, currency), units),
      credit(
        item.source === 'PROVIDER' ? platform('1210', provider, currency) : platform('1220', rail, currency),
        units,
      ),
    ],
  })
  if (item.source === 'PROVIDER')
    await markReversed(tx, { provider: provider as ProviderId, ref: rest.join(':') }, transferId)
  if (item.state !== 'CREDITED') await setItem(tx, item.suspenseId, 'RETURNED', { outId: transferId })
  return transferId
}

/** The payer's bank took back a payment that was in suspense, or that was credited to an account from there: that credit is reversed first. */
export async function reverseSuspenseItem(
  tx: Tx,
  order: Order | undefined,
  payment: Kept,
  item: Item,
): Promise<Order | undefined> {
  const effectiveAt = payment.reversedAt!
  if (item.state !== 'CREDITED') return void (await returnFromSuspense(tx, item, effectiveAt))
  const { toAccount, toOrder, outId } = item
  await reverseTopUp(tx, {
    accountId: toAccount!,
    transferId: outId!,
    biz: { type: 'suspense', id: item.suspenseId },
    bizNo: toOrder ?? refOf(item),
    effectiveAt,
  })
  await returnFromSuspense(tx, item, effectiveAt)
  await setItem(tx, item.suspenseId, 'REVERSED')
  const credited =
    order?.orderNo === toOrder
      ? order
      : toOrder
        ? await lockOrder(tx, { accountId: toAccount!, orderNo: toOrder })
        : undefined
  if (!credited) return undefined
  const after: Order = { ...credited, status: 'REVERSED', failReason: 'reversed' }
  await changeOrder(tx, credited, after)
  return credited === order ? after : undefined
}
