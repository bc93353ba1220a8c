import type { Checked, FileAnswer } from '#contract/core/call.ts'
import type * as contract from '#contract/exports/exports.ts'
import type { CardExportColumn } from '#contract/exports/exports.ts'
import type { Words, Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { flowStatuses, type FlowRow } from '#contract/funding/funding.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardsAsSheet, seesGroups } from '#server/cards/cards.ts'
import { db } from '#server/core/db.ts'
import { allFlows } from '#server/funding/funding.ts'
import type { SheetKind } from '#server/core/sheet.ts'
import { tradesAsSheet, authorizationsAsSheet, declinesAsSheet } from '#server/trades/trades.ts'
import { downloadSheet, downloadRows } from '../download/download.ts'
import { takeFullCards } from '../fullCards/exportFullCards.ts'
import { moneyCell, type Cells } from '../writing/cells.ts'

export const exportCards: Answer<typeof contract.exportCards> = (actor, input) =>
  cardsFile(actor, { cn: '卡片', en: 'Cards' }, input)

/** A list of cards with masked numbers; or, with `columns=FULL`, the prepared file, once. */
export async function cardsFile(
  actor: Actor,
  name: Words,
  { format, columns = [], ticket, ...filters }: Checked<typeof contract.exportCards> & { gids?: readonly string[] },
): Promise<FileAnswer> {
  if (columns.includes('FULL')) return takeFullCards(actor, ticket)
  // Security codes are only in files that take a step-up.
  if (columns.includes('cvc')) throw refuse('step_up', { methods: ['SMS'] })
  const keys = columns.length ? (columns as CardExportColumn[]) : undefined
  const sheet = cardsAsSheet(actor, filters, keys)
  return downloadSheet(actor, { what: name, format, filters: { ...filters, columns: keys } }, sheet)
}

const groupCards = { cn: '分组卡片', en: 'Cards by group' }

/** All cards of these groups, of the parent and its sub-accounts, as the groups count them. */
export const exportGroupCards: Answer<typeof contract.exportGroupCards> = async (actor, { gid: gids, ...input }) => {
  if (!(await seesGroups(db, actor, gids))) throw refuse('not_found', { field: 'gid' })
  return cardsFile(actor, groupCards, { ...input, gids })
}

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

/** The statement as the screen shows it, money in flight first. */
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

const settled = { cn: '结算明细', en: 'Settled transactions' }

export const exportTrades: Answer<typeof contract.exportTrades> = async (actor, { format, ...filters }) =>
  downloadSheet(actor, { what: settled, format, filters }, await tradesAsSheet(actor, filters))

const words = { auth: { cn: '授权交易', en: 'Authorizations' }, refuse: { cn: '拒付记录', en: 'Declines' } } as const

/** A parent exports its own cards, with `scope=all` or a `subUid` also those of its sub-accounts; a sub-account always its own, as in the lists. */
export const exportAuthorizations: Answer<typeof contract.exportAuthorizations> = async (
  actor,
  { tab, format, ...filters },
) => {
  const sheet = await (tab === 'refuse' ? declinesAsSheet(actor, filters) : authorizationsAsSheet(actor, filters))
  return downloadSheet(actor, { what: words[tab], format, filters }, sheet)
}
