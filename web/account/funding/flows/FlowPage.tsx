import { useLocation, useNavigate, useParams } from 'react-router'
import { listFlows, type FlowRow } from '#contract/funding/funding.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { Drawer } from '#web/ui/dialogs/Dialog.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Skeleton, SkeletonLines } from '#web/ui/Skeleton.tsx'
import { paths } from '#web/account/paths.ts'
import { addressOf } from './flowLook.ts'
import { Status } from './flowColumns.tsx'
import { FlowDetail } from './FlowDetail.tsx'
import { useText } from '../text.ts'
import css from './Flows.module.css'

/**
 * One line of the statement, beside it. The number of an entry is its place in the wallet, so it is the first one
 * before the next; what is in flight stands before all entries.
 */
function useFlow(flowNo: string): { flow: FlowRow | undefined; waiting: boolean; problem: string | undefined } {
  const isEntry = /^\d{1,15}$/.test(flowNo)
  const wish = isEntry ? { cursor: String(Number(flowNo) + 1), pageSize: 1 } : { pageSize: 100 }
  const query = useAsk(listFlows, wish, { quiet: true })
  const flow = query.data?.data.find((row) => addressOf(row) === flowNo)
  return { flow, waiting: query.isPending || query.isPlaceholderData, problem: query.error?.says }
}

export default function FlowPage() {
  const t = useText()
  const { flowNo = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { flow, waiting, problem } = useFlow(flowNo)
  return (
    <Drawer
      title={flow?.typeText ?? t('funding.flows.title')}
      extra={flow && <Status flow={flow} />}
      width={520}
      onClose={() => void navigate({ pathname: paths.financeRecord, search })}
    >
      {flow ? (
        <FlowDetail flow={flow} />
      ) : waiting ? (
        <div className={css.detail} aria-busy="true">
          <Skeleton height={80} radius={12} />
          <SkeletonLines lines={5} />
        </div>
      ) : (
        <Empty
          icon="search"
          title={t('funding.flows.one.missing')}
          text={problem ?? t('funding.flows.one.missingText')}
        />
      )}
    </Drawer>
  )
}
