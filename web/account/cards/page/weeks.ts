import type { Output } from '#contract/core/call.ts'
import type { cardSpend } from '#contract/trades/spend.ts'

export type SpendDay = Output<typeof cardSpend>['byDay'][number]
/** Some days together, named by the first and the last. */
export type Span = { from: string; until: string; net: number; count: number; refunded: number }

const MONDAY = 1
const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Days as they are, or weeks from Monday; the first and the last may be shorter. */
export function spansOf(days: readonly SpendDay[], per: 'day' | 'week'): Span[] {
  const spans: Span[] = []
  for (const { date, count, spent, refunded } of days) {
    const last = spans.at(-1)
    const net = spent - refunded
    if (per === 'day' || !last || weekday(date) === MONDAY)
      spans.push({ from: date, until: date, net, count, refunded })
    else {
      last.until = date
      last.net += net
      last.count += count
      last.refunded += refunded
    }
  }
  return spans
}
