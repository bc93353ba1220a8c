/** Days and months are those of Shanghai, which has had one offset since 1991 and no summer time. */
import { sql, type RawBuilder } from 'kysely'
import { DAY, HOUR, nowMs } from './clock.ts'

const OFFSET = 8 * HOUR

/** Days since the first of 1970: what statistics are counted by. */
export const dayOf = (ms: number): number => Math.floor((ms + OFFSET) / DAY)
/** The same of an instant in SQL. */
export const dayOfSql = (at: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`floor((extract(epoch FROM ${at}) * 1000 + ${sql.raw(String(OFFSET))}) / ${sql.raw(String(DAY))})::int`
/** The first instant of such a day. */
export const startOf = (day: number): number => day * DAY - OFFSET

/** The last midnight. */
export const dayBegan = (ms = nowMs()): Date => new Date(startOf(dayOf(ms)))

/** `2026-11-21`, of a moment. */
export const dateOf = (ms: number): string => new Date(ms + OFFSET).toISOString().slice(0, 10)
/** The first instant of `2026-11-21`; NaN if there is no such day. */
export const startOfDate = (date: string): number => Date.parse(`${date}T00:00:00Z`) - OFFSET

/** The month that a moment is in. */
export const startOfMonth = (ms = nowMs()): { from: Date; until: Date } => monthOf(dateOf(ms).slice(0, 7))

/** `2026-03` as the instants where it begins and ends. */
export function monthOf(text: string): { from: Date; until: Date } {
  const [year, month] = text.split('-').map(Number) as [number, number]
  return { from: new Date(Date.UTC(year, month - 1, 1) - OFFSET), until: new Date(Date.UTC(year, month, 1) - OFFSET) }
}
