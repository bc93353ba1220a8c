import { add } from '#contract/core/money.ts'
import { transaction, type Tx } from '../core/db.ts'
import { creditOrder, type Credited } from './creditTransfer.ts'
import { judge, worth, type Judgement } from './judge.ts'
import { keepPart, keepUnmatched } from './keepTransfer.ts'
import { fitsLimit } from './limits.ts'
import { lockOrderAt, type Order } from './queries.ts'
import { usdt } from './rails.ts'
import { lockParts } from './suspense/suspenseQueries.ts'
import { termsOf } from './terms.ts'
import { decide, lockConfirmed, type Kept } from './transferQueries.ts'

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
  // Only what came in time counts together; after the hour a transfer stands for itself.
  const parts =
    order && !order.creditedAt && transfer.blockTime <= order.expiresAt ? await lockParts(tx, order.orderNo) : []
  const before = order?.creditedAt ? order.receivedUnits : add(0, ...parts.map((part) => part.units))
  const judged = judge(
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

/** A transfer that would take the account above its identity limit is kept whole: one sum, one reason, one person to ask. */
async function overLimit(
  tx: Tx,
  order: Order,
  { blockTime }: Kept,
  sum: number,
  { feeBps }: Credited,
): Promise<(Judgement & { outcome: 'SUSPENSE' }) | undefined> {
  if (await fitsLimit(tx, order, worth(sum, feeBps).value, blockTime)) return undefined
  return { outcome: 'SUSPENSE', status: order.creditedAt ? 'UNCHANGED' : 'MISMATCH', reason: 'over_identity_limit' }
}

function unitsOf({ units, txHash }: Kept): number {
  const exact = Number(units)
  if (!Number.isSafeInteger(exact)) throw new RangeError(`more USDT than there is: ${units} in ${txHash}`)
  return exact
}
