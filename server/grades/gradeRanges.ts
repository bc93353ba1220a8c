import type * as contract from '#contract/grades/grades.ts'
import { grades, SAMPLE_MIN, type Grade, type RangeGrade, SUGGESTED, GRADE_DAYS } from '#contract/grades/grades.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { kindOfMerchant } from '#contract/trades/merchantKinds.ts'
import type { CardNetwork } from '#contract/cards/states.ts'
import type { Answer } from '../core/answer.ts'
import { termsOfAll, type Terms } from '../cards/cards.ts'
import { db, sql, withoutTimeout } from '../core/db.ts'
import { nowMs, dayOf } from '../core/clock.ts'
import {
  computedAt,
  gradesAt,
  merchantsLike,
  type GradeRow,
  type Seen,
  mostUsed,
  countDays,
  forgetDays,
  sumGrades,
} from './queries.ts'
import { bpsOf, gradeOf } from './weighing.ts'

const MATCHES = 8
const NOTHING: Omit<GradeRow, 'vid'> = { sample: 0, approved: 0, challenged: 0, last30: 0, override_grade: null }

/** Every range on offer with its results at the merchant, the best first. */
export const gradeRanges: Answer<typeof contract.gradeRanges> = async ({ accountId, from: { lang } }, input) => {
  const [found, offered, updated] = await Promise.all([
    merchantsLike(db, input.merchantName, input, MATCHES),
    termsOfAll(db, accountId),
    computedAt(db),
  ])
  const rows = found[0] ? await gradesAt(db, found[0]) : []
  const list = offered.map((terms) =>
    graded(terms, rows.find(({ vid }) => vid === terms.range.vid) ?? { vid: terms.range.vid, ...NOTHING }, lang),
  )
  const best = bestOf(list)
  const place = <S extends Seen>(seen: S) => ({ ...seen, category: kindOfMerchant(seen.mcc)?.[lang] ?? '' })
  return {
    merchant: found[0]
      ? place({ name: found[0].name, mcc: found[0].mcc, country: found[0].country })
      : { name: input.merchantName, mcc: '', category: '', country: '' },
    list: list.map((row) => ({ ...row, recommend: flag(best.has(row.vid)) })).toSorted(better),
    matches: found.map(place),
    updateTime: updated?.getTime() ?? null,
  }
}

const order = Object.keys(grades) as Grade[]
const better = (a: RangeGrade, b: RangeGrade): number =>
  order.indexOf(a.grade) - order.indexOf(b.grade) ||
  (b.successRateBps ?? 0) - (a.successRateBps ?? 0) ||
  b.sample - a.sample ||
  a.vid.localeCompare(b.vid)

/** Recommends the best grade that can be opened, and nothing below B: the least bad of poor ranges is still poor. */
function bestOf(list: readonly RangeGrade[]): Set<string> {
  const open = list.filter(({ available }) => available)
  const grade = (['A', 'B'] as const).find((name) => open.some((row) => row.grade === name))
  return new Set(open.filter((row) => row.grade === grade).map(({ vid }) => vid))
}

function graded({ range }: Terms, row: GradeRow, lang: Lang): RangeGrade {
  const grade = row.override_grade ?? gradeOf(row.sample, row.approved)
  const threeDsShareBps = bpsOf(row.challenged, row.sample)
  return {
    vid: range.vid,
    name: range.bin,
    network: range.network as CardNetwork,
    grade,
    successRateBps: bpsOf(row.approved, row.sample),
    sample: row.sample,
    last30: row.last30,
    threeDsShareBps,
    threeDs: flag(range.three_ds),
    note: noteOf(row, grade, threeDsShareBps, range.three_ds)?.[lang] ?? '',
    recommend: 0,
    available: flag(range.status === 'ON' && range.stock !== 0),
  }
}

const OFTEN_BPS = 500
function noteOf(row: GradeRow, grade: Grade, challengedBps: number | null, threeDs: boolean) {
  if (row.override_grade !== null) return { cn: '由客服评定', en: 'Graded by staff' }
  if (grade === 'NA') return grades.NA
  if (challengedBps !== null && challengedBps >= OFTEN_BPS)
    return threeDs
      ? { cn: '该商户常要求 3D 验证', en: 'This merchant often requires 3-D Secure' }
      : {
          cn: '该商户常要求 3D 验证，此卡段不支持',
          en: 'This merchant often requires 3-D Secure, which this segment doesn’t support',
        }
  if (row.last30 < SAMPLE_MIN) return { cn: '近 30 天样本较少', en: 'Few attempts in the last 30 days' }
  return undefined
}

/** Merchants that match what is typed; with nothing typed, the most used ones. */
export const suggestMerchants: Answer<typeof contract.suggestMerchants> = async (
  { from: { lang } },
  { words = '', country },
) => {
  const found =
    words.trim() === ''
      ? await mostUsed(db, SUGGESTED, country)
      : await merchantsLike(db, words, { country }, SUGGESTED)
  return found.map((one) => ({ ...one, category: kindOfMerchant(one.mcc)?.[lang] ?? '' }))
}

/** Grades are computed ahead, so that a query reads one small table however many purchases there are. */

/** Two processes counting the same days would each add them. */
const ONE_AT_A_TIME = 3_014

async function compute(daysAgain: number): Promise<void> {
  const today = dayOf(nowMs())
  await withoutTimeout((db) =>
    db.transaction().execute(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${ONE_AT_A_TIME})`.execute(tx)
      await countDays(tx, today - daysAgain)
      await forgetDays(tx, today - GRADE_DAYS)
      await sumGrades(tx, today - GRADE_DAYS)
    }),
  )
}

/** Recount since the start of yesterday. */
export const computeRecent = (): Promise<void> => compute(1)
/** Recount the whole window: declines may be reported days later, and this catches what an hourly run has missed. */
export const computeAll = (): Promise<void> => compute(GRADE_DAYS)
