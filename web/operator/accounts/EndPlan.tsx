import { useState } from 'react'
import { show } from '#contract/core/money.ts'
import { refundPlan } from '#contract/plans/desk/refunds.ts'
import { staffQueues } from '#contract/staff/staff.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useHolds } from '../desk.ts'
import { useText } from './text.ts'

/** A plan is ended and its unused days paid back, if a colleague agrees. */
export function EndPlan({ accountId, plan }: { accountId: string; plan: string }) {
  const t = useText()
  const makes = useHolds('staff:money.make')
  const [asking, setAsking] = useState(false)
  if (!makes) return null
  return (
    <>
      <Button look="quiet" size="s" guardMs={0} onClick={() => setAsking(true)}>
        {t('accounts.endPlan')}
      </Button>
      {asking && <Ask accountId={accountId} plan={plan} onClose={() => setAsking(false)} />}
    </>
  )
}

function Ask({ accountId, plan, onClose }: { accountId: string; plan: string; onClose: () => void }) {
  const t = useText()
  const form = useForm(refundPlan, { initial: { accountId, reason: '' } })
  const { problem, ...reason } = form.field('reason')
  async function go() {
    const asked = await form.submit()
    if (!asked) return
    toast.ok(t('accounts.endPlanDone', { amount: show(asked.amount) }))
    refresh(staffQueues)
    onClose()
  }
  return (
    <Dialog title={t('accounts.endPlanTitle')} onClose={onClose}>
      <CallForm
        loading={form.loading}
        submitError={form.submitError}
        onSubmit={() => void go()}
        onCancel={onClose}
        submit={t('accounts.endPlanAsk')}
      >
        <p>{t('accounts.endPlanText', { plan })}</p>
        <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={problem} required>
          {(wiring) => <TextArea {...wiring} {...reason} rows={2} maxLength={200} data-autofocus />}
        </Field>
      </CallForm>
    </Dialog>
  )
}
