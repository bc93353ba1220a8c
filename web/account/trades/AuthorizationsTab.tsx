import { useLocation, useNavigate } from 'react-router'
import type { Wish } from '#contract/core/call.ts'
import { pageAuthorizations, pageSubAuthorizations } from '#contract/trades/trades.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useArrived } from '#web/parts/lists/useArrived.ts'
import { useHere } from '../here.ts'
import { paths } from '../paths.ts'
import { useToExport } from '../useToExport.ts'
import { ListBar } from './ListBar.tsx'
import { NoTrades } from './NoTrades.tsx'
import { Sums } from './Sums.tsx'
import { authorizationColumns } from './tradeColumns.tsx'
import { useTradeList } from './useTradeList.ts'
import { Views } from '../views/lazyViews.tsx'
import { useText } from './text.ts'

export function AuthorizationsTab({ whose }: { whose?: Filter | undefined }) {
  const here = useHere()
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const toExport = useToExport('trade:export', paths.cardRecord)
  const { filters, list, live, everyMs, question } = useTradeList('auth', whose)
  const query = useAsk(
    whose ? pageSubAuthorizations : pageAuthorizations,
    list.asked as Wish<typeof pageAuthorizations>,
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
