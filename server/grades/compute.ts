/** Grades are computed ahead, so that a question costs one look at a small table however much was ever bought. */
import { GRADE_DAYS } from '#contract/grades/grades.ts'
import { nowMs, dayOf } from '../core/clock.ts'
import { sql, withPatience } from '../core/db.ts'
import { countDays, forgetDays, sumGrades } from './queries.ts'

/** Two processes that count the same days would each add them. */
const ONE_AT_A_TIME = 3_014

async function compute(daysAgain: number): Promise<void> {
  const today = dayOf(nowMs())
  await withPatience((db) =>
    db.transaction().execute(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${ONE_AT_A_TIME})`.execute(tx)
      await countDays(tx, today - daysAgain)
      await forgetDays(tx, today - GRADE_DAYS)
      await sumGrades(tx, today - GRADE_DAYS)
    }),
  )
}

/** What came since yesterday began. */
export const computeRecent = (): Promise<void> => compute(1)
/** All of the window: news of declines may come days later, and this mends what an hour has missed. */
export const computeAll = (): Promise<void> => compute(GRADE_DAYS)
