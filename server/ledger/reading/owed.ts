import type { Cents } from '#contract/core/money.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { many, sql, type Tx } from '#server/core/db.ts'
import { lockAccounts } from '../posting/lockAccounts.ts'
import type { Reader } from '../queries.ts'
import { cardAccount, tenant, wallet } from '../refs.ts'
import type { Balance } from '../words.ts'

/** What an account holder owes us, in cents. */
export type Owed = {
  /** The sum of the two below. */
  readonly total: Cents
  /** 1310: reversed top-ups, and debts of deleted cards. */
  readonly receivable: Cents
  /** Negative card balances, including deleted cards. */
  readonly onCards: Cents
}

/** The debt of a ledger account, for queries over `ledger_account`: there is no other kind of debt. */
export const owedCentsSql = `CASE WHEN code = '1310' AND posted > 0 THEN posted WHEN code = '2020' AND posted < 0 THEN -posted ELSE 0 END`

/** The single definition of debt: pages, restriction, limits and the proof all use it. */
export async function owedBy(reader: Reader, accountId: string): Promise<Owed> {
  const rows = await many(
    reader,
    sql<{ code: string; owed: Cents }>`
    SELECT code, sum(${sql.raw(owedCentsSql)})::bigint AS owed
      FROM ledger_account
     WHERE ${ofAccount(accountId)} AND code IN ('1310', '2020')
     GROUP BY code`,
  )
  const of = (code: string): Cents => rows.find((row) => row.code === code)?.owed ?? 0
  return { total: of('1310') + of('2020'), receivable: of('1310'), onCards: of('2020') }
}

/** What all account holders owe us together. One pass over the balances, for the daily move of earnings. */
export async function owedByAll(reader: Reader): Promise<Cents> {
  const [row] = await many(
    reader,
    sql<{ owed: Cents }>`SELECT coalesce(sum(${sql.raw(owedCentsSql)}), 0)::bigint AS owed FROM ledger_account`,
  )
  return row!.owed
}

/** Accounts with any debt. One pass over the balances, for a sweep. */
export const debtors = async (reader: Reader): Promise<string[]> =>
  (
    await many(
      reader,
      sql<{ account_id: string }>`
      SELECT DISTINCT account_id FROM ledger_account WHERE ${sql.raw(owedCentsSql)} > 0 ORDER BY account_id`,
    )
  ).map(({ account_id }) => account_id)

export type DebtMoney = { readonly wallet: Balance; readonly cards: readonly Balance[]; readonly receivable: Balance }

/**
 * Locks everything a debt concerns, in the common order: the wallet, cards with a negative or free balance, the receivable. Without the cards, two concurrent
 * covers would both spend one card's free balance. Returns the cards by id, oldest first.
 */
export async function lockDebtMoney(tx: Tx, accountId: string): Promise<DebtMoney> {
  const concerned = await many(
    tx,
    sql<{ owner: string }>`
    SELECT owner
      FROM ledger_account
     WHERE ${ofAccount(accountId)} AND code = '2020' AND (posted < 0 OR posted > held)
     ORDER BY owner`,
  )
  const cardRefs = concerned.map(({ owner }) => cardAccount(accountId, owner))
  const [purse, receivable, ...cards] = await lockAccounts(tx, [
    wallet(accountId),
    tenant('1310', accountId),
    ...cardRefs,
  ])
  return { wallet: purse!, cards, receivable: receivable! }
}
