import { useState } from 'react'
import { roleOptions } from '#contract/roles/editing.ts'
import { addSub, editSub, sendSubCode } from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { BoundField, TextField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { Outcome } from '#web/parts/forms/Outcome.tsx'
import { ComboboxField } from '#web/parts/forms/pickers.tsx'
import { useForm, type Form } from '#web/parts/forms/useForm.ts'
import { Grid } from '#web/ui/layout.tsx'
import { MobileField } from '#web/account/identity/signIn/MobileField.tsx'
import { NewPassword } from '#web/account/identity/signIn/NewPassword.tsx'
import { SmsCodeField } from '#web/account/identity/signIn/SmsCode.tsx'
import { BudgetFields, budgetOf, typedOf } from '../BudgetFields.tsx'
import { firstSubAdded, subsChanged, type ShownSub } from '../changed.ts'
import { MonthsField } from '../MonthsField.tsx'
import { PickCards } from '../handing/PickCards.tsx'
import { useSeatPrice } from '../useSeatPrice.tsx'
import { useText } from '../text.ts'

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
  months: '1',
}

/** A login for someone else. A new one shows the price of its seat before it is charged; an existing one can get another name, role or budget. */
export function SubForm({ sub, onClose }: { sub?: ShownSub; onClose: () => void }) {
  const t = useText()
  const roles = useAsk(roleOptions, {}, { quiet: true }).data ?? []
  const [budget, setBudget] = useState(typedOf(sub?.budget))
  const [cardIds, setCardIds] = useState<string[]>([])
  const form = useForm(sub ? editSub : addSub, {
    initial: sub ? { subUid: sub.subUid, roleId: sub.roleId, nickname: sub.nickname, remark: sub.remark } : blank,
  })
  const adding = sub ? undefined : (form as unknown as Form<typeof addSub>)
  const seat = useSeatPrice(form, sub ? undefined : { months: Number(adding?.text('months')) })
  const wanted = budgetOf(budget)
  // A form sends a budget as text; a cleared remark is sent as a space, otherwise it would stay.
  const send = () =>
    sub
      ? form.submit({ budget: JSON.stringify(wanted), remark: form.text('remark') || ' ' })
      : seat.charge({ ...(wanted && { budget: wanted }), ...(cardIds.length && { cardIds }) })
  const remark = <TextField form={form} name="remark" label={t('subaccounts.remark')} />
  return (
    <FormDialog
      form={form}
      title={sub?.nickname ?? t('subaccounts.add')}
      width={sub ? 560 : 640}
      {...seat.frame}
      submit={
        sub
          ? t('subaccounts.save')
          : seat.payable
            ? t('subaccounts.price.pay', { amount: show(seat.payable) })
            : t('subaccounts.price.addFree')
      }
      submitOff={wanted === undefined ? t('subaccounts.limit') : seat.frame.submitOff}
      send={send}
      onDone={() => {
        subsChanged()
        if (!sub) void firstSubAdded()
      }}
      {...(sub
        ? { done: t('subaccounts.saved') }
        : {
            outcome: () => (
              <Outcome
                title={t('subaccounts.added')}
                text={t('subaccounts.addedText', { name: form.text('nickname') })}
                onClose={onClose}
              />
            ),
          })}
      onClose={onClose}
    >
      <Grid style={{ alignItems: 'start' }}>
        <TextField
          form={form}
          name="nickname"
          label={t('subaccounts.nickname')}
          {...(!sub && { hint: t('subaccounts.nicknameHint'), autoFocus: true })}
          required
        />
        <ComboboxField
          form={form}
          name="roleId"
          label={t('subaccounts.role')}
          hint={t('subaccounts.roleHint')}
          options={roles}
        />
        {adding && (
          <>
            <MobileField form={adding} label={t('subaccounts.mobile')} />
            <TextField
              form={adding}
              name="loginName"
              label={t('subaccounts.loginName')}
              hint={t('subaccounts.loginNameHint')}
              maxLength={20}
            />
            <NewPassword form={adding} label={t('subaccounts.password')} again={t('subaccounts.confirmPassword')} />
          </>
        )}
      </Grid>
      <BudgetFields value={budget} onChange={setBudget} problem={form.problemOf('budget')} />
      {adding ? (
        <>
          <BoundField
            form={adding}
            name="cardIds"
            group
            label={t('subaccounts.cards')}
            hint={cardIds.length ? t('subaccounts.cardsChosen', { count: cardIds.length }) : t('subaccounts.cardsText')}
          >
            {() => <PickCards chosen={cardIds} onChange={setCardIds} />}
          </BoundField>
          {!seat.isFree && <MonthsField form={adding} />}
          <Grid style={{ alignItems: 'start' }}>
            {remark}
            <SmsCodeField form={adding} label={t('subaccounts.code')} send={sendSubCode} />
          </Grid>
        </>
      ) : (
        remark
      )}
    </FormDialog>
  )
}
