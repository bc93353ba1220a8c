import { useState } from 'react'
import { roleOptions } from '#contract/roles/editing.ts'
import { editSub } from '#contract/subaccounts/subaccounts.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { BudgetFields, budgetOf, typedOf } from '../BudgetFields.tsx'
import { subsChanged, type ShownSub } from '../changed.ts'
import { useText } from '../text.ts'
import css from '../Subaccounts.module.css'

export function EditSub({ sub, onClose }: { sub: ShownSub; onClose: () => void }) {
  const t = useText()
  const roles = useAsk(roleOptions, {}, { quiet: true }).data ?? []
  const form = useForm(editSub, {
    initial: { subUid: sub.subUid, roleId: sub.roleId, nickname: sub.nickname, remark: sub.remark },
  })
  const [budget, setBudget] = useState(typedOf(sub.budget))
  const wanted = budgetOf(budget)
  const [nickname, remark] = [form.field('nickname'), form.field('remark')]

  async function submit() {
    // In a form a budget travels as text; a remark that was emptied is said as a space, or it would stay.
    if (!(await form.submit({ budget: JSON.stringify(wanted), remark: remark.value || ' ' }))) return
    subsChanged()
    toast.ok(t('subaccounts.saved'))
    onClose()
  }
  return (
    <Dialog title={sub.nickname} onClose={onClose} width={560}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
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
