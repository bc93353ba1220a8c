import type * as contract from '#contract/cards/desk/ranges.ts'
import { rangeFields, rangeStates, type RangeFigures } from '#contract/cards/desk/ranges.ts'
import { checks } from '#contract/core/checks.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { differing, linesOf, makeChange, type ProductChange } from '#server/products/products.ts'
import { traitsOf } from '#server/outside/outside.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { rangeFiguresOf } from './columns.ts'
import { hasListPrice, lockRange, writeRange } from './queries.ts'

export const rangeChange: ProductChange = {
  name: { cn: '卡段变更', en: 'Segment change' },
  ahead: false,
  put: async (tx, { target, after }) => void (await writeRange(tx, target, after)),
}

/** Changes availability, limits and texts: one person may do this alone, immediately or at a set time. Open cards are not affected. */
export const changeRange: Answer<typeof contract.changeRange> = async (staff, input, tx) => {
  const { vid, effectTime, reason } = input
  const range = await lockRange(tx, vid)
  if (!range) throw refuse('not_found', { field: 'vid' })
  const stands = rangeFiguresOf(range)
  const differs = differing(stands, input.change)
  if (!differs) throw refuse('invalid', { field: 'change', msg: checks.nothing_changes[staff.from.lang] })
  refuseCrossed({ ...stands, ...input.change } as RangeFigures, staff.from.lang)
  refuseBeyondIssuer(range.issuer_id, input.change, staff.from.lang)
  if (input.change.status === 'ON' && !(await hasListPrice(tx, vid)))
    throw refuse('invalid', { field: 'change', msg: checks.price_needed[staff.from.lang] })
  const made = await makeChange(tx, {
    kind: 'RANGE',
    target: vid,
    accountId: null,
    ...differs,
    effectTime,
    reason,
    madeBy: staff.staffId,
  })
  const said = linesOf(differs, rangeFields, rangeTables)
  await recordStaff(tx, staff, {
    action: 'PRODUCT',
    target: vid,
    content: {
      cn: `${made.scheduled ? '预约修改' : '修改'}卡段：${said.map(({ label }) => label.cn).join('、')}`,
      en: `${made.scheduled ? 'Segment change scheduled' : 'Segment changed'}: ${said.map(({ label }) => label.en).join(', ')}`,
    },
    reason,
    before: differs.before,
    after: { ...differs.after, ...(made.scheduled && { effectTime }) },
  })
  return { changeId: made.changeId, scheduled: flag(made.scheduled) }
}

export const rangeTables = { state: rangeStates }

/** A minimum above its maximum would make the segment unsellable, and only customers would notice. */
export function refuseCrossed({ minOpen, maxOpen, minLoad, perLoadMax, maxBalance }: RangeFigures, lang: Lang): void {
  if (minOpen > maxOpen || minLoad > perLoadMax || maxOpen > maxBalance)
    throw refuse('invalid', { field: 'change', msg: checks.limits_crossed[lang] })
}

/** What the issuer cannot do would be offered to account holders, and refused each time. */
export function refuseBeyondIssuer(
  issuerId: string,
  { editAddress, threeDs }: { editAddress?: boolean | undefined; threeDs?: boolean | undefined },
  lang: Lang,
): void {
  const { editHolder, threeDs: way } = traitsOf(issuerId)
  if ((editAddress && !editHolder) || (threeDs && way === 'NONE'))
    throw refuse('invalid', { field: 'change', msg: checks.not_by_issuer[lang] })
}
