import { approvalKinds, type ApprovalState } from '#contract/staff/approvals.ts'
import type * as contract from '#contract/staff/approvals.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { StaffAction } from '#contract/staff/staff.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { fullName } from '../signIn/authenticate.ts'
import { recordDesk, recordStaff, type StaffDeed } from '../chain/record.ts'
import { specOf, keepWithinCaps } from './approvable.ts'
import { maySee } from './inbox.ts'
import { insertVote, isAsFrozen, lockApproval, overdue, setApprovalState, type ApprovalFound } from './queries.ts'

/** Approves. The last required approval carries it out in this transaction. */
export const approve: Answer<typeof contract.approve> = async (checker, { approvalId, reason }, tx) => {
  const found = await toDecide(tx, checker, approvalId)
  if (!(await isAsFrozen(tx, approvalId))) throw refuse('approval_changed')
  await keepWithinCaps(tx, checker, found.kind, 'check', found.amount_cents ?? 0)
  await vote(tx, checker, found, true, reason)
  const agreed = found.agreed + 1
  const state: ApprovalState = agreed >= found.needs ? 'APPROVED' : 'WAITING'
  if (state === 'APPROVED') {
    const maker = { staffId: found.maker_id, name: fullName({ name_cn: found.maker_cn, name_en: found.maker_en }) }
    await specOf(found.kind).apply(tx, found.payload, { approvalId, maker, checker, reason: found.reason })
    await setApprovalState(tx, approvalId, state, reason)
  }
  await recordStaff(tx, checker, deed(found, 'APPROVE', reason))
  return { approvalId, state, agreed, needs: found.needs }
}

export const reject: Answer<typeof contract.reject> = async (checker, { approvalId, reason }, tx) => {
  const found = await toDecide(tx, checker, approvalId)
  await vote(tx, checker, found, false, reason)
  await drop(tx, found, 'REJECTED', reason)
  await recordStaff(tx, checker, deed(found, 'REJECT', reason))
  return { approvalId, state: 'REJECTED', agreed: found.agreed, needs: found.needs }
}

/** Only the maker can withdraw it. */
export const withdrawApproval: Answer<typeof contract.withdrawApproval> = async (maker, { approvalId }, tx) => {
  const found = await lockApproval(tx, approvalId)
  if (!found || found.maker_id !== maker.staffId) throw refuse('not_found')
  if (found.state !== 'WAITING') throw refuse('approval_decided')
  await drop(tx, found, 'WITHDRAWN', '')
  await recordStaff(tx, maker, deed(found, 'WITHDRAW', ''))
  return { approvalId, state: 'WITHDRAWN', agreed: found.agreed, needs: found.needs }
}

/** Expire approvals that were not decided in time. One transaction each, so that one that fails holds up no other. */
export async function expireApprovals(): Promise<number> {
  let expired = 0
  await eachAlone(await overdue(db), async ({ approval_id }) => {
    expired += await transaction(async (tx) => {
      const found = await lockApproval(tx, approval_id)
      if (!found || found.state !== 'WAITING') return 0
      await drop(tx, found, 'EXPIRED', '')
      await recordDesk(tx, deed(found, 'EXPIRE', ''))
      return 1
    })
  })
  return expired
}

/** The approval is pending, and this person may decide it. */
async function toDecide(tx: Tx, checker: Staff, approvalId: string): Promise<ApprovalFound> {
  const found = await lockApproval(tx, approvalId)
  if (!found || !maySee(checker, found)) throw refuse('not_found')
  if (found.maker_id === checker.staffId) throw refuse('own_approval')
  if (!checker.may.has(approvalKinds[found.kind].check)) throw refuse('not_permitted')
  if (found.state !== 'WAITING' || found.expires_at.getTime() <= nowMs()) throw refuse('approval_decided')
  return found
}

async function vote(tx: Tx, { staffId }: Staff, { approval_id }: ApprovalFound, agreed: boolean, reason: string) {
  if (!(await insertVote(tx, { approvalId: approval_id, staffId, agreed, reason }))) throw refuse('approval_decided')
}

async function drop(
  tx: Tx,
  { approval_id, kind, payload }: ApprovalFound,
  why: 'REJECTED' | 'WITHDRAWN' | 'EXPIRED',
  reason: string,
): Promise<void> {
  await setApprovalState(tx, approval_id, why, reason)
  await specOf(kind).dropped?.(tx, payload, why, approval_id)
}

const says = {
  APPROVE: { cn: '复核通过', en: 'Approved' },
  REJECT: { cn: '复核驳回', en: 'Rejected' },
  WITHDRAW: { cn: '撤回申请', en: 'Cancelled' },
  EXPIRE: { cn: '超时未复核', en: 'Expired' },
} as const satisfies Partial<Record<StaffAction, unknown>>

const deed = (found: ApprovalFound, action: keyof typeof says, reason: string): StaffDeed => ({
  action,
  target: found.target,
  accountId: found.account_id ?? undefined,
  reason,
  content: {
    cn: `${says[action].cn}：${approvalKinds[found.kind].name.cn}`,
    en: `${says[action].en}: ${approvalKinds[found.kind].name.en}`,
  },
  after: { approvalId: found.approval_id, hash: found.hash.toString('hex') },
})
