/** Staff calls: what an issuer invoices for a month beside what we counted, at the prices agreed with it. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { cents, Cents, Flag, pattern, reading, Time, whole, type Words } from '../core/fields.ts'
import { add, percentOf, plain, share, show, type Cents as Amount } from '../core/money.ts'
import { AttachmentId } from '../staff/approvals.ts'
import { Day, IssuerId, nameOf, why } from './desk.ts'

/** What issuers charge for. `FX` is a share of the purchases in another currency than the card's. */
export const invoiceKinds = {
  PER_CARD: { cn: '开卡', en: 'Cards opened' },
  PER_ACTIVE_CARD: { cn: '活跃卡', en: 'Active cards' },
  PER_AUTHORIZATION: { cn: '授权', en: 'Authorizations' },
  FX: { cn: '外币消费', en: 'Foreign-currency purchases' },
  PER_DISPUTE: { cn: '争议', en: 'Disputes' },
  FIXED: { cn: '固定月费', en: 'Monthly fee' },
} as const satisfies Record<string, Words>
export type InvoiceKind = keyof typeof invoiceKinds
export const invoiceKindNames = Object.keys(invoiceKinds) as InvoiceKind[]
const KindName = nameOf(invoiceKinds)

/** Complete months on the page, beside the running one; as many are counted. */
export const INVOICE_MONTHS = 6
/** A line differs beyond the higher of the two: months begin in other time zones elsewhere, and messages are late. */
const TOLERANCE = { cents: 1_00, bps: 50 } as const

/** What a line costs by the price list: `price` is in hundredths of a cent each, that of `FX` in basis points of `quantity` cents. */
export const expectedCents = (kind: InvoiceKind, quantity: number, price: number | null): Amount =>
  price === null ? 0 : kind === 'FX' ? percentOf(quantity, price, 'half-up') : share(quantity, price, 100, 'half-up')

export const lineDiffers = (amount: Amount, expected: Amount): boolean =>
  Math.abs(amount - expected) > Math.max(TOLERANCE.cents, percentOf(expected, TOLERANCE.bps, 'floor'))

/** `$0.015`, or `1.50%`. */
export const showPrice = (kind: InvoiceKind, price: number): string =>
  kind === 'FX' ? `${plain(price)}%` : `$${plain(price, 4).replace(/(\.\d\d\d*?)0+$/, '$1')}`
export const showQuantity = (kind: InvoiceKind, quantity: number): string =>
  kind === 'FX' ? show(quantity) : plain(quantity, 0)

/** `RUNNING`: the month is not over. `AWAITED`: its invoice has not been entered. */
export const invoiceStates = {
  RUNNING: { cn: '进行中', en: 'Running' },
  AWAITED: { cn: '待录入', en: 'Not entered yet' },
  WAITING: { cn: '待复核', en: 'Waiting for approval' },
  BOOKED: { cn: '已入账', en: 'Booked' },
} as const satisfies Record<string, Words>
export type InvoiceState = keyof typeof invoiceStates

/** A month in Shanghai. */
const Month = pattern(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'month')
const UNITS_MAX = 1_000_000_000_00

const InvoiceMonth = z.object({
  month: z.string(),
  state: nameOf(invoiceStates),
  stateText: z.string(),
  /** What the price list makes of our counts. */
  counted: Cents,
  /** When we last counted it; null: not yet. */
  countTime: z.nullable(Time),
  /** Counted after its end, so its invoice can be entered. */
  complete: Flag,
  invoiceNo: z.nullable(z.string()),
  invoiced: z.nullable(Cents),
  /** Invoiced less counted. */
  difference: z.nullable(Cents),
  /** Lines that are off by more than the tolerance. */
  differing: z.int(),
  /** An invoice that waits for a second approver. */
  approvalId: z.nullable(z.string()),
})
export type InvoiceMonth = z.infer<typeof InvoiceMonth>

const InvoiceLine = z.object({
  kind: KindName,
  kindText: z.string(),
  /** In force in that month; null: none is agreed. */
  price: z.nullable(z.int()),
  /** Of `FX`, cents. */
  counted: z.int(),
  expected: Cents,
  /** Null until an invoice is booked; what is not on it is 0. */
  quantity: z.nullable(z.int()),
  amount: z.nullable(Cents),
  difference: z.nullable(Cents),
  differs: Flag,
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

const InvoicePrice = z.object({
  kind: KindName,
  kindText: z.string(),
  price: z.int(),
  priceText: z.string(),
  fromMonth: z.string(),
  setBy: z.string(),
  setTime: Time,
})
export type InvoicePrice = z.infer<typeof InvoicePrice>

export const listInvoices = call({
  on: 'GET /api/operator/program/invoices',
  title: '发卡行账单 Invoices of an issuer',
  who: 'staff:treasury.view',
  perMinute: 60,
  input: z.object({ issuerId: IssuerId }),
  output: z.object({
    /** The newest first. */
    months: z.array(InvoiceMonth),
    /** By kind, the newest first. */
    prices: z.array(InvoicePrice),
    /** The months from which a price may apply. */
    priceMonths: z.array(z.string()),
  }),
  refusals: ['not_found'],
})

export const showInvoice = call({
  on: 'GET /api/operator/program/invoice/info',
  title: '发卡行账单详情 Invoice of an issuer',
  who: 'staff:treasury.view',
  perMinute: 60,
  input: z.object({ issuerId: IssuerId, month: Month }),
  output: z.extend(InvoiceMonth, {
    lines: z.array(InvoiceLine),
    /** What our books recorded when cards of that month were made (CARD_COST). */
    accrued: Cents,
    booking: z.nullable(
      z.object({
        invoiceDate: z.string(),
        /** What it has beyond what was accrued (ISSUER_INVOICED); below zero if less. */
        posted: Cents,
        /** The settlement day that takes it from the prefund. */
        takenOn: z.string(),
        maker: z.string(),
        checker: z.string(),
        reason: z.string(),
        approvalId: z.string(),
        fileId: z.string(),
        /** Null where nothing was left to post. */
        transferId: z.nullable(z.string()),
        bookTime: Time,
      }),
    ),
  }),
  refusals: ['not_found'],
})

const Line = z.object({ kind: KindName, quantity: whole(0, UNITS_MAX), amount: cents(0) })
const onceEach = (lines: readonly z.infer<typeof Line>[]) =>
  new Set(lines.map(({ kind }) => kind)).size === lines.length

/** Requests to book the invoice of a month: what it has beyond the accrued cost of cards is owed to the issuer (ISSUER_INVOICED). */
export const enterInvoice = call({
  on: 'POST /api/operator/program/invoice',
  title: '录入发卡行账单 Enter an issuer’s invoice',
  body: 'json',
  who: 'staff:treasury.make',
  once: true,
  input: z
    .object({
      issuerId: IssuerId,
      month: Month,
      invoiceNo: pattern(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{0,59}$/, 'invoice_no'),
      invoiceDate: Day,
      /** What is not on the invoice is left out. */
      lines: z.array(Line).check(z.minLength(1), z.maxLength(invoiceKindNames.length), z.refine(onceEach)),
      /** As on the invoice: the lines have to add up to it. */
      total: cents(0),
      /** The invoice, as a picture. */
      fileId: AttachmentId,
      ...why,
    })
    .check(
      z.refine(({ lines, total }) => add(...lines.map(({ amount }) => amount)) === total, {
        path: ['total'],
        message: 'invoice_total',
        when: reading('lines', 'total'),
      }),
    ),
  output: z.object({ approvalId: z.string() }),
  refusals: ['invalid', 'not_found', 'conflict', 'reference_used', 'day_cap_reached'],
})

/** Sets a price of the issuer's price list from a month on. Months whose invoice is booked keep the prices that it was compared with. */
export const setInvoicePrice = call({
  on: 'POST /api/operator/program/price',
  title: '设定发卡行价格 Set a price of an issuer',
  who: 'staff:treasury.make',
  once: true,
  input: z.object({
    issuerId: IssuerId,
    kind: KindName,
    /** Dollars with up to four decimals; of `FX`, percent with up to two. */
    priceStr: pattern(/^\d{1,6}(?:\.\d{1,4})?$/, 'unit_price'),
    fromMonth: Month,
    ...why,
  }),
  output: z.object({ price: z.int() }),
  refusals: ['invalid', 'not_found'],
})
