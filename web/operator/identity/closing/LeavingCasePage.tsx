import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { finishClosing, listLeaving, showLeaving } from '#contract/identity/desk/closing.ts'
import { FormError } from '#web/parts/forms/CallForm.tsx'
import { showTime } from '#web/parts/dates.ts'
import { refresh, useAsk, useCall } from '#web/parts/client/queries.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Input } from '#web/ui/forms/Input.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Facts } from '#web/ui/dialogs/Panel.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import css from '#web/operator/parts/Approvals.module.css'
import { paths } from '#web/operator/paths.ts'
import { useSay } from '#web/operator/say.ts'
import { PayoutForm } from './PayoutForm.tsx'
import { PayoutSteps } from './PayoutSteps.tsx'

/** The second approver decides while it is open. */
const LIVE_MS = 10_000

/** One leaving account beside the list: what it is owed, where that can go, and what has been paid. */
export default function LeavingCasePage() {
  const { t } = useSay()
  const { caseId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: found, error } = useAsk(showLeaving, { caseId }, { quiet: true, everyMs: LIVE_MS })
  return (
    <Drawer
      title={found ? `${found.userNo} ${found.nickname}` : t('leavingDesk.list')}
      extra={
        found && <StatusTag tone={found.accountStatus === 'CLOSED' ? 'quiet' : 'info'} text={found.accountStatusText} />
      }
      width={600}
      onClose={() => void navigate({ pathname: paths.leaving, search })}
    >
      {found ? (
        <div className={css.detail}>
          <Facts
            facts={[
              [t('leavingDesk.account'), <Link to={paths.account(found.accountId)}>{found.userNo}</Link>],
              [t('leavingDesk.waiting'), <Money cents={found.waiting} strong />],
              [t('leavingDesk.first'), <Money cents={found.firstAmount} />],
              ...(found.owed > 0 ? ([[t('leavingDesk.owed'), <Money cents={found.owed} />]] as const) : []),
              [t('leavingDesk.closedAt'), showTime(found.createTime)],
              [t('leavingDesk.why'), found.reason || '–'],
            ]}
          />
          {found.approvalId ? (
            <p className={css.whyNot}>
              <Link to={paths.approval(found.approvalId)}>{t('leavingDesk.waitsForApproval')}</Link>
            </p>
          ) : (
            found.waiting > 0 && <PayoutForm found={found} />
          )}
          {found.mayFinish === 1 && <Finish caseId={caseId} />}
          <PayoutSteps payouts={found.payouts} />
        </div>
      ) : error ? (
        <Empty icon="search" title={t('leavingDesk.missing')} text={error.says} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  )
}

function Finish({ caseId }: { caseId: string }) {
  const { t } = useSay()
  const [reason, setReason] = useState('')
  const finish = useCall(finishClosing, {
    quiet: true,
    onDone: () => {
      toast.ok(t('leavingDesk.finished'))
      refresh(listLeaving, showLeaving)
    },
  })
  return (
    <div className={css.decide}>
      <Field label={t('desk.reason')} hint={t('leavingDesk.finishHint')}>
        {(wiring) => <Input {...wiring} value={reason} maxLength={200} onChange={setReason} />}
      </Field>
      <FormError text={finish.error?.says} />
      <Button
        look="primary"
        loading={finish.isPending}
        disabled={reason.trim().length < 2 ? t('desk.reason') : undefined}
        onClick={() => finish.mutate({ caseId, reason })}
      >
        {t('leavingDesk.finish')}
      </Button>
    </div>
  )
}
