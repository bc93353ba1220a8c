import { useState } from 'react'
import { useNavigate } from 'react-router'
import { batchCard, cancelBatch, listBatches, priceRetry, retryBatch, type Progress } from '#contract/cards/batches.ts'
import { show } from '#contract/core/money.ts'
import { useAsk, useCall, refresh } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/account/paths.ts'
import { ask } from '#web/parts/client/client.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { cardChanged } from '../cardChanged.ts'
import { useText } from './text.ts'
import { ProofSteps } from './ProofSteps.tsx'
import { useProof } from './useProof.ts'
import css from './Batches.module.css'
import frame from '#web/parts/forms/CallForm.module.css'

/** Retries failed rows at a price that is shown first; cancels rows that have not started. */
export function BatchActions({ batch, opening }: { batch: Progress; opening: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(retryBatch)
  const [deleting, setDeleting] = useState(false)
  const failed = batch.retryable > 0 && batch.status !== 'RUNNING'
  const again = failed && batch.kind !== 'DELETE'
  const deleteAgain = failed && batch.kind === 'DELETE'
  const price = useAsk(priceRetry, { batchNo: batch.batchNo }, { enabled: again, quiet: true })
  const toBatch = (batchNo: string) => {
    setDeleting(false)
    void navigate(opening ? paths.batchOpened(batchNo) : paths.batch(batchNo))
  }
  const refreshes = [batchCard, listBatches]
  const retry = useCall(retryBatch, {
    refreshes: [...refreshes, priceRetry],
    onDone: ({ batchNo }) => {
      cardChanged()
      toBatch(batchNo)
    },
  })
  const cancel = useCall(cancelBatch, {
    refreshes,
    onDone: ({ cancelled, released }) => {
      cardChanged()
      toast.ok(t('batches.cancelDone', { count: cancelled, amount: show(released) }))
    },
  })
  const queued = batch.status === 'RUNNING' ? batch.queued : 0
  if (!failed && queued === 0) return null
  const { batchNo } = batch
  return (
    <div className={css.actions}>
      {again && (
        <Button
          look="primary"
          icon="refresh"
          loading={retry.isPending || price.isPending}
          disabled={may.reason ?? price.error?.says}
          onClick={() => price.data && retry.mutate({ batchNo, expectTotal: price.data.total })}
        >
          {price.data
            ? t('batches.retryFor', { total: show(price.data.total), count: price.data.num })
            : t('batches.retry', { count: batch.retryable })}
        </Button>
      )}
      {deleteAgain && (
        <Button icon="refresh" guardMs={0} disabled={may.reason} onClick={() => setDeleting(true)}>
          {t('batches.retry', { count: batch.retryable })}
        </Button>
      )}
      {deleting && (
        <DeleteAgain batchNo={batchNo} count={batch.retryable} onClose={() => setDeleting(false)} onStarted={toBatch} />
      )}
      {queued > 0 && (
        <Button icon="close" loading={cancel.isPending} onClick={() => cancel.mutate({ batchNo })}>
          {t('batches.cancel', { count: queued })}
        </Button>
      )}
    </div>
  )
}

/** Retries the failed deletions of a batch, confirmed by a new code. */
function DeleteAgain({
  batchNo,
  count,
  onClose,
  onStarted,
}: {
  batchNo: string
  count: number
  onClose: () => void
  onStarted: (batchNo: string) => void
}) {
  const t = useText()
  const may = useMay(retryBatch)
  const proof = useProof(async (ticket) => {
    const started = await ask(retryBatch, { batchNo, ticket }, { quiet: true })
    for (const call of [batchCard, listBatches]) refresh(call)
    cardChanged()
    onStarted(started.batchNo)
  })
  return (
    <Dialog title={t('batches.retry', { count })} onClose={onClose} width={520}>
      <form
        noValidate
        className={frame.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!may.reason) proof.next()
        }}
      >
        <Note tone="bad">{t('batches.delete.text')}</Note>
        <ProofSteps proof={proof} off={may.reason} submit={t('batches.delete.submit', { count })} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
