import type { ReactNode } from 'react'
import { Muted, Row, Rows, Stack } from '#web/ui/layout.tsx'
import { useText } from './text.ts'
import css from './Imports.module.css'

export type ListedLine = {
  row: number
  name: string | undefined
  cost: ReactNode
  /** The cell concerned, and what is wrong with it. */
  faults: readonly (readonly [cell: string, said: string])[]
}

/** Rows of a file as a list, each with its errors. */
export function LineList({ label, lines }: { label: string; lines: readonly ListedLine[] }) {
  const t = useText()
  return (
    <Rows framed aria-label={label}>
      {lines.map(({ row, name, cost, faults }) => (
        <li key={row}>
          <Stack gap={1} className={css.line}>
            <Row between>
              <b>{t('imports.rowNo', { row })}</b>
              <span>{name}</span>
              {cost}
            </Row>
            {faults.map(([cell, said]) => (
              <span key={cell}>
                {cell && <Muted as="div">{cell}</Muted>}
                <span className={css.said}>{said}</span>
              </span>
            ))}
          </Stack>
        </li>
      ))}
    </Rows>
  )
}
