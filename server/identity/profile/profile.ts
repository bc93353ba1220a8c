import { checks } from '#contract/core/checks.ts'
import type * as contract from '#contract/identity/security.ts'
import { refuse } from '#contract/core/refusals.ts'
import { flag } from '#contract/core/fields.ts'
import type * as identityContract from '#contract/identity/identity.ts'
import { pages } from '#contract/core/permissions.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { db, isTaken, transaction, type Tx } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import { notify } from '#server/core/news.ts'
import { newId } from '#server/core/ids.ts'
import { seal } from '#server/core/secrets.ts'
import { askCode, judgeCode, sendCode, useCode } from '../codes/codes.ts'
import { needGoogle } from '../google/checkGoogle.ts'
import {
  masked,
  mobileHash,
  mobileHashes,
  mobileOf,
  sealMobile,
  unsealMobile,
  type Mobile,
  partsOf,
} from '../logins/mobiles.ts'
import { loginById, loginByMobile, updateMobile, loginMadeAt } from '../logins/queries.ts'
import { accountById, updateProfile } from '../queries.ts'
import { endSessionsOf, revokeRemembersOf } from '../sessions/queries.ts'
import { takeOrRefuse } from '../attempts/tallies.ts'
import { coolDown } from '../coolDown.ts'
import { countPasskeys } from '../passkeys/queries.ts'
import { settings } from '../settings.ts'

/** To the current or the new number: whether the new one is taken is disclosed only to its own phone. */
export const profileCode: Answer<typeof contract.profileCode> = async (actor, { target, mobile: typed, area }) => {
  if (target === 'old') return askCode(actor, 'profile')
  const mobile = mobileOf(typed!, area)
  await takeOrRefuse('sms.newMobile', actor.loginId)
  const taken = await loginByMobile(db, mobileHash(mobile))
  return sendCode({
    purpose: 'profile',
    mobile,
    loginId: actor.loginId,
    from: actor.from,
    payload: actor.loginId,
    ...(taken && { instead: alreadyTaken }),
  })
}

const alreadyTaken = {
  cn: '【Kaika】该手机号已用于另一个账户，不能再次绑定。',
  en: "[Kaika] This number belongs to another account and can't be used again.",
}

/** Nickname, language and time zone need a code to the own mobile; a new mobile needs a code to each of the two. */
export const editProfile: Answer<typeof contract.editProfile> = async (actor, input) => {
  refuseUnknownZone(actor, input.timeZone)
  const login = await loginById(db, actor)
  const old = unsealMobile(login.login_id, login.mobile_enc)
  const next = input.mobile === undefined ? undefined : mobileOf(input.mobile, input.area)
  const codeId = await judgeCode('profile', old, input.code)
  const newCodeId = next && (await judgeNewMobile(next, input.newCode!, actor.loginId))
  try {
    return await transaction(async (tx) => {
      await useCode(tx, codeId)
      if (next && newCodeId) {
        await needGoogle(tx, actor, 'mobile', input.ticket)
        await useCode(tx, newCodeId)
        await changeMobile(tx, actor, old, next)
      }
      const { nickname } = await changeProfile(tx, actor, input)
      return { nickname, mobile: masked(next ?? old) }
    })
  } catch (error) {
    if (isTaken(error, 'login_by_mobile_pkey')) throw refuse('code_wrong', { field: 'newCode' })
    throw error
  }
}

const judgeNewMobile = (mobile: Mobile, digits: string, loginId: string): Promise<string> =>
  judgeCode('profile', mobile, digits, { payload: loginId }).catch((error: unknown) => {
    throw error instanceof Error && 'refusal' in error
      ? refuse(error.refusal as 'code_wrong', { field: 'newCode' })
      : error
  })

/** Both phones are notified: the owner has the old one if someone else made the change. */
async function changeMobile(tx: Tx, actor: Actor, old: Mobile, next: Mobile): Promise<void> {
  await updateMobile(tx, actor, sealMobile(actor.loginId, next), mobileHashes(next))
  await endSessionsOf(tx, actor, 'mobile', actor.sessionId)
  await revokeRemembersOf(tx, actor)
  await coolDown(tx, actor)
  const content = { cn: '更换登录手机号', en: 'Mobile number changed' }
  await record(tx, actor, {
    type: 'MOBILE',
    target: actor.name,
    content,
    before: { mobile: masked(old) },
    after: { mobile: masked(next) },
  })
  await notify(tx, actor, 'mobile_changed', { mobile: masked(next) })
  for (const mobile of [old, next]) {
    const codeId = newId('cod')
    const text = mobileTold[actor.from.lang](masked(next))
    await later(tx, 'identity.sendText', {
      codeId,
      sealed: seal(codeId, JSON.stringify({ mobile, text })).toString('base64'),
    })
  }
}

const mobileTold = {
  cn: (to: string) => `【Kaika】您的登录手机号已更换为 ${to}，24 小时内不能转出资金。如非本人操作，请立即联系客服。`,
  en: (to: string) =>
    `[Kaika] Your mobile number is now ${to}. Withdrawals are blocked for 24 hours. If this wasn't you, contact customer service now.`,
}

type Profile = { nickname?: string | undefined; lang?: 'cn' | 'en' | undefined; timeZone?: string | undefined }

async function changeProfile(tx: Tx, actor: Actor, { nickname, lang, timeZone }: Profile) {
  const before = await accountById(tx, actor.accountId)
  const after = { nickname: nickname ?? before.nickname, lang: lang ?? before.lang, zone: timeZone ?? before.time_zone }
  const was = { nickname: before.nickname, lang: before.lang, zone: before.time_zone }
  if (JSON.stringify(after) !== JSON.stringify(was)) {
    await updateProfile(tx, actor.accountId, { nickname, lang, timeZone })
    const content = { cn: '修改个人资料', en: 'Profile edited' }
    await record(tx, actor, { type: 'PROFILE', target: actor.name, content, before: was, after })
  }
  return after
}

export const preferences: Answer<typeof contract.preferences> = async (actor, input) => {
  refuseUnknownZone(actor, input.timeZone)
  const { lang, zone } = await transaction((tx) => changeProfile(tx, actor, input))
  return { lang, timeZone: zone }
}

function refuseUnknownZone({ from }: Actor, zone: string | undefined): void {
  if (zone === undefined || zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)) return
  throw refuse('invalid', { field: 'timeZone', msg: checks.time_zone[from.lang] })
}

/** A sub-account sees its own name and number, and only the status of its account. */
export const userInfo: Answer<typeof identityContract.userInfo> = async (actor) => {
  const [account, login, madeAt, passkeys] = await Promise.all([
    accountById(db, actor.accountId),
    loginById(db, actor),
    loginMadeAt(db, actor),
    countPasskeys(db, actor),
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
      passkey: flag(passkeys > 0),
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

/** The pages of an actor, each group before its children: ids sort that way as text, while an object would order them as numbers. */
export const authsOf = (actor: Actor) =>
  [...actor.pages]
    .sort()
    .map((id) => ({ id, parentId: pages[id].parentId, name: pages[id].name[actor.from.lang], path: pages[id].path }))
