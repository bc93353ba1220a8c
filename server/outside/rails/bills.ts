/** The bills of a day and the times of Shanghai, as WeChat Pay and Alipay write them. */
import { parse } from '#contract/core/money.ts'
import { OutsideUnknown } from '../ask.ts'
import type { PaymentsPage, ProviderEvent, ProviderPayment } from '../payments.ts'

const SHANGHAI_MS = 8 * 3_600_000

/** `2026-03-01 09:30:00`, the time in Shanghai. */
export const shanghaiTime = (ms: number): string =>
  new Date(ms + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ')

/** Epoch milliseconds, or `undefined` if it is no such time. */
export function fromShanghaiTime(text: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}+08:00`) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

/** A bill has about 300 bytes for each payment. */
export const BILL_BYTES = 128 * 1024 * 1024

/** A cell of a row by the heading of its column. */
type Row = (heading: string) => string

function rowsOf(headings: readonly string[], lines: readonly string[], cellsOf: (line: string) => string[]): Row[] {
  return lines.map((line) => {
    const cells = cellsOf(line)
    return (heading) => {
      const cell = cells[headings.indexOf(heading)]
      if (cell === undefined) throw new OutsideUnknown(`a bill without ${heading}`)
      return cell
    }
  })
}

const amountOf = (yuan: string): number => {
  const fen = parse(yuan.replace(/^-/, ''))
  if (fen === undefined) throw new OutsideUnknown('a bill with an amount that is none')
  return fen
}
const timeOf = (text: string): number => {
  const ms = fromShanghaiTime(text)
  if (ms === undefined) throw new OutsideUnknown('a bill with a time that is none')
  return ms
}
const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter(Boolean)

/**
 * A trade bill of WeChat Pay, type ALL: a heading, a row for each payment and each refund, a heading of sums and the sums. Every cell begins with a backtick;
 * names of goods may contain commas. Throws `OutsideUnknown` for anything else.
 */
export function weChatBill(text: string, { merchantId, appId }: { merchantId: string; appId: string }): PaymentsPage {
  const lines = linesOf(text)
  const [head = '', ...more] = lines
  const end = more.findIndex((line) => line.startsWith('总交易单数'))
  const cellsOf = (line: string): string[] => line.replace(/^`/, '').split(',`')
  const total = end === -1 ? undefined : cellsOf(more[end + 1] ?? '')[0]
  if (total !== String(end)) throw new OutsideUnknown('a bill that is not complete')
  const [payments, events]: [ProviderPayment[], ProviderEvent[]] = [[], []]
  for (const cell of rowsOf(head.split(','), more.slice(0, end), cellsOf)) {
    if (cell('商户号') !== merchantId || cell('公众账号ID') !== appId) continue
    const [ref, orderNo, at] = [cell('微信订单号'), cell('商户订单号'), timeOf(cell('交易时间'))]
    if (cell('交易状态') === 'SUCCESS')
      payments.push({ ref, orderNo, amount: amountOf(cell('订单金额')), currency: cell('货币种类'), paidAt: at })
    else if (cell('退款状态') === 'SUCCESS') {
      const about = { id: `bill:${cell('微信退款单号')}`, orderNo, paymentRef: ref, refundRef: cell('商户退款单号') }
      events.push({ ...about, type: 'payment.reversed', amount: amountOf(cell('申请退款金额')), occurredAt: at })
    }
  }
  return { payments, events }
}

/**
 * The detail file of Alipay's trade bill: lines of remarks that begin with #, a heading, and a row for each payment and each refund, whose cells end with tabs.
 * Throws `OutsideUnknown` for anything else.
 */
export function alipayBill(text: string): PaymentsPage {
  const lines = linesOf(text)
  const [head = '', ...rows] = lines.filter((line) => !line.startsWith('#'))
  if (!lines.some((line) => line.startsWith('#') && line.includes('业务明细列表结束')))
    throw new OutsideUnknown('a bill that is not complete')
  const cellsOf = (line: string): string[] => line.split(',').map((cell) => cell.trim())
  const [payments, events]: [ProviderPayment[], ProviderEvent[]] = [[], []]
  for (const cell of rowsOf(cellsOf(head), rows, cellsOf)) {
    const [ref, orderNo, at] = [cell('支付宝交易号'), cell('商户订单号'), timeOf(cell('完成时间'))]
    const amount = amountOf(cell('订单金额（元）'))
    if (cell('业务类型') === '交易') payments.push({ ref, orderNo, amount, currency: 'CNY', paidAt: at })
    else if (cell('业务类型') === '退款') {
      const refundRef = cell('退款批次号/请求号')
      events.push({
        id: `bill:${ref}:${refundRef}`,
        type: 'payment.reversed',
        orderNo,
        paymentRef: ref,
        refundRef,
        amount,
        occurredAt: at,
      })
    }
  }
  return { payments, events }
}

/** The text of the detail file in Alipay's ZIP: GBK, and so are the names of its files. */
export async function unzipAlipayBill(bytes: Buffer): Promise<string> {
  const { fromBufferPromise } = await import('yauzl')
  const gbk = new TextDecoder('gbk')
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true })
    for await (const entry of zip.eachEntry()) {
      const name = gbk.decode(entry.fileNameRaw)
      if (!name.includes('业务明细') || name.includes('汇总')) continue
      const parts: Buffer[] = []
      let size = 0
      for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        size += part.length
        if (size > BILL_BYTES) throw new Error('too long')
        parts.push(part)
      }
      return gbk.decode(Buffer.concat(parts))
    }
  } catch (cause) {
    throw new OutsideUnknown('a bill that cannot be unpacked', { cause })
  }
  throw new OutsideUnknown('a bill without its details')
}
