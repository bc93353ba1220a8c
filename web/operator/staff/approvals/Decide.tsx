import { useState } from 'react'
import { approve, listApprovals, reject, showApproval, withdrawApproval } from '#contract/staff/approvals.ts'
import { listStaff, staffQueues } from '#contract/staff/staff.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import type { Approval } from './ApprovalDetail.tsx'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Approvals.module.css'

/** The decision, with its words, and then the next one that waits. */
export function Decide({ approval, onNext }: { approval: Approval; onNext: (approvalId: string | undefined) => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const inbox = useAsk(listApprovals, { scope: 'inbox', pageSize: 50 }, { quiet: true })
  const next = inbox.data?.data.find(({ approvalId }) => approvalId !== approval.approvalId)?.approvalId
  const onDone = ({ state }: { state: Approval['state'] }) => {
    toast.ok(t(`approvals.done.${state}`))
    refresh(listApprovals, showApproval, staffQueues, listStaff)
    onNext(state === 'WITHDRAWN' ? undefined : next)
  }
  const manner = { quiet: true, onDone }
  const [yes, no, back] = [useCall(approve, manner), useCall(reject, manner), useCall(withdrawApproval, manner)]
  const { approvalId, mayDecide } = approval

  if (mayDecide === 'own' && approval.state === 'WAITING')
    return (
      <div className={css.decide}>
        <p className={css.whyNot}>{t('approvals.whyNot.own')}</p>
        <FormError text={back.error?.says} />
        <span className={css.buttons}>
          <Button loading={back.isPending} onClick={() => back.mutate({ approvalId })}>
            {t('approvals.withdraw')}
          </Button>
        </span>
      </div>
    )
  if (mayDecide !== 'yes')
    return (
      <div className={css.decide}>
        <p className={css.whyNot}>{t(`approvals.whyNot.${mayDecide}`)}</p>
        {next && (
          <span className={css.buttons}>
            <Button onClick={() => onNext(next)}>{t('approvals.next')}</Button>
          </span>
        )}
      </div>
    )
  const last = approval.agreed + 1 >= approval.needs
  return (
    <div className={css.decide}>
      <Field label={t('approvals.reason')} hint={t('desk.reasonHint')} problem={problem}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(value) => {
              setReason(value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <FormError text={yes.error?.says ?? no.error?.says} />
      <span className={css.buttons}>
        <Button look="primary" loading={yes.isPending} onClick={() => yes.mutate({ approvalId, reason })}>
          {last ? t('approvals.approve') : t('approvals.agree')}
        </Button>
        <Button
          look="danger"
          loading={no.isPending}
          onClick={() =>
            reason.trim().length < 2 ? setProblem(t('approvals.reasonNeeded')) : no.mutate({ approvalId, reason })
          }
        >
          {t('approvals.reject')}
        </Button>
        {next && (
          <Button look="quiet" onClick={() => onNext(next)}>
            {t('approvals.next')}
          </Button>
        )}
      </span>
    </div>
  )
}
