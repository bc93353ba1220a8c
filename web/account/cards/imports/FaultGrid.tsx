import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { importColumns, importFields, type ImportColumn } from '#contract/cards/imports.ts'
import { Money } from '#web/ui/Money.tsx'
import { langNow } from '#web/text.ts'
import { Tip } from '#web/ui/onDemand/Tip.tsx'
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
  const heightOf = (at: number) => (lines[at]?.faults.size ? FAULTY : CALM)
  const view = useVirtualizer({
    count: lines.length,
    getScrollElement: () => place.current,
    getItemKey: (at) => lines[at]!.row,
    estimateSize: heightOf,
    overscan: 8,
  })
  const items = view.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = view.getTotalSize() - (items.at(-1)?.end ?? 0)
  useEffect(() => {
    const at = lines.findIndex(({ row }) => row === goTo?.row)
    if (at >= 0) view.scrollToIndex(at, { align: 'center', behavior: 'smooth' })
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
          {items.map(({ index, size }) => {
            const line = lines[index]!
            return (
              <tr
                key={line.row}
                aria-rowindex={index + 2}
                style={{ height: size }}
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
            )
          })}
          {below > 0 && <tr style={{ height: below }} aria-hidden="true" />}
        </tbody>
      </table>
    </div>
  )
}

/** Shorter texts fit into their cell. */
const CUT_FROM = 16

function FaultCell({ field, text, fault }: { field: ImportColumn; text: string; fault: string | undefined }) {
  return (
    <td data-field={field} data-bad={fault !== undefined}>
      <Tip
        className={css.text}
        text={fault || text.length > CUT_FROM ? [text, fault].filter(Boolean).join('\n') : undefined}
      >
        {text || (fault ? '–' : '')}
      </Tip>
      {fault && <span className={css.fault}>{fault}</span>}
    </td>
  )
}
