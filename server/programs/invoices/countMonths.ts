/** What issuers charge for, counted from our own records. A month takes long to read, so a sweep counts it and the pages read the sums. */
import { INVOICE_MONTHS } from '#contract/programs/invoices.ts'
import type { Cents } from '#contract/core/money.ts'
import { ago, DAY, dateOf, HOUR, monthOf, nowMs } from '#server/core/clock.ts'
import { port } from '#server/core/composition.ts'
import { db, withoutTimeout, type Database } from '#server/core/db.ts'
import { outside } from '#server/outside/outside.ts'
import { keepUsage, usageOf, type UsageRow } from './queries.ts'

export type Span = { from: Date; until: Date }

declare module '#server/core/composition.ts' {
  interface Ports {
    'programs.cardsOpened'(on: Database, issuerId: string, span: Span): Promise<number>
    'programs.cardUse'(
      on: Database,
      issuerId: string,
      span: Span,
    ): Promise<{ cardsUsed: number; authorizations: number; foreignCents: Cents }>
    /** Disputes that the issuer took. */
    'programs.disputes'(on: Database, issuerId: string, span: Span): Promise<number>
  }
}

/** By then the last messages of a month have come, and its last settlement file is complete. */
const COMPLETE_AFTER_MS = 3 * HOUR
/** For so long after its end a month is counted again: messages come late. */
const LATE_MS = 4 * DAY
const AGAIN_AFTER_MS = DAY

/** The running month and the ones before it that are shown, the newest first. */
export function monthsShown(): string[] {
  const [year, month] = dateOf(nowMs()).split('-').map(Number) as [number, number]
  return Array.from({ length: INVOICE_MONTHS + 1 }, (_, back) => monthAt(year, month - 1 - back))
}
/** `month` counts from 0 and may be beyond the year. */
const monthAt = (year: number, month: number): string => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7)

/** The months from which a price may apply: those shown, and as many ahead. */
export function priceMonths(): string[] {
  const [year, month] = dateOf(nowMs()).split('-').map(Number) as [number, number]
  return Array.from({ length: INVOICE_MONTHS }, (_, at) => monthAt(year, month - 1 + INVOICE_MONTHS - at)).concat(
    monthsShown(),
  )
}

export const isOver = (month: string): boolean => monthOf(month).until.getTime() <= nowMs()

/** Whether a count of a month was made after everything of it had arrived. */
export const isComplete = (month: string, counted: Pick<UsageRow, 'countedAt'> | undefined): boolean =>
  counted !== undefined && counted.countedAt.getTime() >= monthOf(month).until.getTime() + COMPLETE_AFTER_MS

function isDue(month: string, row: UsageRow | undefined): boolean {
  if (!row) return true
  const endMs = monthOf(month).until.getTime()
  if (nowMs() >= endMs + COMPLETE_AFTER_MS && !isComplete(month, row)) return true
  return row.countedAt.getTime() < endMs + LATE_MS && row.countedAt <= ago(AGAIN_AFTER_MS)
}

/** The sweep: counts what is not counted, and daily what may still change. */
export async function countMonths(): Promise<void> {
  const months = monthsShown()
  const due: [issuerId: string, month: string][] = []
  for (const issuerId of outside.issuers.keys()) {
    const rows = await usageOf(db, issuerId, months.at(-1)!)
    for (const month of months)
      if (
        isDue(
          month,
          rows.find((row) => row.month === month),
        )
      )
        due.push([issuerId, month])
  }
  if (due.length === 0) return
  await withoutTimeout(async (patient) => {
    for (const [issuerId, month] of due) {
      const span = monthOf(month)
      const cardsOpened = await port('programs.cardsOpened')(patient, issuerId, span)
      const use = await port('programs.cardUse')(patient, issuerId, span)
      const disputes = await port('programs.disputes')(patient, issuerId, span)
      await keepUsage(patient, issuerId, month, { cardsOpened, ...use, disputes })
    }
  })
}
