/** The widths of a table's columns. */
import type { Column } from '../column.ts'

/** The column of checkboxes. */
export const SELECT_WIDTH = 48
export const NARROWEST = 64
export const WIDEST = 800
/** Pinned columns leave at least this share of the table to the others; those beyond it scroll. */
const PINNED_SHARE = 0.6

export const widthOf = ({ width, align }: Pick<Column<never>, 'width' | 'align'>): number =>
  width ?? (align === 'right' ? 128 : 152)

export type Tracks = {
  /** For `grid-template-columns`. */
  template: string
  /** The width below which the table scrolls. */
  total: number
  /** As rendered in `room` pixels. */
  widths: number[]
  /** The offset at which each column sticks, while the table scrolls. */
  lefts: number[]
  /** How many leading columns stick. */
  pinned: number
}

/**
 * Columns that were resized keep their exact width; the others share what is left over. If all were resized, the last one takes it, so that the table always
 * fills its place.
 */
export function tracksOf(
  columns: readonly { width: number; exact: boolean; pinned: boolean }[],
  { lead, room }: { lead: number; room: number },
): Tracks {
  const allExact = columns.every(({ exact }) => exact)
  const grows = (at: number) => (allExact ? at === columns.length - 1 : !columns[at]!.exact)
  const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0)
  const total = lead + sum(columns.map(({ width }) => width))
  const rigid = lead + sum(columns.map(({ width }, at) => (grows(at) ? 0 : width)))
  const scale = total > rigid ? Math.max(1, (room - rigid) / (total - rigid)) : 1
  const lefts = columns.map((_, at) => lead + sum(columns.slice(0, at).map(({ width }) => width)))
  const free = columns.findIndex(
    ({ pinned, width }, at) => !pinned || (room > 0 && lefts[at]! + width > room * PINNED_SHARE),
  )
  return {
    template: [
      ...(lead ? [`${lead}px`] : []),
      ...columns.map(({ width }, at) => (grows(at) ? `minmax(${width}px, ${width}fr)` : `${width}px`)),
    ].join(' '),
    total,
    widths: columns.map(({ width }, at) => (grows(at) ? width * scale : width)),
    lefts,
    pinned: free < 0 ? columns.length : free,
  }
}
