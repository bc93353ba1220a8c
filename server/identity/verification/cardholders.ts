/** The verified people that real issuers issue cards to: entered by staff beside the papers, because papers have neither Latin names nor a billing address. */
import type { Address } from '#contract/cards/addresses.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { seal, unseal } from '#server/core/secrets.ts'
import { passedCardholders, updateCardholders, type OrderRow } from './queries.ts'

export type Cardholder = Address & { firstName: string; lastName: string }

const rowOf = (orderNo: string): string => `${orderNo} cardholders`

/** One for each country of a billing address. */
export const cardholdersIn = ({ order_no, cardholders_enc }: Pick<OrderRow, 'order_no' | 'cardholders_enc'>) =>
  cardholders_enc ? (JSON.parse(unseal(rowOf(order_no), cardholders_enc)) as Cardholder[]) : []

/** Those of the account's verification; none while it has none, and after it has expired. */
export async function cardholdersOf(on: Tx | Database, accountId: string): Promise<Cardholder[]> {
  const order = await passedCardholders(on, accountId)
  return order ? cardholdersIn(order) : []
}

/** Adds one to a verification, in the place of another with an address in this country. */
export async function keepCardholder(
  tx: Tx,
  order: Pick<OrderRow, 'account_id' | 'order_no' | 'cardholders_enc'>,
  cardholder: Cardholder,
): Promise<void> {
  const others = cardholdersIn(order).filter(({ country }) => country !== cardholder.country)
  await updateCardholders(tx, order, seal(rowOf(order.order_no), JSON.stringify([...others, cardholder])))
}
