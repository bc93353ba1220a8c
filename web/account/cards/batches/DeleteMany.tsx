import { useState } from 'react'
import { useNavigate } from 'react-router'
import { BATCH_CARDS, deleteBatch } from '#contract/cards/batches.ts'
import { add, show } from '#contract/core/money.ts'
import { ask } from '#web/parts/client/client.ts'
import frame from '#web/parts/forms/CallForm.module.css'
import { useMay } from '#web/parts/client/useMay.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { cardChanged } from '../cardChanged.ts'
import { Note } from '#web/ui/Notes.tsx'
import { Rehearsal } from '../actions/Rehearsal.tsx'
import { paths } from '#web/account/paths.ts'
import { PickCards, type Picked } from './PickCards.tsx'
import { ProofSteps } from './ProofSteps.tsx'
import { useProof } from './useProof.ts'
import { useText } from './text.ts'

/** Many cards for good: which they are and what comes back is seen first, and a code to the own phone says that it is meant. */
export function DeleteMany({ first, onClose }: { first: readonly Picked[]; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const may = useMay(deleteBatch)
  const [cards, setCards] = useState<readonly Picked[]>(first)
  const cardIds = cards.map(({ cardId }) => cardId)
  const off =
    may.reason ??
    (cards.length === 0
      ? t('batches.pick.none')
      : cards.length > BATCH_CARDS
        ? t('batches.delete.most', { max: BATCH_CARDS })
        : undefined)

  const proof = useProof(async (ticket) => {
    const { batchNo } = await ask(deleteBatch, { cardIds, ticket }, { quiet: true })
    cardChanged()
    void navigate(paths.batch(batchNo))
  })
  return (
    <Dialog title={t('batches.delete.title')} onClose={onClose} width={600}>
      <form
        noValidate
        className={frame.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!off) proof.next()
        }}
      >
        <PickCards cards={cards} onChange={setCards} />
        <Note tone="bad">{t('batches.delete.text')}</Note>
        {cards.length === 1 && (
          <p>
            {t('batches.returned')} <b>{show(add(...cards.map(({ balance }) => Math.max(0, balance))))}</b>
          </p>
        )}
        {/* For several it sums up what returns by itself. */}
        {cards.length > 0 && cards.length <= BATCH_CARDS && <Rehearsal cardIds={cardIds} move="delete" />}
        <ProofSteps
          proof={proof}
          off={off}
          submit={t('batches.delete.submit', { count: cards.length })}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
