import { useMemo, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import type { Input, Output } from '#contract/core/call.ts'
import { listFlows } from '#contract/funding/funding.ts'
import { flowTypes } from '#contract/ledger/ledger.ts'
import { FilterPanel, namesOf, type Filter } from '#web/parts/lists/FilterPanel.tsx'
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
import { Money } from '#web/ui/Money.tsx'
import { loadWallet } from '#web/parts/client/startUp.ts'
import { useText } from '../text.ts'
import { flowColumns } from './flowColumns.tsx'
import { addressOf } from './flowTones.ts'
import css from './Flows.module.css'

const LIVE_MS = 10_000

/** Every filter of the call, under the names used in the contract and the address. */
function useFilters(): Filter[] {
  const t = useText()
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  return useMemo(() => {
    const types = Object.entries(flowTypes).map(([value, words]) => ({ value, label: words[langNow()] }))
    const directions = (['IN', 'OUT'] as const).map((value) => ({
      value,
      label: t(`funding.flows.direction.${value}`),
    }))
    const sub: Filter = { kind: 'text', name: 'subUid', label: t('funding.flows.filter.subUid') }
    return [
      { kind: 'choice', name: 'type', label: t('funding.flows.filter.type'), options: types },
      { kind: 'choice', name: 'direction', label: t('funding.flows.filter.direction'), options: directions },
      { kind: 'days', name: ['startTime', 'endTime'], label: t('funding.flows.filter.time') },
      { kind: 'text', name: 'bizNo', label: t('funding.flows.filter.bizNo') },
      { kind: 'text', name: 'cardSeqNo', label: t('funding.flows.filter.cardSeqNo') },
      ...(withSubs ? [sub] : []),
    ]
    // The words of the contract's tables follow the language as `t` does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [t, withSubs])
}

/** The wallet's statement: money in, money out, and the balance after each. */
export default function FlowsPage() {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const { search } = useLocation()
  const toExport = useToExport('flow:export', paths.financeRecord)
  const filters = useFilters()
  const names = useMemo(() => [...namesOf(filters), 'cardId'], [filters])
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
      <FilterPanel filters={filters} list={list} onExport={toExport} />
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
    <dl className={css.sums}>
      {(!wallet || wallet.usdBalance !== undefined) && (
        <div>
          <dt>{t('funding.flows.available')}</dt>
          <dd>
            <Money cents={wallet?.usdBalance} size="xl" />
          </dd>
          {(wallet?.usdFrozen ?? 0) > 0 && (
            <dd className={css.note}>
              {t('funding.flows.processing')} <Money cents={wallet?.usdFrozen} />
            </dd>
          )}
        </div>
      )}
      {(['in', 'out', 'net'] as const).map((key) => (
        <div key={key}>
          <dt>{t(`funding.flows.${key}`)}</dt>
          <dd>
            <Money cents={summary && (key === 'out' ? -summary.out : summary[key])} size="l" sign="always" />
          </dd>
          <dd className={css.note}>{over}</dd>
        </div>
      ))}
    </dl>
  )
}
