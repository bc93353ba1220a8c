import { useLocation, useNavigate, useParams } from 'react-router'
import { showApproval } from '#contract/staff/approvals.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { paths } from '#web/operator/paths.ts'
import { stateTone } from './approvalColumns.tsx'
import { ApprovalDetail } from './ApprovalDetail.tsx'
import { Decide } from './Decide.tsx'
import { useText } from '../text.ts'
import css from '#web/operator/parts/Approvals.module.css'

/** One approval beside the list: what was frozen, what changes, and the decision. */
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
