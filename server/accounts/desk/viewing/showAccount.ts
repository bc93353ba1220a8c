import type * as contract from '#contract/accounts/accounts.ts'
import { refuse } from '#contract/core/refusals.ts'
import { staffRoles } from '#contract/core/staffRoles.ts'
import { accountFinds, type AccountFind } from '#contract/accounts/accounts.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardFigures, accountsWithLastFour } from '#server/cards/cards.ts'
import { db, transaction } from '#server/core/db.ts'
import {
  accountsOfIds,
  holderOf,
  loginsAtDesk,
  maskedOf,
  readerOf,
  type FoundAccount,
  mobileAtDesk,
  accountsOfMobile,
  accountsOfNo,
} from '#server/identity/identity.ts'
import { balancesOf, owedBy, wallet } from '#server/ledger/ledger.ts'
import { privilege } from '#server/plans/plans.ts'
import { recordFound, recordView, type Viewed } from '#server/accounts/recordView.ts'
import { accountLine } from '#server/accounts/accountLine.ts'
import { record } from '#server/audit/audit.ts'
import { reveal, recordStaff } from '#server/staff/staff.ts'
import { accountsWithTxHash } from '#server/funding/funding.ts'

export async function accountAtDesk(accountId: string): Promise<FoundAccount> {
  const [found] = await accountsOfIds([accountId])
  if (!found) throw refuse('not_found')
  return found
}

/** Record the view, then return the account. */
export async function viewsAccount(staff: Staff, accountId: string, what: Viewed): Promise<FoundAccount> {
  const account = await accountAtDesk(accountId)
  await recordView(staff, holderOf(account), what)
  return account
}

/** Called where staff read a request about the account. */
export async function requestSeen(staff: Staff, accountId: string): Promise<void> {
  const [account] = await accountsOfIds([accountId])
  if (account) await recordView(staff, holderOf(account), 'REQUESTS')
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

const MOST = 20

/** The form of the keyword decides what to search: four digits, a transaction hash, a mobile, a user number. */
export const searchAccounts: Answer<typeof contract.searchAccounts> = async (staff, { keyword }) => {
  const { lang } = staff.from
  const typed = keyword.replace(/[\s-]/g, '')
  const [by, found] = await find(typed)
  const target = maskTyped(typed)
  const [words, count] = [by ? accountFinds[by] : { cn: '其他', en: 'other' }, Math.min(found.length, MOST)]
  const content = {
    cn: `查找账户（${words.cn}），找到 ${count} 个`,
    en: `Searched accounts (${words.en}), results: ${count}`,
  }
  const shown = found.slice(0, MOST)
  await transaction(async (tx) => {
    await recordFound(tx, staff, shown)
    await recordStaff(tx, staff, { action: 'VIEW', target, content })
  })
  return { by, list: shown.map((row) => accountLine(row, lang)), more: found.length > MOST }
}

async function find(typed: string): Promise<[AccountFind | null, FoundAccount[]]> {
  if (/^\d{4}$/.test(typed)) return ['LAST_FOUR', await accountsOfIds(await accountsWithLastFour(db, typed, MOST + 1))]
  if (/^(0x)?[0-9a-f]{64}$/i.test(typed))
    return ['TX_HASH', await accountsOfIds(await accountsWithTxHash(db, typed.replace(/^0x/i, '')))]
  const byMobile = await accountsOfMobile(typed)
  if (byMobile) return ['MOBILE', byMobile]
  return /^\d{6,12}$/.test(typed) ? ['USER_NO', await accountsOfNo(typed)] : [null, []]
}

/** The keyword may be a person's number, so the log keeps its ends only. */
const maskTyped = (typed: string): string =>
  typed.length <= 4 ? `**${typed.slice(-2)}` : `${typed.slice(0, 2)}****${typed.slice(-2)}`
