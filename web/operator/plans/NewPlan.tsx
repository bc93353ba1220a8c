import { useNavigate } from 'react-router'
import { createPlan, listPlansAtDesk, type PlanAtDesk } from '#contract/plans/desk/plans.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, Select, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '../paths.ts'
import { useText } from './text.ts'
import css from '../products/Products.module.css'

/** A plan like another, right above it; off sale until its figures are agreed to. */
export function NewPlan({ plans, onClose }: { plans: readonly PlanAtDesk[]; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const form = useForm(createPlan, {
    initial: { likeGroupId: plans.find(({ level }) => level > 0)?.groupId ?? '', nameCn: '', nameEn: '', reason: '' },
  })
  async function save() {
    const answer = await form.submit()
    if (!answer) return
    toast.ok(t('plans.planMade'))
    refresh(listPlansAtDesk)
    void navigate(paths.plan(answer.groupId))
  }
  const bound = (name: 'nameCn' | 'nameEn' | 'reason') => {
    const { problem: _, ...rest } = form.field(name)
    return rest
  }
  return (
    <Dialog title={t('plans.newPlan')} onClose={onClose} width={560}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void save()}
        onCancel={onClose}
        submit={t('products.create')}
      >
        <p className={css.small}>{t('plans.newPlanText')}</p>
        <div className={css.grid}>
          <Field label={t('products.nameCn')} problem={form.problemOf('nameCn')} required>
            {(wiring) => <Input {...wiring} {...bound('nameCn')} maxLength={20} data-autofocus />}
          </Field>
          <Field label={t('products.nameEn')} problem={form.problemOf('nameEn')} required>
            {(wiring) => <Input {...wiring} {...bound('nameEn')} maxLength={20} />}
          </Field>
        </div>
        <Field label={t('plans.likePlan')} hint={t('plans.likePlanHint')} required>
          {(wiring) => (
            <Select
              {...wiring}
              value={String(form.values.likeGroupId)}
              options={plans.map(({ groupId, name }) => ({ value: groupId, label: name }))}
              onChange={(likeGroupId) => form.set({ likeGroupId })}
            />
          )}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={form.problemOf('reason')} required>
          {(wiring) => <TextArea {...wiring} {...bound('reason')} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
