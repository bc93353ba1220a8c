import { useState } from 'react'
import { freezeCard } from '#contract/cards/cards.ts'
import { cardBlocks } from '#contract/cards/states.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import { statusTone, statusWord } from '../cardTones.ts'
import { Note } from '#web/ui/Notes.tsx'
import { FromTo, Outcome } from '#web/parts/forms/Outcome.tsx'
import { Rehearsal } from './Rehearsal.tsx'
import { WhichCard } from './WhichCard.tsx'
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
  const [after, setAfter] = useState<ShownCard['card']['status']>()
  const others = card.blocks.filter((block) => block !== 'USER').map((block) => cardBlocks[block].name[langNow()])
  const title = freezing ? t('cards.freeze.title') : t('cards.freeze.unfreezeTitle')
  const still = !freezing && others.length > 0 && t('cards.freeze.still', { by: others.join(', ') })

  async function submit() {
    const [result] = (await form.submit())?.results ?? []
    setProblem(result && !result.ok ? result.msg : undefined)
    if (!result?.ok || !result.status) return
    setAfter(result.status)
    cardChanged()
  }
  if (after) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Outcome
          title={freezing ? t('cards.freeze.done') : t('cards.freeze.unfreezeDone')}
          text={still || (freezing ? t('cards.freeze.doneText') : t('cards.freeze.unfreezeDoneText'))}
          tone={still ? 'warn' : 'ok'}
          facts={[
            [
              t('cards.column.status'),
              <FromTo from={statusWord(before)} to={<StatusTag tone={statusTone[after]} text={statusWord(after)} />} />,
            ],
          ]}
          onClose={onClose}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <CallForm
        form={form}
        problem={problem ?? form.submitError}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={freezing ? t('cards.freeze.submit') : t('cards.freeze.unfreezeSubmit')}
      >
        <WhichCard card={card} />
        <p>{freezing ? t('cards.freeze.what') : t('cards.freeze.unfreezeWhat')}</p>
        {still && <Note tone="warn">{still}</Note>}
        {freezing && <Rehearsal cardIds={[card.cardId]} move="freeze" />}
        {freezing && <Note>{t('cards.freeze.declineNote')}</Note>}
        <Field label={t('cards.batch.remark')} problem={form.problemOf('remark')}>
          {(wiring) => <Input {...wiring} {...inputOf(form.field('remark'))} maxLength={50} data-autofocus />}
        </Field>
      </CallForm>
    </Dialog>
  )
}

const inputOf = ({
  value,
  onChange,
  onBlur,
}: {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
}) => ({ value, onChange, onBlur })
