import { useState } from 'react'
import { deleteCard } from '#contract/cards/cards.ts'
import { show } from '#contract/core/money.ts'
import { TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { Consequences } from './Consequences.tsx'
import { WhichCard } from '../WhichCard.tsx'
import { useText } from './text.ts'

/** Deleting is permanent, so the dialog shows its effects first: what is returned now and later, what may still be captured, and which card it is. */
export function DeleteDialog({ card: { card }, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  const form = useForm(deleteCard, { initial: { cardId: card.cardId, reason: '' } })
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(false)
  const lastFour = card.lastFour ?? ''
  const same = typed === lastFour
  const wrong = typed !== '' && !same && (left || typed.length >= 4 || !lastFour.startsWith(typed))
  return (
    <FormDialog
      form={form}
      title={t('acting.delete.title')}
      width={520}
      onDone={cardChanged}
      onClose={onClose}
      problem={form.refused?.unknown ? t('parts.price.unsure') : undefined}
      danger
      submit={t('acting.delete.submit')}
      submitOff={same ? undefined : t('acting.delete.type', { lastFour })}
      outcome={({ status, returned, pending }) => {
        const closing = status === 'CLOSING'
        return (
          <Outcome
            title={closing ? t('acting.delete.closing') : t('acting.delete.done')}
            tone={closing ? 'warn' : 'ok'}
            text={
              <>
                {t('acting.delete.returned', { amount: show(returned) })}
                {closing && (
                  <>
                    <br />
                    {t('acting.delete.pending', { amount: show(pending) })}
                  </>
                )}
              </>
            }
            onClose={onClose}
          />
        )
      }}
    >
      <WhichCard card={card} />
      <Consequences card={card} />
      <TextField form={form} name="reason" label={t('acting.delete.reason')} />
      <Field
        label={t('acting.delete.type', { lastFour })}
        problem={wrong ? t('acting.delete.wrong') : undefined}
        required
      >
        {(wiring) => (
          <Input
            {...wiring}
            value={typed}
            onChange={(text) => setTyped(text.trim())}
            onBlur={() => setLeft(true)}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            placeholder={lastFour}
            data-autofocus
          />
        )}
      </Field>
    </FormDialog>
  )
}
