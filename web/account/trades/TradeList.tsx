import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Call, Output } from '#contract/core/call.ts'
import type { pageTrades } from '#contract/trades/trades.ts'
import type { ListName } from '#contract/views/views.ts'
import { showTime } from '#web/parts/dates.ts'
import type { Page } from '#web/parts/lists/table/Pager.tsx'
import type { Column } from '#web/parts/lists/columns.tsx'
import { QueryList, type Filter, type Listed } from '#web/parts/lists/QueryList.tsx'
import type { ListState } from '#web/parts/lists/useListState.ts'
import { Stats } from '#web/ui/dialogs/Panel.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Muted } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { useListPath } from '../listPath.ts'
import { paths } from '../paths.ts'
import { useReachable } from '../useReachable.ts'
import { useToExport } from '../useToExport.ts'
import { Views } from '../views/Views.tsx'
import type { Tab } from './tabs.ts'
import { type say, useText } from './text.ts'
import { useTradeList } from './useTradeList.ts'
import css from './Trades.module.css'

/** What one tab lists. */
export type TabOf<R extends object, P> = {
  tab: Tab
  view: ListName
  /** Of the own cards, and of sub-accounts'. */
  calls: { own: Call; subs: Call }
  columns: readonly Column<R>[]
  idOf: (row: R) => string
  /** What a row opens. */
  tradeOf: (row: R) => string
  above?: (page: P | undefined) => ReactNode
  sums?: (page: P | undefined) => ReactNode
}

/** One tab of the transactions: filters, saved views and rows, live on the first page. */
export function TradeList<R extends object, P extends Page<R> & SearchedTo>({
  of: { tab, view, calls, columns, idOf, tradeOf, above, sums },
  whose,
}: {
  of: TabOf<R, P>
  whose?: Filter | undefined
}) {
  const here = useListPath()
  const t = useText()
  const navigate = useNavigate()
  const reachable = useReachable()
  const { search } = useLocation()
  const toExport = useToExport('trade:export', paths.cardRecord)
  const listed = useTradeList(whose ? calls.subs : calls.own, tab, whose)
  const answer = listed.answer as P | undefined
  const live = listed.list.pageNo === 1 && !listed.continued
  const toCards = tab !== 'declined' && reachable(paths.cardList)
  return (
    <>
      {above?.(answer)}
      <QueryList<R>
        label={t(`trades.tab.${tab}`)}
        of={listed as unknown as Listed<R>}
        onExport={whose ? undefined : toExport}
        above={<Views list={view} />}
        columns={columns}
        rowKey={idOf}
        onOpen={(row) => void navigate({ pathname: here(paths.trade(tradeOf(row))), search })}
        live={live}
        highlightsNew={live}
        toolbar={
          <>
            {sums?.(answer)}
            <ListBar list={listed.list} live={live} toNewest={() => listed.goOn(undefined)} />
          </>
        }
        below={<SearchEnd page={answer} goOn={listed.goOn} />}
        empty={{
          icon: tab === 'declined' ? 'check' : 'trades',
          title: t(`trades.none.${tab}`),
          text: t(`trades.none.${tab}Text`),
          action: toCards && (
            <Button icon="cards" onClick={() => void navigate(paths.cardList)}>
              {t('trades.none.open')}
            </Button>
          ),
        }}
      />
    </>
  )
}

/** Above the rows: filters without a field in the panel, and why live updates are paused. */
function ListBar({ list, live, toNewest }: { list: ListState; live: boolean; toNewest: () => void }) {
  const t = useText()
  const { cardId, ...others } = list.filters
  return (
    <>
      {cardId && (
        <span>
          <Muted>{t('trades.oneCard')}</Muted>
          <Button look="quiet" size="s" icon="close" guardMs={0} onClick={() => list.setFilters(others)}>
            {t('trades.allCards')}
          </Button>
        </span>
      )}
      {!live && (
        <span className={css.paused}>
          <Muted>{t('trades.paused')}</Muted>
          <Button look="quiet" size="s" guardMs={0} onClick={toNewest}>
            {t('trades.toFirst')}
          </Button>
        </span>
      )}
    </>
  )
}

type SearchedTo = Pick<Output<typeof pageTrades>, 'searchedTime' | 'cursor'>

/** Where the search ended before the list did. */
function SearchEnd({ page, goOn }: { page: SearchedTo | undefined; goOn: (from: string) => void }) {
  const t = useText()
  const { searchedTime, cursor } = page ?? {}
  if (searchedTime === undefined || cursor === undefined) return null
  return (
    <p className={css.searched} role="status">
      <Muted>{t('trades.searched', { time: showTime(searchedTime) })}</Muted>
      <Button size="s" icon="search" onClick={() => goOn(cursor)}>
        {t('trades.searchFurther')}
      </Button>
    </p>
  )
}

type Totals = Pick<Output<typeof pageTrades>, 'totalCapped' | 'summaryCapped' | 'summary'>

/** Sums cover everything the filters match, or state how much of it. */
export const sumLabel = (t: typeof say, page: Pick<Totals, 'summaryCapped' | 'summary'> | undefined): string =>
  page?.summaryCapped ? t('trades.sumNewest', { shown: page.summary.totalNum.toLocaleString('en') }) : t('trades.sum')

/** The totals of the filtered rows. */
export function Sums({ page, sign }: { page: Totals | undefined; sign?: 'always' }) {
  const t = useText()
  const sums = page?.summary
  return (
    <Stats
      stats={[
        [sumLabel(t, page), <Money cents={sums?.sumBalance} sign={sign} />],
        [t('trades.sumPage'), <Money cents={sums?.sumBalancePage} sign={sign} />],
        [t('trades.count'), sums ? `${sums.totalNum.toLocaleString('en')}${page?.totalCapped ? '+' : ''}` : '–'],
      ]}
    />
  )
}
