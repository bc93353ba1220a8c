import { add, show } from '#contract/core/money.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { classifyTransfer, type Classification } from './classifyTransfer.ts'
import { keepPart, keepUnmatched, bizOfTransfer } from './keepTransfer.ts'
import { fitsLimit } from '../orders/limits.ts'
import { lockOrderAt, type Order, changeOrder } from '../orders/queries.ts'
import { usdt } from '../rails/rails.ts'
import { lockParts, setItem, type Item } from '../orders/suspenseQueries.ts'
import { termsOf } from '../rails/terms.ts'
import { decide, lockConfirmed, type Kept } from './queries.ts'
import { showUsdt } from '#contract/funding/funding.ts'
import { record, system } from '#server/audit/audit.ts'
import { now } from '#server/core/clock.ts'
import { later } from '#server/core/jobs.ts'
import { credit, debit, platform, post, wallet } from '#server/ledger/ledger.ts'
import { notify } from '#server/core/news.ts'
import { worth } from '../rails/rates.ts'

/**
 * Decides one confirmed transfer, once. A second attempt, here or in another process, finds it decided: the row is locked,
 * a decision is never overwritten, and the ledger takes a transfer of the chain once. `accountId` is the account of the address.
 */
export async function settleTransfer(accountId: string, seen: Kept): Promise<void> {
  await transaction(async (tx) => {
    // The order is locked before the transfer, as in the scan: the reverse order could deadlock two watchers.
    const order = await lockOrderAt(
      tx,
      { accountId, address: seen.to },
      new Date(seen.blockTime.getTime() + usdt.skewMs),
    )
    const transfer = await lockConfirmed(tx, seen)
    if (!transfer || transfer.blockTime.getTime() !== seen.blockTime.getTime()) return
    const { outcome, reason, transferId } = await settled(tx, order, transfer)
    await decide(tx, transfer, {
      outcome,
      reason,
      transferId,
      orderNo: order?.orderNo ?? null,
      accountId: order?.accountId ?? null,
    })
  })
}

async function settled(tx: Tx, order: Order | undefined, transfer: Kept) {
  const units = unitsOf(transfer)
  // Only transfers in time are added up; after the hour each counts alone.
  const parts =
    order && !order.creditedAt && transfer.blockTime <= order.expiresAt ? await lockParts(tx, order.orderNo) : []
  const before = order?.creditedAt ? order.receivedUnits : add(0, ...parts.map((part) => part.units))
  const judged = classifyTransfer(
    { units, at: transfer.blockTime, before },
    order && { ...order, credited: order.creditedAt !== null },
    await termsOf('USDT_TRC20', tx),
  )
  if (judged.outcome === 'DUST') return { outcome: 'DUST' as const, reason: judged.reason, transferId: null }
  if (judged.outcome === 'PARTIAL') {
    const transferId = await keepPart(tx, order!, transfer, units, before)
    return { outcome: 'SUSPENSE' as const, reason: judged.reason, transferId }
  }
  const kept = judged.outcome === 'SUSPENSE' ? judged : await overLimit(tx, order!, transfer, before + units, judged)
  if (kept) {
    const transferId = await keepUnmatched(tx, order, transfer, units, kept)
    return { outcome: 'SUSPENSE' as const, reason: kept.reason, transferId }
  }
  const credited = judged as Credited
  const transferId = await creditOrder(tx, order!, { transfer, units, parts, judged: credited })
  return { outcome: 'CREDITED' as const, reason: credited.reason, transferId }
}

/** A transfer that would take the account above its identity limit is kept whole: one amount, one reason, one decision. */
async function overLimit(
  tx: Tx,
  order: Order,
  { blockTime }: Kept,
  sum: number,
  { feeBps }: Credited,
): Promise<(Classification & { outcome: 'SUSPENSE' }) | undefined> {
  if (await fitsLimit(tx, order, worth(sum, feeBps).value, blockTime)) return undefined
  return { outcome: 'SUSPENSE', status: order.creditedAt ? 'UNCHANGED' : 'MISMATCH', reason: 'over_identity_limit' }
}

function unitsOf({ units, txHash }: Kept): number {
  const exact = Number(units)
  if (!Number.isSafeInteger(exact)) throw new RangeError(`more USDT than there is: ${units} in ${txHash}`)
  return exact
}

type Credited = Classification & { outcome: 'CREDITED' }
type Worth = ReturnType<typeof worth>

/**
 * Writes the books, the order, the log, the notice and the jobs for cards that wait for money: all or nothing. Waiting parts are credited with it. Value and
 * fee are computed on the whole sum, and each transfer gets its increment: rounding must not depend on how a payment is divided.
 */
async function creditOrder(
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
  // Further credits add to the first; until the first, the expected amounts are replaced.
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
    { amount: { cents: got.credit }, orderNo: order.orderNo },
    { type: 'topup', id: order.orderNo },
  )
  // A card may owe money since a forced debit; that is covered before new purchases.
  await later(tx, 'cards.coverDebts', { accountId: order.accountId }, { key: `cards.coverDebts ${order.accountId}` })
  return transferId
}

/** The earlier credit of the order, if at the same fee: only then are amounts added up. */
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
