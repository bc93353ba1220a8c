import { Outlet, useNavigate } from 'react-router'
import { listForecasts, topupStatuses, type ForecastRow } from '#contract/funding/forecasts.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { headColumn, moneyColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { optionsOf, QueryList, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { paths } from '#web/account/paths.ts'
import { showDay } from '#web/parts/dates.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { BusinessOnly } from './BusinessOnly.tsx'
import { useText, say } from './text.ts'
import { forecastTone } from './forecastTones.ts'
import type { forecasts } from './text.cn.ts'
import css from './Forecasts.module.css'

const LIVE_MS = 15_000

const filters = (t: typeof say): Filter[] => [
  { kind: 'choice', name: 'status', label: t('forecasts.filter.status'), options: optionsOf(topupStatuses) },
  { kind: 'days', name: ['startTime', 'endTime'], label: t('forecasts.filter.time') },
]

/** Announced transfers with their status. */
export default function ForecastsPage() {
  const t = useText()
  const navigate = useNavigate()
  const listed = useList(listForecasts, { filters: filters(t), everyMs: LIVE_MS })
  const off = listed.answer && !listed.answer.business ? t('forecasts.form.business') : undefined
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
      {listed.answer && <BusinessOnly business={listed.answer.business} />}
      <Panel>
        <Row between gap={4}>
          <Stats
            stats={[
              [t('forecasts.waiting'), <Money cents={listed.answer?.summary.waiting} />],
              [t('forecasts.credited'), <Money cents={listed.answer?.summary.credited} />],
            ]}
          />
          {buttons}
        </Row>
      </Panel>
      <QueryList
        label={t('forecasts.list')}
        of={listed}
        columns={forecastColumns}
        rowKey={({ topupId }) => topupId}
        path={paths.forecast}
        empty={{ icon: 'forecast', title: t('forecasts.none'), text: t('forecasts.noneText'), action: buttons }}
      />
      <Outlet />
    </PageFrame>
  )
}

const word = (key: keyof (typeof forecasts)['column']) => () => say(`forecasts.column.${key}`)

const forecastColumns: readonly Column<ForecastRow>[] = [
  headColumn('orderNo', word('orderNo')),
  textColumn('payerName', word('payer'), { key: 'payer' }),
  moneyColumn('amount', word('amount'), { phone: 'head', strong: true }),
  moneyColumn('creditAmount', word('credit'), { key: 'credit', strong: true }),
  {
    key: 'status',
    title: word('status'),
    cell: (row) => (
      <Stack as="span" gap={1} className={css.status}>
        <StatusTag tone={forecastTone[row.status]} text={row.statusText} />
        {row.reason && <small title={row.reason}>{row.reason}</small>}
      </Stack>
    ),
  },
  { key: 'transferTime', title: word('transferTime'), cell: (row) => showDay(row.transferTime) },
  timeColumn('createTime', word('createTime')),
]
