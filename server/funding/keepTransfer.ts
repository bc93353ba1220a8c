import { showUsdt } from '#contract/funding/funding.ts'
import { record, system } from '../audit/audit.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import { credit, debit, PLATFORM, platform, post } from '../ledger/ledger.ts'
import { notify } from '../core/news.ts'
import { waitingOrExpired } from './follow.ts'
import type { Judgement } from './judge.ts'
import { changeOrder, lockOrder, type Order } from './queries.ts'
import { openItem, openParts, ordersShort, waitingUnits } from './suspense/suspenseQueries.ts'
import type { Key, Kept } from './transferQueries.ts'

const RAIL = 'USDT_TRC20'
export const bizOfTransfer = ({ txHash, logIndex }: Key) => ({ type: 'chain_transfer', id: `${txHash}:${logIndex}` })

/** It is ours to keep safe and not yet anybody's to spend: customer service decides. */
export async function keepUnmatched(
  tx: Tx,
  order: Order | undefined,
  transfer: Kept,
  units: number,
  { status, reason }: Judgement & { outcome: 'SUSPENSE' },
): Promise<string> {
  const transferId = await intoUnmatched(tx, order, transfer, units, reason)
  if (!order) return transferId
  if (status === 'MISMATCH') {
    await changeOrder(tx, order, {
      ...order,
      status,
      receivedUnits: units,
      creditCents: 0,
      feeCents: 0,
      txHash: transfer.txHash,
      confirmations: transfer.confirmations,
      failReason: reason,
      paidAt: transfer.blockTime,
    })
  }
  await record(tx, system(order.accountId), {
    type: 'TOPUP',
    target: order.orderNo,
    content: {
      cn: `USDT 到账 ${showUsdt(units)}，待人工确认`,
      en: `USDT ${showUsdt(units)} received, kept for review`,
    },
    after: { txHash: transfer.txHash, reason },
    result: 'FAIL',
  })
  if (reason === 'over_identity_limit') await tellOverLimit(tx, order, `${showUsdt(units)} USDT`)
  else await tellDiffers(tx, order, units)
  return transferId
}

/** The cure is the holder's own: the notice leads to the verification. */
export const tellOverLimit = (tx: Tx, { accountId, orderNo }: Pick<Order, 'accountId' | 'orderNo'>, amount: string) =>
  notify(tx, { accountId }, 'topup_over_limit', { amount, orderNo }, { type: 'identity', id: orderNo })

/** Figures read the same in both languages. */
const tellDiffers = (tx: Tx, order: Order, units: number) =>
  notify(
    tx,
    order,
    'topup_mismatch',
    { orderNo: order.orderNo, reason: `${showUsdt(order.payUnits)} → ${showUsdt(units)} USDT` },
    { type: 'topup', id: order.orderNo },
  )

/** Less than the minimum, and its hour is not over: booked, and credited together with the rest if that comes. */
export async function keepPart(tx: Tx, order: Order, transfer: Kept, units: number, before: number): Promise<string> {
  const transferId = await intoUnmatched(tx, order, transfer, units, 'partial')
  const received = before + units
  await changeOrder(tx, order, {
    ...order,
    status: waitingOrExpired(order),
    receivedUnits: received,
    txHash: transfer.txHash,
    confirmations: transfer.confirmations,
    paidAt: transfer.blockTime,
  })
  const rest = showUsdt(order.payUnits - received)
  await record(tx, system(order.accountId), {
    type: 'TOPUP',
    target: order.orderNo,
    content: {
      cn: `USDT 到账 ${showUsdt(units)}，还差 ${rest}`,
      en: `USDT ${showUsdt(units)} received, ${rest} outstanding`,
    },
    after: { txHash: transfer.txHash, reason: 'partial' },
  })
  await notify(
    tx,
    order,
    'topup_partial',
    { orderNo: order.orderNo, amount: `${showUsdt(received)} USDT`, rest: `${rest} USDT` },
    { type: 'topup', id: order.orderNo },
  )
  return transferId
}

async function intoUnmatched(
  tx: Tx,
  order: Order | undefined,
  transfer: Kept,
  units: number,
  reason: string,
): Promise<string> {
  const { transferId } = await post(tx, {
    kind: 'SUSPENSE_RECEIVED',
    accountId: order?.accountId ?? PLATFORM,
    biz: bizOfTransfer(transfer),
    effectiveAt: transfer.blockTime,
    memo: reason,
    lines: [debit(platform('1220', RAIL, 'USDT'), units), credit(platform('2030', RAIL, 'USDT'), units)],
  })
  await openItem(tx, {
    source: 'CHAIN',
    bizId: bizOfTransfer(transfer).id,
    rail: RAIL,
    currency: 'USDT',
    units,
    reason,
    state: reason === 'partial' ? 'WAITING' : 'OPEN',
    orderNo: order?.orderNo ?? null,
    accountId: order?.accountId ?? null,
    receivedAt: transfer.blockTime,
    inId: transferId,
  })
  return transferId
}

/** The hour of an order is over and the rest of it never came: from now on people decide over what did. */
export async function endShortOrders(): Promise<void> {
  for (const orderNo of await ordersShort(db))
    await transaction(async (tx) => {
      const order = await lockOrder(tx, orderNo)
      const units = await waitingUnits(tx, orderNo)
      if (!order || units === 0) return
      await openParts(tx, orderNo)
      if (order.creditedAt) return
      await changeOrder(tx, order, {
        ...order,
        status: 'MISMATCH',
        receivedUnits: units,
        creditCents: 0,
        feeCents: 0,
        failReason: 'under_minimum',
      })
      await record(tx, system(order.accountId), {
        type: 'TOPUP',
        target: orderNo,
        content: {
          cn: `USDT 到账 ${showUsdt(units)}，未付足，待人工确认`,
          en: `USDT ${showUsdt(units)} received, below the amount due, kept for review`,
        },
        after: { reason: 'under_minimum' },
        result: 'FAIL',
      })
      await tellDiffers(tx, order, units)
    })
}
