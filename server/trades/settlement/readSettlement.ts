/** The issuer's settlement file against our settled trades: the last word on what cards have spent. */
import { add } from '#contract/core/money.ts'
import { ago, DAY, MINUTE, now, dateOf, dayBegan } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { breaksSince, closeRun, keepBreak, mendBreaksOf, openRun } from '#server/funding/funding.ts'
import { outside, OutsideUnknown, type ClearingPosted, type RefundPosted } from '#server/outside/outside.ts'
import { applyEvents } from '../events/apply.ts'
import { receive } from '../events/intake.ts'
import { settledBetween, settledByRef } from './settlementQueries.ts'

type Line = ClearingPosted | RefundPosted
const CARDS = 'CARDS'
/** What was settled a moment ago may be in the file and not here, or here and not in the file. */
const GRACE_MS = 2 * MINUTE
const AT_ONCE = 500
/** Of one day. A file that goes on is broken, and would fill the memory. */
const LINES_MAX = 500_000

/** Yesterday, whose file is finished. */
export const readYesterday = (): Promise<void> =>
  readSettlement({ fromMs: dayBegan().getTime() - DAY }).catch((error) => {
    // No answer is no news: it is asked again, and the run says that it failed.
    if (!(error instanceof OutsideUnknown)) throw error
  })

/** One day: all that the issuer has settled is booked here, and nothing else is. Kept as a run. */
export async function readSettlement({ fromMs }: { fromMs: number }): Promise<void> {
  const day = dateOf(fromMs)
  await openRun(db, 'ISSUER', day, null) // unless somebody at the desk has asked for it
  const since = now()
  const until = new Date(Math.min(fromMs + DAY, ago(GRACE_MS).getTime()))
  try {
    const file = await wholeFile(day)
    const lines = file.filter(({ occurredAt }) => occurredAt < until.getTime())
    for (let at = 0; at < lines.length; at += AT_ONCE) await compare(lines.slice(at, at + AT_ONCE))
    // The whole file: a line dated years ahead is booked at the time when it came.
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

/** What never came is taken as if it had: by its authorization if there is one, by force if there is none. */
async function compare(lines: readonly Line[]): Promise<void> {
  const issuerId = outside.issuer.id
  const refs = lines.map(({ clearingRef }) => clearingRef)
  const known = await settledByRef(db, issuerId, refs)
  const missing = lines.filter(({ clearingRef }) => !known.has(clearingRef))
  for (const line of lines) {
    const ours = known.get(line.clearingRef)
    if (ours && ours.amount !== line.amount)
      await keepBreak(db, about('AMOUNT_DIFFERS', line.clearingRef, { ...factsOf(line), ours: ours.amount }))
  }
  if (missing.length === 0) return
  for (const line of missing) await keepBreak(db, about('LOST_NOTICE', line.clearingRef, factsOf(line)))
  await receive(missing)
  // What cannot be booked, for a card that is none of ours, stays open for a person; its event is tried again by itself.
  for (const cardRef of new Set(missing.map((line) => line.cardRef)))
    await applyEvents({ issuerId, cardRef }).catch(() => {})
  const booked = await settledByRef(
    db,
    issuerId,
    missing.map(({ clearingRef }) => clearingRef),
  )
  await mendBreaksOf(db, CARDS, 'LOST_NOTICE', [...booked.keys()])
}

async function extra(lines: readonly Line[], from: Date, to: Date): Promise<void> {
  const listed = new Set(lines.map(({ clearingRef }) => clearingRef))
  for (const ours of await settledBetween(db, outside.issuer.id, from, to))
    if (!listed.has(ours.ref))
      await keepBreak(db, about('NOT_AT_PROVIDER', ours.ref, { ours: ours.amount, merchant: ours.descriptor }))
}

const factsOf = ({ amount, merchant, cardRef }: Line) => ({ amount, merchant: merchant.descriptor, card: cardRef })
const about = (
  kind: 'LOST_NOTICE' | 'AMOUNT_DIFFERS' | 'NOT_AT_PROVIDER',
  ref: string,
  detail: Record<string, unknown>,
) => ({ rail: CARDS, kind, ref, orderNo: null, detail })
