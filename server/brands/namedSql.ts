/** SQL for what somebody types as the name of a merchant. */
import { sql, type RawBuilder } from 'kysely'
import { wordsIn } from '#contract/brands/words.ts'
import { brandsNow } from './brandsNow.ts'
import { brandsNamed } from './searchBrands.ts'

const literal = (words: string): string => words.replace(/[\\%_]/g, '\\$&')
/** Anything may stand between the words. */
const loose = (words: readonly string[]): string => `%${words.map(literal).join('%')}%`

/**
 * Conditions on rows of `merchant`: those that have the words, or are of the brand that is meant. `likely`: those that people mean first, which are the brand's, or if none
 * is meant, those whose name begins with the words.
 */
export async function merchantNamedSql(
  words: string,
): Promise<{ matches: RawBuilder<boolean>; likely: RawBuilder<boolean> }> {
  const { brands, number } = brandsNamed((await brandsNow()).all, words)
  const typed = sql<boolean>`words ILIKE ${`%${literal(words)}%`}`
  if (brands.length === 0) return { matches: typed, likely: sql<boolean>`name ILIKE ${`${literal(words)}%`}` }
  // As it stands, so that its index is used beside that of the words.
  const ofBrand = sql<boolean>`brand_id = ANY (${brands.map(({ brandId }) => brandId)}::text[])`
  const isOne = number === '' ? ofBrand : sql<boolean>`(${ofBrand} AND words ILIKE ${loose(number.split(' '))})`
  return { matches: sql<boolean>`(${typed} OR ${isOne})`, likely: sql<boolean>`coalesce(${isOne}, false)` }
}

/** Patterns for `ILIKE ANY` on a name that stands alone: the words anywhere, or those of the brand that is meant. */
export async function namePatterns(words: string): Promise<string[]> {
  const { brands, number } = brandsNamed((await brandsNow()).all, words)
  const behind = number === '' ? [] : number.split(' ')
  return [
    `%${literal(words)}%`,
    ...brands.flatMap((brand) => brand.words.map((written) => loose([...wordsIn(written), ...behind]))),
  ]
}
