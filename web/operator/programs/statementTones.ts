import { COVER_DAYS, type DayState, type Program, type StatementState } from '#contract/programs/desk.ts'
import type { InvoiceState } from '#contract/programs/invoices.ts'
import type { Tone } from '#web/ui/tags/Tag.tsx'

export const statementTones = {
  AGREES: 'ok',
  SETTLING: 'info',
  DIFFERS: 'bad',
  UNKNOWN: 'quiet',
} as const satisfies Record<StatementState, Tone>

export const dayTones = { OPEN: 'quiet', AGREES: 'info', DIFFERS: 'bad', BOOKED: 'ok' } as const satisfies Record<
  DayState,
  Tone
>

export const invoiceTones = {
  RUNNING: 'quiet',
  AWAITED: 'info',
  WAITING: 'warn',
  BOOKED: 'ok',
} as const satisfies Record<InvoiceState, Tone>

/** How urgent it is to prefund. */
export function coverLevel({ coverTenths }: Pick<Program, 'coverTenths'>): 'critical' | 'low' | undefined {
  if (coverTenths === null || coverTenths >= COVER_DAYS.low * 10) return undefined
  return coverTenths < COVER_DAYS.critical * 10 ? 'critical' : 'low'
}
