import type { Words } from '#contract/core/fields.ts'
import { refuse, type Refusal } from '#contract/core/refusals.ts'
import type { Lang } from '#contract/core/fields.ts'

/** One movement in a bank's file, not validated yet. */
export type Entry = {
  date: string
  ref: string
  /** Negative: outgoing money. */
  cents: number
  currency: string
  payer: string
  payerAccount: string
  details: string
  /** Its row or number in the file, for the person who has to correct it. */
  where: string
}

const faults = {
  format: () => ({ cn: '只支持 CSV 与 camt.053 文件', en: 'Upload a CSV or camt.053 file' }),
  broken: () => ({ cn: '文件已损坏或不是 UTF-8 编码', en: 'The file is damaged or not in UTF-8' }),
  unsafe: () => ({ cn: '文件包含不允许的内容（DOCTYPE）', en: 'The file contains a DOCTYPE, which isn’t allowed' }),
  not_statement: () => ({ cn: '不是 camt.053 对账单', en: 'This isn’t a camt.053 statement' }),
  empty: () => ({ cn: '文件中没有入账记录', en: 'This statement has no incoming payments' }),
  too_many: () => ({ cn: '一个文件最多 5000 条，请拆分', en: 'A file can have up to 5,000 entries. Split the file' }),
  column: (at) => ({ cn: `缺少列：${at}`, en: `Column ${at} is missing` }),
  row: (at) => ({ cn: `第 ${at} 行的列数不一致`, en: `Row ${at} has a different number of cells` }),
  amount: (at) => ({ cn: `第 ${at} 条的金额无法识别`, en: `Entry ${at}: invalid amount` }),
  date: (at) => ({ cn: `第 ${at} 条的日期无法识别`, en: `Entry ${at}: invalid date` }),
  ref: (at) => ({
    cn: `第 ${at} 条缺少银行流水号或过长`,
    en: `Entry ${at}: the bank reference is missing or too long`,
  }),
  twice: (at) => ({
    cn: `流水号 ${at} 出现两次，金额不同`,
    en: `Reference ${at} appears twice with different amounts`,
  }),
  changed: (at) => ({
    cn: `流水号 ${at} 已导入过，金额不同`,
    en: `Reference ${at} was already imported with a different amount`,
  }),
  account: (at) => ({ cn: `对账单属于另一个账户：${at}`, en: `The statement is for another account: ${at}` }),
} as const satisfies Record<string, (at: string) => Words>

export class StatementFault extends Error {
  readonly fault: keyof typeof faults
  readonly at: string
  constructor(fault: keyof typeof faults, at = '') {
    super(`${fault} ${at}`)
    this.fault = fault
    this.at = at.slice(0, 60)
  }
}
export const refusalOf = ({ fault, at }: StatementFault, lang: Lang): Refusal =>
  refuse('invalid', { field: 'file', msg: faults[fault](at)[lang] })

const MOST = 5000
const REF = /^[\x21-\x7e][\x20-\x7e]{0,63}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns incoming dollar payments, each reference once. Any doubt refuses the whole file: half a statement is worse than none. */
export function creditsOf(entries: readonly Entry[]): { credits: Entry[]; aside: number } {
  if (entries.length > MOST) throw new StatementFault('too_many')
  const credits = new Map<string, Entry>()
  for (const entry of entries.filter(({ cents, currency }) => cents > 0 && currency === 'USD')) {
    if (!REF.test(entry.ref)) throw new StatementFault('ref', entry.where)
    if (!isDay(entry.date)) throw new StatementFault('date', entry.where)
    const same = credits.get(entry.ref)
    if (same && same.cents !== entry.cents) throw new StatementFault('twice', entry.ref)
    credits.set(entry.ref, same ?? { ...entry, ...cleaned(entry) })
  }
  if (!credits.size) throw new StatementFault('empty')
  return { credits: [...credits.values()], aside: entries.length - credits.size }
}

const isDay = (text: string): boolean => {
  const at = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const cleaned = ({ payer, payerAccount, details }: Entry) => ({
  payer: plain(payer, 140),
  payerAccount: plain(payerAccount, 40),
  details: plain(details, 500),
})
// oxlint-disable-next-line no-control-regex
const plain = (text: string, most: number): string =>
  text
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, most)
