import {
  invoiceKindNames,
  invoiceKinds,
  invoiceStates,
  showPrice,
  type InvoiceMonth,
  type InvoiceState,
} from '#contract/programs/invoices.ts'
import type * as contract from '#contract/programs/invoices.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { outside } from '#server/outside/outside.ts'
import { staffNames, waitingByLane } from '#server/staff/staff.ts'
import { accruedIn, compared, countedLines, shownLine } from '../invoices/compare.ts'
import { isComplete, isOver, monthsShown, priceMonths } from '../invoices/countMonths.ts'
import { invoicesOf, linesOf, pricesOf, usageOf, type InvoiceRow } from '../invoices/queries.ts'

export const listInvoices: Answer<typeof contract.listInvoices> = async ({ from: { lang } }, { issuerId }) => {
  if (!outside.issuers.has(issuerId)) throw refuse('not_found')
  const months = monthsShown()
  const found = await readMonths(issuerId, months.at(-1)!)
  const names = await staffNames(
    db,
    found.prices.map(({ setBy }) => setBy),
  )
  return {
    months: months.map((month) => shownMonth(month, found, lang).shown),
    prices: found.prices.map(({ kind, price, fromMonth, setBy, setAt }) => ({
      ...{ kind, kindText: invoiceKinds[kind][lang], price, priceText: showPrice(kind, price), fromMonth },
      setBy: names.get(setBy) ?? setBy,
      setTime: setAt.getTime(),
    })),
    priceMonths: priceMonths(),
  }
}

export const showInvoice: Answer<typeof contract.showInvoice> = async ({ from: { lang } }, { issuerId, month }) => {
  if (!outside.issuers.has(issuerId)) throw refuse('not_found')
  const found = await readMonths(issuerId, month)
  const { shown, lines, invoice } = shownMonth(month, found, lang)
  // Older ones are kept, but not counted any more.
  if (!invoice && !monthsShown().includes(month)) throw refuse('not_found')
  return {
    ...shown,
    lines: lines.map((line) => shownLine(line, lang)),
    accrued: invoice?.accruedCents ?? (await accruedIn(db, issuerId, month)),
    booking: invoice ? await shownBooking(invoice) : null,
  }
}

type Read = Awaited<ReturnType<typeof readMonths>>
async function readMonths(issuerId: string, from: string) {
  const [prices, usage, invoices, lines, waiting] = await Promise.all([
    pricesOf(db, issuerId),
    usageOf(db, issuerId, from),
    invoicesOf(db, issuerId, from),
    linesOf(db, issuerId, from),
    waitingByLane(db, 'program.invoice'),
  ])
  const approvalOf = (month: string): string | null => waiting.get(`${issuerId} ${month}`) ?? null
  return { prices, usage, invoices, lines, approvalOf }
}

/** A booked month is shown with the counts and prices that it was compared with, any other with those of now. */
function shownMonth(month: string, { prices, usage, invoices, lines, approvalOf }: Read, lang: Lang) {
  const counted = usage.find((row) => row.month === month)
  const invoice = invoices.find((row) => row.month === month)
  const booked = invoiceKindNames.flatMap((kind) => lines.find((row) => row.month === month && row.kind === kind) ?? [])
  const of = invoice ? booked : countedLines(month, counted, prices)
  const approvalId = invoice ? null : approvalOf(month)
  const sums = compared(of)
  const state: InvoiceState = invoice ? 'BOOKED' : approvalId ? 'WAITING' : isOver(month) ? 'AWAITED' : 'RUNNING'
  const shown: InvoiceMonth = {
    ...{ month, state, stateText: invoiceStates[state][lang], ...sums, approvalId },
    countTime: counted?.countedAt.getTime() ?? null,
    complete: flag(isComplete(month, counted)),
    invoiceNo: invoice?.invoiceNo ?? null,
    invoiced: invoice?.totalCents ?? null,
    difference: invoice ? invoice.totalCents - sums.counted : null,
  }
  return { shown, lines: of, invoice }
}

async function shownBooking(invoice: InvoiceRow) {
  const { invoiceDate, takenOn, reason, approvalId, fileId, transferId, makerId, checkerId } = invoice
  const names = await staffNames(db, [makerId, checkerId])
  return {
    ...{ invoiceDate, takenOn, reason, approvalId, fileId, transferId },
    posted: invoice.totalCents - invoice.accruedCents,
    maker: names.get(makerId) ?? makerId,
    checker: names.get(checkerId) ?? checkerId,
    bookTime: invoice.createdAt.getTime(),
  }
}
