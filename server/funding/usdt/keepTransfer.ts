import { showUsdt } from '#contract/funding/funding.ts'
import { record, system } from '#server/audit/audit.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { credit, debit, PLATFORM, platform, post } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import type { Classification } from './classifyTransfer.ts'
import { changeOrder, lockOrder, type Order, type OrderKey } from '../orders/queries.ts'
import { openItem, openParts, ordersShort, waitingUnits } from '../orders/suspenseQueries.ts'
import { type Key, type Kept, onTheWay } from './queries.ts'
import { tellOverLimit } from '../orders/limits.ts'
import { USDT_CONTRACT } from '#server/outside/outside.ts'
import { now } from '#server/core/clock.ts'
import { usdt } from '../rails/rails.ts'

const RAIL = 'USDT_TRC20'
export const bizOfTransfer = ({ txHash, logIndex }: Key) => ({ type: 'chain_transfer', id: `${txHash}:${logIndex}` })

/** Money that no rule can credit goes to suspense until customer service has decided. */
export async function keepUnmatched(
  tx: Tx,
  order: Order | undefined,
  transfer: Kept,
  units: number,
  { status, reason }: Classification & { outcome: 'SUSPENSE' },
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

/** Figures are the same in both languages. */
const tellDiffers = (tx: Tx, order: Order, units: number) =>
  notify(
    tx,
    order,
    'topup_mismatch',
    { orderNo: order.orderNo, reason: `${showUsdt(order.payUnits)} → ${showUsdt(units)} USDT` },
    { type: 'topup', id: order.orderNo },
  )

/** Less than the minimum within the order's hour: booked, and credited together with the rest if that arrives. */
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

/** The hour of an order is over and the rest never arrived: people decide about the part that did. */
export async function endShortOrders(): Promise<void> {
  await eachAlone(await ordersShort(db), ({ accountId, orderNo }) =>
    transaction(async (tx) => {
      const order = await lockOrder(tx, { accountId, orderNo })
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
    }),
  )
}

/** Shows on an order what is on its way to it, or no longer is. A credited order does not change. */
export async function followOrder(tx: Tx, { accountId, orderNo }: OrderKey): Promise<void> {
  const order = await lockOrder(tx, { accountId, orderNo })
  if (!order || order.creditedAt) return
  const coming = (await onTheWay(tx, orderNo)).find(
    ({ contract, units }) => contract === USDT_CONTRACT && BigInt(units) >= BigInt(usdt.dust),
  )
  if (!coming) {
    // A chain reorganization: as if it had never been sent (the order has the rest of its hour).
    if (order.status === 'DETECTED' || order.status === 'CONFIRMED')
      await changeOrder(tx, order, {
        ...order,
        ...nothingSeen,
        receivedUnits: await waitingUnits(tx, orderNo),
        status: waitingOrExpired(order),
      })
    return
  }
  const late = coming.blockTime > order.expiresAt
  await changeOrder(tx, order, {
    ...order,
    status: late ? waitingOrExpired(order) : coming.state === 'CONFIRMED' ? 'CONFIRMED' : 'DETECTED',
    txHash: coming.txHash,
    confirmations: coming.confirmations,
    receivedUnits: (await waitingUnits(tx, orderNo)) + Number(coming.units),
    paidAt: coming.blockTime,
  })
}

const nothingSeen = { txHash: null, confirmations: 0, paidAt: null }
const waitingOrExpired = ({ status, expiresAt }: Order) =>
  status === 'MISMATCH' ? 'MISMATCH' : expiresAt > now() ? 'WAIT_PAY' : 'EXPIRED'
