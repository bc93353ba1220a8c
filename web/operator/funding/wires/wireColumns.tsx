import type { BankLine, DeskForecast } from '#contract/funding/desk/wires.ts'
import { showDate } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { holderColumn, holderName, moneyColumn, statusColumn, timeColumn } from '#web/operator/parts/columns.tsx'
import { lineTone, statusTone } from './wireTones.ts'
import { say } from '../text.ts'

export const forecastColumns: readonly Column<DeskForecast>[] = [
  { key: 'no', title: () => say('wires.orderNo'), phone: 'head', cell: (row) => <strong>{row.orderNo}</strong> },
  holderColumn(() => say('wires.holder'), 'holder'),
  { key: 'payer', title: () => say('wires.payer'), cell: (row) => row.payerName },
  moneyColumn('amount', () => say('wires.amount'), { strong: true, phone: 'head' }),
  statusColumn('status', () => say('wires.status'), statusTone),
  { key: 'reviewer', title: () => say('wires.reviewer'), cell: (row) => row.reviewer ?? '–' },
  timeColumn('createTime', () => say('wires.created'), 'created'),
]

export const lineColumns: readonly Column<BankLine>[] = [
  { key: 'ref', title: () => say('wires.bankRef'), phone: 'head', cell: (row) => <strong>{row.bankRef}</strong> },
  { key: 'date', title: () => say('wires.date'), cell: (row) => showDate(row.valueDate) },
  { key: 'payer', title: () => say('wires.payer'), cell: (row) => row.payer || '–' },
  moneyColumn('amount', () => say('wires.amount'), { strong: true, phone: 'head' }),
  statusColumn('state', () => say('wires.status'), lineTone),
  {
    key: 'whose',
    title: () => say('wires.holder'),
    cell: ({ holder, fits }) => (!holder && fits ? say('wires.fits', { orderNo: fits.orderNo }) : holderName(holder)),
  },
]
