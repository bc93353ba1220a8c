import { useState } from 'react'
import { roleOptions } from '#contract/roles/editing.ts'
import { addSub, priceSeats, sendSubCode } from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { ask } from '#web/parts/client/client.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { usePrice } from '#web/parts/forms/usePrice.ts'
import { MobileField } from '#web/account/identity/signIn/MobileField.tsx'
import { NewPassword } from '#web/account/identity/signIn/NewPassword.tsx'
import { SmsCode } from '#web/account/identity/signIn/SmsCode.tsx'
import { BudgetFields, budgetOf, typedOf } from '../BudgetFields.tsx'
import { firstSubAdded, subsChanged } from '../changed.ts'
import { MonthsField, type Months } from '../MonthsField.tsx'
import { PickCards } from '../PickCards.tsx'
import { SeatLines } from '../SeatLines.tsx'
import { useText } from '../text.ts'
import css from '../Subaccounts.module.css'

const blank = {
  nickname: '',
  mobile: '',
  area: '86',
  loginName: '',
  password: '',
  confirmPassword: '',
  roleId: 'rol_operator',
  remark: '',
  code: '',
}

/** Creates a login for someone else: its role, its budget, and the price of its seat before it is charged. */
export function AddSub({ onClose }: { onClose: () => void }) {
  const t = useText()
  const roles = useAsk(roleOptions, {}, { quiet: true }).data ?? []
  const [months, setMonths] = useState<Months>('1')
  const [budget, setBudget] = useState(typedOf(null))
  const [cardIds, setCardIds] = useState<string[]>([])
  const form = useForm(addSub, { initial: blank })
  const priced = usePrice(priceSeats, { months: Number(months) })
  const [done, setDone] = useState<string>()
  const { price } = priced
  const wanted = budgetOf(budget)
  const stale = form.refused?.refusal === 'quote_changed' || form.refused?.refusal === 'quote_expired'

  async function submit() {
    const { loginName, remark } = form.values
    const answer = await form.submit({
      months: Number(months),
      quoteId: price?.quoteId,
      loginName: (loginName as string) || undefined,
      remark: (remark as string) || undefined,
      budget: wanted ?? undefined,
      cardIds: cardIds.length ? cardIds : undefined,
    })
    priced.again()
    if (!answer) return
    setDone(String(form.values.nickname))
    subsChanged()
    await firstSubAdded()
  }
  if (done !== undefined)
    return (
      <Dialog title={t('subaccounts.add')} onClose={onClose}>
        <Outcome title={t('subaccounts.added')} text={t('subaccounts.addedText', { name: done })} onClose={onClose} />
      </Dialog>
    )
  const { problem: codeProblem, ...code } = form.field('code')
  const field = (name: 'nickname' | 'loginName' | 'remark') => {
    const { problem: _, ...rest } = form.field(name)
    return rest
  }
  return (
    <Dialog title={t('subaccounts.add')} onClose={onClose} width={640}>
      <CallForm
        form={form}
        problem={stale ? t('subaccounts.price.changed') : (form.submitError ?? priced.refused?.says)}
        submitOff={
          wanted === undefined
            ? t('subaccounts.limit')
            : price && !priced.stale
              ? price.enough
                ? undefined
                : t('subaccounts.price.short')
              : '…'
        }
        submit={
          price?.payable ? t('subaccounts.price.pay', { amount: show(price.payable) }) : t('subaccounts.price.addFree')
        }
        onSubmit={() => void submit()}
        onCancel={onClose}
        summary={price && <SeatLines price={price} stale={priced.stale} months={Number(months)} />}
      >
        <div className={css.two}>
          <Field
            label={t('subaccounts.nickname')}
            hint={t('subaccounts.nicknameHint')}
            problem={form.problemOf('nickname')}
            required
          >
            {(wiring) => <Input {...wiring} {...field('nickname')} maxLength={20} autoComplete="off" data-autofocus />}
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
          <MobileField
            label={t('subaccounts.mobile')}
            mobile={form.field('mobile')}
            area={String(form.values.area)}
            onArea={(area) => form.set({ area })}
          />
          <Field
            label={t('subaccounts.loginName')}
            hint={t('subaccounts.loginNameHint')}
            problem={form.values.loginName ? form.problemOf('loginName') : undefined}
          >
            {(wiring) => <Input {...wiring} {...field('loginName')} maxLength={20} autoComplete="off" />}
          </Field>
          <NewPassword
            label={t('subaccounts.password')}
            again={t('subaccounts.confirmPassword')}
            password={form.field('password')}
            confirm={form.field('confirmPassword')}
          />
        </div>
        <BudgetFields value={budget} onChange={setBudget} problem={form.problemOf('budget')} />
        <Field
          label={t('subaccounts.cards')}
          hint={cardIds.length ? t('subaccounts.cardsChosen', { count: cardIds.length }) : t('subaccounts.cardsText')}
          problem={form.problemOf('cardIds')}
        >
          {() => <PickCards chosen={cardIds} onChange={setCardIds} />}
        </Field>
        {!price?.seats[0]?.free && <MonthsField value={months} onChange={setMonths} />}
        <div className={css.two}>
          <Field label={t('subaccounts.remark')} problem={form.problemOf('remark')}>
            {(wiring) => <Input {...wiring} {...field('remark')} maxLength={100} autoComplete="off" />}
          </Field>
          <Field label={t('subaccounts.code')} problem={codeProblem} required>
            {(wiring) => <SmsCode wiring={wiring} code={code} send={() => ask(sendSubCode, {}, { quiet: true })} />}
          </Field>
        </div>
      </CallForm>
    </Dialog>
  )
}
