import { useLocation, useNavigate, useParams } from 'react-router'
import { useState } from 'react'
import { showApproval, approve, listApprovals, reject, withdrawApproval } from '#contract/staff/approvals.ts'
import { listStaff, staffQueues } from '#contract/staff/staff.ts'
import { useAsk, refresh } from '#web/parts/client/queries.ts'
import { CasePage, Decision, useMoves } from '#web/operator/parts/Case.tsx'
import { paths } from '#web/operator/paths.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { useText } from '../text.ts'
import { stateTag } from './approvalColumns.tsx'
import { ApprovalDetail, type Approval } from './ApprovalDetail.tsx'

/** One approval beside the list: the frozen request, its changes, and the decision. */
export default function ApprovalPage() {
  const t = useText()
  const { approvalId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useAsk(showApproval, { approvalId }, { quiet: true })
  return (
    <CasePage
      title={query.data?.kindText ?? t('approvals.list')}
      tag={query.data && stateTag(query.data)}
      of={paths.approvals}
      query={query}
      missing={t('approvals.missing')}
    >
      {(found) => (
        <>
          <ApprovalDetail approval={found} />
          <Decide
            key={found.approvalId}
            approval={found}
            onNext={(next) => void navigate({ pathname: next ? paths.approval(next) : paths.approvals, search })}
          />
        </>
      )}
    </CasePage>
  )
}

/** The decision with its comment, followed by the next waiting approval. */
function Decide({ approval, onNext }: { approval: Approval; onNext: (approvalId: string | undefined) => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [lacks, setLacks] = useState(false)
  const inbox = useAsk(listApprovals, { scope: 'inbox', pageSize: 50 }, { quiet: true })
  const next = inbox.data?.data.find(({ approvalId }) => approvalId !== approval.approvalId)?.approvalId
  const done = ({ state }: { state: Approval['state'] }) => {
    toast.ok(t(`approvals.done.${state}`))
    refresh(listApprovals, showApproval, staffQueues, listStaff)
    onNext(state === 'WITHDRAWN' ? undefined : next)
  }
  const { by, problem } = useMoves()
  const { approvalId, mayDecide } = approval
  const toNext = next && (
    <Button look="quiet" onClick={() => onNext(next)}>
      {t('approvals.next')}
    </Button>
  )
  if (mayDecide !== 'yes')
    return (
      <Decision fields={<Note>{t(`approvals.whyNot.${mayDecide}`)}</Note>} problem={problem}>
        {mayDecide === 'own' && approval.state === 'WAITING' ? (
          <Button {...by(withdrawApproval, { approvalId }, done)}>{t('approvals.withdraw')}</Button>
        ) : (
          toNext
        )}
      </Decision>
    )
  const no = by(reject, { approvalId, reason }, done)
  return (
    <Decision
      fields={
        <Field
          label={t('approvals.reason')}
          hint={t('desk.reasonHint')}
          problem={lacks && reason.trim().length < 2 ? t('approvals.reasonNeeded') : undefined}
        >
          {(wiring) => <TextArea {...wiring} rows={2} maxLength={500} value={reason} onChange={setReason} />}
        </Field>
      }
      problem={problem}
    >
      <Button look="primary" {...by(approve, { approvalId, reason }, done)}>
        {t(approval.agreed + 1 >= approval.needs ? 'approvals.approve' : 'approvals.agree')}
      </Button>
      <Button look="danger" {...no} onClick={() => (reason.trim().length < 2 ? setLacks(true) : no.onClick())}>
        {t('approvals.reject')}
      </Button>
      {toNext}
    </Decision>
  )
}
