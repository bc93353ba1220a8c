import type * as contract from '#contract/notices/notices.ts'
import { kindsOf } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Answer } from '../core/answer.ts'
import { budgetOf, cardFigures } from '../cards/cards.ts'
import { DAY, dateOf, dayBegan, startOf } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { subOf } from '../identity/identity.ts'
import { balancesOf, owedBy, sumsByDay, sumsOf, tenant, wallet as walletOf } from '../ledger/ledger.ts'

/** The balances. A sub-account that may not see the wallet sees what it may spend. */
export const wallet: Answer<typeof contract.wallet> = async (actor) => {
  const budget =
    actor.subUid === undefined ? undefined : await budgetOf(db, await subOf(db, actor.accountId, actor.subUid))
  const own = budget ? { usdBudget: budget.limit, usdBudgetUsed: budget.used } : {}
  return actor.may.has('wallet:view') ? { ...(await walletFigures(actor.accountId)), ...own } : own
}

/** Every kind that the statement calls a top-up: a wire that was identified later is one too. */
const topUps = kindsOf('flow', ['TOPUP_ONLINE', 'TOPUP_UNIONPAY', 'TOPUP_USDT', 'TOPUP_WIRE'])

/** What came in by top-ups from a moment on, or ever. */
export const toppedUp = async (accountId: string, from?: Date): Promise<Cents> =>
  (await sumsOf(db, walletOf(accountId), { kinds: topUps, direction: 'IN', ...(from && { from }) })).in

/** The same by date, for the last days; a date without any is not there. */
export async function topUpsByDate(accountId: string, days: number): Promise<Map<string, Cents>> {
  const from = new Date(dayBegan().getTime() - (days - 1) * DAY)
  const rows = await sumsByDay(db, walletOf(accountId), { kinds: topUps, direction: 'IN', from })
  return new Map(rows.map((row) => [dateOf(startOf(row.day)), row.in]))
}

/** Everything in cents. What cards hold and have spent includes the sub-accounts' cards: it is all the account's money. */
export async function walletFigures(accountId: string) {
  const [[purse, rebate], owed, cards, usdDeposit] = await Promise.all([
    balancesOf(db, [walletOf(accountId), tenant('2320', accountId)]),
    owedBy(db, accountId),
    cardFigures(db, { accountId, subUid: undefined }),
    toppedUp(accountId),
  ])
  return {
    usdBalance: purse!.available,
    usdFrozen: purse!.held,
    usdCard: cards.balance,
    usdDeposit,
    usdConsume: cards.consume,
    usdRebate: rebate!.available,
    usdReceivable: owed.total,
    usdOwedOnCards: owed.onCards,
  }
}
