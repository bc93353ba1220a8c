import type { saveBrand as row } from '#contract/brands/desk.ts'
import { wordsIn } from '#contract/brands/words.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { newId } from '#server/core/ids.ts'
import { later } from '#server/core/jobs.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { allBrands, type BrandRow } from '../queries.ts'
import { changeCatalogue, insertBrand, updateBrand } from './queries.ts'

/** Words are stored as they are compared, so that what the page shows is what counts. */
const asCompared = (words: readonly string[]): string[] => [
  ...new Set(words.map((written) => wordsIn(written).join(' '))),
]
export const figuresOf = ({ name, words, aliases, mccs }: Pick<BrandRow, 'name' | 'words' | 'aliases' | 'mccs'>) => ({
  name,
  words,
  aliases,
  mccs,
})

/** Merchants get the brand by a job: there may be very many. */
export const saveBrand: Answer<typeof row> = async (staff, { brandId: given, reason, ...input }, tx) => {
  await changeCatalogue(tx)
  const brands = await allBrands(tx)
  const before = brands.find(({ brand_id }) => brand_id === given)
  if (given !== undefined && !before) throw refuse('not_found', { field: 'brandId' })
  const others = brands.filter((brand) => brand !== before)
  if (others.some(({ name }) => name.toLowerCase() === input.name.toLowerCase()))
    throw refuse('brand_name_taken', { field: 'name' })
  const words = asCompared(input.words)
  const taken = new Set(others.flatMap((brand) => asCompared(brand.words)))
  if (words.some((one) => taken.has(one))) throw refuse('brand_words_taken', { field: 'words' })

  const after = { name: input.name, words, aliases: [...new Set(input.aliases)], mccs: [...new Set(input.mccs)] }
  const brandId = given ?? newId('brd')
  await (before ? updateBrand(tx, brandId, after) : insertBrand(tx, brandId, after))
  await recordStaff(tx, staff, {
    action: 'PRODUCT',
    target: input.name,
    reason,
    content: before
      ? { cn: `修改品牌：${input.name}`, en: `Brand changed: ${input.name}` }
      : { cn: `新建品牌：${input.name}`, en: `Brand created: ${input.name}` },
    ...(before && { before: figuresOf(before) }),
    after: { brandId, ...after },
  })
  await later(tx, 'trades.matchMerchants', {})
  return { brandId }
}
