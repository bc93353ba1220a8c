/** Set-based: days are counted from authorizations, and grades are summed from days. The only place that reads across all accounts. */
import { merchantNamedSql } from '../brands/brands.ts'
import { segmentsSql } from '../cards/cards.ts'
import { ago, DAY, now, nowMs, dayOf, startOf } from '../core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '../core/db.ts'
import { attemptsSql, merchantsSql } from '../trades/trades.ts'
import { reasonsThatSay } from './weighing.ts'

type Reader = Tx | Database

/** Recount the days from `day` on. The window's first day is complete. */
export async function countDays(tx: Tx, day: number): Promise<void> {
  await run(tx, sql`DELETE FROM merchant_day WHERE day >= ${day}`)
  await run(
    tx,
    sql`
    INSERT INTO merchant_day (day, merchant_no, vid, attempts, approved, challenged)
    SELECT floor((extract(epoch FROM attempt.occurred_at) + 28800) / 86400)::int, attempt.merchant_no, card.vid,
           count(*), count(*) FILTER (WHERE attempt.status <> 'DECLINED'),
           count(*) FILTER (WHERE attempt.three_ds IN ('CHALLENGED', 'FAILED') OR attempt.reason = 'THREEDS_REQUIRED')
      FROM ${attemptsSql}
      JOIN ${segmentsSql} USING (cell, la_id)
     WHERE attempt.occurred_at >= ${new Date(startOf(day))}
       AND (attempt.status <> 'DECLINED' OR attempt.reason = ANY (${reasonsThatSay}))
     GROUP BY 1, 2, 3`,
  )
}

export const forgetDays = (tx: Tx, before: number) => run(tx, sql`DELETE FROM merchant_day WHERE day < ${before}`)

/** A merchant is its name, kind and country, however many numbers the network has for it. Overrides are kept. */
export async function sumGrades(tx: Tx, fromDay: number): Promise<void> {
  const at = now() // one timestamp for all rows: older ones no longer have any attempts
  await run(
    tx,
    sql`
    INSERT INTO range_grade (name, mcc, country, vid, sample, approved, challenged, last30, updated_at)
    SELECT name, mcc, country, vid, sum(attempts), sum(approved), sum(challenged),
           coalesce(sum(attempts) FILTER (WHERE day > ${dayOf(nowMs()) - 30}), 0), ${at}
      FROM merchant_day
      JOIN ${merchantsSql} USING (merchant_no)
     WHERE day >= ${fromDay}
     GROUP BY name, mcc, country, vid
        ON CONFLICT (name, mcc, country, vid) DO UPDATE
       SET sample = excluded.sample, approved = excluded.approved, challenged = excluded.challenged,
           last30 = excluded.last30, updated_at = excluded.updated_at`,
  )
  await run(tx, sql`DELETE FROM range_grade WHERE updated_at < ${at} AND override_grade IS NULL`)
  await run(
    tx,
    sql`UPDATE range_grade SET sample = 0, approved = 0, challenged = 0, last30 = 0, updated_at = ${at}
         WHERE updated_at < ${at}`,
  )
}

export type GradeRow = {
  vid: string
  sample: number
  approved: number
  challenged: number
  last30: number
  override_grade: 'A' | 'B' | 'C' | 'D' | 'NA' | null
}
export type Seen = { name: string; mcc: string; country: string }

/** Merchants matching the words under any of their names: equal, then starting with, then containing them; within each, the most used first. */
export async function merchantsLike(reader: Reader, words: string, { mcc, country }: Partial<Seen>, limit: number) {
  const { matches, likely } = await merchantNamedSql(words)
  return many(
    reader,
    sql<Seen & { sample: number }>`
    SELECT name, mcc, country, coalesce(max(known.sample), 0)::int AS sample
      FROM ${merchantsSql}
      LEFT JOIN (SELECT name, mcc, country, sum(sample) AS sample FROM range_grade GROUP BY name, mcc, country) AS known
           USING (name, mcc, country)
     WHERE ${matches}
       ${mcc === undefined ? sql`` : sql`AND mcc = ${mcc}`}
       ${country === undefined ? sql`` : sql`AND country = ${country}`}
     GROUP BY name, mcc, country
     ORDER BY lower(name) = ${words.toLowerCase()} DESC, bool_or(${likely}) DESC,
              sample DESC, name, country
     LIMIT ${limit}`,
  )
}

/** The merchants at which our cards are used most. */
export const mostUsed = (reader: Reader, limit: number, country?: string) =>
  many(
    reader,
    sql<Seen & { sample: number }>`
    SELECT name, mcc, country, sum(sample)::int AS sample
      FROM range_grade
     WHERE ${country === undefined ? sql`true` : sql`country = ${country}`}
     GROUP BY name, mcc, country
    HAVING sum(sample) > 0
     ORDER BY sum(sample) DESC, name, country
     LIMIT ${limit}`,
  )

export const gradesAt = (reader: Reader, { name, mcc, country }: Seen) =>
  many(
    reader,
    sql<GradeRow>`
    SELECT vid, sample, approved, challenged, last30, override_grade
      FROM range_grade
     WHERE name = ${name} AND mcc = ${mcc} AND country = ${country}`,
  )

export const computedAt = async (reader: Reader): Promise<Date | undefined> =>
  (
    await maybeOne(
      reader,
      sql<{ at: Date | null }>`SELECT max(updated_at) AS at FROM range_grade WHERE updated_at > ${ago(7 * DAY)}`,
    )
  )?.at ?? undefined
