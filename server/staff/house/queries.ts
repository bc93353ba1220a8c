/** All SQL on house_day and decision_minute. */
import { many, maybeOne, run, sql, type Database } from '#server/core/db.ts'

export type Figure = 'decisions' | 'p99' | 'queueAge' | 'alarms'

/** `highest`: a later hour of the day does not lower it. */
export const keepFigure = (on: Database, day: number, figure: Figure, value: number, highest: boolean) =>
  run(
    on,
    sql`
    INSERT INTO house_day AS kept (day, figure, value) VALUES (${day}, ${figure}, ${value})
        ON CONFLICT (day, figure) DO UPDATE
       SET value = CASE WHEN ${highest} THEN greatest(kept.value, excluded.value) ELSE excluded.value END`,
  )

export const figuresSince = (on: Database, day: number) =>
  many(
    on,
    sql<{ day: number; figure: Figure; value: number }>`SELECT day, figure, value FROM house_day WHERE day >= ${day}`,
  )

export const forgetFigures = (on: Database, beforeDay: number) =>
  run(on, sql`DELETE FROM house_day WHERE day < ${beforeDay}`)

/** What all processes had decided until the end of a minute. */
export type Minute = { minute: number; count: number; unanswered: number; buckets: number[] }

export const keepMinute = (on: Database, { minute, count, unanswered, buckets }: Minute) =>
  run(
    on,
    sql`
    INSERT INTO decision_minute (minute, count, unanswered, buckets)
    VALUES (${minute}, ${count}, ${unanswered}, ${buckets})
        ON CONFLICT (minute) DO UPDATE
       SET count = excluded.count, unanswered = excluded.unanswered, buckets = excluded.buckets`,
  )

export const minutesSince = (on: Database, minute: number): Promise<Minute[]> =>
  many(
    on,
    sql<Minute>`SELECT minute, count, unanswered, buckets FROM decision_minute WHERE minute >= ${minute} ORDER BY minute`,
  )

export const minuteBefore = (on: Database, minute: number): Promise<Minute | undefined> =>
  maybeOne(
    on,
    sql<Minute>`
    SELECT minute, count, unanswered, buckets FROM decision_minute WHERE minute < ${minute} ORDER BY minute DESC LIMIT 1`,
  )

export const forgetMinutes = (on: Database, before: number) =>
  run(on, sql`DELETE FROM decision_minute WHERE minute < ${before}`)
