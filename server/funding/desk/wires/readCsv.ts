import { parse } from '#contract/core/money.ts'
import { StatementFault, type Entry } from './entries.ts'

/** Our column names, and those of common exports. */
const names: Record<keyof Row, readonly string[]> = {
  date: ['date', 'valuedate', 'bookingdate', '日期', '起息日'],
  ref: ['reference', 'bankreference', 'bankref', 'transactionid', '流水号', '银行流水号'],
  amount: ['amount', 'credit', '金额', '贷方金额'],
  currency: ['currency', 'ccy', '币种'],
  payer: ['payer', 'payername', 'debtor', 'counterparty', '付款人', '对方户名'],
  account: ['payeraccount', 'debtoraccount', 'counterpartyaccount', '付款账号', '对方账号'],
  details: ['details', 'description', 'remittance', 'memo', '附言', '摘要'],
}
type Row = {
  date: string
  ref: string
  amount: string
  currency: string
  payer: string
  account: string
  details: string
}
const needed = ['date', 'ref', 'amount', 'currency'] as const satisfies (keyof Row)[]

/** Parses a table with column names in the first row. Negative amounts are outgoing money. */
export function readCsv(text: string): Entry[] {
  const [head, ...rows] = cellsOf(text)
  if (!head) throw new StatementFault('empty')
  const titles = head.map((title) => title.toLowerCase().replace(/[\s_-]/g, ''))
  const at = Object.fromEntries(
    Object.entries(names).map(([name, spellings]) => [name, titles.findIndex((title) => spellings.includes(title))]),
  ) as Record<keyof Row, number>
  for (const name of needed) if (at[name] < 0) throw new StatementFault('column', names[name][0]!)
  return rows.map((cells, index) => {
    const row = index + 2
    if (cells.length !== head.length) throw new StatementFault('row', String(row))
    const cell = (name: keyof Row): string => (at[name] < 0 ? '' : cells[at[name]]!.trim())
    const out = cell('amount').startsWith('-')
    const amount = parse(cell('amount').replace(/^[-+]/, ''))
    if (amount === undefined) throw new StatementFault('amount', String(row))
    return {
      date: cell('date').replaceAll('/', '-'),
      ref: cell('ref'),
      cents: out ? -amount : amount,
      currency: cell('currency').toUpperCase(),
      payer: cell('payer'),
      payerAccount: cell('account'),
      details: cell('details'),
      where: String(row),
    }
  })
}

/** RFC 4180: quotes may contain commas, line breaks and doubled quotes. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let [row, cell, quoted, at] = [[] as string[], '', false, 0]
  const endCell = () => (row.push(cell), (cell = ''))
  const endRow = () => {
    endCell()
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  for (; at < text.length; at++) {
    const sign = text[at]!
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]!
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === ',') endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (quoted) throw new StatementFault('broken')
  if (cell !== '' || row.length) endRow()
  return rows
}
