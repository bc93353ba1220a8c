import { editAddress, holderChanges } from '#contract/cards/holders.ts'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { useState } from 'react'
import { cardChanged, type ShownCard } from '../cardChanged.ts'
import { HolderInputs, useHolderFill } from '../opening/HolderInputs.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { WhichCard } from '../WhichCard.tsx'
import { addressLine, holderName } from '../cardTones.ts'
import { useText } from '../text.ts'

/** Changes the holder or billing address. The issuer decides; the input is kept meanwhile and after a refusal. */
export function AddressDialog({ card: shown, onClose }: { card: ShownCard; onClose: () => void }) {
  const t = useText()
  const { card, address, holderChange: change } = shown
  const { street, city, state, zipCode, country } = address
  const form = useForm(editAddress, {
    initial: { cardId: card.cardId, firstName: card.firstName, lastName: card.lastName, street, city, state, zipCode },
  })
  const { button, filled } = useHolderFill(form, card.vid, country)
  const [asked, setAsked] = useState<'SENT' | 'DONE'>()
  const waiting = change?.status === 'SENT' || change?.status === 'UNKNOWN'
  const title = t('cards.address.title')
  const left = card.limits.addressChangesLeft

  // Requested and answered: the card's page is refreshed every few seconds. A refusal leads back to the form.
  if (asked && change?.status !== 'REFUSED') {
    const isNew = address.street === form.values.street && address.zipCode === form.values.zipCode
    const done = asked === 'DONE' || (!waiting && isNew)
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
        <Stack gap={4}>
          <WhichCard card={card} />
          <Note>
            {t('cards.address.pending', { wanted: `${holderName(change.wanted)}, ${addressLine(change.wanted)}` })}
          </Note>
        </Stack>
      </Dialog>
    )
  }
  return (
    <FormDialog
      form={form}
      title={title}
      width={560}
      submit={t('cards.address.submit')}
      submitOff={left === 0 ? t('cards.address.none', { ...holderChanges }) : undefined}
      send={async () => {
        const answer = await form.submit()
        if (answer) {
          setAsked(answer.status)
          cardChanged()
        }
        return undefined // the card's own state decides what stands here next
      }}
      onClose={onClose}
    >
      <WhichCard card={card} />
      {change?.status === 'REFUSED' && (
        <Note tone="bad">{t('cards.address.refused', { reason: change.reason ?? '' })}</Note>
      )}
      <Row between>
        <Muted>{t('cards.address.left', { count: left, ...holderChanges })}</Muted>
        {button}
      </Row>
      <HolderInputs form={form} country={country} filled={filled} />
      <Note>{t('cards.address.text')}</Note>
    </FormDialog>
  )
}
