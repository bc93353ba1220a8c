import type { ForecastRow } from '#contract/funding/forecasts.ts'
import { showDay, showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { forecastTone } from './forecastLook.ts'
import { say } from './text.ts'
import type { forecasts } from './text.cn.ts'
import css from './Forecasts.module.css'

const word = (key: keyof (typeof forecasts)['column']) => () => say(`forecasts.column.${key}`)

export const forecastColumns: readonly Column<ForecastRow>[] = [
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
      <span className={css.status}>
        <StatusTag tone={forecastTone[row.status]} text={row.statusText} />
        {row.reason && <small title={row.reason}>{row.reason}</small>}
      </span>
    ),
  },
  { key: 'transferTime', title: word('transferTime'), cell: (row) => showDay(row.transferTime) },
  { key: 'createTime', title: word('createTime'), cell: (row) => showTime(row.createTime) },
]
