import type { BankLine, DeskForecast } from '#contract/funding/desk/wires.ts'
import { showDate, showTime } from '#web/parts/dates.ts'
import type { Column } from '#web/parts/lists/QueryTable.tsx'
import { Money } from '#web/ui/Money.tsx'
import { StatusTag } from '#web/ui/tags/Tag.tsx'
import { lineTone, statusTone } from './wireTones.ts'
import { say } from '../text.ts'

export const forecastColumns: readonly Column<DeskForecast>[] = [
  { key: 'no', title: () => say('wires.orderNo'), phone: 'head', cell: (row) => <strong>{row.orderNo}</strong> },
  { key: 'holder', title: () => say('wires.holder'), cell: (row) => `${row.holder.userNo} ${row.holder.nickname}` },
  { key: 'payer', title: () => say('wires.payer'), cell: (row) => row.payerName },
  {
    key: 'amount',
    title: () => say('wires.amount'),
    align: 'right',
    phone: 'head',
    cell: (row) => <Money cents={row.amount} strong />,
  },
  {
    key: 'status',
    title: () => say('wires.status'),
    cell: (row) => <StatusTag tone={statusTone[row.status]} text={row.statusText} />,
  },
  { key: 'reviewer', title: () => say('wires.reviewer'), cell: (row) => row.reviewer ?? '–' },
  { key: 'created', title: () => say('wires.created'), cell: (row) => showTime(row.createTime) },
]

export const lineColumns: readonly Column<BankLine>[] = [
  { key: 'ref', title: () => say('wires.bankRef'), phone: 'head', cell: (row) => <strong>{row.bankRef}</strong> },
  { key: 'date', title: () => say('wires.date'), cell: (row) => showDate(row.valueDate) },
  { key: 'payer', title: () => say('wires.payer'), cell: (row) => row.payer || '–' },
  {
    key: 'amount',
    title: () => say('wires.amount'),
    align: 'right',
    phone: 'head',
    cell: (row) => <Money cents={row.amount} strong />,
  },
  {
    key: 'state',
    title: () => say('wires.status'),
    cell: (row) => <StatusTag tone={lineTone[row.state]} text={row.stateText} />,
  },
  {
    key: 'whose',
    title: () => say('wires.holder'),
    cell: (row) =>
      row.holder
        ? `${row.holder.userNo} ${row.holder.nickname}`
        : row.fits
          ? say('wires.fits', { orderNo: row.fits.orderNo })
          : '–',
  },
]
