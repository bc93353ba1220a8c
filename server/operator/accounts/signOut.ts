import type * as contract from '#contract/accounts/desk.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { endSessionsOfAccount, revokeRemembersOfAccount } from '#server/identity/identity.ts'
import { recordStaff } from '#server/staff/staff.ts'
import { accountAtDesk } from './show.ts'
import { writeToHolder } from './tellHolder.ts'

/** Everybody who is signed in to the account is out with their next call, and no browser comes back by itself. */
export const endAccountSessions: Answer<typeof contract.endAccountSessions> = async (
  staff,
  { accountId, sessionId, reason },
  tx,
) => {
  const { user_no } = await accountAtDesk(accountId)
  const ended = await endSessionsOfAccount(tx, accountId, 'staff', sessionId)
  if (sessionId !== undefined && ended === 0) throw refuse('not_found')
  await revokeRemembersOfAccount(tx, accountId)
  const content = { cn: `强制退出 ${ended} 个会话`, en: `Sessions signed out: ${ended}` }
  await writeToHolder(tx, staff, accountId, { target: user_no, content })
  await recordStaff(tx, staff, { action: 'ACCOUNT', target: user_no, accountId, reason, content, after: { ended } })
  return { ended }
}
