/** An account is restricted by one of the staff, and by one of them released; debts have a restriction of their own. */
import type * as contract from '#contract/accounts/desk.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { changeAccount } from '#server/identity/identity.ts'
import { newId } from '#server/core/ids.ts'
import { notify } from '#server/core/news.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { insertHold, liftHold } from './moveQueries.ts'
import { accountAtDesk } from './show.ts'
import { writeToHolder } from './tellHolder.ts'

export const restrictAccount: Answer<typeof contract.restrictAccount> = async (staff, { accountId, reason }, tx) => {
  const { user_no, status } = await accountAtDesk(accountId)
  // Who is leaving is paid out by staff, who can leave it.
  if (status !== 'ACTIVE') throw refuse('conflict')
  const { staffId } = staff
  if (!(await insertHold(tx, { holdId: newId('hld'), accountId, reason, staffId }))) throw refuse('conflict')
  await changeAccount(tx, accountId, { held: true })
  // Why is between us and whoever calls: a suspicion is not written to the one suspected.
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
