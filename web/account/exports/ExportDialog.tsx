import { useState, type ReactNode } from 'react'
import type { Call, Input } from '#contract/core/call.ts'
import { exportFormats, type ExportFormat } from '#contract/exports/exports.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
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
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!progress) void start(call, { ...input, format } as Input<C>)
        }}
      >
        <div>
          <p className={css.text}>{t('exports.what')}</p>
          <p className={css.count}>
            <Rows count={count} />
          </p>
        </div>
        <div className={css.block}>
          <span className={css.label}>{t('exports.format')}</span>
          <Segmented
            label={t('exports.format')}
            value={format}
            options={exportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={setFormat}
          />
          <small className={css.note}>{t(`exports.formatNote.${format}`)}</small>
        </div>
        {children}
        <FormError text={refused?.says} />
        {progress ? (
          <ProgressBar progress={progress} onCancel={cancel} />
        ) : (
          <Button
            look="primary"
            size="l"
            type="submit"
            icon="download"
            wide
            data-autofocus
            disabled={problem ?? (count?.total === 0 ? t('exports.noRows') : undefined)}
          >
            {t('exports.submit')}
          </Button>
        )}
        {foot}
      </form>
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
    <div className={css.progress}>
      <progress max={known ? rows : undefined} value={known ? lines : undefined} aria-label={said} />
      <span className={css.said} role="status">
        {said}
        <Button size="s" look="quiet" icon="close" guardMs={0} onClick={onCancel}>
          {t('exports.cancel')}
        </Button>
      </span>
    </div>
  )
}
