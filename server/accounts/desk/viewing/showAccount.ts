import type * as contract from '#contract/accounts/accounts.ts'
import { refuse } from '#contract/core/refusals.ts'
import { staffRoles } from '#contract/core/staffRoles.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardFigures } from '#server/cards/cards.ts'
import { db } from '#server/core/db.ts'
import {
  accountsOfIds,
  loginsAtDesk,
  maskedOf,
  readerOf,
  type FoundAccount,
  mobileAtDesk,
} from '#server/identity/identity.ts'
import { balancesOf, owedBy, wallet } from '#server/ledger/ledger.ts'
import { privilege } from '#server/plans/plans.ts'
import { recordView, type Viewed } from '#server/accounts/recordView.ts'
import { accountLine } from '#server/accounts/accountLine.ts'
import { record } from '#server/audit/audit.ts'
import { reveal } from '#server/staff/staff.ts'

export async function accountAtDesk(accountId: string): Promise<FoundAccount> {
  const [found] = await accountsOfIds([accountId])
  if (!found) throw refuse('not_found')
  return found
}

/** Record the view, then return the account. */
export async function viewsAccount(staff: Staff, accountId: string, what: Viewed): Promise<FoundAccount> {
  const account = await accountAtDesk(accountId)
  await recordView(staff, { accountId, userNo: account.user_no }, what)
  return account
}

export const showAccount: Answer<typeof contract.showAccount> = async (staff, { accountId }) => {
  const { from } = staff
  const account = await viewsAccount(staff, accountId, 'ACCOUNT')
  const [[purse], owed, figures, plan, logins] = await Promise.all([
    balancesOf(db, [wallet(accountId)]),
    owedBy(db, accountId),
    cardFigures(db, { accountId, subUid: undefined }),
    privilege(readerOf(accountId, from), {}),
    loginsAtDesk(accountId),
  ])
  return {
    ...accountLine(account, from.lang),
    plan: { name: plan.name, expireTime: plan.expireTime },
    wallet: { available: purse!.available, held: purse!.held, owed: owed.total, owedOnCards: owed.onCards },
    cards: { live: plan.usage.cards, balance: figures.balance },
    subs: logins.filter(({ kind }) => kind === 'SUB').length,
    logins: logins.map((login) => ({
      loginId: login.login_id,
      kind: login.kind,
      name: login.name,
      mobile: maskedOf(login),
    })),
  }
}

/** The clear number is shown only if both the staff's chain and the holder's log record it. */
export const revealMobile: Answer<typeof contract.revealMobile> = async (staff, { accountId, loginId, reason }) => {
  const { user_no } = await accountAtDesk(accountId)
  return reveal(staff, 'MOBILE', async (tx) => {
    const found = await mobileAtDesk(tx, accountId, loginId)
    if (!found) throw refuse('not_found')
    const role =
      staffRoles[staff.roles.find((one) => staffRoles[one].keys.includes('staff:account.reveal' as never)) ?? 'SUPPORT']
    // The addresses of staff are not shown to account holders.
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
