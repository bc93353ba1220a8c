/** All SQL on card_month_fee and month_fee_day, and the search for cards whose fee is due. */
import type { Selectable } from 'kysely'
import type { Cents } from '#contract/core/money.ts'
import type { CardMonthFee } from '#db/tables.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { db, many, maybeOne, run, sql, type Tx } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'

export type MonthFeeRow = Selectable<CardMonthFee>

/** The last day whose monthly fees have been announced. */
export const lastToldDay = async (): Promise<number | undefined> =>
  (await maybeOne(db, sql<{ day: number | null }>`SELECT max(day) AS day FROM month_fee_day`))?.day ?? undefined

export const keepToldDay = (day: number) =>
  db
    .insertInto('month_fee_day')
    .values({ day, told_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

type DueCard = { account_id: string; card_id: string; vid: string }
/**
 * Cards of these segments that were opened on one of these days of a month, before the given time. `stopped`: blocks under which a card pays nothing. The
 * expression is that of the index card_by_month_day.
 */
export const cardsOpenedOn = (vids: readonly string[], days: readonly number[], before: Date, stopped: number) =>
  many(
    db,
    sql<DueCard>`
    SELECT account_id, card_id, vid
      FROM card
     WHERE vid = ANY (${[...vids]})
       AND extract(day FROM opened_at AT TIME ZONE interval '8 hours')::int = ANY (${[...days]}::int[])
       AND status = 'ACTIVE' AND blocks & ${stopped}::int = 0
       AND opened_at < ${before}
     ORDER BY account_id, card_id`,
  )

/** Stores fees that their holder is told of in this transaction. Returns those that are new. */
export async function insertMonthFees(
  tx: Tx,
  accountId: string,
  fees: readonly { card_id: string; amount_cents: Cents }[],
  { month, dueAt }: { month: string; dueAt: Date },
): Promise<{ card_id: string; amount_cents: Cents }[]> {
  touch(tx, accountId, 'cards')
  return many(
    tx,
    sql<{ card_id: string; amount_cents: Cents }>`
    INSERT INTO card_month_fee (cell, account_id, card_id, month, amount_cents, told_at, due_at, state, try_at)
    SELECT ${cellOf(accountId)}::smallint, ${accountId}, card_id, ${month}, amount_cents, ${now()}::timestamptz, ${dueAt}::timestamptz, 'DUE', ${dueAt}::timestamptz
      FROM json_to_recordset(${JSON.stringify(fees)}::json) AS told (card_id text, amount_cents bigint)
        ON CONFLICT DO NOTHING
    RETURNING card_id, amount_cents`,
  )
}

/** Accounts with fees to try. */
export const accountsToCharge = async (): Promise<string[]> =>
  (
    await many(db, sql<{ account_id: string }>`SELECT DISTINCT account_id FROM card_month_fee WHERE try_at <= ${now()}`)
  ).map(({ account_id }) => account_id)

/** The cards of an account with fees to try. */
export const cardsToCharge = async (tx: Tx, accountId: string, limit: number): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ card_id: string }>`
      SELECT DISTINCT card_id FROM card_month_fee WHERE ${ofAccount(accountId)} AND try_at <= ${now()} ORDER BY card_id LIMIT ${limit}`,
    )
  ).map(({ card_id }) => card_id)

/** The fees to try of these cards, locked, oldest first. Always after the money and the cards. */
export const lockFeesToTry = (tx: Tx, accountId: string, cardIds: readonly string[]): Promise<MonthFeeRow[]> =>
  tx
    .selectFrom('card_month_fee')
    .selectAll()
    .where(ofAccount(accountId))
    .where('card_id', 'in', [...cardIds])
    .where('try_at', '<=', now())
    .orderBy('card_id')
    .orderBy('month')
    .forUpdate()
    .execute()

type TriedFee = Pick<
  MonthFeeRow,
  'card_id' | 'month' | 'state' | 'tries' | 'try_at' | 'paid_from' | 'transfer_id' | 'ended_at'
>
export async function updateMonthFees(tx: Tx, accountId: string, fees: readonly TriedFee[]): Promise<void> {
  touch(tx, accountId, 'cards')
  await run(
    tx,
    sql`
    UPDATE card_month_fee AS fee
       SET state = tried.state, tries = tried.tries, try_at = tried.try_at, paid_from = tried.paid_from, transfer_id = tried.transfer_id, ended_at = tried.ended_at
      FROM json_to_recordset(${JSON.stringify(fees)}::json)
        AS tried (card_id text, month text, state text, tries smallint, try_at timestamptz, paid_from text, transfer_id text, ended_at timestamptz)
     WHERE ${ofAccount(accountId, 'fee')} AND (fee.card_id, fee.month) = (tried.card_id, tried.month)`,
  )
}

/** Of these cards, those with a monthly fee for which they were frozen. */
export const frozenForFees = async (tx: Tx, accountId: string, cardIds: readonly string[]): Promise<string[]> =>
  (
    await tx
      .selectFrom('card_month_fee')
      .select('card_id')
      .distinct()
      .where(ofAccount(accountId))
      .where('card_id', 'in', [...cardIds])
      .where('state', '=', 'FROZEN')
      .execute()
  ).map(({ card_id }) => card_id)

/** The monthly fees of a card, newest month first. */
export const monthFeesOf = (reader: Reader, accountId: string, cardId: string, limit: number): Promise<MonthFeeRow[]> =>
  reader
    .selectFrom('card_month_fee')
    .selectAll()
    .where(ofAccount(accountId))
    .where('card_id', '=', cardId)
    .orderBy('month', 'desc')
    .limit(limit)
    .execute()
