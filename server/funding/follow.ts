import { USDT_CONTRACT } from '../outside/outside.ts'
import { now } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { changeOrder, lockOrder, type Order } from './queries.ts'
import { usdt } from './rails.ts'
import { waitingUnits } from './suspense/suspenseQueries.ts'
import { onTheWay } from './transferQueries.ts'

/** Show on an order what is under way to it, or that it is no longer. Once it is credited there is nothing more to show. */
export async function follow(tx: Tx, orderNo: string): Promise<void> {
  const order = await lockOrder(tx, orderNo)
  if (!order || order.creditedAt) return
  const coming = (await onTheWay(tx, orderNo)).find(
    ({ contract, units }) => contract === USDT_CONTRACT && BigInt(units) >= BigInt(usdt.dust),
  )
  if (!coming) {
    // A reorganised chain: as if it had never been sent (it has the rest of its hour).
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
export const waitingOrExpired = ({ status, expiresAt }: Order) =>
  status === 'MISMATCH' ? 'MISMATCH' : expiresAt > now() ? 'WAIT_PAY' : 'EXPIRED'
