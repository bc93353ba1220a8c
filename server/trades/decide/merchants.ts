/** The merchant number, which stands for name, category and country in every row. */
import { brandOf, brandsNow, merchantWords } from '#server/brands/brands.ts'
import { brandsReady, type Shop } from '#server/controls/controls.ts'
import { now } from '#server/core/clock.ts'
import { db, one, sql } from '#server/core/db.ts'
import type { Merchant } from '#server/outside/outside.ts'
import type { Reader } from '../queries.ts'
import { shopOf } from '../rules/rules.ts'

const KEPT = 50_000
let of: unknown
let numbers = new Map<string, number>()

const keyOf = (merchant: Merchant): string =>
  `${merchant.id}\0${merchant.mcc}\0${merchant.country}\0${merchant.name}\0${merchantWords(merchant)}`

export const knownMerchant = (merchant: Merchant): number | undefined =>
  of === db ? numbers.get(keyOf(merchant)) : undefined

/**
 * Stores a merchant with its brand when it is first seen, in a separate statement: it stays valid whatever the outcome of the purchase. The brands are in memory, so the
 * decision waits for nothing more.
 */
export async function merchantNumber(merchant: Merchant): Promise<number> {
  const known = knownMerchant(merchant)
  if (known !== undefined) return known
  const words = merchantWords(merchant)
  const find = () =>
    sql<{ merchant_no: number }>`
    SELECT merchant_no
      FROM merchant
     WHERE ref = ${merchant.id} AND name = ${merchant.name} AND mcc = ${merchant.mcc} AND country = ${merchant.country} AND words = ${words}`.execute(
      db,
    )
  let { rows } = await find()
  if (!rows.length) {
    const { name, mcc } = merchant
    const brandId = brandOf((await brandsNow()).index, { name, words, mcc }) ?? null
    await sql`
      INSERT INTO merchant (ref, name, mcc, country, words, created_at, brand_id)
      VALUES (${merchant.id}, ${name}, ${mcc}, ${merchant.country}, ${words}, ${now()}, ${brandId})
          ON CONFLICT DO NOTHING`.execute(db)
    ;({ rows } = await find())
  }
  if (of !== db || numbers.size >= KEPT) [of, numbers] = [db, new Map()]
  numbers.set(keyOf(merchant), rows[0]!.merchant_no)
  return rows[0]!.merchant_no
}

export type KnownMerchant = { ref: string; name: string; mcc: string; country: string }
export const merchantByNo = (reader: Reader, merchantNo: number): Promise<KnownMerchant> =>
  one(reader, sql<KnownMerchant>`SELECT ref, name, mcc, country FROM merchant WHERE merchant_no = ${merchantNo}`)

/** The shop of a purchase as it was authorized or settled. */
export async function shopFrom(
  reader: Reader,
  { merchant_no, descriptor }: { readonly merchant_no: number; readonly descriptor: string },
): Promise<Shop> {
  const [{ ref, ...merchant }] = await Promise.all([merchantByNo(reader, merchant_no), brandsReady()])
  return shopOf({ ...merchant, id: ref, descriptor })
}
