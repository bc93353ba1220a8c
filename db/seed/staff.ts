/** The staff of the demo world: enough people for an action with a maker and two checkers. */
import type { StaffRole } from '#contract/core/staffRoles.ts'
import { DEMO_PASSWORD } from '#server/core/settings/dangers.ts'
import { demoAuthenticator, type Secrets } from '#server/core/settings/storedSecrets.ts'
import type { Staff } from '#server/core/actor.ts'
import { db, one, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { hashPassword } from '#server/identity/identity.ts'
import { addStaff } from '#server/staff/staff.ts'
import { staffOf } from '#server/staff/signIn/authenticate.ts'

const finance = ['FIN_MAKER', 'FIN_CHECKER', 'TREASURY'] as const
const risk = ['RISK', 'RISK_APPROVER', 'KYC'] as const

const staff: Record<string, { cn: string; en: string; roles: readonly StaffRole[] }> = {
  support: { cn: '许晴', en: 'Xu Qing', roles: ['SUPPORT', 'KYC'] },
  support2: { cn: '唐悦', en: 'Tang Yue', roles: ['SUPPORT', 'KYC'] },
  finance1: { cn: '李静', en: 'Li Jing', roles: finance },
  finance2: { cn: '王建国', en: 'Wang Jianguo', roles: finance },
  finance3: { cn: '陈立', en: 'Chen Li', roles: ['FIN_MAKER', 'FIN_CHECKER'] },
  finance4: { cn: '周海', en: 'Zhou Hai', roles: ['FIN_MAKER', 'FIN_CHECKER'] },
  risk1: { cn: '赵敏', en: 'Zhao Min', roles: risk },
  risk2: { cn: '孙立', en: 'Sun Li', roles: risk },
  product: { cn: '钱多多', en: 'Qian Duoduo', roles: ['PRODUCT'] },
  content: { cn: '何文', en: 'He Wen', roles: ['CONTENT'] },
  auditor: { cn: '郑正', en: 'Zheng Zheng', roles: ['AUDITOR'] },
  admin: { cn: '冯远', en: 'Feng Yuan', roles: ['ADMIN', 'SRE'] },
}

/** One authenticator for all of them, specific to this data folder: `npm start` prints it, the simulated phone shows its codes. */
export async function hires(secrets: Secrets): Promise<void> {
  const [secret, passwordHash] = [demoAuthenticator(secrets), await hashPassword(DEMO_PASSWORD)]
  await transaction(async (tx) => {
    for (const [loginName, { roles, ...name }] of Object.entries(staff))
      await addStaff(tx, { loginName, name, passwordHash, secret, roles })
  })
}

/** Somebody at the desk, as signed in from the office. */
export async function colleague(loginName: string): Promise<Staff> {
  const { staff_id, ...name } = await one(
    db,
    sql<{ staff_id: string; login_name: string; name_cn: string; name_en: string; roles: string[] }>`
    SELECT staff_id, login_name, name_cn, name_en, roles FROM staff WHERE login_name = ${loginName}`,
  )
  return staffOf({ staff_id, ...name }, newId('sss'), { lang: 'cn', ip: '203.0.113.4', device: 'Kaika desk' })
}
