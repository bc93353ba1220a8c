/** Money that was paid for time becomes income as the time passes (domain.md §4.4 PL4). */
import { add } from '../../contract/money.ts'
import { now } from '../clock.ts'
import { transaction, type Tx } from '../db.ts'
import { credit, debit, lockAccounts, platform, postMany, tenant, type Transfer } from '../ledger/ledger.ts'
import { earned, elapsedDays, unused } from './lots.ts'
import { accountsToRecognise, lotsToRecognise, setRecognised, type LotRow } from './lotQueries.ts'

const AT_ONCE = 200

/** Every lot of which a day has passed. Cut short or run twice, it takes up where the books are. */
export async function recogniseAll(): Promise<void> {
  for (let due = await accountsToRecognise(AT_ONCE); due.length; due = await accountsToRecognise(AT_ONCE))
    await transaction((tx) => recognise(tx, due))
}

async function recognise(tx: Tx, accountIds: readonly string[]): Promise<void> {
  // Before the lots are read: a purchase locks in this order, and whoever comes second reads what the first left.
  await lockAccounts(
    tx,
    accountIds.map((accountId) => tenant('2210', accountId)),
  )
  await postIncome(tx, await lotsToRecognise(tx, accountIds))
}

/**
 * Before an upgrade takes back what is unused: income up to now, and what neither was earned nor is given back
 * (a coupon's share, fractions of a cent). Under the lock of the account's wallet and 2210.
 */
export const giveUp = (tx: Tx, lots: readonly LotRow[]): Promise<void> => postIncome(tx, lots, true)

async function postIncome(tx: Tx, lots: readonly LotRow[], closing = false): Promise<void> {
  const at = now()
  const due = lots.flatMap((lot) => {
    const recognised = closing ? add(lot.deferred_cents, -unused(lot, at)) : earned(lot, at)
    const amount = recognised - lot.recognised_cents
    return amount > 0 ? [{ lot, recognised, amount }] : []
  })
  await postMany(
    tx,
    due.map(({ lot, amount }): Transfer => ({
      kind: 'PLAN_RECOGNISED',
      accountId: lot.account_id,
      biz: { type: 'plan_lot', id: lot.lot_id },
      leg: closing ? 'closed' : `day-${elapsedDays(lot, at)}`,
      lines: [debit(tenant('2210', lot.account_id), amount), credit(platform('4040'), amount)],
    })),
  )
  if (due.length)
    await setRecognised(
      tx,
      due.map(({ lot, recognised }) => ({ lotId: lot.lot_id, recognised })),
    )
}
