import { now } from '#server/core/clock.ts'
import { run, sql, type Tx } from '#server/core/db.ts'

/**
 * All changes of brands happen under this row's lock, so that of two concurrent ones the second sees the first. Every process reads the brands again, and every
 * merchant is matched again.
 */
export const changeCatalogue = (tx: Tx) =>
  run(tx, sql`UPDATE brand_catalogue SET version = version + 1, matched_no = 0`)

export type BrandText = { name: string; words: string[]; aliases: string[]; mccs: string[] }

export const insertBrand = (tx: Tx, brandId: string, { name, words, aliases, mccs }: BrandText) =>
  run(
    tx,
    sql`
    INSERT INTO merchant_brand (brand_id, name, words, aliases, mccs, created_at, updated_at)
    VALUES (${brandId}, ${name}, ${words}::text[], ${aliases}::text[], ${mccs}::text[], ${now()}, ${now()})`,
  )

export const updateBrand = (tx: Tx, brandId: string, { name, words, aliases, mccs }: BrandText) =>
  run(
    tx,
    sql`
    UPDATE merchant_brand
       SET name = ${name}, words = ${words}::text[], aliases = ${aliases}::text[], mccs = ${mccs}::text[], updated_at = ${now()}
     WHERE brand_id = ${brandId}`,
  )

/** It and what was merged into it before point to the other one. */
export const pointBrand = (tx: Tx, brandId: string, into: string) =>
  run(
    tx,
    sql`
    UPDATE merchant_brand SET merged_into = ${into}, updated_at = ${now()} WHERE brand_id = ${brandId} OR merged_into = ${brandId}`,
  )
