/** Brands by what somebody types. */
import type { Brand } from './brandsNow.ts'

/** Normalises to lower-case letters and digits of every script with single spaces: `GOOGLE*ADS44` and "google ads44" become equal. */
export const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** From this length on, an unfinished name matches the names that start with it. */
const TYPED = 4

export type Named = {
  readonly brands: readonly Brand[]
  /** The number after the name, which identifies one of a brand's many merchants: the 44 of "Facebook 44", but not the Ads of "Facebook Ads". */
  readonly number: string
}

/**
 * The brands of a name that is typed: those that have it, whole or as far as it goes, and that with the longest name it begins with. So "google" finds all of Google, and
 * "google ads 55" only Google Ads.
 */
export function brandsNamed(all: readonly Brand[], words: string): Named {
  const typed = plain(words)
  const named = all.map((brand) => ({ brand, names: [brand.name, ...brand.words, ...brand.aliases].map(plain) }))
  const begun = (names: readonly string[]): number =>
    Math.max(0, ...names.filter((name) => typed === name || typed.startsWith(`${name} `)).map(({ length }) => length))
  const longest = Math.max(0, ...named.map(({ names }) => begun(names)))
  const rest = typed.slice(longest).trim()
  const number = longest > 0 && /\d/.test(rest) ? rest : ''
  const isMeant = (names: readonly string[]): boolean =>
    (longest > 0 && begun(names) === longest) || (typed.length >= TYPED && names.some((name) => name.startsWith(typed)))
  return { brands: named.filter(({ names }) => isMeant(names)).map(({ brand }) => brand), number }
}
