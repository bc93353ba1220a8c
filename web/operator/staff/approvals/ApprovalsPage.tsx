import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { listApprovals } from '#contract/staff/approvals.ts'
import type { Input } from '#contract/core/call.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { paths } from '#web/operator/paths.ts'
import { approvalColumns } from './approvalColumns.tsx'
import { useText } from '../text.ts'

const scopes = ['inbox', 'mine', 'all'] as const
const LIVE_MS = 15_000
const names: string[] = []

/** Approvals the user can decide, has requested, or may see. */
export default function ApprovalsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [params, setParams] = useSearchParams()
  const scope = scopes.find((one) => one === params.get('scope')) ?? 'inbox'
  const list = useListState(names)
  const query = useAsk(listApprovals, { ...list.asked, scope } as Input<typeof listApprovals>, { everyMs: LIVE_MS })
  return (
    <PageFrame>
      <div>
        <Segmented
          label={t('approvals.list')}
          value={scope}
          options={scopes.map((value) => ({ value, label: t(`approvals.scope.${value}`) }))}
          onChange={(value) => setParams(value === 'inbox' ? {} : { scope: value })}
        />
      </div>
      <QueryTable
        label={t('approvals.list')}
        query={query}
        list={list}
        columns={approvalColumns}
        rowKey={({ approvalId }) => approvalId}
        onOpen={({ approvalId }) => void navigate({ pathname: paths.approval(approvalId), search })}
        empty={
          <Empty
            icon="check"
            title={scope === 'mine' ? t('approvals.emptyMine') : t('approvals.empty')}
            text={scope === 'inbox' && t('approvals.emptyText')}
          />
        }
      />
      <Outlet />
    </PageFrame>
  )
}
