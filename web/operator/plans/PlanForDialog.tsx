import { askPlanFor, showPlanAtDesk, type PlanAtDesk } from '#contract/plans/desk/plans.ts'
import { plain } from '#contract/core/money.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input, MoneyInput, TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from './text.ts'
import css from '../products/Products.module.css'

/** A plan by contract, for one account: asked for here, agreed to by a second person. */
export function PlanForDialog({ plan, onClose }: { plan: PlanAtDesk; onClose: () => void }) {
  const t = useText()
  const form = useForm(askPlanFor, {
    initial: {
      groupId: plan.groupId,
      userNo: '',
      months: '12',
      price: plain(plan.figures.priceMonth * 12),
      reason: '',
    },
    money: ['price'],
  })
  async function send() {
    if (!(await form.submit())) return
    toast.ok(t('products.proposed'))
    refresh(showPlanAtDesk)
    onClose()
  }
  const bound = (name: 'userNo' | 'months' | 'price' | 'reason') => {
    const { problem: _, ...rest } = form.field(name)
    return rest
  }
  return (
    <Dialog title={`${t('plans.assign')} · ${plan.name}`} onClose={onClose} width={520}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void send()}
        onCancel={onClose}
        submit={t('products.propose')}
      >
        <p className={css.small}>{t('plans.assignText')}</p>
        <Field label={t('products.userNo')} problem={form.problemOf('userNo')} required>
          {(wiring) => <Input {...wiring} {...bound('userNo')} inputMode="numeric" data-autofocus />}
        </Field>
        <Field label={t('plans.months')} problem={form.problemOf('months')} required>
          {(wiring) => <Input {...wiring} {...bound('months')} inputMode="numeric" />}
        </Field>
        <Field label={t('plans.agreedPrice')} hint={t('plans.agreedHint')} problem={form.problemOf('price')} required>
          {(wiring) => <MoneyInput {...wiring} {...bound('price')} />}
        </Field>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={form.problemOf('reason')} required>
          {(wiring) => <TextArea {...wiring} {...bound('reason')} rows={2} maxLength={500} />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
