import type * as contract from '#contract/identity/identity.ts'
import type { Answer } from '../core/answer.ts'
import { record } from '../audit/audit.ts'
import { transaction } from '../core/db.ts'
import { endSession } from './sessionQueries.ts'

export const signOut: Answer<typeof contract.signOut> = (actor) =>
  transaction(async (tx) => {
    await endSession(tx, actor.sessionId, 'signed_out')
    await record(tx, actor, { type: 'LOGOUT', target: actor.name, content: { cn: '退出登录', en: 'Signed out' } })
    return {}
  })
