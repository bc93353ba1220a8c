/** All SQL on decline_fee and decline_month, and on the declines that are charged. */
import type { Selectable } from 'kysely'
import type { DeclineFee } from '#db/tables.ts'
import { segmentsSql, type PaidFrom } from '#server/cards/cards.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, many, maybeOne, run, sql, type Tx } from '#server/core/db.ts'
import { firstAuthKey } from '../authId.ts'
import { authsOf } from '../auths.ts'
import type { Reader } from '../queries.ts'

export type DeclineFeeRow = Selectable<DeclineFee>
type Period = { readonly from: Date; readonly until: Date }

/** The counted declines of an account in a period: what the decline rate counts. */
const counted = (accountId: string, { from, until }: Period) => sql`${authsOf(accountId)}
       AND status = 'DECLINED' AND counted
       AND auth_id >= ${firstAuthKey(from.getTime())}::bigint AND auth_id < ${firstAuthKey(until.getTime())}::bigint`

export const countDeclines = async (reader: Reader, accountId: string, period: Period): Promise<number> =>
  (await maybeOne(
    reader,
    sql<{ declines: number }>`SELECT count(*)::int AS declines FROM auth WHERE ${counted(accountId, period)}`,
  ))!.declines

/** `n`: which counted decline of the account's month it is, whatever the card. */
export type Decline = { auth_id: string; card_id: string; vid: string; descriptor: string; n: number }

/** Counted declines of a period in these segments that have no fee, oldest first. */
export const declinesWithoutFee = (
  reader: Reader,
  accountId: string,
  { vids, period }: { vids: readonly string[]; period: Period },
): Promise<Decline[]> =>
  many(
    reader,
    sql<Decline>`
    SELECT auth_text(declined.auth_id) AS auth_id, card.card_id, vid, descriptor, n
      FROM (SELECT cell, la_id, auth_id, descriptor, row_number() OVER (ORDER BY auth_id)::int AS n
              FROM auth
             WHERE ${counted(accountId, period)}) AS declined
      JOIN ${segmentsSql} USING (cell, la_id)
     WHERE card.cell = ${cellOf(accountId)} AND vid = ANY (${[...vids]})
       AND NOT EXISTS (SELECT FROM decline_fee AS fee
                        WHERE ${ofAccount(accountId, 'fee')} AND fee.auth_id = auth_text(declined.auth_id))
     ORDER BY n`,
  )

/** Which of these authorizations have a fee. Read under the lock of the wallet, which everybody who charges has. */
export const chargedAlready = async (tx: Tx, accountId: string, authIds: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await tx
        .selectFrom('decline_fee')
        .select('auth_id')
        .where(ofAccount(accountId))
        .where('auth_id', 'in', [...authIds])
        .execute()
    ).map(({ auth_id }) => auth_id),
  )

export type NewFee = {
  auth_id: string
  card_id: string
  amount_cents: number
  state: 'PAID' | 'OWED' | 'WAIVED'
  paid_from: PaidFrom | null
  transfer_id: string | null
}
export function insertFees(tx: Tx, accountId: string, month: string, fees: readonly NewFee[]) {
  touch(tx, accountId, 'cards')
  return tx
    .insertInto('decline_fee')
    .values(fees.map((fee) => ({ ...fee, cell: cellOf(accountId), account_id: accountId, month, taken_at: now() })))
    .execute()
}

/** Returns true with the first fee of the month. */
export const beginMonth = async (tx: Tx, accountId: string, month: string, settleAt: Date): Promise<boolean> =>
  (await run(
    tx,
    sql`
    INSERT INTO decline_month (cell, account_id, month, settle_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${month}, ${settleAt})
        ON CONFLICT DO NOTHING`,
  )) === 1

export const monthsToSettle = (limit: number) =>
  db
    .selectFrom('decline_month')
    .select(['account_id', 'month'])
    .where('settle_at', '<=', now())
    .orderBy('settle_at')
    .limit(limit)
    .execute()

/** The month, locked, if it is not settled. Always after the money. */
export const lockMonth = (tx: Tx, accountId: string, month: string) =>
  tx
    .selectFrom('decline_month')
    .selectAll()
    .where(ofAccount(accountId))
    .where('month', '=', month)
    .where('settle_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

export const isSettled = async (reader: Reader, accountId: string, month: string): Promise<boolean> =>
  (await reader
    .selectFrom('decline_month')
    .select('month')
    .where(ofAccount(accountId))
    .where('month', '=', month)
    .where('settled_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** What was taken in a month, in the order of the authorizations. */
export const feesTaken = (tx: Tx, accountId: string, month: string): Promise<DeclineFeeRow[]> =>
  tx
    .selectFrom('decline_fee')
    .selectAll()
    .where(ofAccount(accountId))
    .where('month', '=', month)
    .where('transfer_id', 'is not', null)
    .orderBy('auth_id')
    .execute()

export const endMonth = (
  tx: Tx,
  accountId: string,
  month: string,
  { attempts, declined, returned }: { attempts: number; declined: number; returned: number },
) =>
  tx
    .updateTable('decline_month')
    .set({ settle_at: null, settled_at: now(), attempts, declined, returned_cents: returned })
    .where(ofAccount(accountId))
    .where('month', '=', month)
    .execute()
