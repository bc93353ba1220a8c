import { showUsdt } from '#contract/funding/funding.ts'
import { add, show } from '#contract/core/money.ts'
import { record, system } from '../audit/audit.ts'
import { now } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { credit, debit, platform, post, wallet } from '../ledger/ledger.ts'
import { notify } from '../core/news.ts'
import { worth, type Judgement } from './judge.ts'
import { bizOfTransfer } from './keepTransfer.ts'
import { changeOrder, type Order } from './queries.ts'
import { setItem, type Item } from './suspense/suspenseQueries.ts'
import type { Kept } from './transferQueries.ts'

export type Credited = Judgement & { outcome: 'CREDITED' }
type Worth = ReturnType<typeof worth>

/**
 * The books, the order, the log, the news and the cards that wait for money: all of it or nothing. Parts that waited are credited with it.
 * Worth and fee are those of the whole sum, and each transfer gets what it adds: rounding must not depend on how somebody divides a payment.
 */
export async function creditOrder(
  tx: Tx,
  order: Order,
  { transfer, units, parts, judged }: { transfer: Kept; units: number; parts: readonly Item[]; judged: Credited },
): Promise<string> {
  const { status, feeBps, reason } = judged
  let { sum, total } = soFar(order, feeBps)
  const next = (more: number): Worth => {
    const whole = worth((sum += more), feeBps)
    const share = minus(whole, total)
    total = whole
    return share
  }
  for (const part of parts) {
    const share = next(part.units)
    const { transferId } = await post(tx, {
      ...lineOf(order, '2030', part.units, share),
      biz: { type: 'suspense', id: part.suspenseId },
      effectiveAt: part.receivedAt,
    })
    await setItem(tx, part.suspenseId, 'CREDITED', {
      outId: transferId,
      toAccount: order.accountId,
      toOrder: order.orderNo,
      creditCents: share.credit,
      valueCents: share.value,
    })
  }
  const { transferId } = await post(tx, {
    ...lineOf(order, '1220', units, next(units)),
    biz: bizOfTransfer(transfer),
    effectiveAt: transfer.blockTime,
  })
  // What follows the first credit adds to it; what was expected until then is replaced.
  const before = order.creditedAt ? order : { valueCents: 0, feeCents: 0, creditCents: 0, receivedUnits: 0 }
  const got = minus(total, soFar(order, feeBps).total)
  const received = add(units, ...parts.map((part) => part.units))
  const after = status === 'UNCHANGED' ? order.status : status
  await changeOrder(tx, order, {
    status: after,
    receivedUnits: before.receivedUnits + received,
    valueCents: add(before.valueCents, got.value),
    feeCents: add(before.feeCents, got.fee),
    creditCents: add(before.creditCents, got.credit),
    txHash: order.creditedAt ? order.txHash : transfer.txHash,
    confirmations: order.creditedAt ? order.confirmations : transfer.confirmations,
    failReason: status === 'UNCHANGED' ? order.failReason : (reason ?? null),
    paidAt: order.creditedAt ? order.paidAt : transfer.blockTime,
    creditedAt: order.creditedAt ?? now(),
  })
  await record(tx, system(order.accountId), {
    type: 'TOPUP',
    target: order.orderNo,
    content: {
      cn: `USDT 到账 ${showUsdt(received)}，入账 ${show(got.credit)}`,
      en: `USDT ${showUsdt(received)} received, ${show(got.credit)} credited`,
    },
    before: { status: order.status },
    after: { status: after, txHash: transfer.txHash, fee: got.fee },
    amount: got.credit,
  })
  await notify(
    tx,
    order,
    'topup_credited',
    { amount: show(got.credit), orderNo: order.orderNo },
    { type: 'topup', id: order.orderNo },
  )
  // A card may owe money since a forced debit; it is covered before anything else is bought.
  await later(tx, 'cards.coverDebts', { accountId: order.accountId }, { key: `cards.coverDebts ${order.accountId}` })
  return transferId
}

/** What the order was credited with before, if at the same fee: only then does more count together with it. */
function soFar({ creditedAt, receivedUnits, creditCents }: Order, feeBps: number): { sum: number; total: Worth } {
  const total = worth(receivedUnits, feeBps)
  const together = creditedAt !== null && total.credit === creditCents
  return together ? { sum: receivedUnits, total } : { sum: 0, total: worth(0, feeBps) }
}

const minus = (whole: Worth, part: Worth): Worth => ({
  value: whole.value - part.value,
  fee: whole.fee - part.fee,
  credit: whole.credit - part.credit,
})

/** TOPUP_USDT, from the deposit address or from where a part of it waited. */
const lineOf = (order: Order, from: '1220' | '2030', units: number, { value, fee, credit: net }: Worth) => ({
  kind: 'TOPUP_USDT' as const,
  accountId: order.accountId,
  actor: order.loginId,
  meta: { bizNo: order.orderNo },
  lines: [
    debit(platform(from, order.rail, 'USDT'), units),
    credit(platform('1900', '', 'USDT'), units),
    debit(platform('1900'), value),
    credit(platform('4030', order.rail), fee),
    credit(wallet(order.accountId), net),
  ],
})
