import { useEffect, useRef, useLayoutEffect, useState, type RefObject } from 'react'
import { importColumns, importFields, type ImportColumn } from '#contract/cards/imports.ts'
import { Money } from '#web/ui/Money.tsx'
import { langNow } from '#web/text.ts'
import type { Line } from './lines.ts'
import { useText } from './text.ts'
import css from './Imports.module.css'

const CALM = 40
const FAULTY = 60

/** Every row of the file as a grid, with errors below the cell concerned. Only visible rows are rendered. */
export function FaultGrid({
  lines,
  goTo,
}: {
  lines: readonly Line[]
  goTo: { row: number; times: number } | undefined
}) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const heights = lines.map(({ faults }) => (faults.size ? FAULTY : CALM))
  const { from, to, above, below, topOf } = useWindow(place, heights)
  useEffect(() => {
    const at = lines.findIndex(({ row }) => row === goTo?.row)
    if (at >= 0) place.current?.scrollTo({ top: Math.max(0, topOf(at) - 80), behavior: 'smooth' })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [goTo])

  return (
    // A place that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={place} className={css.sheet} tabIndex={0} role="region" aria-label={t('imports.rows')}>
      <table aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            <th scope="col">{t('imports.row')}</th>
            {importFields.map((field) => (
              <th key={field} scope="col" data-field={field}>
                {importColumns[field][langNow()]}
              </th>
            ))}
            <th scope="col" className={css.right}>
              {t('imports.cost')}
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} aria-hidden="true" />}
          {lines.slice(from, to).map((line, at) => (
            <tr
              key={line.row}
              aria-rowindex={from + at + 2}
              style={{ height: heights[from + at] }}
              data-bad={line.faults.size > 0}
              data-here={line.row === goTo?.row}
            >
              <th scope="row">{line.row}</th>
              {importFields.map((field, column) => (
                <FaultCell key={field} field={field} text={line.cells[column] ?? ''} fault={line.faults.get(field)} />
              ))}
              <td className={css.right}>
                <Money cents={line.cost} />
              </td>
            </tr>
          ))}
          {below > 0 && <tr style={{ height: below }} aria-hidden="true" />}
        </tbody>
      </table>
    </div>
  )
}

function FaultCell({ field, text, fault }: { field: ImportColumn; text: string; fault: string | undefined }) {
  return (
    <td data-field={field} data-bad={fault !== undefined} title={fault ? `${text}\n${fault}` : text}>
      <span className={css.text}>{text || (fault ? '–' : '')}</span>
      {fault && <span className={css.fault}>{fault}</span>}
    </td>
  )
}

const MORE = 8

/** Computes the visible rows of a long list from their heights: only those are rendered. */
function useWindow(place: RefObject<HTMLElement | null>, heights: readonly number[]) {
  const [view, setView] = useState({ top: 0, height: 600 })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    look()
    element.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [place])

  const tops: number[] = []
  let total = 0
  for (const height of heights) {
    tops.push(total)
    total += height
  }
  const first = tops.findIndex((top, at) => top + heights[at]! > view.top)
  const past = tops.findIndex((top) => top > view.top + view.height)
  const from = Math.max(0, (first < 0 ? 0 : first) - MORE)
  const to = Math.min(heights.length, (past < 0 ? heights.length : past) + MORE)
  return { from, to, above: tops[from] ?? 0, below: total - (tops[to] ?? total), topOf: (at: number) => tops[at] ?? 0 }
}
