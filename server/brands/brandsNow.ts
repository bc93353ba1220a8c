/** The brands, kept in memory and at most a second old. */
import { staleWhileRevalidate } from '../core/database/staleWhileRevalidate.ts'
import { db } from '../core/db.ts'
import { brandOf, indexOf, merchantWords, type BrandIndex, type ChargedBy } from './matchBrand.ts'
import { allBrands, catalogueVersion, mergedBrands, type BrandRow } from './queries.ts'

export type Brand = { brandId: string; name: string; words: string[]; aliases: string[]; mccs: string[] }
export type Brands = {
  readonly all: readonly Brand[]
  readonly index: BrandIndex
  /** Ids of brands that were merged, by the id that means them now. */
  readonly former: ReadonlyMap<string, readonly string[]>
}

let of: unknown
let version = -1
let brands: Brands

const brandsCache = staleWhileRevalidate(
  async () => {
    const on = db
    const found = await catalogueVersion(on)
    // A change between the two reads is read now already, and once more with its version.
    if (of !== on || found !== version) {
      brands = brandsFrom(await allBrands(on), await mergedBrands(on))
      version = found
    }
    of = on
  },
  { refreshMs: 400, validForMs: 900 },
)

export async function brandsNow(): Promise<Brands> {
  await brandsCache.current(of === db)
  return brands
}

export function brandsFrom(
  rows: readonly BrandRow[],
  merged: readonly { brand_id: string; merged_into: string }[] = [],
): Brands {
  const all = rows.map(({ brand_id, name, words, aliases, mccs }) => ({
    brandId: brand_id,
    name,
    words,
    aliases,
    mccs,
  }))
  const former = new Map<string, string[]>()
  for (const { brand_id, merged_into } of merged)
    former.set(merged_into, [...(former.get(merged_into) ?? []), brand_id])
  return { all, index: indexOf(all), former }
}

/**
 * The IDs of a charge's brand: its own and those of brands merged into it. Reads memory only: callers await {@link brandsNow} first, so the catalogue is at most a second old.
 */
export function knownBrandIds(merchant: ChargedBy): readonly string[] {
  const { index, former } = brands
  const brandId = brandOf(index, { name: merchant.name, words: merchantWords(merchant), mcc: merchant.mcc })
  return brandId === undefined ? [] : [brandId, ...(former.get(brandId) ?? [])]
}

/** Also of a brand that was merged: the name of what it has become. Reads memory only, as {@link knownBrandIds}. */
export function knownBrandName(brandId: string): string | undefined {
  const { all, former } = brands
  return all.find((brand) => brand.brandId === brandId || former.get(brand.brandId)?.includes(brandId))?.name
}

/** For tests, which cannot wait for a second to pass. */
export const { expire: expireBrands } = brandsCache
