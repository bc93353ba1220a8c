/** Settlement days: the sums of the issuer's file, those of our books, and the booking of a day (ISSUER_SETTLED). */
import type { TransferKind } from '#contract/ledger/ledger.ts'
import { BURN_DAYS, DAYS_SHOWN, type DayState } from '#contract/programs/desk.ts'
import type { Cents } from '#contract/core/money.ts'
import { DAY, dateOf, dayOf, startOf, startOfDate, nowMs } from '../core/clock.ts'
import { db, transaction, type Database, type Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { keepBreakOpen, mendBreaksOf } from '../funding/funding.ts'
import { credit, debit, effectiveSums, PLATFORM, platform, post, type EffectiveSum } from '../ledger/ledger.ts'
import { keepDay, lockDay, markBooked, openDays, type DayRow, type FileDay } from './queries.ts'

declare module '../core/jobs.ts' {
  interface Jobs {
    /** Books a day (`2026-11-21`) of the issuer's settlement file, if it agrees with our books. */
    'programs.bookDay': { issuerId: string; day: string }
  }
}

/** What our books say of a day. Cents; clearings and refunds as positive amounts. */
export type BookDay = {
  clearings: Cents
  refunds: Cents
  /** Reversals come as messages of their own and are in no file. What they add to what is owed: below zero if they return money to cards. */
  reversals: Cents
  /** Fees that the issuer earned (2120): cards made that day, and the rest of an invoice booked that day, which may be below zero. */
  fees: Cents
  /** What of the day has been settled. */
  settled: Cents
  /** What is still owed on 2110. */
  left: Cents
}
export const NOTHING_BOOKED: BookDay = { clearings: 0, refunds: 0, reversals: 0, fees: 0, settled: 0, left: 0 }

const CLEARINGS: ReadonlySet<TransferKind> = new Set(['CLEARING', 'CLEARING_OVER', 'FORCED_POST'])
const REFUNDS: ReadonlySet<TransferKind> = new Set(['CARD_REFUND', 'CARD_REFUND_RETURN'])

/** Adds up the entries on 2110 and 2120 by day. */
function bookDaysIn(sums: readonly EffectiveSum[]): Map<string, BookDay> {
  const days = new Map<string, BookDay>()
  for (const { code, kind, day, credits } of sums) {
    const date = dateOf(startOf(day))
    const found = { ...(days.get(date) ?? NOTHING_BOOKED) }
    if (code === '2120') found.fees += kind === 'ISSUER_SETTLED' ? 0 : credits
    else {
      found.left += credits
      if (CLEARINGS.has(kind)) found.clearings += credits
      else if (REFUNDS.has(kind)) found.refunds -= credits
      else if (kind === 'ISSUER_SETTLED') found.settled -= credits
      else found.reversals += credits
    }
    days.set(date, found)
  }
  return days
}

/** Our books of the issuer's days from this one on, until today. */
export const bookDays = async (on: Database | Tx, issuerId: string, fromDay: number, untilDay = dayOf(nowMs()) + 1) =>
  bookDaysIn(await effectiveSums(on, issuerId, ['2110', '2120'], { fromDay, untilDay }))

/** The average of what the last complete days spent, refunds deducted. */
export function burnOf(days: ReadonlyMap<string, BookDay>, today = dayOf(nowMs())): Cents {
  let sum = 0
  for (let back = 1; back <= BURN_DAYS; back++) {
    const { clearings, refunds, reversals } = days.get(dateOf(startOf(today - back))) ?? NOTHING_BOOKED
    sum += clearings - refunds + reversals
  }
  return Math.round(sum / BURN_DAYS)
}

/** The same from the books of now. */
export const spentDaily = async (on: Database | Tx, issuerId: string): Promise<Cents> =>
  burnOf(await bookDays(on, issuerId, dayOf(nowMs()) - BURN_DAYS - 1))

/** A file agrees if it takes and returns what our books do: two equal differences would cancel each other out in the net. */
export const agrees = (file: FileDay, books: BookDay): boolean =>
  file.clearingCents === books.clearings && file.refundCents === books.refunds

const CARDS = 'CARDS'
const subjectOf = (issuerId: string, day: string): string => `${issuerId} ${day}`

/** Keeps the sums of a settlement file that was read. A complete day is booked by a job, if it agrees. */
export const keepFile = (issuerId: string, day: string, file: FileDay, { complete }: { complete: boolean }) =>
  transaction(async (tx) => {
    await keepDay(tx, issuerId, day, file, complete)
    if (complete) await later(tx, 'programs.bookDay', { issuerId, day }, { key: `programs.bookDay ${issuerId} ${day}` })
  })

/** The job: books a day that agrees; otherwise it is a break, and a person's. */
export const bookAgreedDay = ({ issuerId, day }: { issuerId: string; day: string }): Promise<void> =>
  transaction(async (tx) => void (await bookDay(tx, issuerId, day)))

type Booking = 'BOOKED' | 'DIFFERS' | 'UNREAD' | 'ALREADY'

/**
 * Books a day once: what its file says, its reversals, and the fees that the issuer earned on it leave the prefund. With a difference it is not booked, unless two
 * people have `accepted` that; the difference then stays owed on 2110, and its break stays open.
 */
export async function bookDay(
  tx: Tx,
  issuerId: string,
  day: string,
  { by = null, accepted = false }: { by?: string | null; accepted?: boolean } = {},
): Promise<Booking> {
  const row = await lockDay(tx, issuerId, day)
  if (!row?.complete) return 'UNREAD'
  const books = await booksOf(tx, issuerId, day)
  const agreed = agrees(row, books)
  await keepDifference(tx, issuerId, row, books)
  if (row.bookedAt) return 'ALREADY'
  if (!agreed && !accepted) return 'DIFFERS'
  const settledCents = row.clearingCents - row.refundCents + books.reversals
  const transferId = await settle(tx, { issuerId, day, owed: settledCents, fees: books.fees, by })
  await markBooked(tx, issuerId, day, { settledCents, feeCents: books.fees, by, transferId })
  return 'BOOKED'
}

export async function booksOf(on: Tx | Database, issuerId: string, day: string): Promise<BookDay> {
  const fromDay = dayOf(startOfDate(day))
  return (await bookDays(on, issuerId, fromDay, fromDay + 1)).get(day) ?? NOTHING_BOOKED
}

async function keepDifference(tx: Tx, issuerId: string, row: DayRow, books: BookDay): Promise<void> {
  const ref = subjectOf(issuerId, row.day)
  if (agrees(row, books)) {
    await mendBreaksOf(tx, CARDS, 'SETTLEMENT_DIFFERS', [ref])
    return
  }
  const detail = { amount: row.clearingCents - row.refundCents, ours: books.clearings - books.refunds }
  await keepBreakOpen(tx, { rail: CARDS, kind: 'SETTLEMENT_DIFFERS', ref, orderNo: null, detail })
}

/** ST1. Null if there is nothing to settle. */
async function settle(
  tx: Tx,
  { issuerId, day, owed, fees, by }: { issuerId: string; day: string; owed: Cents; fees: Cents; by: string | null },
): Promise<string | null> {
  if (owed === 0 && fees === 0) return null
  const [clearings, owedFees, prefund] = [
    platform('2110', issuerId),
    platform('2120', issuerId),
    platform('1110', issuerId),
  ]
  const total = owed + fees
  const { transferId } = await post(tx, {
    kind: 'ISSUER_SETTLED',
    accountId: PLATFORM,
    biz: { type: 'settlement_day', id: subjectOf(issuerId, day) },
    effectiveAt: new Date(startOfDate(day)),
    ...(by !== null && { actor: by }),
    lines: [
      owed < 0 ? credit(clearings, -owed) : debit(clearings, owed),
      fees < 0 ? credit(owedFees, -fees) : debit(owedFees, fees),
      total < 0 ? debit(prefund, -total) : credit(prefund, total),
    ],
  })
  return transferId
}

/** Looks again at complete days that are not booked: a message that came late may have ended their difference. */
export async function bookOpenDays(): Promise<void> {
  for (const one of await openDays(db, dateOf(nowMs() - DAYS_SHOWN * DAY), dateOf(nowMs()))) await bookAgreedDay(one)
}

export const dayState = (row: DayRow | undefined, books: BookDay): DayState =>
  row?.bookedAt ? 'BOOKED' : !row?.complete ? 'OPEN' : agrees(row, books) ? 'AGREES' : 'DIFFERS'
