/** One person restricts an account or lifts the restriction; debts restrict it separately (`restricted`). */
import type * as contract from '#contract/accounts/desk.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { changeAccount } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { writeToHolder } from '#server/accounts/holderLog.ts'
import { insertHold, liftHold } from '#server/accounts/queries.ts'
import { accountAtDesk } from '../viewing/showAccount.ts'

export const restrictAccount: Answer<typeof contract.restrictAccount> = async (staff, { accountId, reason }, tx) => {
  const { user_no, status } = await accountAtDesk(accountId)
  // A closing account is paid out by staff, who can hold the payout instead.
  if (status !== 'ACTIVE') throw refuse('conflict')
  const { staffId } = staff
  if (!(await insertHold(tx, { holdId: newId('hld'), accountId, reason, staffId }))) throw refuse('conflict')
  await changeAccount(tx, accountId, { held: true })
  // The reason stays with staff: a suspicion is not shown to the person suspected.
  const content = { cn: '限制账户', en: 'Restricted the account' }
  await writeToHolder(tx, staff, accountId, { target: user_no, content })
  await notify(tx, { accountId }, 'account_held')
  const about = { action: 'ACCOUNT', target: user_no, accountId, reason, content } as const
  await recordStaff(tx, staff, { ...about, before: { held: false }, after: { held: true } })
  return { held: 1 }
}

export const liftRestriction: Answer<typeof contract.liftRestriction> = async (staff, { accountId, reason }, tx) => {
  const { user_no } = await accountAtDesk(accountId)
  if (!(await liftHold(tx, accountId, { staffId: staff.staffId, why: reason }))) throw refuse('conflict')
  await changeAccount(tx, accountId, { held: false })
  const content = { cn: '解除账户限制', en: 'Lifted the restriction' }
  await writeToHolder(tx, staff, accountId, { target: user_no, content })
  await notify(tx, { accountId }, 'account_lifted')
  const about = { action: 'ACCOUNT', target: user_no, accountId, reason, content } as const
  await recordStaff(tx, staff, { ...about, before: { held: true }, after: { held: false } })
  return { held: 0 }
}
