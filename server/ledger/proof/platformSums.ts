import type { AccountCode, TransferKind } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { DAY, startOf, dayOfSql } from '#server/core/clock.ts'
import { many, sql, type Database, type Tx } from '#server/core/db.ts'
import { firstIdOf } from '#server/core/ids.ts'
import { PLATFORM } from '../refs.ts'
import { newBooks, wholeBooks } from './books.ts'
import { newestMark } from './checkpoints.ts'

/**
 * Returns the balances of one owner's platform accounts in US dollars, in cents and in the normal direction of each: the newest checkpoint and what is new since. Cheap
 * enough to be asked every few minutes, where `platformBalances` reads every entry.
 */
export const platformNow = (on: Database, owner: string, codes: readonly AccountCode[]): Promise<Map<string, Cents>> =>
  on
    .transaction()
    // The mark and the balances of one checkpoint.
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const mark = await newestMark(tx)
      const { sums } = mark === undefined ? wholeBooks() : newBooks(mark)
      const rows = await many(
        tx,
        sql<{ code: string; balance: Cents }>`
        SELECT code, sum(CASE WHEN side = normal THEN amount ELSE -amount END)::bigint AS balance
          FROM (SELECT cell, la_id, code, normal FROM ledger_account
                 WHERE account_id = ${PLATFORM} AND owner = ${owner} AND currency = 'USD' AND code = ANY (${[...codes]}::text[])) AS account
          JOIN ${sql.raw(sums)} AS entry USING (cell, la_id)
         GROUP BY code`,
      )
      return new Map(rows.map(({ code, balance }) => [code, balance]))
    })

/** What moved on a platform account on one day outside, by the kind of transfer: credits less debits, in cents. `day`: of Shanghai, as `startOf` takes it. */
export type EffectiveSum = { code: AccountCode; kind: TransferKind; day: number; credits: Cents }

/**
 * Returns what moved on one owner's platform accounts in US dollars by the day outside (`effective_at`), from that day's beginning. A transfer is never posted before it has
 * happened, so only those whose ids are as new are read.
 */
export const effectiveSums = (
  on: Database | Tx,
  owner: string,
  codes: readonly AccountCode[],
  { fromDay, untilDay }: { fromDay: number; untilDay: number },
): Promise<EffectiveSum[]> =>
  many(
    on,
    sql<EffectiveSum>`
    SELECT code, kind, ${dayOfSql(sql`effective_at`)} AS day, sum(CASE side WHEN 'C' THEN amount ELSE -amount END)::bigint AS credits
      FROM (SELECT cell, la_id, code FROM ledger_account
             WHERE account_id = ${PLATFORM} AND owner = ${owner} AND currency = 'USD' AND code = ANY (${[...codes]}::text[])) AS account
      JOIN ledger_entry AS entry USING (cell, la_id)
      JOIN ledger_transfer AS transfer USING (cell, transfer_id)
     WHERE entry.transfer_id >= ${firstIdOf('trf', startOf(fromDay) - DAY)}
       AND transfer.transfer_id >= ${firstIdOf('trf', startOf(fromDay) - DAY)}
       AND effective_at >= ${new Date(startOf(fromDay))}
       AND effective_at < ${new Date(startOf(untilDay))}
     GROUP BY code, kind, day`,
  )
