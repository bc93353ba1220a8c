/** The brands, kept in memory and at most a second old. */
import { staleWhileRevalidate } from '../core/database/staleWhileRevalidate.ts'
import { db } from '../core/db.ts'
import { indexOf, type BrandIndex } from './matchBrand.ts'
import { allBrands, catalogueVersion, type BrandRow } from './queries.ts'

export type Brand = { brandId: string; name: string; words: string[]; aliases: string[]; mccs: string[] }
export type Brands = { readonly all: readonly Brand[]; readonly index: BrandIndex }

let of: unknown
let version = -1
let brands: Brands

const brandsCache = staleWhileRevalidate(
  async () => {
    const on = db
    const found = await catalogueVersion(on)
    // A change between the two reads is read now already, and once more with its version.
    if (of !== on || found !== version) {
      brands = brandsFrom(await allBrands(on))
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

export function brandsFrom(rows: readonly BrandRow[]): Brands {
  const all = rows.map(({ brand_id, name, words, aliases, mccs }) => ({
    brandId: brand_id,
    name,
    words,
    aliases,
    mccs,
  }))
  return { all, index: indexOf(all) }
}

/** For tests, which cannot wait for a second to pass. */
export const { expire: expireBrands } = brandsCache
