import { Outlet, useLocation, useNavigate } from 'react-router'
import type { Input } from '#contract/core/call.ts'
import { listForecasts, topupStatuses, type ForecastRow } from '#contract/funding/forecasts.ts'
import { FilterPanel, type Filter } from '#web/parts/lists/FilterPanel.tsx'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useAsk } from '#web/parts/client/queries.ts'
import { QueryTable, type Column } from '#web/parts/lists/QueryTable.tsx'
import { useListState } from '#web/parts/lists/useListState.ts'
import { Button } from '#web/ui/forms/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { paths } from '#web/account/paths.ts'
import { langNow } from '#web/text.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { BusinessOnly } from './BusinessOnly.tsx'
import { useText, say } from './text.ts'
import { forecastTone } from './forecastTones.ts'
import type { forecasts } from './text.cn.ts'
import css from './Forecasts.module.css'

const LIVE_MS = 15_000

const filters = (): Filter[] => [
  {
    kind: 'choice',
    name: 'status',
    label: say('forecasts.filter.status'),
    options: Object.entries(topupStatuses).map(([value, words]) => ({ value, label: words[langNow()] })),
  },
  { kind: 'days', name: ['startTime', 'endTime'], label: say('forecasts.filter.time') },
]
const names = ['status', 'startTime', 'endTime']

/** Announced transfers with their status. */
export default function ForecastsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useListState(names)
  const query = useAsk(listForecasts, list.asked as Input<typeof listForecasts>, { everyMs: LIVE_MS })
  const off = query.data && !query.data.business ? t('forecasts.form.business') : undefined
  const buttons = (
    <Row>
      <Button icon="topup" onClick={() => void navigate(paths.rechargeBank)}>
        {t('forecasts.wireTo')}
      </Button>
      <Button look="primary" icon="plus" disabled={off} onClick={() => void navigate(paths.forecastNew)}>
        {t('forecasts.new')}
      </Button>
    </Row>
  )
  return (
    <PageFrame>
      {query.data && <BusinessOnly business={query.data.business} />}
      <Panel>
        <Row between gap={4}>
          <Stats
            stats={[
              [t('forecasts.waiting'), <Money cents={query.data?.summary.waiting} />],
              [t('forecasts.credited'), <Money cents={query.data?.summary.credited} />],
            ]}
          />
          {buttons}
        </Row>
      </Panel>
      <FilterPanel filters={filters()} list={list} />
      <QueryTable
        label={t('forecasts.list')}
        query={query}
        list={list}
        columns={forecastColumns}
        rowKey={({ topupId }) => topupId}
        onOpen={({ topupId }) => void navigate({ pathname: paths.forecast(topupId), search })}
        empty={<Empty icon="forecast" title={t('forecasts.none')} text={t('forecasts.noneText')} action={buttons} />}
      />
      <Outlet />
    </PageFrame>
  )
}

const word = (key: keyof (typeof forecasts)['column']) => () => say(`forecasts.column.${key}`)

const forecastColumns: readonly Column<ForecastRow>[] = [
  { key: 'orderNo', title: word('orderNo'), phone: 'head', cell: (row) => <strong>{row.orderNo}</strong> },
  { key: 'payer', title: word('payer'), cell: (row) => row.payerName },
  {
    key: 'amount',
    title: word('amount'),
    align: 'right',
    phone: 'head',
    cell: (row) => <Money cents={row.amount} strong />,
  },
  {
    key: 'credit',
    title: word('credit'),
    align: 'right',
    cell: (row) => (row.creditAmount === null ? '–' : <Money cents={row.creditAmount} strong />),
  },
  {
    key: 'status',
    title: word('status'),
    cell: (row) => (
      <Stack as="span" gap={1} className={css.status}>
        <StatusTag tone={forecastTone[row.status]} text={row.statusText} />
        {row.reason && <small>{row.reason}</small>}
      </Stack>
    ),
  },
  { key: 'transferTime', title: word('transferTime'), cell: (row) => showDay(row.transferTime) },
  { key: 'createTime', title: word('createTime'), cell: (row) => showTime(row.createTime) },
]
