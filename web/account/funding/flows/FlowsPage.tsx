import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import type { Input, Output } from '#contract/core/call.ts'
import { listFlows } from '#contract/funding/funding.ts'
import { flowTypes } from '#contract/ledger/ledger.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useArrived } from '#web/parts/lists/useArrived.ts'
import { useListState } from '#web/parts/lists/useListState.ts'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { routeSet } from '#web/account/menu.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { useToExport } from '#web/account/useToExport.ts'
import { paths } from '#web/account/paths.ts'
import { Views } from '#web/account/views/lazyViews.tsx'
import { langNow } from '#web/text.ts'
import { Stats } from '#web/ui/dialogs/Panel.tsx'
import { Money } from '#web/ui/Money.tsx'
import { loadWallet } from '#web/parts/client/startUp.ts'
import { say, useText } from '../text.ts'
import { flowColumns } from './flowColumns.tsx'
import { addressOf } from './flowTones.ts'

const LIVE_MS = 10_000

/** Every filter of the call, under the names used in the contract and the address. */
const filters = (withSubs: boolean): Filter[] => [
  {
    kind: 'choice',
    name: 'type',
    label: say('funding.flows.filter.type'),
    options: Object.entries(flowTypes).map(([value, words]) => ({ value, label: words[langNow()] })),
  },
  {
    kind: 'choice',
    name: 'direction',
    label: say('funding.flows.filter.direction'),
    options: (['IN', 'OUT'] as const).map((value) => ({ value, label: say(`funding.flows.direction.${value}`) })),
  },
  { kind: 'days', name: ['startTime', 'endTime'], label: say('funding.flows.filter.time') },
  { kind: 'text', name: 'bizNo', label: say('funding.flows.filter.bizNo') },
  { kind: 'text', name: 'cardSeqNo', label: say('funding.flows.filter.cardSeqNo') },
  ...(withSubs ? [{ kind: 'text', name: 'subUid', label: say('funding.flows.filter.subUid') } as const] : []),
]
const names = ['type', 'direction', 'startTime', 'endTime', 'bizNo', 'cardSeqNo', 'subUid', 'cardId']

/** The wallet's statement: money in, money out, and the balance after each. */
export default function FlowsPage() {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const { search } = useLocation()
  const toExport = useToExport('flow:export', paths.financeRecord)
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const list = useListState(names)
  const live = list.pageNo === 1
  const query = useAsk(listFlows, list.asked as Input<typeof listFlows>, { everyMs: live ? LIVE_MS : undefined })
  const rows = query.isPlaceholderData ? undefined : query.data?.data
  const arrived = useArrived(
    rows?.map(({ flowId }) => flowId),
    JSON.stringify(list.asked),
  )
  return (
    <PageFrame>
      <FlowSums summary={query.data?.summary} filtered={Object.keys(list.filters).length > 0} />
      <FilterPanel filters={filters(withSubs)} list={list} onExport={toExport} />
      <Views list="flows" />
      <QueryTable
        label={t('funding.flows.title')}
        query={query}
        list={list}
        columns={flowColumns}
        rowKey={(flow) => flow.flowId}
        onOpen={(flow) => void navigate({ pathname: paths.flow(addressOf(flow)), search })}
        arrived={live ? arrived : undefined}
        empty={
          <Empty
            icon="ledger"
            title={t('funding.flows.none')}
            text={t('funding.flows.noneText')}
            action={
              reachable(paths.rechargeIndex) && (
                <Button look="primary" icon="topup" onClick={() => void navigate(paths.rechargeIndex)}>
                  {t('funding.flows.topUp')}
                </Button>
              )
            }
          />
        }
      />
      <Outlet />
    </PageFrame>
  )
}

/** The wallet's current balance, and the totals of the filtered lines. */
function FlowSums({
  summary,
  filtered,
}: {
  summary: Output<typeof listFlows>['summary'] | undefined
  filtered: boolean
}) {
  const t = useText()
  const { Wallet: wallet } = useSession()
  // The balance above the lines must match the one they end in.
  const moved = summary?.net
  useEffect(() => void loadWallet().catch(() => {}), [moved])
  const over = t(filtered ? 'funding.flows.filtered' : 'funding.flows.total')
  return (
    <Stats
      stats={[
        wallet?.usdBalance !== undefined && [
          t('funding.flows.available'),
          <Money cents={wallet.usdBalance} />,
          (wallet.usdFrozen ?? 0) > 0 && (
            <>
              {t('funding.flows.processing')} <Money cents={wallet.usdFrozen} />
            </>
          ),
        ],
        ...(['in', 'out', 'net'] as const).map(
          (key) =>
            [
              t(`funding.flows.${key}`),
              <Money cents={summary && (key === 'out' ? -summary.out : summary[key])} sign="always" />,
              over,
            ] as const,
        ),
      ]}
    />
  )
}
