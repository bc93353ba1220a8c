import { useMemo, useRef, useState } from 'react'
import { importColumns, importFields } from '#contract/cards/imports.ts'
import { showTime } from '#web/parts/dates.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Tag } from '#web/ui/tags/Tag.tsx'
import { useWidth } from '#web/ui/charts/useWidth.ts'
import { Note } from '#web/ui/Notes.tsx'
import { langNow } from '#web/text.ts'
import { Money } from '#web/ui/Money.tsx'
import { FaultGrid } from './FaultGrid.tsx'
import { LineList } from './LineList.tsx'
import { linesOf, type Told, type Line } from './lines.ts'
import { useText } from './text.ts'
import css from './Imports.module.css'

const NARROW = 640

/** The file's rows with their errors. */
export function ImportRows({ told, fileName }: { told: Told; fileName: string }) {
  const t = useText()
  const lang = langNow()
  const place = useRef<HTMLDivElement>(null)
  const narrow = useWidth(place) < NARROW
  const [chosen, setShown] = useState<'all' | 'faulty'>()
  // On a phone, fifty valid rows would hide the three invalid ones.
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
        <Row as="span">
          <Tag>{t('imports.read', { count: told.total })}</Tag>
          {told.valid > 0 && <Tag tone="ok">{t('imports.right', { count: told.valid })}</Tag>}
          {told.invalid > 0 && <Tag tone="bad">{t('imports.wrong', { count: told.invalid })}</Tag>}
          {told.skipped > 0 && <Tag tone="info">{t('imports.skipped', { count: told.skipped })}</Tag>}
        </Row>
      }
    >
      <div ref={place} />
      <Stack>
        <p role="status" className={css.verdict} data-bad={told.invalid > 0}>
          {told.invalid > 0 ? t('imports.mend') : told.total > 0 ? t('imports.allRight') : t('imports.nothingLeft')}
        </p>
        {told.before && (
          <Note tone="warn">
            {t('imports.before', { time: showTime(told.before.time), batchNo: told.before.batchNo })}
          </Note>
        )}
        {faulty.length > 0 && (
          <Row between>
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
          </Row>
        )}
        {lines.length > 0 && (narrow ? <FaultList lines={only} /> : <FaultGrid lines={only} goTo={goTo} />)}
      </Stack>
    </Panel>
  )
}

const AT_ONCE = 50

/** The same on a phone, where ten columns do not fit: the holder and the errors. */
function FaultList({ lines }: { lines: readonly Line[] }) {
  const t = useText()
  const [shown, setShown] = useState(AT_ONCE)
  const rest = lines.length - shown
  return (
    <Stack gap={2}>
      <LineList
        label={t('imports.rows')}
        lines={lines
          .slice(0, shown)
          .map(({ row, cells, cost, faults }) => ({
            row,
            name: [cells[1], cells[2]].filter(Boolean).join(' ') || cells[0],
            cost: <Money cents={cost} />,
            faults: [...faults].map(
              ([field, said]) =>
                [`${importColumns[field][langNow()]} ${cells[importFields.indexOf(field)] ?? ''}`, said] as const,
            ),
          }))}
      />
      {rest > 0 && (
        <Button look="quiet" wide onClick={() => setShown(shown + AT_ONCE)}>
          {t('imports.more', { count: Math.min(rest, AT_ONCE) })}
        </Button>
      )}
    </Stack>
  )
}
