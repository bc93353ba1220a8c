/** Turns prepaid money into income as time passes (docs/reference/postings.md#plans-seats-commission). */
import { add } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { transaction, type Tx } from '#server/core/db.ts'
import { credit, debit, lockAccounts, platform, postMany, tenant, type Transfer } from '#server/ledger/ledger.ts'
import { earned, elapsedDays, unused, planLots, type LotBook } from './lots.ts'
import { accountsToRecognise, lotsToRecognise, setRecognised, type LotRow, type RunningLot } from './queries.ts'

const AT_ONCE = 200

/** Processes every lot of which a day has passed. Interrupted or run twice, it continues from the books. */
export async function recogniseAll(book: LotBook = planLots): Promise<void> {
  const next = (): Promise<string[]> => accountsToRecognise(book, AT_ONCE)
  for (let due = await next(); due.length; due = await next()) await transaction((tx) => recognise(tx, book, due))
}

async function recognise(tx: Tx, book: LotBook, accountIds: readonly string[]): Promise<void> {
  // Before the lots are read: a purchase locks in this order, so the second one reads the result of the first.
  await lockAccounts(
    tx,
    accountIds.map((accountId) => tenant(book.deferred, accountId)),
  )
  await postIncome(tx, book, await lotsToRecognise(tx, book, accountIds))
}

/**
 * Called before an upgrade credits the unused part: books the income so far, and what is neither earned nor credited (a coupon's share, fractions of a cent).
 * Under the lock of the account's wallet and 2210.
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
      due.map(({ lot, recognised }) => ({ cell: cellOf(lot.account_id), lotId: lot.lot_id, recognised })),
    )
}
