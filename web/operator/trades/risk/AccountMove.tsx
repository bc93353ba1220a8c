import { useState } from 'react'
import { Link } from 'react-router'
import { listApprovals } from '#contract/staff/approvals.ts'
import { askRestore, declineBoard, riskState, shutAccount, type BoardRow } from '#contract/trades/desk/board.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { useHolds } from '#web/operator/desk.ts'
import { ReasonDialog } from '#web/operator/parts/ReasonDialog.tsx'
import { paths } from '#web/operator/paths.ts'
import { useText } from '../text.ts'

/** Stop the account, or ask another person to restore it. */
export function AccountMove({ row }: { row: BoardRow }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const makes = useHolds('staff:risk.make')
  if (row.pendingApprovalId) return <Link to={paths.approval(row.pendingApprovalId)}>{t('risk.waiting')}</Link>
  if (!makes) return null
  const stopped = row.stopped === 1
  const title = stopped ? t('risk.restore') : t('risk.stop')
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
          text={stopped ? t('risk.restoreText') : t('risk.stopText')}
          submit={title}
          done={stopped ? t('risk.asked') : t('risk.stopped')}
          refreshes={[declineBoard, riskState, listApprovals]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
