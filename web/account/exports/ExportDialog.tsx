import { useState, type ReactNode } from 'react'
import type { Call, Input } from '#contract/core/call.ts'
import { exportFormats, type ExportFormat } from '#contract/exports/exports.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Stat } from '#web/ui/dialogs/Panel.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { sizeText, useDownload, type Progress } from './useDownload.ts'
import { useText } from './text.ts'
import css from './Exports.module.css'

export type Count = { total: number; totalCapped?: boolean | undefined } | undefined

/** Exports the list as shown: number of rows, format, and progress. */
export function ExportDialog<C extends Call>({
  title,
  call,
  input,
  count,
  problem,
  children,
  foot,
  onClose,
}: {
  title: string
  call: C
  /** Filters and columns; the format is chosen in the dialog. */
  input: Record<string, unknown>
  count: Count
  /** Why it cannot be exported now. */
  problem?: string | undefined
  children?: ReactNode
  foot?: ReactNode
  onClose: () => void
}) {
  const t = useText()
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const { start, progress, saved, refused, cancel, forget } = useDownload()
  const rows = saved?.rows.toLocaleString() ?? ''

  if (saved)
    return (
      <Dialog title={title} onClose={onClose} width={520}>
        <Outcome
          title={t('exports.done', { rows, count: saved.rows })}
          text={t('exports.doneText', { name: saved.name, size: sizeText(saved.bytes) })}
          onClose={onClose}
        >
          <Button look="quiet" guardMs={0} onClick={forget}>
            {t('exports.again')}
          </Button>
        </Outcome>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose} width={520}>
      <CallForm
        form={{ loading: progress !== undefined, submitError: refused?.says }}
        submit={t('exports.submit')}
        submitOff={problem ?? (count?.total === 0 ? t('exports.noRows') : undefined)}
        onSubmit={() => void start(call, { ...input, format } as Input<C>)}
      >
        <Stat label={t('exports.what')} value={<Rows count={count} />} />
        <Field label={t('exports.format')} hint={t(`exports.formatNote.${format}`)} group>
          {() => (
            <Segmented
              label={t('exports.format')}
              value={format}
              options={exportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={setFormat}
            />
          )}
        </Field>
        {children}
        {foot && <div>{foot}</div>}
        {progress && <ProgressBar progress={progress} onCancel={cancel} />}
      </CallForm>
    </Dialog>
  )
}

function Rows({ count }: { count: Count }) {
  const t = useText()
  if (!count) return '…'
  if (count.total === 0) return t('exports.noRows')
  const rows = count.total.toLocaleString()
  return count.totalCapped ? t('exports.rowsCapped', { rows }) : t('exports.rows', { rows, count: count.total })
}

/** Progress as far as it is known: rows of a CSV, bytes of a workbook. */
function ProgressBar({ progress: { bytes, rows, lines }, onCancel }: { progress: Progress; onCancel: () => void }) {
  const t = useText()
  const known = rows && lines !== undefined
  const said = known
    ? t('exports.runningOf', { done: lines.toLocaleString(), rows: rows.toLocaleString() })
    : t('exports.running', { size: sizeText(bytes) })
  return (
    <Stack gap={2}>
      <progress
        className={css.progress}
        max={known ? rows : undefined}
        value={known ? lines : undefined}
        aria-label={said}
      />
      <Row as="span" between role="status">
        {said}
        <Button size="s" look="quiet" icon="close" guardMs={0} onClick={onCancel}>
          {t('exports.cancel')}
        </Button>
      </Row>
    </Stack>
  )
}
