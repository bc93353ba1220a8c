import { useState } from 'react'
import { freezeCard } from '#contract/cards/cards.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import { statusTone, statusWord } from '../cardTones.ts'
import { Note } from '#web/ui/Notes.tsx'
import { FromTo, Outcome } from '#web/parts/forms/Outcome.tsx'
import { Rehearsal } from './Rehearsal.tsx'
import { WhichCard } from '../WhichCard.tsx'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

/** Freezes or unfreezes, after a preview of what merchants may still capture. */
export function FreezeDialog({
  card: { card },
  move,
  onClose,
}: {
  card: ShownCard
  move: 'freeze' | 'unfreeze'
  onClose: () => void
}) {
  const t = useText()
  const freezing = move === 'freeze'
  const form = useForm(freezeCard, { initial: { cardId: [card.cardId], frozen: freezing, remark: '' } })
  const [problem, setProblem] = useState<string>()
  const [before] = useState(card.status)
  const others = card.blocks.filter((block) => block !== 'USER').map((block) => cardBlocks[block].name[langNow()])
  const still = !freezing && others.length > 0 && t('cards.freeze.still', { by: others.join(', ') })

  async function send() {
    const answer = await form.submit()
    const result = answer?.results[0]
    setProblem(result && !result.ok ? result.msg : undefined)
    return result?.ok && result.status ? answer : undefined
  }
  return (
    <FormDialog
      form={form}
      title={freezing ? t('cards.freeze.title') : t('cards.freeze.unfreezeTitle')}
      send={send}
      onDone={cardChanged}
      onClose={onClose}
      problem={problem}
      submit={freezing ? t('cards.freeze.submit') : t('cards.freeze.unfreezeSubmit')}
      outcome={({ results: [result] }) => {
        const after = result!.status!
        const to = <StatusTag tone={statusTone[after]} text={statusWord(after)} />
        return (
          <Outcome
            title={freezing ? t('cards.freeze.done') : t('cards.freeze.unfreezeDone')}
            text={still || (freezing ? t('cards.freeze.doneText') : t('cards.freeze.unfreezeDoneText'))}
            tone={still ? 'warn' : 'ok'}
            facts={[[t('cards.column.status'), <FromTo from={statusWord(before)} to={to} />]]}
            onClose={onClose}
          />
        )
      }}
    >
      <WhichCard card={card} />
      <p>{freezing ? t('cards.freeze.what') : t('cards.freeze.unfreezeWhat')}</p>
      {still && <Note tone="warn">{still}</Note>}
      {freezing && <Rehearsal cardIds={[card.cardId]} move="freeze" />}
      {freezing && <Note>{t('cards.freeze.declineNote')}</Note>}
      <TextField form={form} name="remark" label={t('cards.batch.remark')} autoFocus />
    </FormDialog>
  )
}
