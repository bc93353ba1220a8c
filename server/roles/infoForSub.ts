import type * as contract from '#contract/roles/roles.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { ownMobile, subOf, subStatusOf } from '../identity/identity.ts'
import { roleById } from './queries.ts'
import { nameOf } from './permissions.ts'

/** The console shows these in place of the account's own name, number and mobile. */
export const infoForSub: Answer<typeof contract.infoForSub> = async (actor) => {
  const [mobile, sub] = await Promise.all([ownMobile(actor), subOf(db, actor.accountId, actor.subUid!)])
  const role = await roleById(db, actor.accountId, sub.role_id)
  return {
    nickname: sub.nickname,
    subUid: sub.sub_uid,
    mobile,
    roleId: sub.role_id,
    roleName: role ? nameOf(role, actor.from.lang) : '',
    status: subStatusOf(sub),
    expireTime: sub.expires_at.getTime(),
    subPermission: [...actor.may],
  }
}
