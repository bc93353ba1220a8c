/**
 * Which of the waiting requests a connection decides together. While few wait, all of them. When more wait than fit into one set, each connection takes the requests of its own range of cells: two
 * concurrent sets then never share a card, so neither waits for the other's lock, and the rows of a set lie in neighbouring pages. If its own cells do not fill the set, the connection adds the oldest requests
 * of other cells whose cards no set is deciding. A set always includes the oldest request of its own cells, so no request waits for a cell to fill.
 */
import { CELLS } from '#server/core/database/cells.ts'

export const SET_MAX = 64

/** Takes out of `waiting` what `isHere`, in the order of arrival. */
export function cutWhere<M>(waiting: M[], isHere: (member: M) => boolean): M[] {
  const taken: M[] = []
  const rest = waiting.filter((member) => !(taken.length < SET_MAX && isHere(member) && taken.push(member)))
  waiting.splice(0, waiting.length, ...rest)
  return taken
}

/**
 * Takes the set out of `waiting`, which is in the order of arrival. `cellOf` is undefined for a card that is not known yet; `isAtWork` is true while another connection decides a request of the same
 * card.
 */
export function cutSet<M>(
  waiting: M[],
  { lane, lanes }: { lane: number; lanes: number },
  cellOf: (member: M) => number | undefined,
  isAtWork: (member: M) => boolean,
): M[] {
  if (waiting.length <= SET_MAX) return waiting.splice(0)
  const placed = waiting.map((member, at) => ({ member, at, cell: cellOf(member) ?? 0 }))
  const isOwn = ({ cell }: { cell: number }) => Math.floor((cell * lanes) / CELLS) === lane
  const own = placed.filter(isOwn)
  const choice = own.length ? own : placed
  // From the cell of the oldest on, around.
  const first = choice[0]!.cell
  const order = ({ cell }: { cell: number }) => (cell - first + CELLS) % CELLS
  const taken = choice.toSorted((a, b) => order(a) - order(b) || a.at - b.at).slice(0, SET_MAX)
  if (choice === own)
    for (const one of placed) {
      if (taken.length === SET_MAX) break
      if (!isOwn(one) && !isAtWork(one.member)) taken.push(one)
    }
  const gone = new Set(taken.map(({ at }) => at))
  waiting.splice(0, waiting.length, ...placed.flatMap(({ member, at }) => (gone.has(at) ? [] : [member])))
  return taken.map(({ member }) => member)
}
