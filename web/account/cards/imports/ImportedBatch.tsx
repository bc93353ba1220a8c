import { useState } from 'react'
import { Link } from 'react-router'
import { batchCard, priceRetry, retryBatch, type Progress } from '#contract/cards/batches.ts'
import { importResult } from '#contract/cards/imports.ts'
import { show } from '#contract/core/money.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/account/paths.ts'
import { batchTone, batchWord } from '../batches/batchTones.ts'
import { cardChanged } from '../cardChanged.ts'
import { langNow } from '#web/text.ts'
import { endedOf, ProgressBar } from '../ProgressBar.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { LineList } from './LineList.tsx'
import { useText } from './text.ts'
import css from './Imports.module.css'

const said = { RUNNING: 'working', DONE: 'done', PARTIAL: 'partial', FAILED: 'failed' } as const

type Props = { batchNo: string; onNew: () => void; onRetried: (batchNo: string) => void }

/** The state of an imported file: progress, failures with reasons, and the file with its results. */
export function ImportedBatch({ batchNo, onNew, onRetried }: Props) {
  const t = useText()
  const [live, setLive] = useState(true)
  const query = useAsk(
    batchCard,
    { batchNo, rowStatus: ['FAILED'], pageNo: 1, pageSize: 100 },
    { everyMs: live ? 1_500 : 30_000, live: ['cards'], quiet: true },
  )
  const batch = query.data && 'batchNo' in query.data ? query.data : undefined
  if (batch && live === (batch.finishTime !== null)) setLive(batch.finishTime === null)
  return (
    <Answered
      query={{ ...query, data: batch }}
      skeleton={<Skeleton height={240} radius={12} />}
      action={<Button onClick={onNew}>{t('imports.new')}</Button>}
    >
      {(one) => (
        <Panel
          title={t('imports.batch', { batchNo })}
          extra={<StatusTag tone={batchTone[one.status]} text={batchWord(one.status)} />}
        >
          <Stack>
            <p role="status" className={css.verdict} data-bad={one.status === 'FAILED'}>
              {t(`imports.${said[one.status]}`)} · {t('imports.progress', { done: endedOf(one), total: one.total })}
            </p>
            <ProgressBar label={t('imports.working')} of={one} />
            <Grid gap={3} min={120}>
              <Stat label={t('imports.succeeded')} value={one.success} />
              <Stat label={t('imports.failedRows')} value={one.failed} />
              <Stat label={t('imports.charged')} value={show(one.charged)} />
              <Stat label={t('imports.released')} value={show(one.released)} />
            </Grid>
            {one.items.data.length > 0 && (
              <LineList
                label={t('imports.why')}
                lines={one.items.data.map(({ row, holder, msg, total }) => ({
                  row,
                  name: holder,
                  cost: show(total),
                  faults: [['', msg]],
                }))}
              />
            )}
            <Next batch={one} onNew={onNew} onRetried={onRetried} />
            <Muted as="p">{t('imports.resultText')}</Muted>
          </Stack>
        </Panel>
      )}
    </Answered>
  )
}

function Next({ batch, onNew, onRetried }: { batch: Progress } & Pick<Props, 'onNew' | 'onRetried'>) {
  const t = useText()
  const { batchNo } = batch
  const ended = batch.finishTime !== null
  const price = useAsk(priceRetry, { batchNo }, { quiet: true, enabled: ended && batch.retryable > 0 })
  const retry = useCall(retryBatch, {
    refreshes: [batchCard, priceRetry],
    onDone: (answer) => {
      cardChanged()
      onRetried(answer.batchNo)
    },
  })
  return (
    <Row>
      <DownloadButton call={importResult} input={{ batchNo, lang: langNow() }} look="primary">
        {t('imports.result')}
      </DownloadButton>
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
    </Row>
  )
}
