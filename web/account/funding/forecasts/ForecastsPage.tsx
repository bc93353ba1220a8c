import { Outlet, useNavigate } from 'react-router'
import { listForecasts, topupStatuses, type ForecastRow } from '#contract/funding/forecasts.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { column, headColumn, moneyColumn, textColumn, timeColumn, type Column } from '#web/parts/lists/columns.tsx'
import { optionsOf, QueryList, useList, type Filter } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel, Stats } from '#web/ui/dialogs/Panel.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { paths } from '#web/account/paths.ts'
import { showDay } from '#web/parts/dates.ts'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { BusinessOnly } from './BusinessOnly.tsx'
import { type say, title, useText } from './text.ts'
import { forecastTone } from './forecastTones.ts'
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
  const listed = useList(listForecasts, { filters: filters(t), everyMs: LIVE_MS, live: ['money'] })
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

const forecastColumns: readonly Column<ForecastRow>[] = [
  headColumn('orderNo', title('forecasts.column.orderNo')),
  textColumn('payerName', title('forecasts.column.payer'), { key: 'payer' }),
  moneyColumn('amount', title('forecasts.column.amount'), { phone: 'head', strong: true }),
  moneyColumn('creditAmount', title('forecasts.column.credit'), { key: 'credit', strong: true }),
  column('status', title('forecasts.column.status'), (row) => (
    <Stack as="span" gap={1} className={css.status}>
      <StatusTag tone={forecastTone[row.status]} text={row.statusText} />
      {row.reason && <small>{row.reason}</small>}
    </Stack>
  )),
  column('transferTime', title('forecasts.column.transferTime'), (row) => showDay(row.transferTime)),
  timeColumn('createTime', title('forecasts.column.createTime')),
]
