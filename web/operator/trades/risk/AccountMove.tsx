import { useState } from 'react'
import { Link } from 'react-router'
import { listApprovals } from '#contract/staff/approvals.ts'
import { askRestore, declineBoard, riskState, shutAccount, type BoardRow } from '#contract/trades/desk/board.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import { useSay } from '#web/operator/say.ts'

/** Stop the account, or ask another person to restore it. */
export function AccountMove({ row }: { row: BoardRow }) {
  const { t } = useSay()
  const [open, setOpen] = useState(false)
  const makes = useHolds('staff:risk.make')
  if (row.pendingApprovalId) return <Link to={paths.approval(row.pendingApprovalId)}>{t('riskDesk.waiting')}</Link>
  if (!makes) return null
  const stopped = row.stopped === 1
  const title = stopped ? t('riskDesk.restore') : t('riskDesk.stop')
  return (
    <>
      <Button size="s" look={stopped ? 'plain' : 'danger'} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <ReasonDialog
          call={stopped ? askRestore : shutAccount}
          wish={{ accountId: row.accountId }}
          title={`${title} · ${row.nickname || row.userNo}`}
          text={stopped ? t('riskDesk.restoreText') : t('riskDesk.stopText')}
          submit={title}
          done={stopped ? t('riskDesk.asked') : t('riskDesk.stopped')}
          refreshes={[declineBoard, riskState, listApprovals]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
