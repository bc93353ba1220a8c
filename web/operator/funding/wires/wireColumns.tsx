import type { BankLine, DeskForecast } from '#contract/funding/desk/wires.ts'
import {
  headColumn,
  holderColumn,
  holderName,
  moneyColumn,
  statusColumn,
  textColumn,
  timeColumn,
  type Column,
} from '#web/parts/lists/columns.tsx'
import { showDate } from '#web/parts/dates.ts'
import { lineTone, statusTone } from './wireTones.ts'
import { say } from '../text.ts'

export const forecastColumns: readonly Column<DeskForecast>[] = [
  headColumn('orderNo', () => say('wires.orderNo'), { key: 'no' }),
  holderColumn(() => say('wires.holder'), 'holder'),
  textColumn('payerName', () => say('wires.payer'), { key: 'payer' }),
  moneyColumn('amount', () => say('wires.amount'), { strong: true, phone: 'head' }),
  statusColumn('status', () => say('wires.status'), statusTone),
  textColumn('reviewer', () => say('wires.reviewer')),
  timeColumn('createTime', () => say('wires.created'), { key: 'created' }),
]

export const lineColumns: readonly Column<BankLine>[] = [
  headColumn('bankRef', () => say('wires.bankRef'), { key: 'ref' }),
  { key: 'date', title: () => say('wires.date'), cell: (row) => showDate(row.valueDate) },
  textColumn('payer', () => say('wires.payer')),
  moneyColumn('amount', () => say('wires.amount'), { strong: true, phone: 'head' }),
  statusColumn('state', () => say('wires.status'), lineTone),
  {
    key: 'whose',
    title: () => say('wires.holder'),
    cell: ({ holder, fits }) => (!holder && fits ? say('wires.fits', { orderNo: fits.orderNo }) : holderName(holder)),
  },
]
