import { useState } from 'react'
import { freezeSub, handOverCards, resetSubPassword, sendSubCode, editSub } from '#contract/subaccounts/subaccounts.ts'
import { roleOptions } from '#contract/roles/editing.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useCall, useAsk } from '#web/parts/client/queries.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Checkbox, PasswordInput, Input, Select } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { ask } from '#web/parts/client/client.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Field } from '#web/ui/forms/Field.tsx'
import { SmsCode } from '#web/account/identity/signIn/SmsCode.tsx'
import { type ShownSub, subsChanged } from '../changed.ts'
import { RenewSubs } from '../RenewSubs.tsx'
import { useText } from '../text.ts'
import { PickCards } from '../PickCards.tsx'
import { BudgetFields, budgetOf, typedOf } from '../BudgetFields.tsx'
import css from '../Subaccounts.module.css'

export type What = 'edit' | 'renew' | 'cards' | 'password' | 'freeze'
export type Doing = { what: What; subs: readonly ShownSub[] }

/** The dialogs over the list. */
export function SubDialog({ doing, onClose, onDone }: { doing: Doing; onClose: () => void; onDone: () => void }) {
  const { what, subs } = doing
  const sub = subs[0]!
  if (what === 'renew') return <RenewSubs subs={subs} onClose={onClose} onDone={onDone} />
  const One = { edit: EditSub, cards: HandOver, password: ResetPassword, freeze: FreezeSub }[what]
  return <One sub={sub} onClose={onClose} />
}

/** Signs it out immediately; its cards continue unless they are frozen too. */
function FreezeSub({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
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
        form={{ loading: freeze.isPending, submitError: freeze.error?.says }}
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

type Way = 'give' | 'back'

/** Moves cards from the account to a sub-account, or back. */
function HandOver({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
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
        form={{ loading: hand.isPending, submitError: hand.error?.says }}
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

function ResetPassword({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
  const t = useText()
  const form = useForm(resetSubPassword, { initial: { subUid: sub.subUid, password: '', code: '' } })
  const { problem, ...code } = form.field('code')
  async function submit() {
    if (!(await form.submit())) return
    subsChanged()
    toast.ok(t('subaccounts.reset.done'))
    onClose()
  }
  return (
    <Dialog title={t('subaccounts.reset.title', { name: sub.nickname })} onClose={onClose}>
      <CallForm form={form} submit={t('subaccounts.reset.submit')} onSubmit={() => void submit()} onCancel={onClose}>
        <p>{t('subaccounts.reset.text')}</p>
        <Field label={t('subaccounts.password')} problem={form.problemOf('password')} required>
          {(wiring) => <PasswordInput {...wiring} {...form.field('password')} autoComplete="new-password" />}
        </Field>
        <Field label={t('subaccounts.code')} problem={problem} required>
          {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(sendSubCode, {}, { quiet: true })} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}

function EditSub({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
  const t = useText()
  const roles = useAsk(roleOptions, {}, { quiet: true }).data ?? []
  const form = useForm(editSub, {
    initial: { subUid: sub.subUid, roleId: sub.roleId, nickname: sub.nickname, remark: sub.remark },
  })
  const [budget, setBudget] = useState(typedOf(sub.budget))
  const wanted = budgetOf(budget)
  const [nickname, remark] = [form.field('nickname'), form.field('remark')]

  async function submit() {
    // A form sends a budget as text; a cleared remark is sent as a space, otherwise it would stay.
    if (!(await form.submit({ budget: JSON.stringify(wanted), remark: remark.value || ' ' }))) return
    subsChanged()
    toast.ok(t('subaccounts.saved'))
    onClose()
  }
  return (
    <Dialog title={sub.nickname} onClose={onClose} width={560}>
      <CallForm
        form={form}
        submitOff={wanted === undefined ? t('subaccounts.limit') : undefined}
        submit={t('subaccounts.save')}
        onSubmit={() => void submit()}
        onCancel={onClose}
      >
        <div className={css.two}>
          <Field label={t('subaccounts.nickname')} problem={nickname.problem} required>
            {(wiring) => (
              <Input
                {...wiring}
                value={nickname.value}
                onChange={nickname.onChange}
                onBlur={nickname.onBlur}
                maxLength={20}
                autoComplete="off"
              />
            )}
          </Field>
          <Field
            label={t('subaccounts.role')}
            hint={t('subaccounts.roleHint')}
            problem={form.problemOf('roleId')}
            required
          >
            {(wiring) => (
              <Select
                {...wiring}
                value={String(form.values.roleId)}
                options={roles}
                onChange={(roleId) => form.set({ roleId })}
              />
            )}
          </Field>
        </div>
        <BudgetFields value={budget} onChange={setBudget} problem={form.problemOf('budget')} />
        <Field label={t('subaccounts.remark')} problem={remark.problem}>
          {(wiring) => (
            <Input {...wiring} value={remark.value} onChange={remark.onChange} maxLength={100} autoComplete="off" />
          )}
        </Field>
      </CallForm>
    </Dialog>
  )
}
