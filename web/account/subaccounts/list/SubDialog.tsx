import { lazy, Suspense, useState } from 'react'
import { freezeSub, resetSubPassword, sendSubCode } from '#contract/subaccounts/subaccounts.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { PasswordField } from '#web/parts/forms/fields.tsx'
import { ConfirmDialog, FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Checkbox } from '#web/ui/forms/Input.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { SmsCodeField } from '#web/account/identity/signIn/SmsCode.tsx'
import { type ShownSub, subsChanged } from '../changed.ts'
import { RenewSubs } from '../RenewSubs.tsx'
import { withText } from '#web/text.ts'
import { useText } from '../handing/text.ts'
import { handOver, offerBack } from '../handing/handOver.ts'
import { PickCards } from '../handing/PickCards.tsx'
import { SubForm } from './SubForm.tsx'

const ScopeDialog = lazy(withText(() => import('#web/account/cards/controls/ScopeDialog.tsx')))

export type What = 'edit' | 'controls' | 'renew' | 'cards' | 'password' | 'freeze'
export type Doing = { what: What; subs: readonly ShownSub[] } | { what: 'add' }

/** The dialogs over the list. */
export function SubDialog({ doing, onClose, onDone }: { doing: Doing; onClose: () => void; onDone: () => void }) {
  if (doing.what === 'add') return <SubForm onClose={onClose} />
  const { what, subs } = doing
  if (what === 'renew') return <RenewSubs subs={subs} onClose={onClose} onDone={onDone} />
  if (what === 'controls') {
    const [{ subUid, nickname }] = subs as [ShownSub]
    return (
      <Suspense fallback={null}>
        <ScopeDialog scope="SUB" scopeId={subUid} name={nickname} onClose={onClose} />
      </Suspense>
    )
  }
  const One = { edit: SubForm, cards: HandOver, password: ResetPassword, freeze: FreezeSub }[what]
  return <One sub={subs[0]!} onClose={onClose} />
}

/** Signs it out immediately; its cards continue unless they are frozen too. */
function FreezeSub({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
  const t = useText()
  const [freezeCards, setFreezeCards] = useState(false)
  const { subUid, nickname: name } = sub
  const back = sub.status === 'FROZEN'
  return (
    <ConfirmDialog
      call={freezeSub}
      input={{ subUid, frozen: !back, freezeCards: !back && freezeCards }}
      title={t(back ? 'subaccounts.freeze.back' : 'subaccounts.freeze.title', { name })}
      submit={t(back ? 'subaccounts.freeze.backSubmit' : 'subaccounts.freeze.submit')}
      done={t(back ? 'subaccounts.freeze.backDone' : 'subaccounts.freeze.done')}
      onDone={subsChanged}
      onClose={onClose}
    >
      <p>{t(back ? 'subaccounts.freeze.backText' : 'subaccounts.freeze.text')}</p>
      {!back && (
        <Checkbox checked={freezeCards} onChange={setFreezeCards} hint={t('subaccounts.freeze.cardsText')}>
          {t('subaccounts.freeze.cards')}
        </Checkbox>
      )}
    </ConfirmDialog>
  )
}

/** Moves cards from the account to a sub-account, or back. */
function HandOver({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
  const t = useText()
  const [way, setWay] = useState<'give' | 'back'>('give')
  const [cardIds, setCardIds] = useState<string[]>([])
  const [working, setWorking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const giving = way === 'give'
  const count = cardIds.length
  async function move() {
    setWorking(true)
    const to = giving ? sub.subUid : null
    const result = await handOver(cardIds, to)
    setWorking(false)
    if (result.problem) {
      const refused = asRefused(result.problem)
      if (!refused) throw result.problem
      return setProblem(refused.says)
    }
    const cards = cardIds.map((cardId) => ({ cardId, subUid: giving ? null : sub.subUid }))
    offerBack(cards, { subUid: to, name: giving ? sub.nickname : t('handing.back') })
    onClose()
  }
  return (
    <Dialog title={t('subaccounts.hand.title', { name: sub.nickname })} width={640} onClose={onClose}>
      <CallForm
        form={{ loading: working, submitError: problem }}
        onSubmit={() => void move()}
        onCancel={onClose}
        submit={t(giving ? 'subaccounts.hand.submit' : 'subaccounts.hand.backSubmit', { count })}
        submitOff={count ? undefined : t('subaccounts.choose')}
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
        <PickCards key={way} {...(!giving && { of: sub.subUid })} chosen={cardIds} onChange={setCardIds} />
        <Muted as="p">{t('subaccounts.cardsText')}</Muted>
      </CallForm>
    </Dialog>
  )
}

function ResetPassword({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
  const t = useText()
  const form = useForm(resetSubPassword, { initial: { subUid: sub.subUid, password: '', code: '' } })
  return (
    <FormDialog
      form={form}
      title={t('subaccounts.reset.title', { name: sub.nickname })}
      submit={t('subaccounts.reset.submit')}
      done={t('subaccounts.reset.done')}
      onDone={subsChanged}
      onClose={onClose}
    >
      <p>{t('subaccounts.reset.text')}</p>
      <PasswordField form={form} name="password" label={t('subaccounts.password')} />
      <SmsCodeField form={form} label={t('subaccounts.code')} send={sendSubCode} />
    </FormDialog>
  )
}
