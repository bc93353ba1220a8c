import type * as contract from '#contract/grades/grades.ts'
import { grades, SAMPLE_MIN, type Grade, type RangeGrade } from '#contract/grades/grades.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { kindOfMerchant } from '#contract/trades/merchantKinds.ts'
import type { CardNetwork } from '#contract/cards/states.ts'
import type { Answer } from '../core/answer.ts'
import { termsOfAll, type Terms } from '../cards/cards.ts'
import { db } from '../core/db.ts'
import { computedAt, gradesAt, merchantsLike, type GradeRow, type Seen } from './queries.ts'
import { bpsOf, gradeOf } from './weighing.ts'

const MATCHES = 8
const NOTHING: Omit<GradeRow, 'vid'> = { sample: 0, approved: 0, challenged: 0, last30: 0, override_grade: null }

/** Every segment on offer with what the network's results say of it at the merchant, the best first. */
export const gradeRanges: Answer<typeof contract.gradeRanges> = async ({ accountId, from: { lang } }, wish) => {
  const [found, offered, updated] = await Promise.all([
    merchantsLike(db, wish.merchantName, wish, MATCHES),
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
      : { name: wish.merchantName, mcc: '', category: '', country: '' },
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

/** Recommended is the best grade that can be opened, and nothing below B: a poor one does not become good by being the least poor. */
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
