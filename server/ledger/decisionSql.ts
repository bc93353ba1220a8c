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
export const moneyColumns = (alias: string): string =>
  ['la_id', 'posted', 'held', 'floor'].map((column) => `${alias}.${column}`).join(', ')

/** Lock card accounts by `la_id`: `$ids` is the placeholder of a bigint[]. Cards come after wallets in the order of locks; a transaction that also needs a wallet takes it first. */
export const lockMoneySql = (ids: string): string =>
  `SELECT ${moneyColumns('money')}
     FROM ledger_account AS money
    WHERE money.la_id = ANY (${ids}::bigint[])
    ORDER BY money.la_id
      FOR UPDATE`

/** One hold to write; names are the columns, times are ISO text or Date. `hold_id` comes from `newId('hld')`. */
export type HoldRow = {
  hold_id: string
  account_id: string
  la_id: number
  amount: number
  biz_type: string
  biz_id: string
  expires_at: Date | string | null
  created_at: Date | string
}

/** The columns of {@link HoldRow}, in the order of {@link holdCtesOfColumns}. */
export const holdColumns = [
  'hold_id text',
  'account_id text',
  'la_id bigint',
  'amount bigint',
  'biz_type text',
  'biz_id text',
  'expires_at timestamptz',
  'created_at timestamptz',
] as const

/** Three CTEs as {@link holdCtes}, from one array for each column: the placeholders are `$from` and those after it. Half the work of JSON. */
export const holdCtesOfColumns = (from: number): string =>
  ctesOver(`
     SELECT *
       FROM unnest(${holdColumns.map((column, i) => `$${from + i}::${column.split(' ')[1]}[]`).join(', ')})
         AS r (${holdColumns.map((column) => column.split(' ')[0]).join(', ')})`)

/**
 * Three CTEs, `hold_row`, `hold_new` and `hold_raised`, without the leading WITH: they insert holds and raise `held`
 * once for each account. `rows` is the placeholder of a JSON array of {@link HoldRow}; several holds may be on one account.
 */
export const holdCtes = (rows: string): string =>
  ctesOver(`
     SELECT *
       FROM json_to_recordset(${rows}::json)
         AS r (${holdColumns.join(', ')})`)

const ctesOver = (rows: string): string =>
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
