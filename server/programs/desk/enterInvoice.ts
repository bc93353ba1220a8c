import * as z from 'zod'
import type * as contract from '#contract/programs/invoices.ts'
import {
  expectedCents,
  invoiceKindNames,
  invoiceKinds,
  lineDiffers,
  showPrice,
  showQuantity,
} from '#contract/programs/invoices.ts'
import type { Lang, Words } from '#contract/core/fields.ts'
import { add, show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { dateOf, nowMs, startOfDate } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { credit, debit, PLATFORM, platform, post } from '#server/ledger/ledger.ts'
import { outside } from '#server/outside/outside.ts'
import { approvable, recordStaff } from '#server/staff/staff.ts'
import { accruedIn, compared, countedLines } from '../invoices/compare.ts'
import { isComplete, isOver, monthsShown } from '../invoices/countMonths.ts'
import { insertInvoice, invoicesOf, monthOfInvoice, pricesOf, usageOf, type InvoicedLine } from '../invoices/queries.ts'

const Payload = z.object({
  issuerId: z.string(),
  month: z.string(),
  invoiceNo: z.string(),
  invoiceDate: z.string(),
  total: z.int(),
  /** As they were requested: with another figure, it is requested again. */
  accrued: z.int(),
  /** One for each kind, beside our count and the price of then. */
  lines: z.array(
    z.object({
      kind: z.enum(invoiceKindNames),
      quantity: z.int(),
      amountCents: z.int(),
      counted: z.int(),
      price: z.int().nullable(),
    }),
  ),
  fileId: z.string(),
})
type Payload = z.infer<typeof Payload>

/** Records an issuer's invoice of a month beside our counts (maker); another person books it. */
export const enterInvoice: Answer<typeof contract.enterInvoice> = async (staff, input, tx) => {
  const { issuerId, month, invoiceDate, total, fileId, reason } = input
  const { lang } = staff.from
  if (!outside.issuers.has(issuerId)) throw refuse('not_found', { field: 'issuerId' })
  checkMonth(month, lang)
  checkDate(month, invoiceDate, lang)
  const usage = (await usageOf(tx, issuerId, month)).find((row) => row.month === month)
  if (!isComplete(month, usage)) throw refuse('conflict', { field: 'month', msg: uncounted[lang] })
  const said = new Map(input.lines.map((line) => [line.kind, line]))
  const lines = countedLines(month, usage, await pricesOf(tx, issuerId)).map((line) => {
    const { quantity = 0, amount = 0 } = said.get(line.kind) ?? {}
    return { ...line, quantity, amountCents: amount }
  })
  const accrued = await accruedIn(tx, issuerId, month)
  const invoiceNo = input.invoiceNo.toUpperCase()
  const payload = { issuerId, month, invoiceNo, invoiceDate, total, accrued, lines, fileId }
  return { approvalId: await invoiceApproval.propose(tx, staff, payload, reason) }
}

const uncounted = { cn: '该月尚未统计完，请稍后再试', en: 'This month isn’t fully counted yet. Try again later.' }
const booked = { cn: '该月账单已入账', en: 'The invoice of this month is already booked' }
const running = { cn: '请选择已结束的月份', en: 'Choose a month that is over' }

function checkMonth(month: string, lang: Lang): void {
  if (!isOver(month) || !monthsShown().includes(month)) throw refuse('invalid', { field: 'month', msg: running[lang] })
}

/** An invoice is dated in its month or later, and not ahead. */
function checkDate(month: string, date: string, lang: Lang): void {
  const at = startOfDate(date)
  const [from, until] = [`${month}-01`, dateOf(nowMs())]
  if (!Number.isNaN(at) && dateOf(at) === date && date >= from && date <= until) return
  const msg = { cn: `请选择 ${from} 至 ${until} 之间的日期`, en: `Choose a day from ${from} to ${until}` }
  throw refuse('invalid', { field: 'invoiceDate', msg: msg[lang] })
}

/** Refuses what is booked already; a second request for the same month is refused by its lane. */
async function refuseBooked(tx: Tx, { issuerId, month, invoiceNo }: Payload, lang: Lang): Promise<void> {
  const found = (await invoicesOf(tx, issuerId, month)).some((row) => row.month === month)
  if (found) throw refuse('conflict', { field: 'month', msg: booked[lang] })
  if (await monthOfInvoice(tx, issuerId, invoiceNo)) throw refuse('reference_used', { field: 'invoiceNo' })
}

/** `120 · $12.00`; with our count beside it where the two differ. */
function saidOf({ kind, quantity, amountCents, counted, price }: InvoicedLine): Words {
  const expected = expectedCents(kind, counted, price)
  const said = `${showQuantity(kind, quantity)} · ${show(amountCents)}`
  if (!lineDiffers(amountCents, expected)) return { cn: said, en: said }
  const difference = show(amountCents - expected, 'USD', 'always')
  return { cn: `${said}（差额 ${difference}）`, en: `${said} (difference ${difference})` }
}

const countedText = ({ kind, counted, price }: InvoicedLine): string =>
  `${showQuantity(kind, counted)} × ${price === null ? '–' : showPrice(kind, price)} = ${show(expectedCents(kind, counted, price))}`

export const invoiceApproval = approvable('program.invoice', {
  payload: Payload,
  async shows(tx, payload, { from: { lang } }) {
    await refuseBooked(tx, payload, lang)
    const { issuerId, month, invoiceNo, invoiceDate, total, accrued, lines, fileId } = payload
    return {
      target: `${issuerId} ${invoiceNo}`,
      amountCents: total,
      onlyOne: `${issuerId} ${month}`,
      attachments: [fileId],
      lines: [
        { label: { cn: '发卡行', en: 'Issuer' }, before: null, after: issuerId },
        { label: { cn: '月份', en: 'Month' }, before: null, after: month },
        { label: { cn: '账单号', en: 'Invoice number' }, before: null, after: invoiceNo },
        { label: { cn: '账单日期', en: 'Invoice date' }, before: null, after: invoiceDate },
        ...lines.map((line) => ({
          label: {
            cn: `${invoiceKinds[line.kind].cn}（我方统计 → 账单）`,
            en: `${invoiceKinds[line.kind].en} (counted → invoiced)`,
          },
          before: countedText(line),
          after: saidOf(line),
        })),
        {
          label: { cn: '合计（我方统计 → 账单）', en: 'Total (counted → invoiced)' },
          before: show(compared(lines).counted),
          after: show(total),
        },
        { label: { cn: '开卡时已计成本', en: 'Accrued when cards were made' }, before: null, after: show(accrued) },
        {
          label: { cn: '补记发卡成本', en: 'Booked to the cost of issuing' },
          before: null,
          after: show(total - accrued, 'USD', 'always'),
        },
      ],
    }
  },
  async apply(tx, payload, { approvalId, maker, checker, reason }) {
    const { issuerId, month, invoiceNo, invoiceDate, total, accrued, lines, fileId } = payload
    await refuseBooked(tx, payload, checker.from.lang)
    if ((await accruedIn(tx, issuerId, month)) !== accrued) throw refuse('conflict')
    const transferId = await bookRest(tx, issuerId, month, add(total, -accrued), checker.staffId)
    const people = { makerId: maker.staffId, checkerId: checker.staffId, approvalId, reason }
    const invoice = { ...{ issuerId, month, invoiceNo, invoiceDate, fileId, transferId, ...people } }
    const sums = { totalCents: total, accruedCents: accrued, takenOn: dateOf(nowMs()) }
    if (!(await insertInvoice(tx, { ...invoice, ...sums }, lines))) throw refuse('conflict')
    await recordStaff(tx, checker, {
      action: 'MONEY',
      target: `${issuerId} ${invoiceNo}`,
      reason,
      content: { cn: `发卡行账单入账：${month} ${show(total)}`, en: `Issuer invoice booked: ${month} ${show(total)}` },
      after: { issuerId, month, invoiceNo, total, accrued, transferId, maker: maker.staffId },
    })
  },
})

/**
 * ISSUER_INVOICED. Dated today, whose settlement day is never booked before it is over: that day takes it from the prefund. The days of the month itself have been
 * booked with what was accrued. Null if nothing is left.
 */
async function bookRest(tx: Tx, issuerId: string, month: string, rest: number, by: string): Promise<string | null> {
  if (rest === 0) return null
  const [cost, fees] = [platform('5020'), platform('2120', issuerId)]
  const { transferId, replayed } = await post(tx, {
    kind: 'ISSUER_INVOICED',
    accountId: PLATFORM,
    biz: { type: 'issuer_invoice', id: `${issuerId} ${month}` },
    actor: by,
    lines: rest > 0 ? [debit(cost, rest), credit(fees, rest)] : [debit(fees, -rest), credit(cost, -rest)],
  })
  if (replayed) throw refuse('conflict')
  return transferId
}
