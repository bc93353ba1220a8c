import { Link, Outlet, useSearchParams, useLocation, useNavigate } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { pageAuthorizations, pageSubAuthorizations, pageTrades, pageSubTrades } from '#contract/trades/trades.ts'
import { type Filter, FilterPanel } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useArrived } from '#web/parts/lists/useArrived.ts'
import { useListPath } from '../listPath.ts'
import { paths } from '../paths.ts'
import { useToExport } from '../useToExport.ts'
import { Views } from '../views/lazyViews.tsx'
import { DeclinesTab } from './DeclinesTab.tsx'
import { tabOf, tabs, toTab, type Tab } from './tabs.ts'
import { useText } from './text.ts'
import { ListBar } from './ListBar.tsx'
import { NoTrades } from './NoTrades.tsx'
import { Sums } from './Sums.tsx'
import { authorizationColumns, settledColumns } from './tradeColumns.tsx'
import { useTradeList } from './useTradeList.ts'
import css from './Trades.module.css'

const lists = { auth: AuthorizationsTab, settled: SettledTab, declined: DeclinesTab } as const satisfies Record<
  Tab,
  (props: { whose?: Filter | undefined }) => React.ReactNode
>

/** Card transactions: authorizations, settled, declined. Each list has its own address. */
export default function TradesPage() {
  return <TradesOf />
}

/** `whose`: the filter on sub-accounts' cards, one sub-account or all. */
export function TradesOf({ whose }: { whose?: Filter }) {
  const here = useListPath()
  const t = useText()
  const [search] = useSearchParams()
  const current = tabOf(search)
  const List = lists[current]
  return (
    <PageFrame>
      <nav className={css.tabs} aria-label={t('trades.tabs')}>
        {tabs.map((tab) => (
          <Link
            key={tab}
            to={{ pathname: here(paths.cardRecord), search: toTab(search, tab) }}
            aria-current={tab === current ? 'page' : undefined}
          >
            {t(`trades.tab.${tab}`)}
          </Link>
        ))}
      </nav>
      <List key={current} whose={whose} />
      <Outlet />
    </PageFrame>
  )
}

function AuthorizationsTab({ whose }: { whose?: Filter | undefined }) {
  const here = useListPath()
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const toExport = useToExport('trade:export', paths.cardRecord)
  const { filters, list, live, everyMs, question } = useTradeList('auth', whose)
  const query = useAsk(
    whose ? pageSubAuthorizations : pageAuthorizations,
    list.asked as Input<typeof pageAuthorizations>,
    { everyMs },
  )
  const rows = query.isPlaceholderData ? undefined : query.data?.data
  const arrived = useArrived(
    rows?.map((row) => row.cardAuthId),
    question,
  )
  return (
    <>
      <FilterPanel filters={filters} list={list} onExport={whose ? undefined : toExport} />
      <Views list="authorizations" />
      <QueryTable
        label={t('trades.tab.auth')}
        query={query}
        list={list}
        columns={authorizationColumns}
        rowKey={(row) => row.cardAuthId}
        onOpen={(row) => void navigate({ pathname: here(paths.trade(row.cardAuthId)), search })}
        live={live}
        arrived={live ? arrived : undefined}
        toolbar={
          <>
            <Sums page={query.data} />
            <ListBar list={list} live={live} />
          </>
        }
        empty={<NoTrades tab="auth" />}
      />
    </>
  )
}

function SettledTab({ whose }: { whose?: Filter | undefined }) {
  const here = useListPath()
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const toExport = useToExport('trade:export', paths.cardRecord)
  const { filters, list, live, everyMs, question } = useTradeList('settled', whose)
  const query = useAsk(whose ? pageSubTrades : pageTrades, list.asked as Input<typeof pageTrades>, { everyMs })
  const rows = query.isPlaceholderData ? undefined : query.data?.data
  const arrived = useArrived(
    rows?.map((row) => row.tradeId),
    question,
  )
  return (
    <>
      <FilterPanel filters={filters} list={list} onExport={whose ? undefined : toExport} />
      <Views list="settled" />
      <QueryTable
        label={t('trades.tab.settled')}
        query={query}
        list={list}
        columns={settledColumns}
        rowKey={(row) => row.tradeId}
        onOpen={(row) => void navigate({ pathname: here(paths.trade(row.cardAuthId ?? row.tradeId)), search })}
        live={live}
        arrived={live ? arrived : undefined}
        toolbar={
          <>
            <Sums page={query.data} sign="always" />
            <ListBar list={list} live={live} />
          </>
        }
        empty={<NoTrades tab="settled" />}
      />
    </>
  )
}
