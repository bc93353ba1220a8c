import { useLocation, useNavigate, useParams } from 'react-router'
import { useState } from 'react'
import { showApproval, approve, listApprovals, reject, withdrawApproval } from '#contract/staff/approvals.ts'
import { listStaff, staffQueues } from '#contract/staff/staff.ts'
import { useAsk, refresh, useCall } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'
import { stateTone } from './approvalColumns.tsx'
import { ApprovalDetail, type Approval } from './ApprovalDetail.tsx'
import css from '#web/operator/parts/Approvals.module.css'

/** One approval beside the list: the frozen request, its changes, and the decision. */
export default function ApprovalPage() {
  const t = useText()
  const { approvalId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useAsk(showApproval, { approvalId }, { quiet: true })
  const found = query.data
  const close = () => void navigate({ pathname: paths.approvals, search })
  return (
    <Drawer
      title={found?.kindText ?? t('approvals.list')}
      extra={found && <StatusTag tone={stateTone[found.state]} text={found.stateText} />}
      width={600}
      onClose={close}
    >
      {found ? (
        <div className={css.detail}>
          <ApprovalDetail approval={found} />
          <Decide
            key={found.approvalId}
            approval={found}
            onNext={(next) => void navigate({ pathname: next ? paths.approval(next) : paths.approvals, search })}
          />
        </div>
      ) : query.isError ? (
        <Empty icon="search" title={t('approvals.missing')} text={query.error.says} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  )
}

/** The decision with its comment, followed by the next waiting approval. */
function Decide({ approval, onNext }: { approval: Approval; onNext: (approvalId: string | undefined) => void }) {
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
