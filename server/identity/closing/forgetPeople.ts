import { randomInt } from 'node:crypto'
import { forgetSignInsOf, record, system } from '#server/audit/audit.ts'
import { port } from '#server/core/composition.ts'
import { db, transaction, type Tx } from '#server/core/db.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { sealMobile } from '../mobiles.ts'
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
  await eachAlone(due, ({ case_id }) => transaction((tx) => forgetOne(tx, case_id)))
  return due.length
}

async function forgetOne(tx: Tx, caseId: string): Promise<void> {
  const [row] = await toForget(tx, caseId)
  if (!row) return // another server did it
  for (const { login_id: loginId } of await loginsOf(tx, row.account_id)) {
    const login = { accountId: row.account_id, loginId }
    await endSessionsOf(tx, login, 'closed')
    await revokeRemembersOf(tx, login)
    await forgetSignInsOf(tx, login)
    const nobody = `+000${randomInt(1e9, 1e10)}` as const
    await forgetPerson(tx, row, loginId, sealMobile(loginId, nobody))
  }
  await port('identity.forgetHolders')(tx, row.account_id)
  await updateStatus(tx, row.account_id, 'CLOSED')
  const content = { cn: '个人信息已匿名化', en: 'Personal data erased' }
  await record(tx, system(row.account_id), { type: 'CLOSE', target: row.case_id, content })
}
