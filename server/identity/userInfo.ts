import { flag } from '#contract/core/fields.ts'
import type * as contract from '#contract/identity/identity.ts'
import { pages } from '#contract/core/permissions.ts'
import type { Actor } from '../core/actor.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { masked, partsOf, unsealMobile } from './mobiles.ts'
import { accountById, loginById, loginMadeAt } from './queries.ts'
import { settings } from './settings.ts'

/** A sub-account sees its own name and number, and of the account only its state. */
export const userInfo: Answer<typeof contract.userInfo> = async (actor) => {
  const [account, login, madeAt] = await Promise.all([
    accountById(db, actor.accountId),
    loginById(db, actor.loginId),
    loginMadeAt(db, actor.loginId),
  ])
  const mobile = unsealMobile(login.login_id, login.mobile_enc)
  return {
    userId: actor.subUid ?? account.user_no,
    nickname: login.nickname,
    mobile: masked(mobile),
    area: partsOf(mobile).area,
    lang: account.lang,
    timeZone: account.time_zone,
    createTime: madeAt.getTime(),
    inviteCode: actor.kind === 'parent' ? account.invite_code : '',
    subAccount: flag(actor.kind === 'sub'),
    statusList: {
      subSwitch: flag(account.sub_switch),
      googleBind: flag(login.google_bound_at),
      identity: account.identity,
      identityType: account.identity_type,
      risk: account.risk_state,
      restricted: flag(account.restricted),
      businessAccount: flag(account.business),
      closing: flag(account.status === 'CLOSING'),
      standing: actor.standing,
    },
    uploadUrl: settings.uploadUrl,
    auths: authsOf(actor),
    subPermission: [...actor.may],
  }
}

/** The pages of an actor, each group before its children: ids sort so as text, while an object keeps them as numbers. */
export const authsOf = (actor: Actor) =>
  [...actor.pages]
    .sort()
    .map((id) => ({ id, parentId: pages[id].parentId, name: pages[id].name[actor.from.lang], path: pages[id].path }))
