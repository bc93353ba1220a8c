import { BRAND_DAYS, UNMATCHED_MAX, type listBrands as row } from '#contract/brands/desk.ts'
import { flag } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { attemptsByBrand, unmatchedMerchants } from '#server/grades/grades.ts'
import { merchantsByBrand, waitsForMatching } from '#server/trades/trades.ts'
import { brandsFrom } from '../brandsNow.ts'
import { allBrands } from '../queries.ts'
import { brandsNamed } from '../searchBrands.ts'

/** All brands are in memory anyway, so a page is cut from them. */
export const listBrands: Answer<typeof row> = async (_, { name = '', pageNo, pageSize }) => {
  const [rows, merchants, attempts, unmatched, matching] = await Promise.all([
    allBrands(db),
    merchantsByBrand(db),
    attemptsByBrand(db, BRAND_DAYS),
    unmatchedMerchants(db, BRAND_DAYS, UNMATCHED_MAX),
    waitsForMatching(db),
  ])
  const named = new Set(brandsNamed(brandsFrom(rows).all, name).brands.map(({ brandId }) => brandId))
  const found = rows
    .filter((brand) => name.trim() === '' || named.has(brand.brand_id) || contains(brand.name, name))
    .map(({ brand_id, updated_at, ...brand }) => ({
      ...brand,
      brandId: brand_id,
      merchants: merchants.get(brand_id) ?? 0,
      attempts: attempts.get(brand_id) ?? 0,
      updateTime: updated_at.getTime(),
    }))
    .toSorted((a, b) => b.attempts - a.attempts)
  const total = found.length
  const all = [...attempts.values()].reduce((sum, count) => sum + count, 0)
  return {
    data: found.slice((pageNo - 1) * pageSize, pageNo * pageSize),
    total,
    pageNo,
    pageSize,
    haveNext: total > pageNo * pageSize,
    summary: { attempts: all, unmatchedAttempts: attempts.get(null) ?? 0, unmatched, matching: flag(matching) },
  }
}

const contains = (name: string, typed: string): boolean => name.toLowerCase().includes(typed.trim().toLowerCase())
