import { useState } from 'react'
import { editAddress, holderChanges } from '#contract/cards/holders.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import { HolderInputs, useHolderFill } from '../opening/HolderInputs.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { WhichCard } from './WhichCard.tsx'
import { addressLine, holderName } from '../cardTones.ts'
import { useText } from '../text.ts'
import css from '../Actions.module.css'

/** Changes the holder or billing address. The issuer decides; the input is kept meanwhile and after a refusal. */
export function AddressDialog({ card: shown, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  const { card, address, holderChange: change } = shown
  const { street, city, state, zipCode, country } = address
  const form = useForm(editAddress, {
    initial: { cardId: card.cardId, firstName: card.firstName, lastName: card.lastName, street, city, state, zipCode },
  })
  const { button, filled } = useHolderFill({ form, vid: card.vid, country })
  const [asked, setAsked] = useState<'SENT' | 'DONE'>()
  const waiting = change?.status === 'SENT' || change?.status === 'UNKNOWN'
  const title = t('cards.address.title')
  const left = card.limits.addressChangesLeft

  async function submit() {
    const answer = await form.submit()
    if (!answer) return
    setAsked(answer.status)
    cardChanged()
  }
  // Requested and answered: the card's page is refreshed every few seconds. A refusal leads back to the form.
  const isNew = (values: ShownCard['address']) =>
    values.street === form.values.street && values.zipCode === form.values.zipCode
  if (asked && change?.status !== 'REFUSED') {
    const done = asked === 'DONE' || (!waiting && isNew(address))
    return (
      <Dialog title={title} onClose={onClose}>
        <Outcome
          title={done ? t('cards.address.done') : t('cards.address.waiting')}
          tone={done ? 'ok' : 'warn'}
          text={done ? t('cards.address.doneText') : t('cards.address.waitingText')}
          facts={
            done
              ? [
                  [t('cards.column.holder'), holderName(card)],
                  [t('cards.drawer.address'), addressLine(address)],
                ]
              : []
          }
          onClose={onClose}
        />
      </Dialog>
    )
  }
  if (waiting) {
    return (
      <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>{t('ui.close')}</Button>}>
        <div className={css.stack}>
          <WhichCard card={card} />
          <Note>
            {t('cards.address.pending', { wanted: `${holderName(change.wanted)}, ${addressLine(change.wanted)}` })}
          </Note>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title={title} onClose={onClose} width={560}>
      <CallForm
        form={form}
        submitOff={left === 0 ? t('cards.address.none', { ...holderChanges }) : undefined}
        onSubmit={() => void submit()}
        onCancel={onClose}
        submit={t('cards.address.submit')}
      >
        <WhichCard card={card} />
        {change?.status === 'REFUSED' && (
          <Note tone="bad">{t('cards.address.refused', { reason: change.reason ?? '' })}</Note>
        )}
        <div className={css.aside}>
          <span>{t('cards.address.left', { count: left, ...holderChanges })}</span>
          {button}
        </div>
        <HolderInputs form={form} country={country} filled={filled} />
        <Note>{t('cards.address.text')}</Note>
      </CallForm>
    </Dialog>
  )
}
