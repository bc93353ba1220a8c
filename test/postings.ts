import { readFileSync } from 'node:fs'

/** The accounts that each kind of posting debits and credits, from docs/reference/postings.md. */
export function postingSides(): Map<string, { D: string[]; C: string[] }> {
  const page = readFileSync(new URL('../docs/reference/postings.md', import.meta.url), 'utf8')
  const codes = (cell: string): string[] => [...cell.matchAll(/`(\d{4})`/g)].map(([, code]) => code!)
  return new Map(
    [...page.matchAll(/^\| `([A-Z_]+)` \| ((?:`\d{4}` ?)+)\| ((?:`\d{4}` ?)+)\|/gm)].map(([, kind, debit, credit]) => [
      kind!,
      { D: codes(debit!), C: codes(credit!) },
    ]),
  )
}
