import { many, one, run, sql, type Database, type Tx } from '../core/db.ts'

type Reader = Tx | Database
export type BrandRow = {
  brand_id: string
  name: string
  words: string[]
  aliases: string[]
  mccs: string[]
  updated_at: Date
}

/** By name; without those that were merged into others. */
export const allBrands = (reader: Reader): Promise<BrandRow[]> =>
  many(
    reader,
    sql<BrandRow>`
    SELECT brand_id, name, words, aliases, mccs, updated_at FROM merchant_brand WHERE merged_into IS NULL ORDER BY lower(name), brand_id`,
  )

/** The brands that became others, each with the one that it is now. */
export const mergedBrands = (reader: Reader) =>
  many(
    reader,
    sql<{ brand_id: string; merged_into: string }>`
    SELECT brand_id, merged_into FROM merchant_brand WHERE merged_into IS NOT NULL`,
  )

export const catalogueVersion = async (reader: Reader): Promise<number> =>
  (await one(reader, sql<{ version: number }>`SELECT version FROM brand_catalogue`)).version

/** Merchants up to this number have been matched. */
export const matchedNo = async (reader: Reader): Promise<number> =>
  (await one(reader, sql<{ matched_no: number }>`SELECT matched_no FROM brand_catalogue`)).matched_no

/** A change of a brand waits for a lot of merchants that is being matched, and two jobs do not match the same. */
export const lockMatched = (tx: Tx) =>
  one(
    tx,
    sql<{ version: number; matched_no: number }>`
    UPDATE brand_catalogue SET matched_no = matched_no RETURNING version, matched_no`,
  )

export const noteMatched = (tx: Tx, merchantNo: number) =>
  run(tx, sql`UPDATE brand_catalogue SET matched_no = ${merchantNo}`)
