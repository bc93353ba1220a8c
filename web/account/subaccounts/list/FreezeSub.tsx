import { useState } from 'react'
import { freezeSub } from '#contract/subaccounts/subaccounts.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Checkbox } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { subsChanged, type ShownSub } from '../changed.ts'
import { useText } from '../text.ts'
import css from '../Subaccounts.module.css'

/** Out at once; its cards go on, unless they are stopped with it. */
export function FreezeSub({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
  const t = useText()
  const [freezeCards, setFreezeCards] = useState(false)
  const { subUid, nickname: name } = sub
  const back = sub.status === 'FROZEN'
  const freeze = useCall(freezeSub, {
    quiet: true,
    onDone: () => {
      subsChanged()
      toast.ok(t(back ? 'subaccounts.freeze.backDone' : 'subaccounts.freeze.done'))
      onClose()
    },
  })
  return (
    <Dialog title={t(back ? 'subaccounts.freeze.back' : 'subaccounts.freeze.title', { name })} onClose={onClose}>
      <CallForm
        loading={freeze.isPending}
        submitError={freeze.error?.says}
        submit={t(back ? 'subaccounts.freeze.backSubmit' : 'subaccounts.freeze.submit')}
        onSubmit={() => freeze.mutate({ subUid, frozen: !back, freezeCards: !back && freezeCards })}
        onCancel={onClose}
      >
        <p>{t(back ? 'subaccounts.freeze.backText' : 'subaccounts.freeze.text')}</p>
        {!back && (
          <>
            <Checkbox checked={freezeCards} onChange={setFreezeCards}>
              {t('subaccounts.freeze.cards')}
            </Checkbox>
            <p className={css.hint}>{t('subaccounts.freeze.cardsText')}</p>
          </>
        )}
      </CallForm>
    </Dialog>
  )
}
