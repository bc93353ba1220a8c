import { outside, OutsideUnknown, USDT_CONTRACT } from '#server/outside/outside.ts'
import { transaction } from '#server/core/db.ts'
import { lockOrderAt } from '../orders/queries.ts'
import { usdt } from '../rails/rails.ts'
import { settleTransfer } from './settleTransfer.ts'
import { decide, keepSeen, orphan, transfersTo, type Kept, type Seen, type Due } from './queries.ts'
import { followOrder } from './keepTransfer.ts'

/** Receipts read in one scan; flooding an address with worthless tokens delays only that address. */
const RECEIPTS = 50
const PAGES = 5

/**
 * Scans one address on the chain and acts on the result: records every transfer to it, shows it on its order, decides those that are confirmed. May run twice
 * and in two processes concurrently.
 */
export async function scanAddress({ accountId, address, createdAt }: Due): Promise<void> {
  const known = await transfersTo(address)
  const { seen, gone, failed } = await onChain(address, createdAt, known)
  await transaction(async (tx) => {
    const touched = new Set<string>()
    for (const movement of seen) {
      const order = await lockOrderAt(tx, { accountId, address }, new Date(movement.blockTime.getTime() + usdt.skewMs))
      await keepSeen(tx, movement, { orderNo: order?.orderNo ?? null, accountId: order?.accountId ?? null })
      // Never booked: a token that calls itself USDT is worthless. The row shows customer service what was sent.
      if (movement.contract !== USDT_CONTRACT) {
        await decide(tx, movement, {
          outcome: 'WRONG_TOKEN',
          reason: 'wrong_token',
          orderNo: order?.orderNo ?? null,
          accountId: order?.accountId ?? null,
          transferId: null,
        })
      }
      if (order) touched.add(order.orderNo)
    }
    for (const { txHash, orderNo } of gone) {
      await orphan(tx, txHash)
      if (orderNo) touched.add(orderNo)
    }
    for (const transfer of failed) {
      await decide(tx, transfer, {
        outcome: 'FAILED',
        reason: 'receipt_failed',
        orderNo: transfer.orderNo,
        accountId: null,
        transferId: null,
      })
      if (transfer.orderNo) touched.add(transfer.orderNo)
    }
    for (const orderNo of [...touched].sort()) await followOrder(tx, { accountId, orderNo })
  })
  for (const transfer of await transfersTo(address)) {
    if (transfer.outcome === null && transfer.state === 'CONFIRMED') await settleTransfer(accountId, transfer)
  }
}

/** Returns which transfers to the address are on the main chain now, which no longer are, and which never moved anything. */
async function onChain(
  address: string,
  since: Date,
  known: Kept[],
): Promise<{ seen: Seen[]; gone: Kept[]; failed: Kept[] }> {
  const { chain } = outside
  const open = known.filter(({ outcome }) => outcome === null)
  const decided = new Set(
    known.map(({ txHash }) => txHash).filter((txHash) => !open.some((transfer) => transfer.txHash === txHash)),
  )
  // The history only lists transactions; their receipts show whether and what they moved.
  const times = new Map(
    open.filter(({ state }) => state !== 'ORPHANED').map(({ txHash, blockTime }) => [txHash, blockTime]),
  )
  for (const { txHash, time } of await history(address, since))
    if (!decided.has(txHash)) times.set(txHash, new Date(time))
  if (times.size === 0) return { seen: [], gone: [], failed: [] }

  const [head, solid] = [await chain.head(), await chain.solidified()]
  const found: { seen: Seen[]; gone: Kept[]; failed: Kept[] } = { seen: [], gone: [], failed: [] }
  for (const [txHash, blockTime] of [...times].slice(0, RECEIPTS)) {
    const receipt = await chain.receipt(txHash)
    const before = open.filter((transfer) => transfer.txHash === txHash)
    if (!receipt) found.gone.push(...before)
    else if (!receipt.success) found.failed.push(...before)
    else {
      const confirmations = Math.max(0, head.number - receipt.blockNo)
      const confirmed = confirmations >= usdt.confirmations && receipt.blockNo <= solid.number
      for (const moved of receipt.transfers) {
        if (moved.to === address)
          found.seen.push({ ...moved, txHash, blockNo: receipt.blockNo, blockTime, confirmations, confirmed })
      }
    }
  }
  return found
}

/** USDT first and separately, so that a flood of worthless tokens cannot push it off the page. */
async function history(address: string, since: Date): Promise<{ txHash: string; time: number }[]> {
  const sinceMs = since.getTime() - usdt.skewMs
  const rows = []
  let fingerprint: string | undefined
  for (let page = 0; page < PAGES; page++) {
    const { transfers, next } = await outside.chain.transfers(address, {
      contract: USDT_CONTRACT,
      sinceMs,
      ...(fingerprint && { fingerprint }),
    })
    rows.push(...transfers)
    if (!next || next === fingerprint) break
    fingerprint = next
  }
  rows.push(...(await outside.chain.transfers(address, { sinceMs })).transfers)
  return rows.filter(({ to, type }) => to === address && type === 'Transfer')
}

/** The node did not answer: nothing is known until the next scan. */
export const ifAnswered = (error: unknown): void => {
  if (!(error instanceof OutsideUnknown)) throw error
}
