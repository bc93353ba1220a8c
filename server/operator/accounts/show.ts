import type * as contract from '#contract/accounts/accounts.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Staff } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import { cardFigures } from '#server/cards/cards.ts'
import { db } from '#server/core/db.ts'
import { accountsOfIds, loginsAtDesk, maskedOf, readerOf, type FoundAccount } from '#server/identity/identity.ts'
import { balancesOf, owedBy, wallet } from '#server/ledger/ledger.ts'
import { privilege } from '#server/plans/plans.ts'
import { recordView, type Viewed } from './recordView.ts'
import { accountLine } from './search.ts'

export async function accountAtDesk(accountId: string): Promise<FoundAccount> {
  const [found] = await accountsOfIds([accountId])
  if (!found) throw refuse('not_found')
  return found
}

/** The account, with the view of it written down first. */
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
