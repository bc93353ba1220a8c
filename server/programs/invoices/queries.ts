/** All SQL on program_price, program_usage, program_invoice and program_invoice_line. Months are `2026-10`. */
import type { InvoiceKind } from '#contract/programs/invoices.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

type Reader = Database | Tx

const firstDay = (month: string): string => `${month}-01`
const monthText = (column: string) => sql.raw(`to_char(${column}, 'YYYY-MM')`)

export type PriceRow = { kind: InvoiceKind; fromMonth: string; price: number; setBy: string; setAt: Date }
/** By kind, the newest first. */
export const pricesOf = (on: Reader, issuerId: string): Promise<PriceRow[]> =>
  many(
    on,
    sql<PriceRow>`
    SELECT kind, ${monthText('from_month')} AS "fromMonth", price, set_by AS "setBy", set_at AS "setAt"
      FROM program_price WHERE issuer_id = ${issuerId}
     ORDER BY kind, from_month DESC`,
  )

export const keepPrice = (
  tx: Tx,
  issuerId: string,
  { kind, fromMonth, price, setBy }: Omit<PriceRow, 'setAt'>,
): Promise<number> =>
  run(
    tx,
    sql`
    INSERT INTO program_price (issuer_id, kind, from_month, price, set_by, set_at)
    VALUES (${issuerId}, ${kind}, ${firstDay(fromMonth)}, ${price}, ${setBy}, ${now()})
    ON CONFLICT (issuer_id, kind, from_month) DO UPDATE
       SET price = excluded.price, set_by = excluded.set_by, set_at = excluded.set_at`,
  )

/** What of a month we have ourselves. `foreignCents`: purchases in another currency than that of the card. */
export type Usage = {
  cardsOpened: number
  cardsUsed: number
  authorizations: number
  foreignCents: Cents
  disputes: number
}
export type UsageRow = Usage & { month: string; countedAt: Date }

/** From this month on. */
export const usageOf = (on: Reader, issuerId: string, from: string): Promise<UsageRow[]> =>
  many(
    on,
    sql<UsageRow>`
    SELECT ${monthText('month')} AS month, cards_opened AS "cardsOpened", cards_used AS "cardsUsed", authorizations, foreign_cents AS "foreignCents", disputes,
           counted_at AS "countedAt"
      FROM program_usage WHERE issuer_id = ${issuerId} AND program_usage.month >= ${firstDay(from)}`,
  )

export const keepUsage = (on: Database, issuerId: string, month: string, usage: Usage): Promise<number> =>
  run(
    on,
    sql`
    INSERT INTO program_usage (issuer_id, month, cards_opened, cards_used, authorizations, foreign_cents, disputes, counted_at)
    VALUES (${issuerId}, ${firstDay(month)}, ${usage.cardsOpened}, ${usage.cardsUsed}, ${usage.authorizations}, ${usage.foreignCents}, ${usage.disputes}, ${now()})
    ON CONFLICT (issuer_id, month) DO UPDATE
       SET cards_opened = excluded.cards_opened, cards_used = excluded.cards_used, authorizations = excluded.authorizations,
           foreign_cents = excluded.foreign_cents, disputes = excluded.disputes, counted_at = excluded.counted_at`,
  )

export type InvoiceRow = {
  issuerId: string
  month: string
  invoiceNo: string
  invoiceDate: string
  totalCents: Cents
  accruedCents: Cents
  takenOn: string
  fileId: string
  reason: string
  makerId: string
  checkerId: string
  approvalId: string
  transferId: string | null
  createdAt: Date
}
export const invoicesOf = (on: Reader, issuerId: string, from: string): Promise<InvoiceRow[]> =>
  many(
    on,
    sql<InvoiceRow>`
    SELECT issuer_id AS "issuerId", ${monthText('month')} AS month, invoice_no AS "invoiceNo", invoice_date::text AS "invoiceDate", total_cents AS "totalCents",
           accrued_cents AS "accruedCents", taken_on::text AS "takenOn", file_id AS "fileId", reason, maker_id AS "makerId", checker_id AS "checkerId",
           approval_id AS "approvalId", transfer_id AS "transferId", created_at AS "createdAt"
      FROM program_invoice WHERE issuer_id = ${issuerId} AND program_invoice.month >= ${firstDay(from)}`,
  )

/** The month that was booked under this number of the issuer's. */
export const monthOfInvoice = async (on: Reader, issuerId: string, invoiceNo: string): Promise<string | undefined> =>
  (
    await maybeOne(
      on,
      sql<{ month: string }>`
      SELECT ${monthText('month')} AS month FROM program_invoice WHERE issuer_id = ${issuerId} AND invoice_no = ${invoiceNo}`,
    )
  )?.month

export type InvoicedLine = {
  kind: InvoiceKind
  quantity: number
  amountCents: Cents
  counted: number
  price: number | null
}
type LineRow = InvoicedLine & { month: string }
export const linesOf = (on: Reader, issuerId: string, from: string): Promise<LineRow[]> =>
  many(
    on,
    sql<LineRow>`
    SELECT ${monthText('month')} AS month, kind, quantity, amount_cents AS "amountCents", counted, price
      FROM program_invoice_line WHERE issuer_id = ${issuerId} AND program_invoice_line.month >= ${firstDay(from)}`,
  )

/** False if the month or the number is booked already: nothing was recorded. */
export async function insertInvoice(
  tx: Tx,
  invoice: Omit<InvoiceRow, 'createdAt'>,
  lines: readonly InvoicedLine[],
): Promise<boolean> {
  const { issuerId, month } = invoice
  const written = await run(
    tx,
    sql`
    INSERT INTO program_invoice (issuer_id, month, invoice_no, invoice_date, total_cents, accrued_cents, taken_on, file_id, reason, maker_id, checker_id,
                                 approval_id, transfer_id, created_at)
    VALUES (${issuerId}, ${firstDay(month)}, ${invoice.invoiceNo}, ${invoice.invoiceDate}, ${invoice.totalCents}, ${invoice.accruedCents}, ${invoice.takenOn},
            ${invoice.fileId}, ${invoice.reason}, ${invoice.makerId}, ${invoice.checkerId}, ${invoice.approvalId}, ${invoice.transferId}, ${now()})
    ON CONFLICT DO NOTHING`,
  )
  if (written === 0) return false
  await run(
    tx,
    sql`
    INSERT INTO program_invoice_line (issuer_id, month, kind, quantity, amount_cents, counted, price)
    SELECT ${issuerId}, ${firstDay(month)}, *
      FROM unnest(${lines.map(({ kind }) => kind)}::text[], ${lines.map(({ quantity }) => quantity)}::bigint[],
                  ${lines.map(({ amountCents }) => amountCents)}::bigint[], ${lines.map(({ counted }) => counted)}::bigint[],
                  ${lines.map(({ price }) => price)}::bigint[])`,
  )
  return true
}
