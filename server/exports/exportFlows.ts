import type * as contract from '#contract/exports/exports.ts'
import { flowStatuses, type FlowRow } from '#contract/funding/funding.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Answer } from '../core/answer.ts'
import { allFlows } from '../funding/funding.ts'
import type { SheetKind } from '../core/sheet.ts'
import { moneyCell, type Cells } from './cells.ts'
import { downloadRows } from './download.ts'

const what = { cn: '资金明细', en: 'Wallet statement' }
const directions = { IN: { cn: '收入', en: 'In' }, OUT: { cn: '支出', en: 'Out' } } as const

type Column = {
  cn: string
  en: string
  kind: SheetKind
  cell(row: FlowRow, at: (ms: number) => string, lang: Lang): string | null
}
const columns: readonly Column[] = [
  { cn: '时间', en: 'Time', kind: 'at', cell: (row, at) => at(row.initiated) },
  { cn: '流水号', en: 'No.', kind: 'text', cell: ({ flowNo }) => (flowNo === '-' ? null : flowNo) },
  { cn: '类型', en: 'Type', kind: 'text', cell: ({ typeText }) => typeText },
  { cn: '方向', en: 'Direction', kind: 'text', cell: ({ direction }, _, lang) => directions[direction][lang] },
  { cn: '说明', en: 'Description', kind: 'text', cell: ({ tradeDesc }) => tradeDesc },
  {
    cn: '金额',
    en: 'Amount',
    kind: 'money',
    cell: ({ amount, direction }) => moneyCell(direction === 'IN' ? amount : -amount),
  },
  { cn: '其中手续费', en: 'Fees', kind: 'money', cell: ({ fee }) => moneyCell(fee) },
  {
    cn: '余额',
    en: 'Balance',
    kind: 'money',
    cell: ({ balanceAfter }) => (balanceAfter === null ? null : moneyCell(balanceAfter)),
  },
  { cn: '币种', en: 'Currency', kind: 'text', cell: ({ unit }) => unit },
  { cn: '卡序列号', en: 'Card serial no.', kind: 'text', cell: ({ cardSeqNo }) => cardSeqNo ?? null },
  { cn: '卡号后四位', en: 'Last four digits', kind: 'text', cell: ({ lastFour }) => lastFour ?? null },
  { cn: '子账户', en: 'Sub-account', kind: 'text', cell: ({ subNickname }) => subNickname ?? null },
  { cn: '业务单号', en: 'Order no.', kind: 'text', cell: ({ bizNo }) => bizNo },
  { cn: '备注', en: 'Remark', kind: 'text', cell: ({ remark }) => remark },
  { cn: '状态', en: 'Status', kind: 'text', cell: ({ status }, _, lang) => flowStatuses[status][lang] },
]

/** The statement: what stands on the screen, in its order, money in flight first. */
export const exportFlows: Answer<typeof contract.exportFlows> = (actor, { format, ...filters }) => {
  const { lang } = actor.from
  const heads = columns.map((column) => ({ title: column[lang], kind: column.kind }))
  return downloadRows(actor, { what, format, filters }, heads, async ({ reader }, at) => {
    const { count, rows } = await allFlows(reader, actor, filters)
    return { count, rows: inCells(rows, (row) => columns.map(({ cell }) => cell(row, at, lang))) }
  })
}

async function* inCells(rows: AsyncIterable<FlowRow[]>, cells: (row: FlowRow) => Cells): AsyncGenerator<Cells[]> {
  for await (const some of rows) yield some.map(cells)
}
