/**
 * Which of the waiting requests a connection decides together. Two sets that are decided at once never share a card, so none waits for the lock of another. When more wait than fit into one set, each connection takes
 * the requests of its own range of cells, so that the rows of a set lie in neighbouring pages; if these do not fill the set, the connection adds the oldest requests of other cells. A set includes the oldest request
 * of its own cells, so no request waits for a cell to fill.
 */
import { CELLS } from '#server/core/database/cells.ts'

export const SET_MAX = 64
/** With the requests that could only wait for the set, because they are of its cards. */
const WITH_OTHERS_MAX = 192

type Asked = { readonly cardHash: string }

/** Takes out of `waiting` what `isHere`, in the order of arrival. */
export function cutWhere<M>(waiting: M[], isHere: (member: M) => boolean): M[] {
  const taken: M[] = []
  const rest = waiting.filter((member) => !(taken.length < SET_MAX && isHere(member) && taken.push(member)))
  waiting.splice(0, waiting.length, ...rest)
  return taken
}

/**
 * Takes the set out of `waiting`, which is in the order of arrival. `free`: those of them whose card no other connection is deciding. `cellOf` is undefined for a card that is not known yet.
 */
export function cutSet<M extends Asked>(
  waiting: M[],
  free: readonly M[],
  { lane, lanes }: { lane: number; lanes: number },
  cellOf: (member: M) => number | undefined,
): M[] {
  const taken = free.length <= SET_MAX ? [...free] : nearest(free, { lane, lanes }, cellOf)
  if (taken.length === waiting.length) return waiting.splice(0)
  const gone = new Set(taken)
  if (taken.length >= SET_MAX) {
    const cards = new Set(taken.map(({ cardHash }) => cardHash))
    for (const member of free) {
      if (taken.length >= WITH_OTHERS_MAX) break
      if (gone.has(member) || !cards.has(member.cardHash)) continue
      taken.push(member)
      gone.add(member)
    }
  }
  waiting.splice(0, waiting.length, ...waiting.filter((member) => !gone.has(member)))
  return taken
}

function nearest<M>(
  free: readonly M[],
  { lane, lanes }: { lane: number; lanes: number },
  cellOf: (member: M) => number | undefined,
): M[] {
  const placed = free.map((member, at) => ({ member, at, cell: cellOf(member) ?? 0 }))
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
      if (!isOwn(one)) taken.push(one)
    }
  return taken.map(({ member }) => member)
}
