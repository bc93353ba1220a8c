import { lazy, Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Wish } from '#contract/core/call.ts'
import { pageDeclines, pageSubDeclines } from '#contract/trades/trades.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable } from '#web/parts/lists/QueryTable.tsx'
import { useArrived } from '#web/parts/lists/useArrived.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useHere } from '../here.ts'
import { paths } from '../paths.ts'
import { useToExport } from '../useToExport.ts'
import { ListBar } from './ListBar.tsx'
import { NoTrades } from './NoTrades.tsx'
import { DeclineRate } from './DeclineRate.tsx'
import { declineColumns } from './tradeColumns.tsx'
import { useTradeList } from './useTradeList.ts'
import { Views } from '../views/lazyViews.tsx'
import { withText } from '#web/text.ts'
import { useText } from './text.ts'

const DeclineLadder = lazy(withText(() => import('./DeclineLadder.tsx')))

export function DeclinesTab({ whose }: { whose?: Filter | undefined }) {
  const here = useHere()
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const toExport = useToExport('trade:export', paths.cardRecord)
  const { filters, list, live, everyMs, question } = useTradeList('declined', whose)
  const query = useAsk(whose ? pageSubDeclines : pageDeclines, list.asked as Wish<typeof pageDeclines>, { everyMs })
  const rows = query.isPlaceholderData ? undefined : query.data?.data
  const arrived = useArrived(
    rows?.map((row) => row.refuseId),
    question,
  )
  return (
    <>
      <DeclineRate page={query.data} />
      <Suspense fallback={<Skeleton height={72} radius={12} />}>
        <DeclineLadder />
      </Suspense>
      <FilterPanel filters={filters} list={list} onExport={whose ? undefined : toExport} />
      <Views list="declined" />
      <QueryTable
        label={t('trades.tab.declined')}
        query={query}
        list={list}
        columns={declineColumns}
        rowKey={(row) => row.refuseId}
        onOpen={(row) => void navigate({ pathname: here(paths.trade(row.cardAuthId)), search })}
        live={live}
        arrived={live ? arrived : undefined}
        toolbar={<ListBar list={list} live={live} />}
        empty={<NoTrades tab="declined" />}
      />
    </>
  )
}
