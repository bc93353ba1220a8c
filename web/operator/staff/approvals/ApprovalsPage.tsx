import { listApprovals } from '#contract/staff/approvals.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { QueuePage, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { approvalColumns } from './approvalColumns.tsx'
import { useText } from '../text.ts'

const scopes = ['inbox', 'mine', 'all'] as const
const LIVE_MS = 15_000

/** Approvals the user can decide, has requested, or may see. */
export default function ApprovalsPage() {
  const t = useText()
  const queue = useQueue(scopes)
  const query = useAsk(listApprovals, { ...queue.page, scope: queue.scope }, { everyMs: LIVE_MS })
  return (
    <QueuePage
      label={t('approvals.list')}
      queue={queue}
      scopeText={(scope) => t(`approvals.scope.${scope}`)}
      query={query}
      columns={approvalColumns}
      rowKey={({ approvalId }) => approvalId}
      path={paths.approval}
      empty={
        <Empty
          icon="check"
          title={t(queue.scope === 'mine' ? 'approvals.emptyMine' : 'approvals.empty')}
          text={queue.scope === 'inbox' && t('approvals.emptyText')}
        />
      }
    />
  )
}
