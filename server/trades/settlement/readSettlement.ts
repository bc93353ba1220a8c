/** Compares the issuer's settlement file with our settled trades: the file is authoritative for what cards have spent. */
import { add } from '#contract/core/money.ts'
import { cardsByRef } from '#server/cards/cards.ts'
import { ago, DAY, HOUR, MINUTE, now, nowMs, dateOf, dayBegan } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { breaksSince, closeRun, daysDone, keepBreak, mendBreaksOf, openRun } from '#server/funding/funding.ts'
import { keepFile } from '#server/programs/programs.ts'
import { issuerOf, outside, OutsideUnknown, type ClearingPosted, type RefundPosted } from '#server/outside/outside.ts'
import { applyEvents } from '../events/apply.ts'
import { receive } from '../events/intake.ts'
import { settledBetween, settledByRef, type Settled } from './queries.ts'

type Line = ClearingPosted | RefundPosted
const CARDS = 'CARDS'
/** Trades settled just now may be in only one of the two. */
const GRACE_MS = 2 * MINUTE
const AT_ONCE = 500
/** Per day. A longer file is broken, and would exhaust the memory. */
const LINES_MAX = 500_000

/** By then the file of a day is complete. */
const COMPLETE_AFTER_MS = 3 * HOUR
/** Files that were not readable, or not wanted because we were away, are read within this time. */
const BACK_DAYS = 31

/** Reads the complete files of the last days that have not been read, oldest first. A day without an answer is recorded as failed and read an hour later. */
export async function readDueSettlements(): Promise<void> {
  for (const issuerId of outside.issuers.keys()) await readDueOf(issuerId)
}

async function readDueOf(issuerId: string): Promise<void> {
  const today = dayBegan().getTime()
  const oldest = today - BACK_DAYS * DAY
  const read = await daysDone(db, { provider: 'ISSUER', issuerId }, new Date(oldest))
  for (let fromMs = oldest; fromMs < today; fromMs += DAY) {
    const completeAt = fromMs + DAY + COMPLETE_AFTER_MS
    if (nowMs() < completeAt || (read.get(dateOf(fromMs)) ?? 0) >= completeAt) continue
    try {
      await readSettlement({ issuerId, fromMs })
    } catch (error) {
      if (!(error instanceof OutsideUnknown)) throw error
    }
  }
}

/** Reads one day, so that everything the issuer has settled, and nothing else, is booked here. Recorded as a run. */
export async function readSettlement({ issuerId, fromMs }: { issuerId: string; fromMs: number }): Promise<void> {
  const day = dateOf(fromMs)
  const run = { provider: 'ISSUER', issuerId } as const
  await openRun(db, run, day, null) // unless somebody at the desk has requested it
  const since = now()
  const until = new Date(Math.min(fromMs + DAY, ago(GRACE_MS).getTime()))
  try {
    const file = await wholeFile(issuerId, day)
    const lines = file.filter(({ occurredAt }) => occurredAt < until.getTime())
    for (let at = 0; at < lines.length; at += AT_ONCE) await compare(issuerId, lines.slice(at, at + AT_ONCE))
    // The whole file: a line dated years ahead is booked at its arrival time.
    await extra(issuerId, file, new Date(fromMs), until)
    const units = lines.reduce((sum, { amount }) => add(sum, amount), 0)
    const breaks = await breaksSince(db, CARDS, since)
    await closeRun(db, run, day, { state: 'DONE', payments: lines.length, units, breaks })
    await keepFile(issuerId, day, sumsOf(file), { complete: nowMs() >= fromMs + DAY + COMPLETE_AFTER_MS })
  } catch (error) {
    await closeRun(db, run, day, { state: 'FAILED' })
    throw error
  }
}

/** The money of a file as it stands: what it took and what it returned. A line in another currency is a break, and not dollars. */
function sumsOf(file: readonly Line[]) {
  const of = (type: Line['type']) =>
    file.reduce((sum, line) => (line.type === type && line.currency === CURRENCY ? add(sum, line.amount) : sum), 0)
  return { lines: file.length, clearingCents: of('clearing.posted'), refundCents: of('refund.posted') }
}

async function wholeFile(issuerId: string, day: string): Promise<Line[]> {
  const lines: Line[] = []
  for (let cursor: string | undefined; ;) {
    const page = await issuerOf(issuerId).settlement(day, cursor)
    if (!page.lines.every(({ issuer }) => issuer === issuerId)) throw new OutsideUnknown('lines of another issuer')
    lines.push(...page.lines)
    if (lines.length > LINES_MAX) throw new OutsideUnknown('the settlement file does not end')
    if (page.next === undefined || page.next === cursor) return lines
    cursor = page.next
  }
}

/** Processes events that never arrived as if they had: by their authorization if there is one, otherwise as a forced post. */
async function compare(issuerId: string, lines: readonly Line[]): Promise<void> {
  const cards = await cardsByRef(db, issuerId, [...new Set(lines.map(({ cardRef }) => cardRef))])
  const bookedOf = (some: readonly Line[]) =>
    settledByRef(
      db,
      issuerId,
      some.map(({ clearingRef, cardRef }) => ({ ref: clearingRef, accountId: cards.get(cardRef)?.accountId })),
    )
  const known = await bookedOf(lines)
  const missing = lines.filter(({ clearingRef }) => !known.has(clearingRef))
  for (const line of lines) {
    const ours = known.get(line.clearingRef)
    const found = ours && differenceOf(line, ours, cards.get(line.cardRef)?.cardId)
    if (found) await keepBreak(db, about(found.kind, line.clearingRef, { ...factsOf(line), ...found.detail }))
  }
  if (missing.length === 0) return
  for (const line of missing) await keepBreak(db, about('LOST_NOTICE', line.clearingRef, factsOf(line)))
  await receive(missing)
  // A line for a card that is not ours cannot be booked and stays open for a person; its event is retried automatically.
  for (const cardRef of new Set(missing.map((line) => line.cardRef)))
    await applyEvents({ issuerId, cardRef }).catch(() => {})
  const booked = await bookedOf(missing)
  await mendBreaksOf(db, CARDS, 'LOST_NOTICE', [...booked.keys()])
}

/** Cards are in US dollars, and so is the file. */
const CURRENCY = 'USD'

/** What a line says otherwise than our trade with its reference; the card first, because its money is somebody else's. */
function differenceOf(line: Line, ours: Settled, cardId: string | undefined) {
  if (cardId !== ours.cardId) return { kind: 'CARD_DIFFERS', detail: {} } as const
  if (line.currency !== CURRENCY) {
    const detail = { amount: null, currency: line.currency, units: String(line.amount), ours: ours.amount }
    return { kind: 'CURRENCY_DIFFERS', detail } as const
  }
  if (ours.isRefund === (line.type === 'refund.posted'))
    return ours.amount === line.amount
      ? undefined
      : ({ kind: 'AMOUNT_DIFFERS', detail: { ours: ours.amount } } as const)
  // One of the two takes what the other gives.
  return { kind: 'AMOUNT_DIFFERS', detail: { ours: -ours.amount } } as const
}

async function extra(issuerId: string, lines: readonly Line[], from: Date, to: Date): Promise<void> {
  const listed = new Set(lines.map(({ clearingRef }) => clearingRef))
  for (const ours of await settledBetween(db, issuerId, from, to))
    if (!listed.has(ours.ref))
      await keepBreak(db, about('NOT_AT_PROVIDER', ours.ref, { ours: ours.amount, merchant: ours.descriptor }))
}

const factsOf = ({ amount, merchant, cardRef }: Line) => ({ amount, merchant: merchant.descriptor, card: cardRef })
const about = (
  kind: 'LOST_NOTICE' | 'CARD_DIFFERS' | 'CURRENCY_DIFFERS' | 'AMOUNT_DIFFERS' | 'NOT_AT_PROVIDER',
  ref: string,
  detail: Record<string, unknown>,
) => ({ rail: CARDS, kind, ref, orderNo: null, detail })
