/** Matches merchants with the brands again when one changed, and those that a server of an earlier version has stored. */
import { allBrands, brandOf, brandsFrom, lockMatched, matchedNo, noteMatched } from '#server/brands/brands.ts'
import { ago, MINUTE } from '#server/core/clock.ts'
import { db, transaction, type Database, type Tx } from '#server/core/db.ts'
import { merchantsAfter, setBrands } from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    'trades.matchMerchants': Record<string, never>
  }
}

/** Merchants of one transaction: it holds the catalogue, for which a change of a brand waits. */
const LOT = 1000

/** Whether merchants that are older than a minute wait for it. */
export async function waitsForMatching(on: Database): Promise<boolean> {
  const [next] = await merchantsAfter(on, await matchedNo(on), 1)
  return next !== undefined && next.created_at <= ago(MINUTE)
}

type Reached = { version: number; merchantNo: number }

export async function matchMerchants(): Promise<void> {
  if ((await merchantsAfter(db, await matchedNo(db), 1)).length === 0) return
  let reached: Reached | undefined
  do reached = await transaction((tx) => matchLot(tx, reached))
  while (reached)
}

/**
 * Returns how far it got, or nothing at the end. Merchants of the last minute are matched, and matched again later: one with a smaller number may not be stored yet, and a
 * server may have used the brands of a moment ago. If a brand changed since the last lot, it begins again.
 */
async function matchLot(tx: Tx, reached: Reached | undefined): Promise<Reached | undefined> {
  const { version, matched_no } = await lockMatched(tx)
  const from = reached?.version === version ? Math.max(reached.merchantNo, matched_no) : matched_no
  const rows = await merchantsAfter(tx, from, LOT)
  const { index } = brandsFrom(await allBrands(tx))
  const changed = rows
    .map((row) => ({ merchantNo: row.merchant_no, before: row.brand_id, brandId: brandOf(index, row) ?? null }))
    .filter(({ before, brandId }) => before !== brandId)
  await setBrands(tx, changed)
  const fresh = rows.findIndex(({ created_at }) => created_at > ago(MINUTE))
  const settled = fresh === -1 ? rows : rows.slice(0, fresh)
  if (from === matched_no && settled.length > 0) await noteMatched(tx, settled.at(-1)!.merchant_no)
  return rows.length === LOT ? { version, merchantNo: rows.at(-1)!.merchant_no } : undefined
}
