import type * as contract from '../../contract/notices.ts'
import { transferKinds, type TransferKind } from '../../contract/ledger.ts'
import type { Cents } from '../../contract/money.ts'
import type { Answer } from '../answer.ts'
import { budgetOf, cardFigures } from '../cards/cards.ts'
import { dateOf } from '../calendar.ts'
import { ago, DAY } from '../clock.ts'
import { db } from '../db.ts'
import { subOf } from '../identity/identity.ts'
import { balancesOf, entriesOf, sumsOf, tenant, wallet as walletOf } from '../ledger/ledger.ts'

/** The balances. A sub-account that may not see the wallet sees what it may spend. */
export const wallet: Answer<typeof contract.wallet> = async (actor) => {
  const budget =
    actor.subUid === undefined ? undefined : await budgetOf(db, await subOf(db, actor.accountId, actor.subUid))
  const own = budget ? { usdBudget: budget.limit, usdBudgetUsed: budget.used } : {}
  return actor.may.has('wallet:view') ? { ...(await walletFigures(actor.accountId)), ...own } : own
}

const topUps = (Object.keys(transferKinds) as TransferKind[]).filter(
  (kind) => kind.startsWith('TOPUP_') && kind !== 'TOPUP_REVERSED',
)

/** What came in by top-ups from a moment on, or ever. */
export const toppedUp = async (accountId: string, from?: Date): Promise<Cents> =>
  (await sumsOf(db, walletOf(accountId), { kinds: topUps, direction: 'IN', ...(from && { from }) })).in

/** The same by day, for the last days. Top-ups are few: a thousand are more than anybody makes in ninety days. */
export async function topUpsByDay(accountId: string, days: number): Promise<Map<string, Cents>> {
  const rows = await entriesOf(
    db,
    walletOf(accountId),
    { kinds: topUps, direction: 'IN', from: ago(days * DAY) },
    { limit: 1000 },
  )
  const sums = new Map<string, Cents>()
  for (const { postedAt, amount } of rows)
    sums.set(dateOf(postedAt.getTime()), (sums.get(dateOf(postedAt.getTime())) ?? 0) + amount)
  return sums
}

/** Everything in cents. What cards hold and have spent includes the sub-accounts' cards: it is all the account's money. */
export async function walletFigures(accountId: string) {
  const [[purse, rebate, owed], cards, usdDeposit] = await Promise.all([
    balancesOf(db, [walletOf(accountId), tenant('2320', accountId), tenant('1310', accountId)]),
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
    usdReceivable: owed!.posted,
  }
}
