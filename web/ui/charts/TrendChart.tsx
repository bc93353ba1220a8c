import { useId, useRef } from 'react'
import { ChartTable } from './ChartTable.tsx'
import { useMarked } from './useMarked.ts'
import { useWidth } from './useWidth.ts'
import { linePath, niceSteps } from './scale.ts'
import { useText } from '#web/text.ts'
import css from './charts.module.css'

export type Series = {
  name: string
  values: readonly number[]
  /** A line with its area, a dashed line on the same scale to compare it with, or bars on a scale of their own. */
  kind: 'area' | 'line' | 'bars'
  color: 1 | 2 | 3 | 4 | 5
  show: (value: number) => string
  /** A short form, for the axis. */
  showAxis?: (value: number) => string
  /** The minimum extent of the axis, so that small figures look small. */
  least?: number
}

const edge = { top: 12, right: 20, bottom: 26, left: 52 }

/**
 * Days along the bottom, one area and at most one row of bars. Straight from day to day: a curve would show money that was not spent. Arrow keys move through the days, and a click
 * or Enter opens one; the figures are also available as a table.
 */
export function TrendChart({
  label,
  days,
  series,
  height = 240,
  onOpen,
}: {
  label: string
  days: readonly string[]
  series: readonly Series[]
  height?: number
  /** What a day leads to, by its position. */
  onOpen?: (index: number) => unknown
}) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const fill = useId()
  const { at, setAt, onKeyDown } = useMarked(days.length, onOpen)
  const inner = { width: Math.max(0, width - edge.left - edge.right), height: height - edge.top - edge.bottom }
  const slot = inner.width / Math.max(1, days.length)
  const x = (index: number) => edge.left + slot * (index + 0.5)
  const everyDays = Math.max(1, Math.ceil(days.length / Math.max(2, Math.floor(inner.width / 64))))
  const area = series.find(({ kind }) => kind === 'area')
  const onScale = series.filter(({ kind }) => kind !== 'bars')
  const steps = niceSteps(Math.max(area?.least ?? 1, ...onScale.flatMap(({ values }) => values)))
  const top = steps.at(-1)!
  const y = (value: number) => edge.top + inner.height * (1 - value / top)
  const points = (values: readonly number[]) => values.map((value, index) => ({ x: x(index), y: y(value) }))
  const line = points(area?.values ?? [])

  return (
    <figure className={css.figure}>
      <div className={css.legend} aria-hidden="true">
        {series.map(({ name, color, kind }) => (
          <span key={name}>
            <i data-color={color} data-kind={kind} />
            {name}
          </span>
        ))}
      </div>
      <div
        ref={place}
        className={css.plot}
        style={{ height }}
        role="application"
        aria-roledescription={t('ui.chart')}
        aria-label={label}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(undefined)}
        data-opens={onOpen !== undefined && at !== undefined}
        onClick={() => at !== undefined && onOpen?.(at)}
        onPointerLeave={() => setAt(undefined)}
        onPointerMove={(event) => {
          const index = Math.floor(
            (event.clientX - event.currentTarget.getBoundingClientRect().left - edge.left) / slot,
          )
          setAt(index >= 0 && index < days.length ? index : undefined)
        }}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <defs>
              <linearGradient id={fill} x1="0" x2="0" y1="0" y2="1">
                <stop offset="0" stopColor={`var(--chart-${area?.color ?? 1})`} stopOpacity=".22" />
                <stop offset="1" stopColor={`var(--chart-${area?.color ?? 1})`} stopOpacity="0" />
              </linearGradient>
            </defs>
            {steps.map((step) => (
              <g key={step}>
                <line className={css.grid} x1={edge.left} x2={width - edge.right} y1={y(step)} y2={y(step)} />
                <text className={css.tick} x={edge.left - 8} y={y(step) + 4} textAnchor="end">
                  {(area?.showAxis ?? area?.show ?? String)(step)}
                </text>
              </g>
            ))}
            {days.map(
              (day, index) =>
                (days.length - 1 - index) % everyDays === 0 && (
                  <text key={day} className={css.tick} x={x(index)} y={height - 6} textAnchor="middle">
                    {day}
                  </text>
                ),
            )}
            {series
              .filter(({ kind }) => kind === 'bars')
              .map((bars) => {
                const most = Math.max(1, ...bars.values)
                return bars.values.map((value, index) => {
                  const tall = (value / most) * inner.height * 0.22
                  return (
                    <rect
                      key={index}
                      x={x(index) - Math.min(4, slot * 0.22)}
                      width={Math.min(8, slot * 0.44)}
                      y={edge.top + inner.height - tall}
                      height={tall}
                      rx="2"
                      fill={`var(--chart-${bars.color})`}
                      opacity={at === undefined || at === index ? 0.8 : 0.35}
                    />
                  )
                })
              })}
            {series
              .filter(({ kind }) => kind === 'line')
              .map(({ name, values, color }) => (
                <path
                  key={name}
                  d={linePath(points(values))}
                  fill="none"
                  stroke={`var(--chart-${color})`}
                  strokeWidth="1.5"
                  strokeDasharray="4 4"
                  strokeLinejoin="round"
                />
              ))}
            {area && line.length > 0 && (
              <>
                <path d={`${linePath(line)}L${line.at(-1)!.x},${y(0)}L${line[0]!.x},${y(0)}Z`} fill={`url(#${fill})`} />
                <path
                  d={linePath(line)}
                  fill="none"
                  stroke={`var(--chart-${area.color})`}
                  strokeWidth="2"
                  strokeLinejoin="round"
                />
              </>
            )}
            {at !== undefined && (
              <>
                <line className={css.cursor} x1={x(at)} x2={x(at)} y1={edge.top} y2={edge.top + inner.height} />
                {area && (
                  <circle
                    cx={x(at)}
                    cy={y(area.values[at] ?? 0)}
                    r="4.5"
                    fill="var(--surface)"
                    stroke={`var(--chart-${area.color})`}
                    strokeWidth="2"
                  />
                )}
              </>
            )}
          </svg>
        )}
        <div
          className={css.tip}
          data-on={at !== undefined}
          data-left={at !== undefined && at > days.length / 2}
          style={{ left: at === undefined ? 0 : x(at) }}
          aria-live="polite"
        >
          {at !== undefined && (
            <>
              <strong>{days[at]}</strong>
              {series.map((one) => (
                <span key={one.name}>
                  <i data-color={one.color} data-kind={one.kind} />
                  {one.name}
                  <b>{one.show(one.values[at] ?? 0)}</b>
                </span>
              ))}
            </>
          )}
        </div>
      </div>
      <ChartTable
        label={label}
        columns={series.map(({ name }) => name)}
        rows={days.map((day, index) => ({
          key: day,
          head: day,
          cells: series.map((one) => one.show(one.values[index] ?? 0)),
        }))}
      />
    </figure>
  )
}
