import type * as contract from '#contract/programs/desk.ts'
import { flag } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { heldIn } from '#server/funding/funding.ts'
import { platformBalances } from '#server/ledger/ledger.ts'
import { outside } from '#server/outside/outside.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { keepFloor } from '../balances.ts'
import { settingsOf, statementOf } from '../queries.ts'

/** Sets the balance below which segments of the issuer open no cards; zero removes it. By the last known balance it stops or resumes now. */
export const setFloor: Answer<typeof contract.setFloor> = async (staff, { issuerId, floor, reason }, tx) => {
  if (!outside.issuers.has(issuerId)) throw refuse('not_found', { field: 'issuerId' })
  const before = await settingsOf(tx, issuerId)
  const statement = await statementOf(tx, issuerId)
  const balances = await platformBalances(tx)
  const of = (code: '1110' | '2110' | '2120') => heldIn(balances, code, 'USD', issuerId)
  const available = of('1110') - of('2110') - of('2120')
  const floorCents = floor === 0 ? null : floor
  const paused = await keepFloor(tx, issuerId, floorCents, Math.min(available, statement?.theirsCents ?? available))
  const shown = floorCents === null ? { cn: '无', en: 'none' } : { cn: show(floorCents), en: show(floorCents) }
  await recordStaff(tx, staff, {
    action: 'TREASURY',
    target: issuerId,
    reason,
    content: { cn: `备付金下限：${shown.cn}`, en: `Floor of the programme: ${shown.en}` },
    before: { floorCents: before.floorCents, paused: before.paused },
    after: { floorCents, paused },
  })
  return { openingPaused: flag(paused) }
}
