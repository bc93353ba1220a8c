/** Money that was paid for time becomes income as the time passes (docs/reference/postings.md#plans-seats-commission). */
import { add } from '#contract/core/money.ts'
import { now } from '../core/clock.ts'
import { transaction, type Tx } from '../core/db.ts'
import { credit, debit, lockAccounts, platform, postMany, tenant, type Transfer } from '../ledger/ledger.ts'
import { earned, elapsedDays, unused } from './lots.ts'
import { planLots, type LotBook } from './lotBooks.ts'
import { accountsToRecognise, lotsToRecognise, setRecognised, type LotRow, type RunningLot } from './lotQueries.ts'

const AT_ONCE = 200

/** Every lot of which a day has passed. Cut short or run twice, it takes up where the books are. */
export async function recogniseAll(book: LotBook = planLots): Promise<void> {
  const next = (): Promise<string[]> => accountsToRecognise(book, AT_ONCE)
  for (let due = await next(); due.length; due = await next()) await transaction((tx) => recognise(tx, book, due))
}

async function recognise(tx: Tx, book: LotBook, accountIds: readonly string[]): Promise<void> {
  // Before the lots are read: a purchase locks in this order, and whoever comes second reads what the first left.
  await lockAccounts(
    tx,
    accountIds.map((accountId) => tenant(book.deferred, accountId)),
  )
  await postIncome(tx, book, await lotsToRecognise(tx, book, accountIds))
}

/**
 * Before an upgrade takes back what is unused: income up to now, and what neither was earned nor is given back
 * (a coupon's share, fractions of a cent). Under the lock of the account's wallet and 2210.
 */
export const giveUp = (tx: Tx, lots: readonly LotRow[]): Promise<void> => postIncome(tx, planLots, lots, true)

async function postIncome(tx: Tx, book: LotBook, lots: readonly RunningLot[], closing = false): Promise<void> {
  const at = now()
  const due = lots.flatMap((lot) => {
    const recognised = closing ? add(lot.deferred_cents, -unused(lot, at)) : earned(lot, at)
    const amount = recognised - lot.recognised_cents
    return amount > 0 ? [{ lot, recognised, amount }] : []
  })
  await postMany(
    tx,
    due.map(({ lot, amount }): Transfer => ({
      kind: book.kind,
      accountId: lot.account_id,
      biz: { type: book.table, id: lot.lot_id },
      leg: closing ? 'closed' : `day-${elapsedDays(lot, at)}`,
      lines: [debit(tenant(book.deferred, lot.account_id), amount), credit(platform(book.income), amount)],
    })),
  )
  if (due.length)
    await setRecognised(
      tx,
      book,
      due.map(({ lot, recognised }) => ({ lotId: lot.lot_id, recognised })),
    )
}
