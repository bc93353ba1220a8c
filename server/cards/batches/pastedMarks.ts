/** What stands for a card in a list that somebody pasted. */
export type Mark = {
  /** As it is said back; never more of a card number than lists show. */
  readonly text: string
  readonly seqNo?: string
  readonly lastFour?: string
  /** The first digits, where they were given too. */
  readonly starts?: string
}

/**
 * Read a pasted list: serial numbers, last four digits, masked numbers such as `4000 **** **** 1234`, and full numbers,
 * of which the first six and last four are enough. Between them anything that people and spreadsheets put there. Each
 * once, in the order written.
 */
export function marksIn(pasted: string): Mark[] {
  const marks = new Map<string, Mark>()
  for (const line of pasted.normalize('NFKC').split(/[\n\r\t,;、|]+/)) {
    const masked = /^\D*?(\d{4,8})?[\d\s]*[*•xX.·]{2,}[*•xX.·\s]*(\d{4})\s*$/.exec(line.trim())
    const found = masked ? [maskedMark(masked[1], masked[2]!)] : wordsOf(line).map(markOf)
    for (const mark of found) marks.set(mark.text, mark)
  }
  return [...marks.values()]
}

/** Digits in groups of four are one number; other words each stand for themselves. */
function wordsOf(line: string): string[] {
  const together = line.replace(/\b(\d{4}) (\d{4}) (\d{4}) (\d{1,7})\b/g, '$1$2$3$4')
  return together.split(/\s+/).filter(Boolean)
}

function markOf(word: string): Mark {
  if (/^\d{4}$/.test(word)) return { text: word, lastFour: word, seqNo: word }
  if (/^\d{13,19}$/.test(word)) return maskedMark(word.slice(0, 6), word.slice(-4))
  return { text: word.slice(0, 40), seqNo: word }
}

const maskedMark = (starts: string | undefined, lastFour: string): Mark => ({
  text: `${starts ?? ''}****${lastFour}`,
  lastFour,
  ...(starts && { starts }),
})
