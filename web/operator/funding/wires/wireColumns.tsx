import type { BankLine, DeskForecast } from '#contract/funding/desk/wires.ts'
import {
  column,
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
import { say, title } from '../text.ts'

export const forecastColumns: readonly Column<DeskForecast>[] = [
  headColumn('orderNo', title('wires.orderNo'), { key: 'no' }),
  holderColumn(title('wires.holder'), 'holder'),
  textColumn('payerName', title('wires.payer'), { key: 'payer' }),
  moneyColumn('amount', title('wires.amount'), { strong: true, phone: 'head' }),
  statusColumn('status', title('wires.status'), statusTone),
  textColumn('reviewer', title('wires.reviewer')),
  timeColumn('createTime', title('wires.created'), { key: 'created' }),
]

export const lineColumns: readonly Column<BankLine>[] = [
  headColumn('bankRef', title('wires.bankRef'), { key: 'ref' }),
  column('date', title('wires.date'), (row) => showDate(row.valueDate)),
  textColumn('payer', title('wires.payer')),
  moneyColumn('amount', title('wires.amount'), { strong: true, phone: 'head' }),
  statusColumn('state', title('wires.status'), lineTone),
  column('whose', title('wires.holder'), ({ holder, fits }) =>
    !holder && fits ? say('wires.fits', { orderNo: fits.orderNo }) : holderName(holder),
  ),
]
