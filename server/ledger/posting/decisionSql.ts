/**
 * SQL for the one caller that cannot afford extra round trips: the path that decides authorizations in sets. It locks money rows and raises what they hold in its
 * own statements with this text, so that only the ledger's folder knows how its tables are written. Everyone else calls {@link changeHeld}.
 *
 * The caller guarantees three things: the rows are locked by {@link lockMoneySql} (or its own SELECT … ORDER BY la_id FOR UPDATE over {@link moneyColumns}) in
 * the same transaction; `posted - held - amount >= floor` was checked on the locked figures, hold after hold; and each (accountId, bizType, bizId) is held
 * once.
 */

/** Columns of a money row to read under its lock: `alias.la_id, alias.posted, alias.held, alias.floor`. */
const moneyColumns = (alias: string): string =>
  ['la_id', 'posted', 'held', 'floor'].map((column) => `${alias}.${column}`).join(', ')

/**
 * Locks card accounts: `asked` is a SELECT of their `cell` and `la_id`. Row by row, so that where the accounts are in partitions each row is looked for in its
 * own only: two arrays beside each other would look for every account in every partition. `asked` reads
 * from `unnest`: of a UNION ALL, PostgreSQL loses rows whose account was changed while the statement waited. Cards come after wallets in the lock order; a transaction that also needs a wallet locks it
 * first.
 */
export const lockMoneySql = (asked: string): string =>
  `SELECT ${moneyColumns('money')}
     FROM (${asked}) AS asked
     JOIN ledger_account AS money ON money.cell = asked.cell AND money.la_id = asked.la_id
    ORDER BY money.la_id
      FOR UPDATE OF money`

/**
 * The CTE `held_raised`, without the leading WITH: raises `held` once per account for new holds that authorizations keep ({@link KeptHold}). `rows` is a SELECT with a row for each hold and
 * the columns `cell`, `la_id` and `amount` in cents. One account may have several.
 */
export const heldCte = (rows: string): string =>
  `held_raised AS (
     UPDATE ledger_account AS account
        SET held = account.held + raised.amount
       FROM (SELECT cell, la_id, sum(amount)::bigint AS amount FROM (${rows}) AS new GROUP BY cell, la_id) AS raised
      WHERE account.cell = raised.cell AND account.la_id = raised.la_id
   )`
