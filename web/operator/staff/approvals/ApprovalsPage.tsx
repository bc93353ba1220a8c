import { listApprovals } from '#contract/staff/approvals.ts'
import { QueuePage, useQueue } from '#web/operator/parts/QueuePage.tsx'
import { paths } from '#web/operator/paths.ts'
import { approvalColumns } from './approvalColumns.tsx'
import { useText } from '../text.ts'

const scopes = ['inbox', 'mine', 'all'] as const

/** Approvals the user can decide, has requested, or may see. */
export default function ApprovalsPage() {
  const t = useText()
  const queue = useQueue(listApprovals, scopes)
  return (
    <QueuePage
      label={t('approvals.list')}
      of={queue}
      scopeText={(scope) => t(`approvals.scope.${scope}`)}
      columns={approvalColumns}
      rowKey={({ approvalId }) => approvalId}
      path={paths.approval}
      empty={{
        icon: 'check',
        title: t(queue.scope === 'mine' ? 'approvals.emptyMine' : 'approvals.empty'),
        text: queue.scope === 'inbox' && t('approvals.emptyText'),
      }}
    />
  )
}
