import type { Batch } from '#contract/cards/batches.ts'
import { useText } from './text.ts'
import css from './Batches.module.css'

/** Progress and results as one coloured bar with labels below. */
export function Bar({ batch }: { batch: Batch }) {
  const t = useText()
  const { total, success, failed, cancelled } = batch
  const done = success + failed + cancelled
  const parts = { success, failed, cancelled } as const
  return (
    <div className={css.progress}>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={t('batches.progress')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        {Object.entries(parts).map(([part, count]) => (
          <i key={part} data-part={part} style={{ width: `${(100 * count) / total}%` }} />
        ))}
      </div>
      <p className={css.counts} aria-live="polite">
        <b>{t('batches.of', { done, total })}</b>
        <span data-part="success">{t('batches.success', { count: success })}</span>
        {failed > 0 && <span data-part="failed">{t('batches.failed', { count: failed })}</span>}
        {cancelled > 0 && <span data-part="cancelled">{t('batches.cancelled', { count: cancelled })}</span>}
        {done < total && <span>{t('batches.working', { count: total - done })}</span>}
      </p>
    </div>
  )
}
