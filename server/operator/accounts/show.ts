import type * as contract from '../../../contract/accounts.ts'
import { refuse } from '../../../contract/refusals.ts'
import type { Answer } from '../../answer.ts'
import { cardFigures } from '../../cards/cards.ts'
import { db } from '../../db.ts'
import { accountsOfIds, loginsAtDesk, maskedOf, readerOf, type FoundAccount } from '../../identity/identity.ts'
import { balancesOf, tenant, wallet } from '../../ledger/ledger.ts'
import { privilege } from '../../plans/plans.ts'
import { accountLine } from './search.ts'

export async function accountAtDesk(accountId: string): Promise<FoundAccount> {
  const [found] = await accountsOfIds([accountId])
  if (!found) throw refuse('not_found')
  return found
}

export const showAccount: Answer<typeof contract.showAccount> = async ({ from }, { accountId }) => {
  const account = await accountAtDesk(accountId)
  const [[purse, owed], figures, plan, logins] = await Promise.all([
    balancesOf(db, [wallet(accountId), tenant('1310', accountId)]),
    cardFigures(db, { accountId, subUid: undefined }),
    privilege(readerOf(accountId, from), {}),
    loginsAtDesk(accountId),
  ])
  return {
    ...accountLine(account, from.lang),
    plan: { name: plan.name, expireTime: plan.expireTime },
    wallet: { available: purse!.available, held: purse!.held, owed: owed!.posted },
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
