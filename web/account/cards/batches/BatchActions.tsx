import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { batchCard, cancelBatch, listBatches, priceRetry, retryBatch, type Progress } from '#contract/cards/batches.ts'
import { show } from '#contract/core/money.ts'
import { useAsk, useCall, refresh } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { routeSet } from '#web/account/menu.ts'
import { withText } from '#web/text.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Row } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/account/paths.ts'
import { ask } from '#web/parts/client/client.ts'
import { Note } from '#web/ui/Notes.tsx'
import { cardChanged } from '../cardChanged.ts'
import { useText } from './text.ts'
import { ProofDialog } from './ProofDialog.tsx'

const BatchHandOver = lazy(withText(() => import('#web/account/subaccounts/handing/BatchHandOver.tsx')))

/** Retries failed rows at a price that is shown first; cancels rows that have not started; hands over the cards that were opened. */
export function BatchActions({ batch, opening }: { batch: Progress; opening: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(retryBatch)
  const [deleting, setDeleting] = useState(false)
  const { batchNo, kind, retryable, status } = batch
  const failed = retryable > 0 && status !== 'RUNNING'
  const priced = failed && kind !== 'DELETE'
  const { data: price, ...pricing } = useAsk(priceRetry, { batchNo }, { enabled: priced, quiet: true })
  const started = (answer: { batchNo: string }) => {
    cardChanged()
    setDeleting(false)
    void navigate(opening ? paths.batchOpened(answer.batchNo) : paths.batch(answer.batchNo))
  }
  const retry = useCall(retryBatch, { refreshes: [batchCard, listBatches, priceRetry], onDone: started })
  const cancel = useCall(cancelBatch, {
    refreshes: [batchCard, listBatches],
    onDone: ({ cancelled, released }) => {
      cardChanged()
      toast.ok(t('batches.cancelDone', { count: cancelled, amount: show(released) }))
    },
  })
  const queued = status === 'RUNNING' ? batch.queued : 0
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const hands = withSubs && kind === 'OPEN' && status !== 'RUNNING' && batch.success > 0
  if (!failed && queued === 0 && !hands) return null
  return (
    <Row>
      {priced && (
        <Button
          look="primary"
          icon="refresh"
          loading={retry.isPending || pricing.isPending}
          disabled={may.reason ?? pricing.error?.says}
          onClick={() => price && retry.mutate({ batchNo, expectTotal: price.total })}
        >
          {price
            ? t('batches.retryFor', { total: show(price.total), count: price.num })
            : t('batches.retry', { count: retryable })}
        </Button>
      )}
      {failed && !priced && (
        <Button icon="refresh" guardMs={0} disabled={may.reason} onClick={() => setDeleting(true)}>
          {t('batches.retry', { count: retryable })}
        </Button>
      )}
      {deleting && (
        <ProofDialog
          title={t('batches.retry', { count: retryable })}
          width={520}
          off={may.reason}
          submit={t('batches.delete.submit', { count: retryable })}
          work={async (ticket) => {
            const answer = await ask(retryBatch, { batchNo, ticket }, { quiet: true })
            refresh(batchCard, listBatches)
            started(answer)
          }}
          onClose={() => setDeleting(false)}
        >
          <Note tone="bad">{t('batches.delete.text')}</Note>
        </ProofDialog>
      )}
      {hands && (
        <Suspense fallback={null}>
          <BatchHandOver batchNo={batchNo} count={batch.success} />
        </Suspense>
      )}
      {queued > 0 && (
        <Button icon="close" loading={cancel.isPending} onClick={() => cancel.mutate({ batchNo })}>
          {t('batches.cancel', { count: queued })}
        </Button>
      )}
    </Row>
  )
}
