import { useState } from 'react'
import { Link } from 'react-router'
import { batchStatuses, type BatchStatus } from '#contract/cards/batchStates.ts'
import { batchCard, priceRetry, retryBatch, type Progress } from '#contract/cards/batches.ts'
import { importResult } from '#contract/cards/imports.ts'
import { show } from '#contract/core/money.ts'
import { download } from '#web/parts/client/client.ts'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusTag, type Tone } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/account/paths.ts'
import { cardChanged } from '../cardChanged.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'
import css from './Imports.module.css'

const tones = { RUNNING: 'info', DONE: 'ok', PARTIAL: 'warn', FAILED: 'bad' } as const satisfies Record<
  BatchStatus,
  Tone
>

type Props = { batchNo: string; onNew: () => void; onRetried: (batchNo: string) => void }

/** The state of an imported file: progress, failures with reasons, and the file with its results. */
export function ImportedBatch({ batchNo, onNew, onRetried }: Props) {
  const t = useText()
  const [live, setLive] = useState(true)
  const query = useAsk(
    batchCard,
    { batchNo, rowStatus: ['FAILED'], pageNo: 1, pageSize: 100 },
    { everyMs: live ? 1_500 : 30_000, quiet: true },
  )
  const batch = query.data && 'batchNo' in query.data ? query.data : undefined
  if (batch && live === (batch.finishTime !== null)) setLive(batch.finishTime === null)
  if (query.isError && !batch)
    return (
      <Empty
        icon="warn"
        title={t('parts.loadFailed')}
        text={query.error.says}
        action={<Button onClick={onNew}>{t('imports.new')}</Button>}
      />
    )
  if (!batch) return <Skeleton height={240} radius={12} />
  return (
    <Panel
      title={t('imports.batch', { batchNo })}
      extra={<StatusTag tone={tones[batch.status]} text={batchStatuses[batch.status][langNow()]} />}
    >
      <div className={css.rows}>
        <Meter batch={batch} />
        <div className={css.figures}>
          <Stat label={t('imports.succeeded')} value={batch.success} />
          <Stat label={t('imports.failedRows')} value={batch.failed} />
          <Stat label={t('imports.charged')} value={show(batch.charged)} />
          <Stat label={t('imports.released')} value={show(batch.released)} />
        </div>
        <Failed batch={batch} />
        <Next batch={batch} onNew={onNew} onRetried={onRetried} />
        <p className={css.quiet}>{t('imports.resultText')}</p>
      </div>
    </Panel>
  )
}

function Meter({ batch: { success, failed, cancelled, total, status } }: { batch: Progress }) {
  const t = useText()
  const ended = success + failed + cancelled
  const said = { RUNNING: 'working', DONE: 'done', PARTIAL: 'partial', FAILED: 'failed' } as const
  return (
    <>
      <p role="status" className={css.verdict} data-bad={status === 'FAILED'}>
        {t(`imports.${said[status]}`)} · {t('imports.progress', { done: ended, total })}
      </p>
      <div
        className={css.meter}
        role="progressbar"
        aria-label={t('imports.working')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ended}
      >
        <span className={css.good} style={{ width: `${(success / total) * 100}%` }} />
        <span className={css.bad} style={{ width: `${((failed + cancelled) / total) * 100}%` }} />
      </div>
    </>
  )
}

function Failed({ batch: { items } }: { batch: Progress }) {
  const t = useText()
  if (items.data.length === 0) return null
  return (
    <div className={css.list}>
      <ul aria-label={t('imports.why')}>
        {items.data.map(({ row, holder, msg, total }) => (
          <li key={row} data-bad>
            <span className={css.who}>
              <b>{t('imports.rowNo', { row })}</b>
              <span>{holder}</span>
              <span>{show(total)}</span>
            </span>
            <span className={css.said}>{msg}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Next({ batch, onNew, onRetried }: { batch: Progress } & Pick<Props, 'onNew' | 'onRetried'>) {
  const t = useText()
  const { batchNo } = batch
  const ended = batch.finishTime !== null
  const [loading, setLoading] = useState(false)
  const price = useAsk(priceRetry, { batchNo }, { quiet: true, enabled: ended && batch.retryable > 0 })
  const retry = useCall(retryBatch, {
    refreshes: [batchCard, priceRetry],
    onDone: (answer) => {
      cardChanged()
      onRetried(answer.batchNo)
    },
  })
  async function result() {
    setLoading(true)
    await download(importResult, { batchNo, lang: langNow() }).catch(() => {})
    setLoading(false)
  }
  return (
    <div className={css.next}>
      <Button look="primary" icon="download" loading={loading} onClick={() => void result()}>
        {t('imports.result')}
      </Button>
      {ended && price.data && batch.retryable > 0 && (
        <Button
          icon="refresh"
          loading={retry.isPending}
          onClick={() => retry.mutate({ batchNo, expectTotal: price.data.total })}
        >
          {t('imports.retry', { count: price.data.num, total: show(price.data.total) })}
        </Button>
      )}
      <Button icon="plus" onClick={onNew}>
        {t('imports.new')}
      </Button>
      <Link to={paths.cardList}>{t('imports.toCards')}</Link>
    </div>
  )
}
