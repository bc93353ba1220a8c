import { db } from '#server/core/db.ts'
import { itemsOfOrder } from '../suspense/suspenseQueries.ts'
import { chainOfOrder, paymentsOfOrder } from './orderListQueries.ts'

type Found = {
  payments: Awaited<ReturnType<typeof paymentsOfOrder>>
  chain: Awaited<ReturnType<typeof chainOfOrder>>
  items: Awaited<ReturnType<typeof itemsOfOrder>>
}
/** The ledger's transfers that are about an order. */
export const booked = ({ payments, chain, items }: Found): string[] => {
  const ids = [
    ...payments.flatMap(({ transferId, reversalId }) => [transferId, reversalId]),
    ...chain.map(({ transferId }) => transferId),
    ...items.flatMap(({ inId, outId }) => [inId, outId]),
  ]
  return [...new Set(ids)].filter((id) => id !== null)
}
export async function transfersOfOrder(orderNo: string): Promise<string[]> {
  const [payments, chain, items] = await Promise.all([
    paymentsOfOrder(db, orderNo),
    chainOfOrder(db, orderNo),
    itemsOfOrder(db, orderNo),
  ])
  return booked({ payments, chain, items })
}
