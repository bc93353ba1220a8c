import { Link, Outlet, useSearchParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import {
  pageAuthorizations,
  pageDeclines,
  pageSubAuthorizations,
  pageSubDeclines,
  pageSubTrades,
  pageTrades,
} from '#contract/trades/trades.ts'
import type { Filter } from '#web/parts/lists/QueryList.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useListPath } from '../listPath.ts'
import { paths } from '../paths.ts'
import { DeclineRate, DeclineSums } from './DeclineRate.tsx'
import { tabOf, tabs, toTab } from './tabs.ts'
import { useText } from './text.ts'
import { authorizationColumns, declineColumns, settledColumns } from './tradeColumns.tsx'
import { Sums, TradeList, type TabOf } from './TradeList.tsx'
import type { Authorization, Decline, Trade } from './tradeTones.ts'
import css from './Trades.module.css'

const auth: TabOf<Authorization, Output<typeof pageAuthorizations>> = {
  tab: 'auth',
  view: 'authorizations',
  calls: { own: pageAuthorizations, subs: pageSubAuthorizations },
  columns: authorizationColumns,
  idOf: (row) => row.cardAuthId,
  tradeOf: (row) => row.cardAuthId,
  sums: (page) => <Sums page={page} />,
}

const settled: TabOf<Trade, Output<typeof pageTrades>> = {
  tab: 'settled',
  view: 'settled',
  calls: { own: pageTrades, subs: pageSubTrades },
  columns: settledColumns,
  idOf: (row) => row.tradeId,
  tradeOf: (row) => row.cardAuthId ?? row.tradeId,
  sums: (page) => <Sums page={page} sign="always" />,
}

const declined: TabOf<Decline, Output<typeof pageDeclines>> = {
  tab: 'declined',
  view: 'declined',
  calls: { own: pageDeclines, subs: pageSubDeclines },
  columns: declineColumns,
  idOf: (row) => row.refuseId,
  tradeOf: (row) => row.cardAuthId,
  above: (page) => <DeclineRate page={page} />,
  sums: (page) => <DeclineSums page={page} />,
}

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
      {current === 'auth' && <TradeList of={auth} whose={whose} />}
      {current === 'settled' && <TradeList of={settled} whose={whose} />}
      {current === 'declined' && <TradeList of={declined} whose={whose} />}
      <Outlet />
    </PageFrame>
  )
}
