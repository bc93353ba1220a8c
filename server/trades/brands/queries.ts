import { many, run, sql } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'

type MerchantRow = {
  merchant_no: number
  name: string
  words: string
  mcc: string
  brand_id: string | null
  created_at: Date
}

/** In the order of numbers, which is the primary key. */
export const merchantsAfter = (reader: Reader, merchantNo: number, limit: number): Promise<MerchantRow[]> =>
  many(
    reader,
    sql<MerchantRow>`
    SELECT merchant_no, name, words, mcc, brand_id, created_at
      FROM merchant
     WHERE merchant_no > ${merchantNo}
     ORDER BY merchant_no
     LIMIT ${limit}`,
  )

/** Brand by brand: an engine that spreads the database writes rows of a copied table by constants. */
export async function setBrands(
  reader: Reader,
  changed: readonly { merchantNo: number; brandId: string | null }[],
): Promise<void> {
  for (const [brandId, merchants] of Map.groupBy(changed, (one) => one.brandId))
    await run(
      reader,
      sql`UPDATE merchant SET brand_id = ${brandId} WHERE merchant_no = ANY (${merchants.map(({ merchantNo }) => merchantNo)}::int[])`,
    )
}

export async function merchantsByBrand(reader: Reader): Promise<Map<string, number>> {
  const rows = await many(
    reader,
    sql<{ brand_id: string; merchants: number }>`
    SELECT brand_id, count(*)::int AS merchants FROM merchant WHERE brand_id IS NOT NULL GROUP BY brand_id`,
  )
  return new Map(rows.map(({ brand_id, merchants }) => [brand_id, merchants]))
}
