import { randomInt } from 'node:crypto'
import { forgetSignInsOf, record, system } from '#server/audit/audit.ts'
import { port } from '#server/core/composition.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { sealMobile } from '../logins/mobiles.ts'
import { deletePasskeysOf } from '../passkeys/queries.ts'
import { endSessionsOf, revokeRemembersOf } from '../sessions/queries.ts'
import { forgetPerson, loginsOf, toForget, updateStatus } from './queries.ts'

declare module '#server/core/composition.ts' {
  interface Ports {
    /** Higher modules keep the names of card holders. */
    'identity.forgetHolders'(tx: Tx, accountId: string): Promise<unknown>
  }
}

/** Deletes the names and numbers of people who left 30 days ago and have their money; their records stay. Returns how many. */
export async function forgetPeople(): Promise<number> {
  const due = await toForget(db)
  await eachAlone(due, ({ account_id }) => transaction((tx) => forgetOne(tx, account_id)))
  return due.length
}

async function forgetOne(tx: Tx, accountId: string): Promise<void> {
  const [row] = await toForget(tx, accountId)
  if (!row) return // another server did it
  for (const { login_id: loginId } of await loginsOf(tx, accountId)) {
    const login = { accountId, loginId }
    await endSessionsOf(tx, login, 'closed')
    await revokeRemembersOf(tx, login)
    await deletePasskeysOf(tx, login)
    await forgetSignInsOf(tx, login)
    const nobody = `+000${randomInt(1e9, 1e10)}` as const
    await forgetPerson(tx, login, sealMobile(loginId, nobody))
  }
  await port('identity.forgetHolders')(tx, accountId)
  await updateStatus(tx, accountId, 'CLOSED')
  const content = { cn: '个人信息已匿名化', en: 'Personal data erased' }
  await record(tx, system(accountId), { type: 'CLOSE', target: row.case_id, content })
}
