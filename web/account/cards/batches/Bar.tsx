import type { Batch } from '#contract/cards/batches.ts'
import { Row, Stack } from '#web/ui/layout.tsx'
import { endedOf, ProgressBar } from '../ProgressBar.tsx'
import { useText } from './text.ts'
import css from './Batches.module.css'

/** Progress and results as one coloured bar with labels below. */
export function Bar({ batch }: { batch: Batch }) {
  const t = useText()
  const { total, success, failed, cancelled } = batch
  const done = endedOf(batch)
  return (
    <Stack gap={2}>
      <ProgressBar label={t('batches.progress')} of={batch} />
      <Row as="p" gap={4} className={css.counts} aria-live="polite">
        <b>{t('batches.of', { done, total })}</b>
        <span data-part="success">{t('batches.success', { count: success })}</span>
        {failed > 0 && <span data-part="failed">{t('batches.failed', { count: failed })}</span>}
        {cancelled > 0 && <span>{t('batches.cancelled', { count: cancelled })}</span>}
        {done < total && <span>{t('batches.working', { count: total - done })}</span>}
      </Row>
    </Stack>
  )
}
