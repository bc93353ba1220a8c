import { useMemo, useRef, useState } from 'react'
import { showTime } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useWidth } from '#web/ui/charts/useWidth.ts'
import { Note } from '#web/ui/Notes.tsx'
import { FaultGrid } from './FaultGrid.tsx'
import { FaultList } from './FaultList.tsx'
import { linesOf, type Told } from './lines.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Imports.module.css'

const NARROW = 640

/** What was read from the file, row by row, and what there is to mend. */
export function ImportRows({ told, fileName }: { told: Told; fileName: string }) {
  const t = useText()
  const lang = langNow()
  const place = useRef<HTMLDivElement>(null)
  const narrow = useWidth(place) < NARROW
  const [chosen, setShown] = useState<'all' | 'faulty'>()
  // On a phone fifty rows that are right stand in the way of the three that are not.
  const shown = chosen ?? (narrow ? 'faulty' : 'all')
  const [goTo, setGoTo] = useState<{ row: number; times: number }>()
  const lines = useMemo(() => linesOf(told, lang), [told, lang])
  const faulty = lines.filter(({ faults }) => faults.size > 0)
  const only = shown === 'faulty' && faulty.length > 0 ? faulty : lines

  function nextFault() {
    const next = faulty.find(({ row }) => row > (goTo?.row ?? 0)) ?? faulty[0]
    if (next) setGoTo({ row: next.row, times: (goTo?.times ?? 0) + 1 })
  }
  return (
    <Panel
      title={fileName}
      extra={
        <span className={css.tags}>
          <Tag>{t('imports.read', { count: told.total })}</Tag>
          {told.valid > 0 && <Tag tone="ok">{t('imports.right', { count: told.valid })}</Tag>}
          {told.invalid > 0 && <Tag tone="bad">{t('imports.wrong', { count: told.invalid })}</Tag>}
          {told.skipped > 0 && <Tag tone="info">{t('imports.skipped', { count: told.skipped })}</Tag>}
        </span>
      }
    >
      <div className={css.rows} ref={place}>
        <p role="status" className={css.verdict} data-bad={told.invalid > 0}>
          {told.invalid > 0 ? t('imports.mend') : told.total > 0 ? t('imports.allRight') : t('imports.nothingLeft')}
        </p>
        {told.before && (
          <Note tone="warn">
            {t('imports.before', { time: showTime(told.before.time), batchNo: told.before.batchNo })}
          </Note>
        )}
        {faulty.length > 0 && (
          <div className={css.bar}>
            <Segmented
              label={t('imports.rows')}
              value={shown}
              options={[
                { value: 'all', label: t('imports.all') },
                { value: 'faulty', label: t('imports.faulty') },
              ]}
              onChange={setShown}
            />
            {!narrow && (
              <Button size="s" icon="down" guardMs={0} onClick={nextFault}>
                {t('imports.nextFault')}
              </Button>
            )}
          </div>
        )}
        {lines.length > 0 && (narrow ? <FaultList lines={only} /> : <FaultGrid lines={only} goTo={goTo} />)}
      </div>
    </Panel>
  )
}
