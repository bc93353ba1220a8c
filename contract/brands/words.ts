/** How descriptors and the words of brands are compared. */

/**
 * The words of a text in capitals. Digits at the ends of a word are cut (`ADS4410982712`), words with digits inside are numbers of a purchase (`2K4TR81Q3`) and left
 * out. Punctuation separates, except the apostrophe: `NAME-CHEAP.COM` is three words, `MCDONALD'S` is one.
 */
export function wordsIn(text: string): string[] {
  const parts = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{N}]+/gu)
  return (parts ?? []).map((part) => part.replace(/^\p{N}+|\p{N}+$/gu, '')).filter((word) => /^\p{L}+$/u.test(word))
}
