import { wordsIn } from '#contract/brands/words.ts'

/** A brand as charges are matched with it. Without codes it is matched at every kind of merchant. */
export type Matched = { readonly brandId: string; readonly words: readonly string[]; readonly mccs: readonly string[] }
type Line = { readonly words: readonly string[]; readonly length: number; readonly brand: Matched }

/** The lines of all brands by their first word, the longest first. */
export type BrandIndex = ReadonlyMap<string, readonly Line[]>

export function indexOf(brands: readonly Matched[]): BrandIndex {
  const lines = brands.flatMap((brand) =>
    brand.words.map((written) => {
      const words = wordsIn(written)
      return { words, length: words.join(' ').length, brand }
    }),
  )
  const index = Map.groupBy(
    lines.filter(({ words }) => words.length > 0),
    ({ words }) => words[0]!,
  )
  for (const group of index.values()) group.sort((a, b) => b.length - a.length)
  return index
}

/**
 * The brand of a merchant: the longest words of a brand that stand in its name, or if there are none, in the descriptor behind it. Words are compared whole: METALLICA is
 * not META.
 *
 * The text after a `*` is chosen by the merchant that a payment company collects for, so a match must begin before the first `*`: `GOOGLE*ADS44` is Google Ads, but
 * `SQ *FACEBOOK` is not Facebook. Otherwise any merchant could pass a rule that allows only Facebook.
 */
export function brandOf(index: BrandIndex, { name, words, mcc }: MerchantWords): string | undefined {
  const behind = words.startsWith(name) ? words.slice(name.length) : ''
  return longestIn(index, name, mcc) ?? longestIn(index, behind, mcc)
}
/** As the network names it. */
export type ChargedBy = { readonly name: string; readonly descriptor: string; readonly mcc: string }
/**
 * The search text: the name, and the descriptor up to where the parts that vary by purchase begin (`AMZN Mktp US*2K4TR8`), so that one merchant does not become
 * thousands.
 */
export function merchantWords({ name, descriptor }: Pick<ChargedBy, 'name' | 'descriptor'>): string {
  const stem = /^[^*#\d]*/.exec(descriptor)![0].trim()
  return name.toLowerCase().includes(stem.toLowerCase()) ? name : `${name} ${stem}`
}

/** `words` is the name, with the start of the descriptor behind it if that says more. */
export type MerchantWords = { readonly name: string; readonly words: string; readonly mcc: string }

function longestIn(index: BrandIndex, text: string, mcc: string): string | undefined {
  const all = wordsIn(text)
  const star = text.indexOf('*')
  const starts = star === -1 ? all.length : wordsIn(text.slice(0, star)).length
  let longest: Line | undefined
  for (let at = 0; at < starts; at++)
    for (const line of index.get(all[at]!) ?? []) {
      if (longest && line.length <= longest.length) break
      if (line.words.every((word, n) => all[at + n] === word) && isKind(line.brand, mcc)) longest = line
    }
  return longest?.brand.brandId
}

const isKind = ({ mccs }: Matched, mcc: string): boolean => mccs.length === 0 || mccs.includes(mcc)
