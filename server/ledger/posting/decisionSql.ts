/**
 * SQL for the one caller that cannot afford extra round trips: the path that decides authorizations in sets. It locks money rows and places holds in its own
 * statements with this text, so that only the ledger's folder knows how its tables are written. Everyone else calls {@link hold}.
 *
 * The caller guarantees three things: the rows are locked by {@link lockMoneySql} (or its own SELECT … ORDER BY la_id FOR UPDATE over {@link moneyColumns}) in
 * the same transaction; `posted - held - amount >= floor` was checked on the locked figures, hold after hold; and each (accountId, bizType, bizId) is held
 * once.
 */

/** Columns of a money row to read under its lock: `alias.la_id, alias.posted, alias.held, alias.floor`. */
const moneyColumns = (alias: string): string =>
  ['la_id', 'posted', 'held', 'floor'].map((column) => `${alias}.${column}`).join(', ')

/**
 * Locks card accounts by `la_id`: `ids` is a bigint[] in SQL. Cards come after wallets in the lock order; a transaction that also needs a wallet locks it
 * first.
 */
export const lockMoneySql = (ids: string): string =>
  `SELECT ${moneyColumns('money')}
     FROM ledger_account AS money
    WHERE money.la_id = ANY (${ids}::bigint[])
    ORDER BY money.la_id
      FOR UPDATE`

/**
 * Three CTEs, `hold_row`, `hold_new` and `hold_raised`, without the leading WITH: they insert holds and raise `held` once per account. `rows` is a SELECT with
 * a row for each hold and these named columns: `hold_id` (from `newId('hld')`), `account_id`, `la_id`, `amount` in cents, `biz_type`, `biz_id`, `expires_at`
 * (may be NULL), `created_at`. One account may have several holds.
 */
export const holdCtes = (rows: string): string =>
  `hold_row AS (${rows}
   ), hold_new AS (
     INSERT INTO ledger_hold (hold_id, account_id, la_id, amount, posted, remaining, state, biz_type, biz_id, expires_at, created_at, updated_at)
     SELECT hold_id, account_id, la_id, amount, 0, amount, 'OPEN', biz_type, biz_id, expires_at, created_at, created_at
       FROM hold_row
   ), hold_raised AS (
     UPDATE ledger_account AS account
        SET held = account.held + raised.amount
       FROM (SELECT la_id, sum(amount)::bigint AS amount FROM hold_row GROUP BY la_id) AS raised
      WHERE account.la_id = raised.la_id
   )`
