import { Button } from '#web/ui/forms/Button.tsx'
import { sizeText, type Progress } from './useDownload.ts'
import { useText } from './text.ts'
import css from './Exports.module.css'

/** As much as can be known: rows of a CSV, bytes of a workbook. */
export function ProgressBar({
  progress: { bytes, rows, lines },
  onCancel,
}: {
  progress: Progress
  onCancel: () => void
}) {
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
