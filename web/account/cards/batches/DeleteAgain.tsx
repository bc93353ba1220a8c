import { batchCard, listBatches, retryBatch } from '#contract/cards/batches.ts'
import { ask } from '#web/parts/client/client.ts'
import frame from '#web/parts/forms/CallForm.module.css'
import { refresh } from '#web/parts/client/queries.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { cardChanged } from '../cardChanged.ts'
import { Note } from '#web/ui/Notes.tsx'
import { ProofSteps } from './ProofSteps.tsx'
import { useProof } from './useProof.ts'
import { useText } from './text.ts'

/** The deletions of a batch that failed, once more: a new code says that it is still meant. */
export function DeleteAgain({
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
