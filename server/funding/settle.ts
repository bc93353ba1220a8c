import { showUsdt } from '../../contract/funding.ts'
import { add, show } from '../../contract/money.ts'
import { record, system } from '../audit/audit.ts'
import { now } from '../clock.ts'
import { transaction, type Tx } from '../db.ts'
import { later } from '../jobs.ts'
import { credit, debit, PLATFORM, platform, post, wallet } from '../ledger/ledger.ts'
import { notify } from '../news.ts'
import { judge, worth, type Judgement } from './judge.ts'
import { changeOrder, lockOrderAt, type Order } from './queries.ts'
import { usdt } from './rails.ts'
import { openItem } from './suspense/suspenseQueries.ts'
import { termsOf } from './terms.ts'
import { decide, lockConfirmed, type Key, type Kept } from './transferQueries.ts'

/**
 * Decide one confirmed transfer, once and for good. Whoever comes second, here or in another process, finds it decided: the row is locked,
 * a decision is never overwritten, and the ledger takes a transfer of the chain once.
 */
export async function settle(seen: Kept): Promise<void> {
  await transaction(async (tx) => {
    // The order before the transfer, as the look does: the other way round two watchers would wait for each other.
    const order = await lockOrderAt(tx, seen.to, new Date(seen.blockTime.getTime() + usdt.skewMs))
    const transfer = await lockConfirmed(tx, seen)
    if (!transfer || transfer.blockTime.getTime() !== seen.blockTime.getTime()) return
    const units = unitsOf(transfer)
    const judged = judge(
      { units, at: transfer.blockTime },
      order && { ...order, credited: order.creditedAt !== null },
      await termsOf('USDT_TRC20', tx),
    )
    const transferId =
      judged.outcome === 'CREDITED'
        ? await creditOrder(tx, order!, transfer, units, judged)
        : judged.outcome === 'SUSPENSE'
          ? await keepInSuspense(tx, order, transfer, units, judged)
          : null
    await decide(tx, transfer, {
      outcome: judged.outcome,
      reason: judged.reason,
      transferId,
      orderNo: order?.orderNo ?? null,
      accountId: order?.accountId ?? null,
    })
  })
}

/** The books, the order, the log, the news and the cards that wait for money: all of it or nothing. */
async function creditOrder(
  tx: Tx,
  order: Order,
  transfer: Kept,
  units: number,
  { status, feeBps, reason }: Judgement & { outcome: 'CREDITED' },
): Promise<string> {
  const { value, fee, credit: net } = worth(units, feeBps)
  const { transferId } = await post(tx, {
    kind: 'TOPUP_USDT',
    accountId: order.accountId,
    biz: bizOf(transfer),
    actor: order.loginId,
    effectiveAt: transfer.blockTime,
    meta: { bizNo: order.orderNo },
    lines: [
      debit(platform('1220', order.rail, 'USDT'), units),
      credit(platform('1900', '', 'USDT'), units),
      debit(platform('1900'), value),
      credit(platform('4030', order.rail), fee),
      credit(wallet(order.accountId), net),
    ],
  })
  // What follows the first credit adds to it; what was expected until then is replaced.
  const before = order.creditedAt ? order : { valueCents: 0, feeCents: 0, creditCents: 0, receivedUnits: 0 }
  await changeOrder(tx, order, {
    status: status === 'UNCHANGED' ? order.status : status,
    receivedUnits: before.receivedUnits + units,
    valueCents: add(before.valueCents, value),
    feeCents: add(before.feeCents, fee),
    creditCents: add(before.creditCents, net),
    txHash: order.creditedAt ? order.txHash : transfer.txHash,
    confirmations: order.creditedAt ? order.confirmations : transfer.confirmations,
    failReason: order.creditedAt ? order.failReason : (reason ?? null),
    paidAt: order.creditedAt ? order.paidAt : transfer.blockTime,
    creditedAt: order.creditedAt ?? now(),
  })
  await record(tx, system(order.accountId), {
    type: 'TOPUP',
    target: order.orderNo,
    content: {
      cn: `USDT 到账 ${showUsdt(units)}，入账 ${show(net)}`,
      en: `USDT ${showUsdt(units)} received, ${show(net)} credited`,
    },
    before: { status: order.status },
    after: { status: status === 'UNCHANGED' ? order.status : status, txHash: transfer.txHash, fee },
    amount: net,
  })
  await notify(
    tx,
    order,
    'topup_credited',
    { amount: show(net), orderNo: order.orderNo },
    { type: 'topup', id: order.orderNo },
  )
  // A card may owe money since a forced debit; it is covered before anything else is bought.
  await later(tx, 'cards.coverDebts', { accountId: order.accountId }, { key: `cards.coverDebts ${order.accountId}` })
  return transferId
}

/** It is ours to keep safe and not yet anybody's to spend: customer service decides. */
async function keepInSuspense(
  tx: Tx,
  order: Order | undefined,
  transfer: Kept,
  units: number,
  { status, reason }: Judgement & { outcome: 'SUSPENSE' },
): Promise<string> {
  const { transferId } = await post(tx, {
    kind: 'SUSPENSE_RECEIVED',
    accountId: order?.accountId ?? PLATFORM,
    biz: bizOf(transfer),
    effectiveAt: transfer.blockTime,
    memo: reason,
    lines: [debit(platform('1220', RAIL, 'USDT'), units), credit(platform('2030', RAIL, 'USDT'), units)],
  })
  await openItem(tx, {
    source: 'CHAIN',
    bizId: bizOf(transfer).id,
    rail: RAIL,
    currency: 'USDT',
    units,
    reason,
    orderNo: order?.orderNo ?? null,
    accountId: order?.accountId ?? null,
    receivedAt: transfer.blockTime,
    inId: transferId,
  })
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
  // Figures read the same in both languages.
  const figures = `${showUsdt(order.payUnits)} → ${showUsdt(units)} USDT`
  await notify(
    tx,
    order,
    'topup_mismatch',
    { orderNo: order.orderNo, reason: figures },
    { type: 'topup', id: order.orderNo },
  )
  return transferId
}

const RAIL = 'USDT_TRC20'
const bizOf = ({ txHash, logIndex }: Key) => ({ type: 'chain_transfer', id: `${txHash}:${logIndex}` })

function unitsOf({ units, txHash }: Kept): number {
  const exact = Number(units)
  if (!Number.isSafeInteger(exact)) throw new RangeError(`more USDT than there is: ${units} in ${txHash}`)
  return exact
}
