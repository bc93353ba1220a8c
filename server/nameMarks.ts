/** How sealed names are found: by keyed hashes of how each of their words begins. */
import { lookupHash } from './secrets.ts'

/** Long words are found by their first letters. */
const LETTERS = 12
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)

/** Four bytes: as many as tell the names of an account apart, and too few to say that two rows have one name. */
const markOf = (scope: string, beginning: string): number =>
  lookupHash('holder', `${scope} ${beginning}`).readInt32BE(0)

/** One for each beginning of each word. Equal names in two scopes have nothing in common. */
export function nameMarks(scope: string, text: string): number[] {
  const beginnings = wordsIn(text).flatMap((word) => {
    const letters = [...word].slice(0, LETTERS)
    return letters.map((_, at) => letters.slice(0, at + 1).join(''))
  })
  return [...new Set(beginnings)].map((beginning) => markOf(scope, beginning))
}

/** What a row has whose words begin like those that are looked for. */
export const marksToFind = (scope: string, text: string): number[] =>
  wordsIn(text).map((word) => markOf(scope, [...word].slice(0, LETTERS).join('')))
