/**
 * What was topped up to a wallet, by day. A wallet has an entry for each load of a card, so its top-ups are few among many; a job adds them up, and figures add what came since.
 */
import { kindsOf } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { dayOfSql } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, many, maybeOne, one, run, sql, transaction, type Tx } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'

/** Every kind that the statement calls a top-up, including wires identified later. */
export const TOP_UPS = kindsOf('flow', ['TOPUP_ONLINE', 'TOPUP_UNIONPAY', 'TOPUP_USDT', 'TOPUP_WIRE'])

/** A FROM item. */
const walletOf = (accountId: string) => sql`
  (SELECT la_id, version FROM ledger_account WHERE ${ofAccount(accountId)} AND (code, owner, currency) = ('2010', ${accountId}, 'USD')) AS wallet`

/** The credits of top-ups after an entry of the wallet; `account_version` can be compared further. */
const topUpsAfter = (accountId: string, after: unknown) => sql`
    SELECT ${dayOfSql(sql`entry.posted_at`)} AS day, amount AS cents
      FROM ledger_entry AS entry
      JOIN ledger_transfer AS transfer USING (cell, transfer_id)
     WHERE cell = ${cellOf(accountId)} AND entry.la_id = (SELECT la_id FROM ${walletOf(accountId)}) AND side = 'C' AND kind = ANY (${TOP_UPS})
       AND account_version > ${after}`

/** By day, oldest first; days without top-ups are missing. */
export const topUpsByDay = (reader: Reader, accountId: string): Promise<{ day: number; cents: Cents }[]> =>
  many(
    reader,
    sql<{ day: number; cents: Cents }>`
    SELECT day, sum(cents)::bigint AS cents
      FROM (SELECT day, cents FROM topup_day WHERE ${ofAccount(accountId)}
             UNION ALL
            ${topUpsAfter(accountId, sql`coalesce((SELECT account_version FROM topup_mark WHERE ${ofAccount(accountId)}), 0)`)}) AS parts
     GROUP BY day
     ORDER BY day`,
  )

/** So many new entries are read with every figure without being felt. */
const FEW = 200
/** Read in one transaction. */
const LOT = 20_000

/** Every hour: the wallets with several new entries. */
export async function keepTopUpDays(): Promise<void> {
  const accounts = await many(
    db,
    sql<{ account_id: string }>`
    SELECT account_id
      FROM ledger_account AS wallet
      LEFT JOIN topup_mark AS mark USING (cell, account_id)
     WHERE code = '2010' AND currency = 'USD' AND wallet.version - coalesce(mark.account_version, 0) >= ${sql.lit(FEW)}`,
  )
  for (const { account_id } of accounts) while (await transaction((tx) => addUp(tx, account_id)));
}

/** Adds up the next lot; returns whether there is another. Under the lock of the mark, so that two workers add nothing twice. */
async function addUp(tx: Tx, accountId: string): Promise<boolean> {
  const { from } = await one(
    tx,
    sql<{ from: number }>`
    INSERT INTO topup_mark (cell, account_id)
    VALUES (${cellOf(accountId)}, ${accountId})
        ON CONFLICT (cell, account_id) DO UPDATE SET account_id = excluded.account_id
    RETURNING account_version AS from`,
  )
  const wallet = await maybeOne(tx, sql<{ version: number }>`SELECT version FROM ${walletOf(accountId)}`)
  const newest = wallet?.version ?? 0
  const to = Math.min(newest, from + LOT)
  await run(
    tx,
    sql`
    INSERT INTO topup_day (cell, account_id, day, cents)
    SELECT ${cellOf(accountId)}::smallint, ${accountId}, day, sum(cents)
      FROM (${topUpsAfter(accountId, sql`${from}::bigint`)} AND account_version <= ${to}::bigint) AS fresh
     GROUP BY day
        ON CONFLICT (cell, account_id, day) DO UPDATE
       SET cents = topup_day.cents + excluded.cents`,
  )
  await run(tx, sql`UPDATE topup_mark SET account_version = ${to}::bigint WHERE ${ofAccount(accountId)}`)
  return to < newest
}
