import { adjustCauses, limitKeys, type LimitKey } from '#contract/accounts/desk.ts'
import type * as contract from '#contract/accounts/desk.ts'
import { flag } from '#contract/core/fields.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { loginsAtDesk } from '#server/identity/identity.ts'
import { limitHistory, limitsInForce } from '#server/plans/plans.ts'
import { approvalWaitingFor, staffNames } from '#server/staff/staff.ts'
import { adjustmentsOf, openHold } from '#server/accounts/queries.ts'
import { viewsAccount } from '../viewing/showAccount.ts'
import { standardLimits } from './setLimit.ts'

const keys = Object.keys(limitKeys) as LimitKey[]

/** What staff changed on an account or requested for it, by whom and why. */
export const accountMoves: Answer<typeof contract.accountMoves> = async (staff, { accountId }) => {
  const { lang } = staff.from
  await viewsAccount(staff, accountId, 'MOVES')
  const [held, standard, inForce, history, adjustments, logins, adjustApprovalId] = await Promise.all([
    openHold(db, accountId),
    standardLimits(db, accountId),
    limitsInForce(db, accountId),
    limitHistory(db, accountId),
    adjustmentsOf(db, accountId),
    loginsAtDesk(accountId),
    approvalWaitingFor('account.adjust', accountId),
  ])
  const people = [...history, ...adjustments].flatMap(({ maker_id, checker_id }) => [maker_id, checker_id])
  const names = await staffNames(db, held ? [held.staff_id, ...people] : people)
  const name = (staffId: string): string => names.get(staffId) ?? '–'
  const limitsShown = keys.map(async (key) => {
    const own = inForce.find((one) => one.key === key && one.amount_cents !== null)
    return {
      key,
      name: limitKeys[key][lang],
      unit: limitKeys[key].unit,
      standard: standard[key],
      own: own ? { amount: own.amount_cents!, endTime: own.ends_at?.getTime() ?? null } : null,
      approvalId: await approvalWaitingFor('account.limit', `${accountId} ${key}`),
    }
  })
  const loginsShown = logins.map(async ({ login_id: loginId, bound: isBound }) => ({
    loginId,
    bound: flag(isBound),
    approvalId: isBound ? await approvalWaitingFor('account.authenticator', loginId) : null,
  }))
  // Awaited together: if one promise failed while another was awaited, its rejection would be unhandled and end the process.
  const [limits, bound] = await Promise.all([Promise.all(limitsShown), Promise.all(loginsShown)])
  return {
    held: held ? { by: name(held.staff_id), reason: held.reason, time: held.created_at.getTime() } : null,
    limits,
    history: history.map((row) => ({
      seq: Number(row.seq),
      approvalId: row.approval_id,
      name: limitKeys[row.key][lang],
      unit: limitKeys[row.key].unit,
      amount: row.amount_cents,
      startTime: row.starts_at.getTime(),
      endTime: row.ends_at?.getTime() ?? null,
      reason: row.reason,
      maker: name(row.maker_id),
      checker: name(row.checker_id),
      time: row.created_at.getTime(),
    })),
    adjustments: adjustments.map((row) => ({
      adjustNo: row.adjust_no,
      approvalId: row.approval_id,
      causeText: adjustCauses[row.cause][lang],
      direction: row.direction,
      amount: row.amount_cents,
      reason: row.reason,
      maker: name(row.maker_id),
      checker: name(row.checker_id),
      time: row.created_at.getTime(),
    })),
    logins: bound,
    adjustApprovalId,
  }
}
