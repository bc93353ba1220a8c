/** Positions of the bars and ribbons of a Sankey diagram with given columns and order. Arithmetic only: it draws nothing. */

/** Nodes of a column stand below each other in the order of the list. */
export type SankeyNode = { readonly id: string; readonly column: number }
export type SankeyLink = { readonly id: string; readonly from: string; readonly to: string; readonly value: number }

type Size = {
  readonly width: number
  readonly height: number
  /** Of a bar. */
  readonly bar: number
  /** Between nodes of a column. */
  readonly gap: number
  /** The least height that a node has room for, so that its label can be read and pressed. */
  readonly least: number
}

/** `y` and `height` are of the bar, `middle` of the room that the node has. */
type PlacedNode = SankeyNode & { x: number; y: number; height: number; middle: number; value: number }
/** `path` is the outline of the ribbon, and `width` how tall it is at both ends. */
type PlacedLink = SankeyLink & { path: string; width: number }

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export function placeSankey(
  nodes: readonly SankeyNode[],
  links: readonly SankeyLink[],
  { width, height, bar, gap, least }: Size,
): { nodes: PlacedNode[]; links: PlacedLink[] } {
  const valueOf = (id: string): number =>
    Math.max(
      sum(links.filter(({ to }) => to === id).map(({ value }) => value)),
      sum(links.filter(({ from }) => from === id).map(({ value }) => value)),
    )
  const columns = Map.groupBy(
    nodes.map((node) => ({ ...node, value: valueOf(node.id) })),
    ({ column }) => column,
  )
  const last = Math.max(1, ...columns.keys())
  // One scale for all, so that a ribbon is as wide at both ends.
  const scale = Math.min(
    Number.MAX_SAFE_INTEGER,
    ...[...columns.values()].map((those) =>
      scaleOf(
        those.map(({ value }) => value),
        height - gap * (those.length - 1),
        least,
      ),
    ),
  )
  const placed = new Map<string, PlacedNode>()
  for (const [column, those] of columns) {
    let top = 0
    for (const node of those) {
      const room = Math.max(least, node.value * scale)
      const tall = Math.max(1, node.value * scale)
      const x = (column / last) * (width - bar)
      placed.set(node.id, { ...node, x, y: top + (room - tall) / 2, height: tall, middle: top + room / 2 })
      top += room + gap
    }
  }
  return { nodes: [...placed.values()], links: drawn(placed, links, scale, bar) }
}

/** As much as one unit may be tall if these values fill so much of a column, each at least so tall. */
export function scaleOf(values: readonly number[], room: number, least: number): number {
  let free = [...values]
  let left = room
  for (;;) {
    const total = sum(free)
    if (total <= 0) return Infinity
    const scale = Math.max(0, left) / total
    const larger = free.filter((value) => value * scale >= least)
    // Where none is larger, there is no room to spare, and the bars stay within what each has.
    if (larger.length === free.length || larger.length === 0) return scale
    left -= least * (free.length - larger.length)
    free = larger
  }
}

/** Ribbons leave and reach a bar in the order of their other ends, so that they cross as little as possible. */
function drawn(
  placed: ReadonlyMap<string, PlacedNode>,
  links: readonly SankeyLink[],
  scale: number,
  bar: number,
): PlacedLink[] {
  const along = (end: 'from' | 'to', other: 'from' | 'to'): Map<string, number> => {
    const middles = new Map<string, number>()
    for (const [id, those] of Map.groupBy(links, (link) => link[end])) {
      let at = placed.get(id)!.y
      for (const link of those.toSorted((a, b) => placed.get(a[other])!.middle - placed.get(b[other])!.middle)) {
        const wide = link.value * scale
        middles.set(link.id, at + wide / 2)
        at += wide
      }
    }
    return middles
  }
  const [begins, ends] = [along('from', 'to'), along('to', 'from')]
  return links.map((link) => {
    const [x0, x1] = [placed.get(link.from)!.x + bar, placed.get(link.to)!.x]
    const [y0, y1] = [begins.get(link.id)!, ends.get(link.id)!]
    const bend = (x0 + x1) / 2
    const text = (value: number) => value.toFixed(1)
    const width = Math.max(1, link.value * scale)
    const edge = (by: number, from: number, to: number, y: number, yEnd: number): string =>
      `${text(from)},${text(y + by)}C${text(bend)},${text(y + by)} ${text(bend)},${text(yEnd + by)} ${text(to)},${text(yEnd + by)}`
    // Upright at both ends: a thick line along the middle would stick out beyond the bars where it is steep.
    const path = `M${edge(-width / 2, x0, x1, y0, y1)}L${edge(width / 2, x1, x0, y1, y0)}Z`
    return { ...link, path, width }
  })
}
