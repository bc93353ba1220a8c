import type * as contract from '#contract/accounts/accounts.ts'
import { refuse } from '#contract/core/refusals.ts'
import { staffRoles } from '#contract/core/staffRoles.ts'
import type { Answer } from '#server/core/answer.ts'
import { record } from '#server/audit/audit.ts'
import { mobileAtDesk } from '#server/identity/identity.ts'
import { reveal } from '#server/staff/staff.ts'
import { accountAtDesk } from './show.ts'

/** The clear number is given exactly if both logs say so: the staff's chain, and the account holder's own. */
export const revealMobile: Answer<typeof contract.revealMobile> = async (staff, { accountId, loginId, reason }) => {
  const { user_no } = await accountAtDesk(accountId)
  return reveal(staff, 'MOBILE', async (tx) => {
    const found = await mobileAtDesk(tx, accountId, loginId)
    if (!found) throw refuse('not_found')
    const role =
      staffRoles[staff.roles.find((one) => staffRoles[one].keys.includes('staff:account.reveal' as never)) ?? 'SUPPORT']
    // Where staff sit is nobody's business outside.
    const by = {
      accountId,
      name: `Kaika ${role.name.cn} ${role.name.en} · ${staff.name}`,
      from: { ip: '', device: '' },
    }
    await record(tx, by, {
      type: 'STAFF',
      target: found.shown,
      content: {
        cn: `查看了${found.name}的手机号明文，原因：${reason}`,
        en: `Viewed the mobile number of ${found.name}. Reason: ${reason}`,
      },
    })
    const content = { cn: `查看手机号明文 ${found.shown}`, en: `Viewed mobile number ${found.shown}` }
    return {
      clear: { mobile: found.mobile },
      deed: { target: user_no, accountId, reason, content, after: { loginId } },
    }
  })
}
