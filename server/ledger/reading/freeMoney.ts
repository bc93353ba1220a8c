import type { AccountCode, Side } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, sql, type Tx } from '#server/core/db.ts'
import { lockAccounts } from '../posting/lockAccounts.ts'
import type { Reader } from '../queries.ts'
import { cardAccount, tenant, wallet } from '../refs.ts'
import type { Balance } from '../words.ts'

/** Everything of a customer that could be spent or paid out, and what is frozen. */
export type AllMoney = {
  readonly wallet: Balance
  readonly payable: Balance
  readonly cards: readonly Balance[]
  readonly frozen: Balance
}

/**
 * Locks a customer's money in the common order: the wallet, every card, what is payable after closing, what is frozen. Empty cards too: a posting on one of them
 * either is seen here or waits, and then sees what this transaction has decided about the account.
 */
export async function lockAllMoney(tx: Tx, accountId: string): Promise<AllMoney> {
  const owners = await many(
    tx,
    sql<{
      owner: string
    }>`SELECT owner FROM ledger_account WHERE ${ofAccount(accountId)} AND code = '2020' ORDER BY owner`,
  )
  const [purse, payable, frozen, ...cards] = await lockAccounts(tx, [
    wallet(accountId),
    tenant('2410', accountId),
    tenant('2420', accountId),
    ...owners.map(({ owner }) => cardAccount(accountId, owner)),
  ])
  return { wallet: purse!, payable: payable!, cards, frozen: frozen! }
}

export type Free = { readonly code: '2010' | '2020' | '2410'; readonly owner: string; readonly free: Cents }

/** What is free in the wallet, on each card and payable after closing, the largest amounts first, for display. Accounts with nothing free are left out. */
export const freeMoneyOf = (reader: Reader, accountId: string) =>
  many(
    reader,
    sql<Free>`
    SELECT code, owner, posted - held AS free
      FROM ledger_account
     WHERE ${ofAccount(accountId)} AND code IN ('2010', '2020', '2410') AND posted > held
     ORDER BY posted - held DESC, owner`,
  )

/** What is held in the wallet and on cards, together. */
export async function heldMoneyOf(reader: Reader, accountId: string): Promise<Cents> {
  const [row] = await many(
    reader,
    sql<{ held: Cents }>`
    SELECT coalesce(sum(held), 0)::bigint AS held FROM ledger_account WHERE ${ofAccount(accountId)} AND code IN ('2010', '2020')`,
  )
  return row!.held
}

export type PostedLine = {
  readonly transferId: string
  readonly code: AccountCode
  readonly owner: string
  readonly amount: Cents
}

/** The lines on one side of some transfers of an account. */
export const linesOf = (
  reader: Reader,
  accountId: string,
  transferIds: readonly string[],
  side: Side,
): Promise<PostedLine[]> =>
  many(
    reader,
    sql<PostedLine>`
    SELECT transfer_id AS "transferId", code, owner, amount
      FROM ledger_entry AS entry
      JOIN ledger_account AS account USING (cell, la_id)
     WHERE entry.cell = ${cellOf(accountId)} AND transfer_id = ANY (${[...transferIds]}) AND side = ${side}
     ORDER BY transfer_id, n`,
  )
