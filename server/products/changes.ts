/** A change of the product: made now or at its time, one at a time for one thing, and taken back until then. */
import type * as contract from '#contract/products/products.ts'
import { changeStates } from '#contract/products/products.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '../core/answer.ts'
import { provided } from '../core/composition.ts'
import { now, nowMs } from '../core/clock.ts'
import { transaction, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { recordDesk, recordStaff } from '../staff/staff.ts'
import {
  insertChange,
  lockChange,
  markInForce,
  markWithdrawn,
  raiseVersion,
  takeDue,
  waitingChange,
  type About,
  type ChangeKind,
  type ChangeRow,
  type Said,
} from './changeQueries.ts'

export type ProductChange = {
  name: { cn: string; en: string }
  /** Written as soon as it is agreed, with the time from which it holds: exact to the millisecond. Else put in place by the sweep. */
  ahead: boolean
  put(tx: Tx, change: ChangeRow): Promise<void>
  /** Only of what is written ahead. */
  takeBack?(tx: Tx, change: ChangeRow): Promise<void>
}

declare module '../core/composition.ts' {
  interface Provides {
    /** Ranges, prices and plans stand above: how a change of each is put in place. */
    changes: Readonly<Record<ChangeKind, ProductChange>>
  }
}

/** Refuses with `conflict` where a change of the same thing waits for its time. */
export async function refuseWhileOneWaits(tx: Tx, about: About): Promise<void> {
  const waiting = await waitingChange(tx, about)
  if (waiting) throw refuse('conflict', { changeId: waiting.change_id, effectTime: waiting.effective_at.getTime() })
}

export type Wanted = About & {
  before: Said
  after: Said
  effectTime: number | undefined
  reason: string
  madeBy: string
  checkedBy?: string
}

/** Write a change down and put it in place, or have it wait for its time. The caller has locked nothing of the product. */
export async function makeChange(tx: Tx, wanted: Wanted): Promise<{ changeId: string; scheduled: boolean }> {
  await raiseVersion(tx)
  // What is due and was not yet swept goes first: this change is made of it.
  for (let due = await takeDue(tx); due; due = await takeDue(tx)) await putInPlace(tx, due)
  await refuseWhileOneWaits(tx, wanted)
  const scheduled = wanted.effectTime !== undefined && wanted.effectTime > nowMs()
  const change = await insertChange(tx, {
    ...wanted,
    changeId: newId('pch'),
    effectiveAt: scheduled ? new Date(wanted.effectTime!) : now(),
    state: scheduled ? 'SCHEDULED' : 'IN_FORCE',
    checkedBy: wanted.checkedBy,
  })
  const how = provided('changes')[change.kind]
  if (how.ahead || !scheduled) await how.put(tx, change)
  return { changeId: change.change_id, scheduled }
}

async function putInPlace(tx: Tx, change: ChangeRow): Promise<void> {
  const how = provided('changes')[change.kind]
  if (!how.ahead) await how.put(tx, change)
  await markInForce(tx, change.change_id)
}

/** Every minute: what was scheduled and whose time has come. */
export async function putScheduled(): Promise<void> {
  for (;;) {
    const done = await transaction(async (tx) => {
      await raiseVersion(tx)
      const change = await takeDue(tx)
      if (!change) return undefined
      await putInPlace(tx, change)
      const { name } = provided('changes')[change.kind]
      await recordDesk(tx, {
        action: 'PRODUCT',
        target: change.target,
        accountId: change.account_id ?? undefined,
        content: { cn: `${name.cn}定时生效`, en: `${name.en} took effect as scheduled` },
        reason: change.reason,
        before: change.before,
        after: { ...change.after, changeId: change.change_id },
      })
      return change
    })
    if (!done) return
  }
}

export const withdrawChange: Answer<typeof contract.withdrawChange> = async (staff, { changeId, reason }, tx) => {
  await raiseVersion(tx)
  const change = await lockChange(tx, changeId)
  if (!change) throw refuse('not_found')
  if (change.state !== 'SCHEDULED' || change.effective_at <= now())
    throw refuse('conflict', { state: changeStates[change.state][staff.from.lang] })
  const how = provided('changes')[change.kind]
  if (how.ahead) await how.takeBack!(tx, change)
  await markWithdrawn(tx, changeId, { by: staff.staffId, why: reason })
  await recordStaff(tx, staff, {
    action: 'PRODUCT',
    target: change.target,
    accountId: change.account_id ?? undefined,
    content: { cn: `撤回未生效的${how.name.cn}`, en: `${how.name.en} cancelled` },
    reason,
    before: { ...change.after, effectTime: change.effective_at.getTime() },
    after: { changeId },
  })
  return { changeId }
}
