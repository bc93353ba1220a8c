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
import { PayoutForm } from './PayoutForm.tsx'
import { PayoutSteps } from './PayoutSteps.tsx'
import { useText } from '../text.ts'

/** The second approver decides while it is open. */
const LIVE_MS = 10_000

/** One leaving account beside the list: what it is owed, where that can go, and what has been paid. */
export default function LeavingCasePage() {
  const t = useText()
  const { caseId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: found, error } = useAsk(showLeaving, { caseId }, { quiet: true, everyMs: LIVE_MS })
  return (
    <Drawer
      title={found ? `${found.userNo} ${found.nickname}` : t('closing.list')}
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
              [t('closing.account'), <Link to={paths.account(found.accountId)}>{found.userNo}</Link>],
              [t('closing.waiting'), <Money cents={found.waiting} strong />],
              [t('closing.first'), <Money cents={found.firstAmount} />],
              ...(found.owed > 0 ? ([[t('closing.owed'), <Money cents={found.owed} />]] as const) : []),
              [t('closing.closedAt'), showTime(found.createTime)],
              [t('closing.why'), found.reason || '–'],
            ]}
          />
          {found.approvalId ? (
            <p className={css.whyNot}>
              <Link to={paths.approval(found.approvalId)}>{t('closing.waitsForApproval')}</Link>
            </p>
          ) : (
            found.waiting > 0 && <PayoutForm found={found} />
          )}
          {found.mayFinish === 1 && <Finish caseId={caseId} />}
          <PayoutSteps payouts={found.payouts} />
        </div>
      ) : error ? (
        <Empty icon="search" title={t('closing.missing')} text={error.says} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Drawer>
  )
}

function Finish({ caseId }: { caseId: string }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const finish = useCall(finishClosing, {
    quiet: true,
    onDone: () => {
      toast.ok(t('closing.finished'))
      refresh(listLeaving, showLeaving)
    },
  })
  return (
    <div className={css.decide}>
      <Field label={t('desk.reason')} hint={t('closing.finishHint')}>
        {(wiring) => <Input {...wiring} value={reason} maxLength={200} onChange={setReason} />}
      </Field>
      <FormError text={finish.error?.says} />
      <Button
        look="primary"
        loading={finish.isPending}
        disabled={reason.trim().length < 2 ? t('desk.reason') : undefined}
        onClick={() => finish.mutate({ caseId, reason })}
      >
        {t('closing.finish')}
      </Button>
    </div>
  )
}
