/** Texts that are sealed in the database, opened while they leave: only here, a row at a time, and only those that are asked for. */
import { unseal } from '../core/secrets.ts'
import type { Sheet } from '../core/sheet.ts'
import type { Cells } from './cells.ts'

/** Of each column its place in the sealed list, or -1. */
export type Places = readonly number[]

/** Undefined: none of the columns is sealed. */
export function sealedIn({ columns, sealed }: Sheet): Places | undefined {
  const places = columns.map(({ sealedAt = -1 }) => sealedAt)
  return sealed && places.some((place) => place >= 0) ? places : undefined
}

/** `sealed`: as PostgreSQL writes bytes, or null in a row from before, whose cells have the texts. */
export function openRow(places: Places, cells: Cells, boundTo: string, sealed: string | Buffer | null): Cells {
  if (sealed === null) return cells.slice(0, places.length)
  const bytes = typeof sealed === 'string' ? Buffer.from(sealed.slice(2), 'hex') : sealed
  // Of a person who has left nothing remains.
  const list = bytes.length ? (JSON.parse(unseal(boundTo, bytes)) as string[]) : []
  return places.map((place, at) => (place < 0 ? cells[at]! : (list[place] ?? '')))
}

/** Rows that end with what their list is bound to, and with the list. */
export async function* openRows(places: Places, lots: AsyncIterable<readonly Cells[]>): AsyncGenerator<Cells[]> {
  for await (const lot of lots) yield lot.map((cells) => openRow(places, cells, cells.at(-2)!, cells.at(-1)!))
}
