import type * as z from 'zod'
import { approvalKinds, type ApprovalKind, type ApprovalKindRow } from '#contract/staff/approvals.ts'
import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import { ahead, HOUR, dayBegan } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { provided } from '#server/core/composition.ts'
import { newId } from '#server/core/ids.ts'
import { recordStaff } from '../chain/record.ts'
import { lockStaff } from '../signIn/queries.ts'
import { insertApproval, type FrozenLine, agreedSince, madeSince } from './queries.ts'
import { bindAttachments } from './inbox.ts'

export type Shown = {
  /** The object as people know it: an order number, a user number. */
  target: string
  accountId?: string | undefined
  /** Counts against the daily caps, and decides how many checkers are needed. */
  amountCents?: Cents | undefined
  /** The changes, for the checker: labels in both languages, amounts as text by `money.show`. Frozen with the payload. */
  lines: FrozenLine[]
  /** While one is waiting for this key, another of the kind is refused (`conflict`): an order number, a person's id. */
  onlyOne?: string
  /** The maker's uploads. The ids are also in the payload, so that the hash covers them. */
  attachments?: readonly string[]
}

export type Decision = {
  approvalId: string
  maker: { staffId: string; name: string }
  /** The last approver; call `recordStaff(tx, checker, …)` if the operation logs more than the engine does. */
  checker: Staff
  reason: string
}

export type ApprovableSpec<P> = {
  payload: z.ZodType<P, P>
  shows(tx: Tx, payload: P, maker: Staff): Promise<Shown> | Shown
  /** Carries it out in the transaction of the decision; a refusal leaves the approval waiting as it was. */
  apply(tx: Tx, payload: P, decision: Decision): Promise<void>
  /** It will not be carried out: frees what was reserved for it. */
  dropped?(tx: Tx, payload: P, why: 'REJECTED' | 'WITHDRAWN' | 'EXPIRED', approvalId: string): Promise<void>
}

/** An operation that needs two people. */
export type Approvable<K extends ApprovalKind, P> = {
  readonly kind: K
  readonly spec: ApprovableSpec<P>
  propose(tx: Tx, maker: Staff, payload: P, reason: string): Promise<string>
}

declare module '#server/core/composition.ts' {
  interface Provides {
    /** What each kind of approval does once approved. */
    approvals: { readonly [K in ApprovalKind]: { readonly kind: K; readonly spec: unknown } }
  }
}

/**
 * Defines an operation that needs two people. The kind is a line of `approvalKinds` in contract/staff/approvals.ts (makers, checkers,
 * caps, waiting time); the effect is in the file of the operation:
 *
 * ```ts
 * export const crediting = approvable('forecast.credit', {
 *   payload: z.object({ orderNo: z.string(), lineId: z.string() }),
 *   shows: async (tx, { orderNo }) => ({ target: orderNo, amountCents, onlyOne: orderNo,
 *     lines: [{ label: { cn: '入账金额', en: 'Credited' }, before: null, after: show(amountCents, 'USD') }] }),
 *   apply: (tx, { orderNo, lineId }, { maker, checker }) => creditForecast(tx, orderNo, lineId),
 *   dropped: (tx, { orderNo }) => backToReview(tx, orderNo),
 * })
 * // in the module.ts: approvals: { 'forecast.credit': crediting }
 * // in the answer of the maker's call:
 * const approvalId = await crediting.propose(tx, staff, { orderNo, lineId }, reason)
 * ```
 *
 * The engine does the rest: nobody decides their own request or decides twice, the payload is frozen and its hash compared before
 * it is carried out, everything is recorded in the staff's audit, and requests that wait too long expire.
 */
export function approvable<K extends ApprovalKind, P>(kind: K, spec: ApprovableSpec<P>): Approvable<K, P> {
  return {
    kind,
    spec,
    async propose(tx, maker, payload, reason) {
      const row: ApprovalKindRow = approvalKinds[kind]
      if (!maker.may.has(row.make)) throw refuse('not_permitted')
      const frozen = spec.payload.parse(payload)
      const { target, accountId, amountCents, lines, onlyOne, attachments = [] } = await spec.shows(tx, frozen, maker)
      await keepWithinCaps(tx, maker, kind, 'make', amountCents)
      const approvalId = newId('apr')
      const made = await insertApproval(tx, {
        approvalId,
        kind,
        target,
        accountId,
        amountCents,
        payload: frozen,
        diff: lines,
        reason,
        onlyOne,
        makerId: maker.staffId,
        needs: checkersOf(row, amountCents),
        expiresAt: ahead((row.hours ?? 24) * HOUR),
      })
      if (!made) throw refuse('conflict')
      await bindAttachments(tx, maker, attachments, approvalId)
      await recordStaff(tx, maker, {
        action: 'PROPOSE',
        target,
        accountId,
        reason,
        content: { cn: `发起复核：${row.name.cn}`, en: `Approval requested: ${row.name.en}` },
        after: { approvalId, kind, amountCents },
      })
      return approvalId
    },
  }
}

const checkersOf = ({ checkers = 1, manyFromCents, many = 2 }: ApprovalKindRow, amountCents: Cents = 0): number =>
  manyFromCents !== undefined && Math.abs(amountCents) > manyFromCents ? many : checkers

/** The payload was frozen by `propose` of the same kind. */
export const specOf = (kind: ApprovalKind): ApprovableSpec<unknown> =>
  provided('approvals')[kind].spec as ApprovableSpec<unknown>

/** How much of one kind a person may make, and may check, in a day. */
export async function keepWithinCaps(
  tx: Tx,
  { staffId }: Staff,
  kind: ApprovalKind,
  as: 'make' | 'check',
  amountCents: Cents = 0,
): Promise<void> {
  const { perDay }: ApprovalKindRow = approvalKinds[kind]
  if (!perDay) return
  await lockStaff(tx, staffId) // two concurrent requests of one person would each see room for one more
  const used = await (as === 'make' ? madeSince : agreedSince)(tx, staffId, kind, dayBegan())
  if (perDay.count !== undefined && used.count + 1 > perDay.count) throw refuse('day_cap_reached')
  if (perDay.cents !== undefined && used.cents + Math.abs(amountCents) > perDay.cents) throw refuse('day_cap_reached')
}
