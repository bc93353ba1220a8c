import * as z from 'zod'
import type * as contract from '#contract/funding/desk/rails.ts'
import { railFields, takesTwo, type RailPatch } from '#contract/funding/desk/rails.ts'
import { rails, type Rail } from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { now, nowMs } from '#server/core/clock.ts'
import { type Tx, transaction } from '#server/core/db.ts'
import { approvable, recordStaff, recordDesk } from '#server/staff/staff.ts'
import { setRail } from '#server/funding/rails/terms.ts'
import { insertChange, lockChange, lockRail, pictureOf, setChange, lockDue } from './queries.ts'
import { changesOf, flatOf, linesOf, railChangeOf } from './flatRail.ts'

/**
 * Changes a rail now or at a set time; existing orders and quotes keep their terms. Texts, pictures and switching off apply immediately, because stopping must
 * never wait for a second person; anything that costs somebody money needs approval.
 */
export const changeRail: Answer<typeof contract.changeRail> = async (staff, input, tx) => {
  const { rail, version, effectiveTime, reason, requestNo: _, ...patch } = input
  await lockRail(tx, rail)
  const flat = await flatOf(tx, rail)
  if (flat.version !== version) throw refuse('conflict', { field: 'version' })
  const { before, after } = changesOf(flat, patch)
  if (Object.keys(after).length === 0) throw refuse('invalid', { field: 'reason', msg: unchanged[staff.from.lang] })
  if (after.limitFileId && !(await pictureOf(tx, after.limitFileId)))
    throw refuse('not_found', { field: 'limitFileId' })
  if (effectiveTime !== undefined && effectiveTime > nowMs() + YEAR) throw refuse('invalid', { field: 'effectiveTime' })
  const effectiveAt = effectiveTime !== undefined && effectiveTime > nowMs() ? effectiveTime : null
  if (takesTwo(after)) {
    const approvalId = await railApproval.propose(tx, staff, { rail, before, after, effectiveAt, reason }, reason)
    return { done: 'ASKED', approvalId }
  }
  await carryOut(tx, { rail, before, after, effectiveAt, reason, makerId: staff.staffId, checkerId: null })
  await written(tx, staff, rail, reason, before, after)
  return { done: effectiveAt === null ? 'DONE' : 'PLANNED', approvalId: null }
}
const YEAR = 366 * 86_400_000
const unchanged = { cn: '没有任何改动', en: 'No changes' }

export const railApproval = approvable('rail.change', {
  payload: z.object({
    rail: z.enum(Object.keys(rails) as [Rail, ...Rail[]]),
    before: z.record(z.string(), z.unknown()),
    after: z.object(railFields),
    effectiveAt: z.int().nullable(),
    reason: z.string(),
  }),
  shows: (_tx, { rail, before, after, effectiveAt }) => ({
    target: rails[rail].en,
    onlyOne: rail,
    lines: [
      ...linesOf(before, after),
      {
        label: { cn: '生效时间', en: 'From' },
        before: null,
        after: effectiveAt === null ? '通过后立即 at once' : new Date(effectiveAt).toISOString(),
      },
    ],
  }),
  /** The values that the second approver saw must still be current: a rail that was changed in the meantime needs a new review. */
  async apply(tx, { rail, before, after, effectiveAt, reason }, { maker, checker }) {
    await lockRail(tx, rail)
    const flat = await flatOf(tx, rail)
    if (Object.entries(before).some(([name, value]) => (flat as Record<string, unknown>)[name] !== value))
      throw refuse('conflict')
    const at = effectiveAt !== null && effectiveAt > nowMs() ? effectiveAt : null
    await carryOut(tx, {
      rail,
      before,
      after,
      effectiveAt: at,
      reason,
      makerId: maker.staffId,
      checkerId: checker.staffId,
    })
  },
})

type Agreed = {
  rail: Rail
  before: Record<string, unknown>
  after: RailPatch
  effectiveAt: number | null
  reason: string
  makerId: string
  checkerId: string | null
}
/** Applies it now, or schedules it for the sweep. */
async function carryOut(tx: Tx, { effectiveAt, ...change }: Agreed): Promise<void> {
  if (effectiveAt !== null)
    return void (await insertChange(tx, {
      ...change,
      state: 'PLANNED',
      version: null,
      effectiveAt: new Date(effectiveAt),
    }))
  const { after } = await setRail(tx, change.rail, railChangeOf(change.after), change.makerId)
  await insertChange(tx, { ...change, state: 'DONE', version: after.version, effectiveAt: now() })
}

const written = (tx: Tx, staff: Staff, rail: Rail, reason: string, before: unknown, after: unknown) =>
  recordStaff(tx, staff, {
    action: 'TREASURY',
    target: rails[rail].en,
    reason,
    content: { cn: `变更充值通道：${rails[rail].cn}`, en: `Edited rail ${rails[rail].en}` },
    before,
    after,
  })

/** Cancels a scheduled change. */
export const cancelRailChange: Answer<typeof contract.cancelRailChange> = async (staff, { changeId, reason }, tx) => {
  const change = await lockChange(tx, changeId)
  if (!change) throw refuse('not_found')
  if (change.state !== 'PLANNED') throw refuse('conflict')
  await setChange(tx, changeId, 'CANCELLED')
  await written(tx, staff, change.rail, reason, { state: 'PLANNED', ...change.after }, { state: 'CANCELLED' })
  return { changeId }
}

/** Applies scheduled changes that are due. The old values are recorded as they are at that time. */
export const applyPlanned = (): Promise<void> =>
  transaction(async (tx) => {
    for (const { changeId, rail, after, makerId, reason } of await lockDue(tx)) {
      await lockRail(tx, rail)
      const { before } = changesOf(await flatOf(tx, rail), after)
      const { after: now } = await setRail(tx, rail, railChangeOf(after), makerId)
      await setChange(tx, changeId, 'DONE', { version: now.version, before })
      await recordDesk(tx, {
        action: 'TREASURY',
        target: rails[rail].en,
        reason,
        content: {
          cn: `排期的通道变更已生效：${rails[rail].cn}`,
          en: `Scheduled change to ${rails[rail].en} took effect`,
        },
        before,
        after,
      })
    }
  })
