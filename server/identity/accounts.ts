import type { Lang } from '#contract/core/fields.ts'
import { openAccounts, wallet } from '../ledger/ledger.ts'
import type { Tx } from '../core/db.ts'
import { newId, serial } from '../core/ids.ts'
import { mobileHash, sealMobile, type Mobile } from './mobiles.ts'
import { insertAccount, insertLogin, insertSub } from './queries.ts'

/** A new account holder: account, login and wallet. The mobile must be free (unique key `login_mobile_hash_key`). */
export async function openAccount(
  tx: Tx,
  wish: {
    mobile: Mobile
    passwordHash: string
    nickname?: string | undefined
    referrer?: string | undefined
    lang?: Lang | undefined
    loginName?: string
  },
): Promise<{ accountId: string; loginId: string; userNo: string; nickname: string; inviteCode: string }> {
  const [accountId, loginId] = [newId('usr'), newId('lgn')]
  for (;;) {
    const [userNo, inviteCode] = [serial(8), serial(8)]
    const nickname = wish.nickname ?? `用户${userNo.slice(-4)}`
    // Both numbers are drawn, and a number that is taken is drawn again.
    const made = await insertAccount(tx, {
      accountId,
      userNo,
      nickname,
      inviteCode,
      referrer: wish.referrer,
      lang: wish.lang ?? 'cn',
    })
    if (!made) continue
    await insertLogin(tx, {
      loginId,
      accountId,
      kind: 'PARENT',
      mobileEnc: sealMobile(loginId, wish.mobile),
      mobileHash: mobileHash(wish.mobile),
      loginName: wish.loginName,
      passwordHash: wish.passwordHash,
    })
    await openAccounts(tx, [wallet(accountId)])
    return { accountId, loginId, userNo, nickname, inviteCode }
  }
}

/** A new sub-account: login and seat, without price and without permissions (`roles.assign` gives these). */
export async function openSub(
  tx: Tx,
  wish: {
    accountId: string
    mobile: Mobile
    passwordHash: string
    nickname: string
    roleId: string
    expiresAt: Date
    freeSeat?: boolean
    remark?: string | undefined
    loginName?: string | undefined
    budget?: { cents: number; period: 'DAY' | 'MONTH' | 'TOTAL' } | undefined
  },
): Promise<{ subUid: string; loginId: string }> {
  const [loginId, subUid] = [newId('lgn'), serial(9)]
  await insertLogin(tx, {
    loginId,
    accountId: wish.accountId,
    kind: 'SUB',
    mobileEnc: sealMobile(loginId, wish.mobile),
    mobileHash: mobileHash(wish.mobile),
    loginName: wish.loginName,
    passwordHash: wish.passwordHash,
  })
  await insertSub(tx, {
    subUid,
    accountId: wish.accountId,
    loginId,
    nickname: wish.nickname,
    roleId: wish.roleId,
    expiresAt: wish.expiresAt,
    freeSeat: wish.freeSeat ?? false,
    remark: wish.remark ?? '',
    budgetCents: wish.budget?.cents,
    budgetPeriod: wish.budget?.period,
  })
  return { subUid, loginId }
}
