/** The price of what is charged later than it happened: the one that was in force at the time. */
import type { PriceRow } from '../ranges/queries.ts'
import { pricesSince } from '../ranges/queries.ts'
import { sql, one } from '#server/core/db.ts'
import { nearest, pricesByKey } from '../ranges/terms.ts'
import type { Reader } from '../queries.ts'

/** What a decline costs, in cents, and how many of a month are free. */
type DeclinePrice = { readonly fee: number; readonly free: number }
export type FeePrices = {
  /** Segments in which a decline costs something, now or before. */
  readonly vids: readonly string[]
  declineOf(vid: string, atMs: number): DeclinePrice
}

/** Whether any segment or account has a decline fee, now or before. */
export const chargesDeclines = async (reader: Reader): Promise<boolean> =>
  (
    await one(
      reader,
      sql<{ charges: boolean }>`SELECT EXISTS (SELECT FROM range_price WHERE decline_fee_cents > 0) AS charges`,
    )
  ).charges

/** The decline fees of one account, of any time. */
export async function feePricesOf(reader: Reader, accountId: string): Promise<FeePrices> {
  const rows = await pricesSince(reader, accountId)
  const vids = [...new Set(rows.filter(({ decline_fee_cents }) => decline_fee_cents).map(({ vid }) => vid))]
  return {
    vids,
    declineOf(vid, atMs) {
      const price = nearest(pricesByKey(newestOf(rows, vid, atMs)), vid, accountId)
      return { fee: price('decline_fee_cents'), free: price('free_declines') }
    },
  }
}

/** The list's row and the account's own that were in force. `rows` begin with the newest. */
const newestOf = (rows: readonly PriceRow[], vid: string, atMs: number): PriceRow[] => {
  const before = rows.filter((row) => row.vid === vid && row.effective_from.getTime() <= atMs)
  const [own, list] = [before.find((row) => row.account_id !== null), before.find((row) => row.account_id === null)]
  return [own, list].filter((row) => row !== undefined)
}
