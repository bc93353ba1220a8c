import { record, type By } from '#server/audit/audit.ts'
import type { Tx } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { updatePassword } from '../loginQueries.ts'
import { endSessionsOf, revokeRemembersOf } from '../sessionQueries.ts'
import { coolDown } from './coolDown.ts'

/** A new password ends what the old one opened, but for the session that changes it, and money stays in for a day. */
export async function setPassword(
  tx: Tx,
  by: By & { readonly loginId: string },
  passwordHash: string,
  keepSession?: string,
): Promise<void> {
  await updatePassword(tx, by.loginId, passwordHash)
  await endSessionsOf(tx, by.loginId, 'password', keepSession)
  await revokeRemembersOf(tx, by.loginId)
  await coolDown(tx, by.loginId)
  await record(tx, by, { type: 'PWD', target: by.name, content: { cn: '修改登录密码', en: 'Password changed' } })
  await notify(tx, by, 'password_changed')
}
