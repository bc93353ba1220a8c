/**
 * Cells. Everything that belongs to an account lies in the cell of that account: `cell` is the first column of its keys, so that PostgreSQL partitions the large
 * tables by it and a distributing engine spreads them, with all of an account in one place (docs/decisions/0066-accounts-live-in-cells.md).
 */
import { hash } from 'node:crypto'
import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LoginKey } from '../actor.ts'

/** Fixed for ever: the cell is stored with every row. */
export const CELLS = 64

/** A posting of a thousand lines asks for one account thousands of times. */
let last: { readonly accountId: string | undefined; readonly cell: number } = { accountId: undefined, cell: 0 }

/** The cell of an account, 0 to 63. The function `cell_of` of the database returns the same. */
export function cellOf(accountId: string): number {
  if (accountId !== last.accountId) last = { accountId, cell: hash('sha256', accountId, 'buffer')[0]! % CELLS }
  return last.cell
}

/** For what must be found without its account: an index that begins with the cell is read whole if no cell is named. `table` is the alias. */
export const inAnyCell = (table?: string): RawBuilder<boolean> =>
  sql<boolean>`${column('cell', table)} = ANY (${ALL}::smallint[])`
const ALL = Array.from({ length: CELLS }, (_, cell) => cell)

/**
 * Finds a row by the network's reference. Searches the cell of the account first and then all cells, so that an event that names the wrong card is recognized. `notBeside` runs
 * before the search of all cells.
 */
export async function findBesideFirst<R>(
  accountId: string,
  find: (where: RawBuilder<boolean>) => Promise<R | undefined>,
  notBeside?: () => Promise<unknown>,
): Promise<R | undefined> {
  const beside = await find(sql<boolean>`cell = ${cellOf(accountId)}`)
  if (beside) return beside
  await notBeside?.()
  return find(inAnyCell())
}

/** Locks a name until the end of the transaction. A key is unique only within its cell; before storing a new name, lock it and search all cells. */
export const takeName = (tx: Transaction<DB>, name: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

/** A WHERE for a table of which the rows of one account are joined: the cell is said once more, because nothing is concluded over an outer join. */
export const inCellOf = (accountId?: string): RawBuilder<unknown> =>
  accountId === undefined ? sql`` : sql`WHERE cell = ${cellOf(accountId)}`

/** Selects the rows of several accounts. `table` is the alias, where a statement reads several tables. */
export const ofAccounts = (accountIds: readonly string[], table?: string): RawBuilder<boolean> =>
  sql<boolean>`(${column('cell', table)}, ${column('account_id', table)}) IN (SELECT * FROM unnest(${accountIds.map(cellOf)}::smallint[], ${[...accountIds]}::text[]))`

/** Selects the rows of one login. `table` is the alias, where a statement reads several tables. */
export const ofLogin = ({ accountId, loginId }: LoginKey, table?: string): RawBuilder<boolean> =>
  sql<boolean>`${ofAccount(accountId, table)} AND ${sql.ref(table === undefined ? 'login_id' : `${table}.login_id`)} = ${loginId}`

/** Selects the rows of one account: by cell and account, the first columns of their keys. `table` is the alias, where a statement reads several tables. */
export const ofAccount = (accountId: string, table?: string): RawBuilder<boolean> =>
  sql<boolean>`${column('cell', table)} = ${cellOf(accountId)} AND ${column('account_id', table)} = ${accountId}`

const column = (name: string, table: string | undefined) => sql.ref(table === undefined ? name : `${table}.${name}`)
