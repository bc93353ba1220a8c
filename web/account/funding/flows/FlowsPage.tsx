import { useEffect } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import { listFlows } from '#contract/funding/funding.ts'
import { flowTypes } from '#contract/ledger/ledger.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { dayText } from '#web/parts/lists/filterValues.ts'
import { optionsFrom, optionsOf, QueryList, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { useSession } from '#web/parts/client/useSession.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { routeSet } from '#web/account/menu.ts'
import { useReachable } from '#web/account/useReachable.ts'
import { useToExport } from '#web/account/useToExport.ts'
import { paths } from '#web/account/paths.ts'
import { Views } from '#web/account/views/Views.tsx'
import { Stats } from '#web/ui/dialogs/Panel.tsx'
import { Money } from '#web/ui/Money.tsx'
import { loadWallet } from '#web/parts/client/startUp.ts'
import { type say, useText } from '../text.ts'
import { flowColumns } from './flowColumns.tsx'
import { addressOf } from './flowTones.ts'
import css from './Flows.module.css'

const LIVE_MS = 10_000

/** Every filter of the call, under the names used in the contract and the address. */
const filters = (t: typeof say) =>
  [
    { kind: 'choice', name: 'type', label: t('funding.flows.filter.type'), options: optionsOf(flowTypes) },
    {
      kind: 'choice',
      name: 'direction',
      label: t('funding.flows.filter.direction'),
      options: optionsFrom(['IN', 'OUT'], (value) => t(`funding.flows.direction.${value}`)),
    },
    { kind: 'days', name: ['startTime', 'endTime'], label: t('funding.flows.filter.time') },
    { kind: 'text', name: 'bizNo', label: t('funding.flows.filter.bizNo') },
    { kind: 'text', name: 'cardSeqNo', label: t('funding.flows.filter.cardSeqNo') },
  ] as const satisfies Filter[]

/** The wallet's statement: money in, money out, and the balance after each. */
export default function FlowsPage() {
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const { search } = useLocation()
  const toExport = useToExport('flow:export', paths.financeRecord)
  const withSubs = routeSet(useSession()) === 'parentWithSubs'
  const listed = useList(listFlows, {
    filters: [...filters(t), withSubs && { kind: 'text', name: 'subUid', label: t('funding.flows.filter.subUid') }],
    also: ['subUid', 'cardId'],
    everyMs: LIVE_MS,
    live: ['money'],
    firstPage: true,
  })
  return (
    <PageFrame>
      <FlowSums summary={listed.answer?.summary} filtered={Object.keys(listed.list.filters).length > 0} />
      {reachable(paths.moneyFlow) && (
        <Link className={css.follow} to={{ pathname: paths.moneyFlow, search: flowSearch(listed.list.filters) }}>
          {t('funding.flows.follow')}
        </Link>
      )}
      <QueryList
        of={listed}
        onExport={toExport}
        above={<Views list="flows" />}
        label={t('funding.flows.title')}
        columns={flowColumns}
        rowKey={(flow) => flow.flowId}
        onOpen={(flow) => void navigate({ pathname: paths.flow(addressOf(flow)), search })}
        highlightsNew={listed.list.pageNo === 1}
        empty={{
          icon: 'ledger',
          title: t('funding.flows.none'),
          text: t('funding.flows.noneText'),
          action: reachable(paths.rechargeIndex) && (
            <Button look="primary" icon="topup" onClick={() => void navigate(paths.rechargeIndex)}>
              {t('funding.flows.topUp')}
            </Button>
          ),
        }}
      />
      <Outlet />
    </PageFrame>
  )
}

/** The same days, where the list has both ends. */
function flowSearch({ startTime, endTime }: Readonly<Record<string, string | undefined>>): string {
  const [from, until] = [dayText(startTime), dayText(endTime)]
  return from && until ? `?${new URLSearchParams({ from, until })}` : ''
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
