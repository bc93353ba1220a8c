import { useState } from 'react'
import { importColumns, importFields } from '#contract/cards/imports.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import type { Line } from './lines.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Imports.module.css'

const AT_ONCE = 50

/** The same on a phone, where ten columns would be nine too many: who it is for, and what is wrong. */
export function FaultList({ lines }: { lines: readonly Line[] }) {
  const t = useText()
  const [shown, setShown] = useState(AT_ONCE)
  const rest = lines.length - shown
  return (
    <div className={css.list}>
      <ul aria-label={t('imports.rows')}>
        {lines.slice(0, shown).map(({ row, cells, cost, faults }) => (
          <li key={row} data-bad={faults.size > 0}>
            <span className={css.who}>
              <b>{t('imports.rowNo', { row })}</b>
              <span>{[cells[1], cells[2]].filter(Boolean).join(' ') || cells[0]}</span>
              <Money cents={cost} />
            </span>
            {[...faults].map(([field, said]) => (
              <span key={field} className={css.said}>
                <b>
                  {importColumns[field][langNow()]} {cells[importFields.indexOf(field)]}
                </b>
                <span>{said}</span>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button look="quiet" wide onClick={() => setShown(shown + AT_ONCE)}>
          {t('imports.more', { count: Math.min(rest, AT_ONCE) })}
        </Button>
      )}
    </div>
  )
}
