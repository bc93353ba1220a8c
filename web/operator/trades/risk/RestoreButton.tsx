import { askRestore, declineBoard, restoreEvidence, riskState } from '#contract/trades/desk/board.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { ReasonButton } from '#web/operator/parts/ReasonDialog.tsx'
import { useText } from '../text.ts'
import RestoreEvidence from './RestoreEvidence.tsx'

/** Requests that a stopped account is restored, on what is known about it. */
export function RestoreButton({ accountId, about }: { accountId: string; about: string }) {
  const t = useText()
  return (
    <ReasonButton
      call={askRestore}
      input={{ accountId }}
      size="s"
      width={640}
      label={t('risk.restore')}
      about={about}
      text={t('risk.restoreText')}
      evidence={<RestoreEvidence accountId={accountId} />}
      done={t('risk.asked')}
      refreshes={[declineBoard, riskState, listApprovals, restoreEvidence]}
    />
  )
}
