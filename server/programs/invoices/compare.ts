/** An issuer's charges for a month as we count them, line by line beside its invoice. */
import {
  expectedCents,
  invoiceKindNames,
  invoiceKinds,
  lineDiffers,
  type InvoiceKind,
  type InvoiceLine,
} from '#contract/programs/invoices.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { dayOf, monthOf } from '#server/core/clock.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { effectiveSums } from '#server/ledger/ledger.ts'
import type { InvoicedLine, PriceRow, Usage } from './queries.ts'

/** A count and its price; on an invoice, with what the issuer says. */
type Counted = Pick<InvoicedLine, 'kind' | 'counted' | 'price'> &
  Partial<Pick<InvoicedLine, 'quantity' | 'amountCents'>>

/** One line for each kind, at the prices in force in the month. */
export const countedLines = (
  month: string,
  usage: Usage | undefined,
  prices: readonly PriceRow[],
): Pick<InvoicedLine, 'kind' | 'counted' | 'price'>[] =>
  invoiceKindNames.map((kind) => ({
    kind,
    counted: usage ? countOf(kind, usage) : 0,
    price: priceIn(prices, kind, month),
  }))

function countOf(kind: InvoiceKind, usage: Usage): number {
  const counts: Record<InvoiceKind, number> = {
    PER_CARD: usage.cardsOpened,
    PER_ACTIVE_CARD: usage.cardsUsed,
    PER_AUTHORIZATION: usage.authorizations,
    FX: usage.foreignCents,
    PER_DISPUTE: usage.disputes,
    FIXED: 1,
  }
  return counts[kind]
}

/** `prices` are sorted by kind, the newest first. */
export const priceIn = (prices: readonly PriceRow[], kind: InvoiceKind, month: string): number | null =>
  prices.find((row) => row.kind === kind && row.fromMonth <= month)?.price ?? null

const expectedOf = ({ kind, counted, price }: Counted): Cents => expectedCents(kind, counted, price)

export function compared(lines: readonly Counted[]): { counted: Cents; differing: number } {
  return {
    counted: add(...lines.map(expectedOf)),
    differing: lines.filter((line) => line.amountCents !== undefined && lineDiffers(line.amountCents, expectedOf(line)))
      .length,
  }
}

export function shownLine(line: Counted, lang: Lang): InvoiceLine {
  const { kind, counted, price, quantity = null, amountCents: amount = null } = line
  const expected = expectedOf(line)
  return {
    ...{ kind, kindText: invoiceKinds[kind][lang], price, counted, expected, quantity, amount },
    difference: amount === null ? null : amount - expected,
    differs: flag(amount !== null && lineDiffers(amount, expected)),
  }
}

/** The cost of cards that the books recorded in a month, when each was made: credits of CARD_COST on 2120. */
export async function accruedIn(on: Database | Tx, issuerId: string, month: string): Promise<Cents> {
  const { from, until } = monthOf(month)
  const days = { fromDay: dayOf(from.getTime()), untilDay: dayOf(until.getTime()) }
  const sums = await effectiveSums(on, issuerId, ['2120'], days)
  return sums.reduce((sum, { kind, credits }) => (kind === 'CARD_COST' ? add(sum, credits) : sum), 0)
}
