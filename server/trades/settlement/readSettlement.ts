/** Compares the issuer's settlement file with our settled trades: the file is authoritative for what cards have spent. */
import { add } from '#contract/core/money.ts'
import { cardsByRef } from '#server/cards/cards.ts'
import { ago, DAY, HOUR, MINUTE, now, nowMs, dateOf, dayBegan } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { breaksSince, closeRun, daysDone, keepBreak, mendBreaksOf, openRun } from '#server/funding/funding.ts'
import { outside, OutsideUnknown, type ClearingPosted, type RefundPosted } from '#server/outside/outside.ts'
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
  const today = dayBegan().getTime()
  const oldest = today - BACK_DAYS * DAY
  const read = await daysDone(db, 'ISSUER', new Date(oldest))
  for (let fromMs = oldest; fromMs < today; fromMs += DAY) {
    const completeAt = fromMs + DAY + COMPLETE_AFTER_MS
    if (nowMs() < completeAt || (read.get(dateOf(fromMs)) ?? 0) >= completeAt) continue
    try {
      await readSettlement({ fromMs })
    } catch (error) {
      if (!(error instanceof OutsideUnknown)) throw error
    }
  }
}

/** Reads one day, so that everything the issuer has settled, and nothing else, is booked here. Recorded as a run. */
export async function readSettlement({ fromMs }: { fromMs: number }): Promise<void> {
  const day = dateOf(fromMs)
  await openRun(db, 'ISSUER', day, null) // unless somebody at the desk has requested it
  const since = now()
  const until = new Date(Math.min(fromMs + DAY, ago(GRACE_MS).getTime()))
  try {
    const file = await wholeFile(day)
    const lines = file.filter(({ occurredAt }) => occurredAt < until.getTime())
    for (let at = 0; at < lines.length; at += AT_ONCE) await compare(lines.slice(at, at + AT_ONCE))
    // The whole file: a line dated years ahead is booked at its arrival time.
    await extra(file, new Date(fromMs), until)
    const units = lines.reduce((sum, { amount }) => add(sum, amount), 0)
    const breaks = await breaksSince(db, CARDS, since)
    await closeRun(db, 'ISSUER', day, { state: 'DONE', payments: lines.length, units, breaks })
  } catch (error) {
    await closeRun(db, 'ISSUER', day, { state: 'FAILED' })
    throw error
  }
}

async function wholeFile(day: string): Promise<Line[]> {
  const lines: Line[] = []
  for (let cursor: string | undefined; ;) {
    const page = await outside.issuer.settlement(day, cursor)
    lines.push(...page.lines)
    if (lines.length > LINES_MAX) throw new OutsideUnknown('the settlement file does not end')
    if (page.next === undefined || page.next === cursor) return lines
    cursor = page.next
  }
}

/** Processes events that never arrived as if they had: by their authorization if there is one, otherwise as a forced post. */
async function compare(lines: readonly Line[]): Promise<void> {
  const issuerId = outside.issuer.id
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

async function extra(lines: readonly Line[], from: Date, to: Date): Promise<void> {
  const listed = new Set(lines.map(({ clearingRef }) => clearingRef))
  for (const ours of await settledBetween(db, outside.issuer.id, from, to))
    if (!listed.has(ours.ref))
      await keepBreak(db, about('NOT_AT_PROVIDER', ours.ref, { ours: ours.amount, merchant: ours.descriptor }))
}

const factsOf = ({ amount, merchant, cardRef }: Line) => ({ amount, merchant: merchant.descriptor, card: cardRef })
const about = (
  kind: 'LOST_NOTICE' | 'CARD_DIFFERS' | 'CURRENCY_DIFFERS' | 'AMOUNT_DIFFERS' | 'NOT_AT_PROVIDER',
  ref: string,
  detail: Record<string, unknown>,
) => ({ rail: CARDS, kind, ref, orderNo: null, detail })
