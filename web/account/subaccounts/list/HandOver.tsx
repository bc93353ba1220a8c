import { useState } from 'react'
import { handOverCards } from '#contract/subaccounts/subaccounts.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { subsChanged, type ShownSub } from '../changed.ts'
import { PickCards } from '../PickCards.tsx'
import { useText } from '../text.ts'
import css from '../Subaccounts.module.css'

type Way = 'give' | 'back'

/** Cards of the account to a sub-account, or from it back to the account. */
export function HandOver({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
  const t = useText()
  const [way, setWay] = useState<Way>('give')
  const [cardIds, setCardIds] = useState<string[]>([])
  const hand = useCall(handOverCards, {
    quiet: true,
    onDone: ({ cards }) => {
      subsChanged()
      toast.ok(t('subaccounts.hand.done', { count: cards }))
      onClose()
    },
  })
  const giving = way === 'give'
  const count = cardIds.length
  return (
    <Dialog title={t('subaccounts.hand.title', { name: sub.nickname })} onClose={onClose}>
      <CallForm
        loading={hand.isPending}
        submitError={hand.error?.says}
        submitOff={count ? undefined : t('subaccounts.choose')}
        submit={t(giving ? 'subaccounts.hand.submit' : 'subaccounts.hand.backSubmit', { count })}
        onSubmit={() => hand.mutate({ cardIds, ...(giving && { subUid: sub.subUid }) })}
        onCancel={onClose}
      >
        <Segmented
          label={t('subaccounts.act.cards')}
          value={way}
          options={[
            { value: 'give', label: t('subaccounts.hand.tabGive') },
            { value: 'back', label: t('subaccounts.hand.tabBack') },
          ]}
          onChange={(next) => {
            setWay(next)
            setCardIds([])
          }}
        />
        {giving ? (
          <PickCards chosen={cardIds} onChange={setCardIds} />
        ) : (
          <PickCards of={sub.subUid} chosen={cardIds} onChange={setCardIds} />
        )}
        <p className={css.hint}>{t('subaccounts.cardsText')}</p>
      </CallForm>
    </Dialog>
  )
}
