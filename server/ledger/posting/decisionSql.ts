/**
 * SQL for the one caller that cannot afford round trips: the path that decides authorizations in sets. It locks money
 * rows and holds money in statements of its own, with the text from here, so that how the ledger's tables are
 * written stays in this room. Everyone else calls {@link hold}.
 *
 * Whoever uses it keeps three promises: the rows are locked by {@link lockMoneySql} (or a SELECT … ORDER BY la_id FOR
 * UPDATE of its own over {@link moneyColumns}) in the same transaction; `posted - held - amount >= floor` was checked on
 * the locked figures, hold after hold; and one (accountId, bizType, bizId) is held once.
 */

/** What must be read of a money row under its lock: `alias.la_id, alias.posted, alias.held, alias.floor`. */
const moneyColumns = (alias: string): string =>
  ['la_id', 'posted', 'held', 'floor'].map((column) => `${alias}.${column}`).join(', ')

/** Lock card accounts by `la_id`: `ids` is a bigint[] in SQL. Cards come after wallets in the order of locks; a transaction that also needs a wallet takes it first. */
export const lockMoneySql = (ids: string): string =>
  `SELECT ${moneyColumns('money')}
     FROM ledger_account AS money
    WHERE money.la_id = ANY (${ids}::bigint[])
    ORDER BY money.la_id
      FOR UPDATE`

/**
 * Three CTEs, `hold_row`, `hold_new` and `hold_raised`, without the leading WITH: they insert holds and raise `held`
 * once for each account. `rows` is a SELECT with a row for each hold and these columns by name: `hold_id` (from
 * `newId('hld')`), `account_id`, `la_id`, `amount` in cents, `biz_type`, `biz_id`, `expires_at` (may be NULL),
 * `created_at`. Several holds may be on one account.
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
