import { WORDS_MAX, type mergeBrands as row } from '#contract/brands/desk.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { later } from '#server/core/jobs.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { allBrands } from '../queries.ts'
import { changeCatalogue, pointBrand, updateBrand } from './queries.ts'
import { figuresOf } from './saveBrand.ts'

const together = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])]

export const mergeBrands: Answer<typeof row> = async (staff, { brandId, into, reason }, tx) => {
  await changeCatalogue(tx)
  const brands = await allBrands(tx)
  const from = brands.find(({ brand_id }) => brand_id === brandId)
  const to = brands.find(({ brand_id }) => brand_id === into)
  if (!from) throw refuse('not_found', { field: 'brandId' })
  if (!to) throw refuse('not_found', { field: 'into' })
  if (from === to) throw refuse('brand_merge_same', { field: 'into' })
  const after = {
    name: to.name,
    words: together(to.words, from.words),
    aliases: together(to.aliases, [from.name, ...from.aliases]),
    // Without codes a brand is matched at every kind of merchant.
    mccs: from.mccs.length && to.mccs.length ? together(to.mccs, from.mccs) : [],
  }
  if (after.words.length > WORDS_MAX || after.aliases.length > WORDS_MAX)
    throw refuse('brand_words_limit', { field: 'into' })
  await updateBrand(tx, into, after)
  await pointBrand(tx, brandId, into)
  await recordStaff(tx, staff, {
    action: 'PRODUCT',
    target: to.name,
    reason,
    content: { cn: `品牌 ${from.name} 并入 ${to.name}`, en: `Brand ${from.name} merged into ${to.name}` },
    before: { from: figuresOf(from), into: figuresOf(to) },
    after: { brandId: into, ...after },
  })
  await later(tx, 'trades.matchMerchants', {})
  return { brandId: into }
}
