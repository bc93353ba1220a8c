import { useState } from 'react'
import { deleteCard } from '#contract/cards/cards.ts'
import type { Output } from '#contract/core/call.ts'
import { show } from '#contract/core/money.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import form from '#web/parts/forms/CallForm.module.css'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import { Note } from '#web/ui/Notes.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { Rehearsal } from './Rehearsal.tsx'
import { WhichCard } from './WhichCard.tsx'
import { useText } from '../text.ts'
import css from '../Actions.module.css'

/** Deleting is permanent, so the dialog shows its effects first: what is returned now and later, what may still be captured, and which card it is. */
export function DeleteDialog({ card: { card }, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  const input = useForm(deleteCard, { initial: { cardId: card.cardId, reason: '' } })
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(false)
  const [done, setDone] = useState<Output<typeof deleteCard>>()
  const lastFour = card.lastFour ?? ''
  const same = typed === lastFour
  const wrong = typed !== '' && !same && (left || typed.length >= 4 || !lastFour.startsWith(typed))
  const reason = input.field('reason')

  async function submit() {
    setLeft(true)
    if (!same) return
    const answer = await input.submit()
    if (!answer) return
    setDone(answer)
    cardChanged()
  }
  if (done) {
    const closing = done.status === 'CLOSING'
    return (
      <Dialog title={t('cards.delete.title')} onClose={onClose}>
        <Outcome
          title={closing ? t('cards.delete.closing') : t('cards.delete.done')}
          tone={closing ? 'warn' : 'ok'}
          text={
            <>
              {t('cards.delete.returned', { amount: show(done.returned) })}
              {closing && (
                <>
                  <br />
                  {t('cards.delete.pending', { amount: show(done.pending) })}
                </>
              )}
            </>
          }
          onClose={onClose}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('cards.delete.title')} onClose={onClose} width={520}>
      <form
        noValidate
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!input.loading) void submit()
        }}
      >
        <WhichCard card={card} />
        <dl className={css.returns}>
          <div>
            <dt>{t('cards.delete.now')}</dt>
            <dd>
              <Money cents={Math.max(0, card.available)} unit={card.unit} size="l" />
            </dd>
          </div>
          {card.pending > 0 && (
            <div>
              <dt>
                {t('cards.delete.later')}
                <small>{t('cards.delete.laterNote')}</small>
              </dt>
              <dd>
                <Money cents={card.pending} unit={card.unit} strong />
              </dd>
            </div>
          )}
        </dl>
        {card.balance < 0 && <Note tone="bad">{t('cards.delete.debt')}</Note>}
        <Rehearsal cardIds={[card.cardId]} move="delete" />
        <Note tone="warn">{t('cards.delete.unbind')}</Note>
        <Note tone="bad">{t('cards.delete.forever')}</Note>
        <Field label={t('cards.delete.reason')} problem={reason.problem}>
          {(wiring) => <Input {...wiring} value={reason.value} onChange={reason.onChange} maxLength={100} />}
        </Field>
        <Field
          label={t('cards.delete.type', { lastFour })}
          problem={wrong ? t('cards.delete.wrong') : undefined}
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
        <FormError text={input.refused?.unknown ? t('parts.price.unsure') : input.submitError} />
        <div className={form.actions}>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            look="danger"
            type="submit"
            icon="trash"
            loading={input.loading}
            disabled={same ? undefined : t('cards.delete.type', { lastFour })}
          >
            {t('cards.delete.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
