import { useRef, type ReactNode } from 'react'
import { ChartTable } from './ChartTable.tsx'
import { useMarked } from './useMarked.ts'
import { useText } from '#web/text.ts'
import { niceSteps } from './scale.ts'
import { useWidth } from './useWidth.ts'
import css from './charts.module.css'

export type Bar = {
  /** Names it in full; `axis` below the chart. */
  name: string
  axis: string
  value: number
  /** Beside the value: its name and the text of it. */
  notes?: readonly (readonly [name: string, text: string])[]
}

const edge = { top: 12, right: 12, bottom: 26, left: 52 }

/**
 * Bars along the bottom, below zero where a value is. Arrow keys move through them and Enter picks one, as a click does; with a finger, the first touch shows the figures and the
 * second picks. The figures are also available as a table, whose rows begin with `rowHead`.
 */
export function BarChart({
  label,
  series,
  bars,
  show,
  showAxis,
  least = 1,
  height = 220,
  onPick,
  rowHead,
}: {
  label: string
  /** What the values are. */
  series: string
  bars: readonly Bar[]
  show: (value: number) => string
  showAxis: (value: number) => string
  /** The minimum extent of the axis, so that small figures look small. */
  least?: number
  height?: number
  onPick?: ((index: number) => void) | undefined
  rowHead?: ((index: number) => ReactNode) | undefined
}) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const { at, setAt, onKeyDown } = useMarked(bars.length, onPick)
  const touched = useRef<number>(undefined)
  const inner = { width: Math.max(0, width - edge.left - edge.right), height: height - edge.top - edge.bottom }
  const slot = inner.width / Math.max(1, bars.length)
  const values = bars.map(({ value }) => value)
  const lowest = Math.min(0, ...values)
  const up = niceSteps(Math.max(least, -lowest, ...values))
  const step = up[1]! - up[0]!
  const steps = [
    ...Array.from({ length: Math.ceil(-lowest / step) }, (_, below) => -step * (below + 1)).reverse(),
    ...up,
  ]
  const [bottom, top] = [steps[0]!, steps.at(-1)!]
  const x = (index: number) => edge.left + slot * index
  const y = (value: number) => edge.top + inner.height * (1 - (value - bottom) / (top - bottom))
  const everyBars = Math.max(1, Math.ceil(bars.length / Math.max(2, Math.floor(inner.width / 64))))
  const wide = Math.max(1, Math.min(28, slot * 0.68))

  const indexAt = (event: { clientX: number; currentTarget: Element }) => {
    const index = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - edge.left) / slot)
    return index >= 0 && index < bars.length ? index : undefined
  }
  const shown = at === undefined ? undefined : bars[at]
  return (
    <figure className={css.figure}>
      <div
        ref={place}
        className={css.plot}
        style={{ height, cursor: onPick && at !== undefined ? 'pointer' : undefined }}
        role="application"
        aria-roledescription={t('ui.chart')}
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(undefined)}
        onPointerLeave={(event) => event.pointerType !== 'touch' && setAt(undefined)}
        onPointerMove={(event) => event.pointerType !== 'touch' && setAt(indexAt(event))}
        onClick={(event) => {
          const index = indexAt(event)
          setAt(index)
          if (index === undefined) return
          const byTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
          if (byTouch && touched.current !== index) touched.current = index
          else onPick?.(index)
        }}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            {steps.map((value) => (
              <g key={value}>
                <line className={css.grid} x1={edge.left} x2={width - edge.right} y1={y(value)} y2={y(value)} />
                <text className={css.tick} x={edge.left - 8} y={y(value) + 4} textAnchor="end">
                  {showAxis(value)}
                </text>
              </g>
            ))}
            {bars.map(({ name, axis, value }, index) => (
              <g key={name}>
                <rect
                  x={x(index) + (slot - wide) / 2}
                  width={wide}
                  y={Math.min(y(0), y(value))}
                  height={Math.abs(y(value) - y(0))}
                  rx={Math.min(2, wide / 2)}
                  fill="var(--chart-1)"
                  opacity={at === undefined || at === index ? 0.9 : 0.4}
                />
                {(bars.length - 1 - index) % everyBars === 0 && (
                  <text className={css.tick} x={x(index) + slot / 2} y={height - 6} textAnchor="middle">
                    {axis}
                  </text>
                )}
              </g>
            ))}
          </svg>
        )}
        <div
          className={css.tip}
          data-on={shown !== undefined}
          data-left={at !== undefined && at > bars.length / 2}
          style={{ left: at === undefined ? 0 : x(at) + slot / 2 }}
          aria-live="polite"
        >
          {shown && (
            <>
              <strong>{shown.name}</strong>
              <span>
                {series}
                <b>{show(shown.value)}</b>
              </span>
              {shown.notes?.map(([name, text]) => (
                <span key={name}>
                  {name}
                  <b>{text}</b>
                </span>
              ))}
            </>
          )}
        </div>
      </div>
      <ChartTable
        label={label}
        columns={[series, ...(bars[0]?.notes?.map(([name]) => name) ?? [])]}
        rows={bars.map(({ name, value, notes = [] }, index) => ({
          key: name,
          head: rowHead?.(index) ?? name,
          cells: [show(value), ...notes.map(([, text]) => text)],
        }))}
      />
    </figure>
  )
}
