import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { placeSankey, type SankeyLink, type SankeyNode } from './sankey.ts'
import { useWidth } from './useWidth.ts'
import css from './Sankey.module.css'

export type FlowNode = SankeyNode & {
  readonly name: string
  /** Below the name: the amount. */
  readonly note: ReactNode
  /** What a screen reader adds to both. */
  readonly tail?: string
  readonly onOpen?: (() => void) | undefined
}
export type FlowLink = SankeyLink & {
  readonly color: 1 | 2 | 3 | 4 | 5
  /** Given where no node at its end opens it. */
  readonly opens?: { readonly spoken: string; readonly onOpen: () => void } | undefined
}

const BAR = 10
const GAP = 8
const LEAST = 40
/** Beside the first and the last column. */
const LABEL = 190
/** Above the bars between them. */
const HEAD = 46

/**
 * Bars joined by ribbons as wide as what flows. What a ribbon leads to names it and opens it; a ribbon between two bars in the middle opens itself. Pointing at one, or reaching it
 * with the keyboard, dims the others.
 */
export function Sankey({
  label,
  nodes,
  links,
}: {
  label: string
  nodes: readonly FlowNode[]
  links: readonly FlowLink[]
}) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const [lit, setLit] = useState<string>()
  const last = Math.max(1, ...nodes.map(({ column }) => column))
  const most = Math.max(1, ...[...Map.groupBy(nodes, ({ column }) => column).values()].map(({ length }) => length))
  const height = Math.max(300, most * (LEAST + GAP) + 140)
  const placed = placeSankey(nodes, links, {
    width: Math.max(BAR, width - 2 * LABEL),
    height,
    bar: BAR,
    gap: GAP,
    least: LEAST,
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const linkById = new Map(links.map((link) => [link.id, link]))
  const isOuter = ({ column }: SankeyNode) => column === 0 || column === last
  /** What is lit, with the ribbons at it and their other ends. */
  const bright =
    lit === undefined
      ? undefined
      : new Set(links.map(({ id, from, to }) => [id, from, to]).flatMap((those) => (those.includes(lit) ? those : [])))
  const dimOf = (id: string) => bright && !bright.has(id)
  /** The node at the outer end of a ribbon; what flows on in the middle has none, and is never dimmed: it is part of every path. */
  const outerEnd = ({ from, to }: SankeyLink) => [from, to].find((end) => isOuter(byId.get(end)!))
  const lights = (id: string) => ({
    onPointerEnter: () => setLit(id),
    onPointerLeave: () => setLit(undefined),
    onFocus: () => setLit(id),
    onBlur: () => setLit(undefined),
  })
  return (
    <div ref={place} className={css.place} style={{ height: height + HEAD }} role="group" aria-label={label}>
      {width > 0 && (
        <>
          <svg className={css.picture} width={width} height={height + HEAD}>
            <g transform={`translate(${LABEL} ${HEAD})`}>
              {placed.links.map((link) => {
                const { color, opens } = linkById.get(link.id)!
                const outer = outerEnd(link)
                return (
                  <path
                    key={link.id}
                    className={css.ribbon}
                    d={link.path}
                    data-color={color}
                    data-dim={outer === undefined && dimOf(link.id) ? undefined : dimOf(link.id)}
                    {...(opens
                      ? {
                          role: 'button',
                          tabIndex: 0,
                          'aria-label': opens.spoken,
                          onClick: opens.onOpen,
                          onKeyDown: (event: KeyboardEvent) => {
                            if (event.key !== 'Enter' && event.key !== ' ') return
                            event.preventDefault()
                            opens.onOpen()
                          },
                          ...lights(link.id),
                        }
                      : {
                          'aria-hidden': true,
                          onClick: outer === undefined ? undefined : byId.get(outer)?.onOpen,
                          onPointerEnter: () => setLit(outer),
                          onPointerLeave: () => setLit(undefined),
                        })}
                  />
                )
              })}
              {placed.nodes.map(({ id, x, y, height: tall }) => (
                <rect key={id} className={css.bar} x={x} y={y} width={BAR} height={tall} rx={2} aria-hidden="true" />
              ))}
            </g>
          </svg>
          {placed.nodes.map(({ id, column, x, y, middle }) => {
            const { name, note, tail, onOpen } = byId.get(id)!
            const at = column === 0 ? 'left' : column === last ? 'right' : 'above'
            const side = { top: HEAD + middle - LEAST / 2, width: LABEL - 8, height: LEAST }
            const style = {
              left: { ...side, left: 0 },
              right: { ...side, left: LABEL + x + BAR + 8 },
              above: { left: LABEL + x + BAR / 2, top: y, height: HEAD - 4 },
            }[at]
            const common = {
              className: css.label,
              style,
              'data-at': at,
              'data-dim': isOuter({ id, column }) ? dimOf(id) : undefined,
            }
            const text = (
              <>
                <span className={css.name}>{name}</span>
                <span className={css.note}>{note}</span>
                {tail && <span className="said">{tail}</span>}
              </>
            )
            return onOpen ? (
              <button key={id} type="button" {...common} onClick={onOpen} {...lights(id)}>
                {text}
              </button>
            ) : (
              <div key={id} {...common}>
                {text}
              </div>
            )
          })}
        </>
      )}
    </div>
  )
}
