/** SQL on the tables of trades, except that on authorizations (auths.ts), of the decision path (decide/statements.ts) and of the lists (lists/). */
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import { add, type Cents } from '#contract/core/money.ts'
import type { AuthEvent, CardUsage, Trade, WebhookInbox } from '#db/tables.ts'
import { readCounters, textOf, type Counters } from '../controls/controls.ts'
import { cardOfMoneySql, moneyOfCardsSql } from '../cards/cards.ts'
import { cellOf, findBesideFirst, ofAccount, takeName } from '../core/database/cells.ts'
import { touch } from '../core/changes/touch.ts'
import { now, nowMs } from '../core/clock.ts'
import { db, many, run, sql, type Database, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import type { NetworkEvent } from '../outside/outside.ts'

export type Reader = Tx | Database
export type TradeRow = Selectable<Trade>
type Of = { readonly accountId: string }
/** The card that an event names whose authorization has not arrived. */
type Awaiting = Of & { readonly issuerId: string; readonly cardId: string }

/** An earlier event of an authorization, by the network's reference. */
export const eventOnce = (
  tx: Tx,
  { accountId }: Of,
  issuerId: string,
  ref: string,
  kind: Selectable<AuthEvent>['kind'],
) =>
  tx
    .selectFrom('auth_event')
    .selectAll()
    .where('cell', '=', cellOf(accountId))
    .where('ref', '=', ref)
    .where('issuer_id', '=', issuerId)
    .where('kind', '=', kind)
    .executeTakeFirst()

export const insertAuthEvent = (tx: Tx, event: Omit<Insertable<AuthEvent>, 'cell'>) => {
  touch(tx, event.account_id, 'trades')
  return tx
    .insertInto('auth_event')
    .values({ ...event, cell: cellOf(event.account_id) })
    .execute()
}

export const undoIncrement = (
  tx: Tx,
  { account_id, auth_id, event_id }: Pick<Selectable<AuthEvent>, 'account_id' | 'auth_id' | 'event_id'>,
) =>
  tx
    .updateTable('auth_event')
    .set({ undone: true })
    .where(ofAccount(account_id))
    .where('auth_id', '=', auth_id)
    .where('event_id', '=', event_id)
    .execute()

export const eventsOf = (reader: Reader, accountId: string, authId: string) =>
  reader
    .selectFrom('auth_event')
    .selectAll()
    .where(ofAccount(accountId))
    .where('auth_id', '=', authId)
    .orderBy('event_id')
    .execute()

/** Stores an event for an authorization of this card that has not arrived yet: it was reversed, or this much more of it was cleared. */
export async function awaitAuth(
  tx: Tx,
  { issuerId, accountId, cardId }: Awaiting,
  ref: string,
  news: 'reversed' | { clearedCents: number; feeCents: number },
): Promise<void> {
  const { clearedCents, feeCents } = news === 'reversed' ? { clearedCents: 0, feeCents: 0 } : news
  await sql`
      INSERT INTO auth_awaited (cell, issuer_ref, issuer_id, card_id, reversed, cleared_cents, fee_cents, created_at)
      VALUES (${cellOf(accountId)}, ${ref}, ${issuerId}, ${cardId}, ${news === 'reversed'}, ${clearedCents}, ${feeCents}, ${now()})
          ON CONFLICT (cell, issuer_ref, issuer_id, card_id) DO UPDATE
         SET reversed = auth_awaited.reversed OR excluded.reversed,
             cleared_cents = auth_awaited.cleared_cents + excluded.cleared_cents,
             fee_cents = auth_awaited.fee_cents + excluded.fee_cents`.execute(tx)
}

/** What has been cleared of an authorization that has not arrived yet, and the fee taken for it. */
export const findAwaited = (tx: Tx, { issuerId, accountId, cardId }: Awaiting, ref: string) =>
  tx
    .selectFrom('auth_awaited')
    .select(['cleared_cents as cents', 'fee_cents as feeCents'])
    .where('cell', '=', cellOf(accountId))
    .where('issuer_ref', '=', ref)
    .where('issuer_id', '=', issuerId)
    .where('card_id', '=', cardId)
    .executeTakeFirst()

export const isReversed = async (tx: Tx, { issuerId, accountId, cardId }: Awaiting, ref: string): Promise<boolean> =>
  (
    await tx
      .selectFrom('auth_awaited')
      .select('reversed')
      .where('cell', '=', cellOf(accountId))
      .where('issuer_ref', '=', ref)
      .where('issuer_id', '=', issuerId)
      .where('card_id', '=', cardId)
      .executeTakeFirst()
  )?.reversed ?? false

export const forgetAwaited = (before: Date) => db.deleteFrom('auth_awaited').where('created_at', '<', before).execute()

/**
 * A settled row by the network's name for it. It is looked for beside the card that the event names, and only if it is not there in all cells, so that an event
 * with the wrong card is recognized.
 */
export async function findTrade(
  tx: Tx,
  { accountId }: Of,
  issuerId: string,
  clearingRef: string,
): Promise<TradeRow | undefined> {
  const named = (where: RawBuilder<boolean>) =>
    tx
      .selectFrom('trade')
      .selectAll()
      .where(where)
      .where('clearing_ref', '=', clearingRef)
      .where('issuer_id', '=', issuerId)
      .executeTakeFirst()
  return findBesideFirst(accountId, named, () => takeName(tx, `clearing ${issuerId} ${clearingRef}`))
}

export const tradeById = (tx: Reader, accountId: string, tradeId: string): Promise<TradeRow | undefined> =>
  tx.selectFrom('trade').selectAll().where(ofAccount(accountId)).where('trade_id', '=', tradeId).executeTakeFirst()

export const insertTrade = (tx: Tx, trade: Omit<Insertable<Trade>, 'cell'>) => {
  touch(tx, trade.account_id, 'trades')
  return tx
    .insertInto('trade')
    .values({ ...trade, cell: cellOf(trade.account_id) })
    .execute()
}

export const updateTrade = (
  tx: Tx,
  { account_id, trade_id }: Pick<TradeRow, 'account_id' | 'trade_id'>,
  change: Partial<Insertable<Trade>>,
) => {
  touch(tx, account_id, 'trades')
  return tx.updateTable('trade').set(change).where(ofAccount(account_id)).where('trade_id', '=', trade_id).execute()
}

/**
 * The purchase that a refund most likely refers to: of the same authorization, otherwise of the card at the merchant; the newest with enough left to refund,
 * otherwise the one with most left.
 */
export async function purchaseToRefund(
  tx: Tx,
  {
    accountId,
    cardId,
    authId,
    merchantNo,
    amount,
  }: { accountId: string; cardId: string; authId: string | undefined; merchantNo: number; amount: number },
): Promise<TradeRow | undefined> {
  return tx
    .selectFrom('trade')
    .selectAll()
    .where(ofAccount(accountId))
    .where('card_id', '=', cardId)
    .where('type', 'in', ['PURCHASE', 'FORCED'])
    .where('status', 'in', ['POSTED', 'PARTIALLY_REFUNDED', 'DISPUTED', 'WON', 'LOST'])
    .where(sql<boolean>`-amount_cents > refunded_cents + won_cents`)
    .$if(authId !== undefined, (query) => query.where('auth_id', '=', authId!))
    .$if(authId === undefined, (query) => query.where('merchant_no', '=', merchantNo))
    .orderBy(sql`least(-amount_cents - refunded_cents - won_cents, ${amount}::bigint)`, 'desc')
    .orderBy('trade_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What of a purchase has neither been refunded nor returned after a dispute. */
export const leftOf = (trade: Pick<TradeRow, 'amount_cents' | 'refunded_cents' | 'won_cents'>): Cents =>
  add(-trade.amount_cents, -add(trade.refunded_cents, trade.won_cents))

/** What refunds alone say about a purchase. */
export const refundStatus = ({ amount_cents, refunded_cents }: Pick<TradeRow, 'amount_cents' | 'refunded_cents'>) =>
  refunded_cents >= -amount_cents ? 'REFUNDED' : refunded_cents > 0 ? 'PARTIALLY_REFUNDED' : 'POSTED'

/** Stores the issuer's events; returns the new ones. A repeated event is stored once, also when what it said has been archived since. */
export async function keepEvents(
  tx: Tx,
  events: readonly NetworkEvent[],
): Promise<{ event_id: string; issuer_id: string; card_ref: string }[]> {
  if (!events.length) return []
  const told = events.map((event) => ({
    inbox_id: newId('evt'),
    issuer_id: event.issuer,
    event_id: event.id,
    type: event.type,
    card_ref: event.cardRef,
    body: event,
  }))
  return many(
    tx,
    sql<{ event_id: string; issuer_id: string; card_ref: string }>`
    WITH told AS (
      SELECT *
        FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
          AS told (inbox_id text, issuer_id text, event_id text, type text, card_ref text, body jsonb)
    ), fresh AS (
      INSERT INTO issuer_event (event_id, issuer_id, inbox_id)
      SELECT event_id, issuer_id, inbox_id FROM told
          ON CONFLICT DO NOTHING
      RETURNING inbox_id
    )
    INSERT INTO webhook_inbox (inbox_id, issuer_id, event_id, type, card_ref, body, state, received_at)
    SELECT inbox_id, issuer_id, event_id, type, card_ref, body, 'NEW', ${now()}::timestamptz
      FROM told
      JOIN fresh USING (inbox_id)
    RETURNING event_id, issuer_id, card_ref`,
  )
}

/** The inbox has a partition for each month: an event is looked up by its name first, and then read in one of them. */
const inboxIdOf = (issuerId: string, eventId: string) =>
  sql<string>`(SELECT inbox_id FROM issuer_event WHERE event_id = ${eventId} AND issuer_id = ${issuerId})`

/** Waiting events of one card, in the order in which they happened; of one millisecond, in the order in which they came. */
export const waitingEvents = (issuerId: string, cardRef: string): Promise<Selectable<WebhookInbox>[]> =>
  db
    .selectFrom('webhook_inbox')
    .selectAll()
    .where('issuer_id', '=', issuerId)
    .where('card_ref', '=', cardRef)
    .where('state', '=', 'NEW')
    .orderBy(sql`(body ->> 'occurredAt')::bigint`)
    .orderBy(sql`(body ->> 'seq')::int NULLS FIRST`)
    .orderBy('inbox_id')
    .execute()

/** A 3-D Secure code, though sealed, is kept only in the table from which it is shown. */
export const forgetCode = (tx: Tx, issuerId: string, eventId: string) =>
  sql`UPDATE webhook_inbox SET body = body - 'code' WHERE inbox_id = ${inboxIdOf(issuerId, eventId)}`.execute(tx)

/** Takes one event for this transaction; returns false if it has been applied in the meantime. */
export async function takeEvent(tx: Tx, issuerId: string, eventId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_inbox')
    .set({ state: 'DONE', applied_at: now(), error: null })
    .where('inbox_id', '=', inboxIdOf(issuerId, eventId))
    .where('state', '=', 'NEW')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const noteFailure = (issuerId: string, eventId: string, error: string) =>
  db.updateTable('webhook_inbox').set({ error }).where('inbox_id', '=', inboxIdOf(issuerId, eventId)).execute()

/** Marks an event as held for the desk. Returns false if it has been applied in the meantime. */
export async function heldNow(
  tx: Tx,
  { issuerId, eventId }: { issuerId: string; eventId: string },
  { reason, facts, error }: { reason: string; facts: readonly object[]; error: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_inbox')
    .set({ state: 'HELD', reason, facts: JSON.stringify(facts), error, held_at: now() })
    .where('inbox_id', '=', inboxIdOf(issuerId, eventId))
    .where('state', '=', 'NEW')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Cards with events that have waited for a while: their job was lost. */
export const cardsLeftWaiting = (before: Date) =>
  db
    .selectFrom('webhook_inbox')
    .select(['issuer_id', 'card_ref'])
    .distinct()
    .where('state', '=', 'NEW')
    .where('received_at', '<', before)
    .limit(500)
    .execute()

export const cursorOf = async (issuerId: string): Promise<string | undefined> =>
  (await db.selectFrom('issuer_cursor').select('cursor').where('issuer_id', '=', issuerId).executeTakeFirst())?.cursor

export const keepCursor = (tx: Tx, issuerId: string, cursor: string) =>
  tx
    .insertInto('issuer_cursor')
    .values({ issuer_id: issuerId, cursor, updated_at: now() })
    .onConflict((conflict) => conflict.column('issuer_id').doUpdateSet({ cursor, updated_at: now() }))
    .execute()

/** The row of a card's usage. */
type Used = { readonly cell: number; readonly la_id: number }
const isUsed = ({ cell, la_id }: Used) => sql<boolean>`cell = ${cell} AND la_id = ${la_id}`

/** How much of a card's limits its approvals have used, under the lock of its money. */
export const usageOf = (tx: Tx, card: Used) =>
  tx
    .selectFrom('card_usage')
    .select(['hour', 'hour_count', 'day', 'day_cents', 'recent'])
    .where(isUsed(card))
    .executeTakeFirst()

export const updateUsage = (
  tx: Tx,
  card: Used,
  change: Partial<Pick<Insertable<CardUsage>, 'hour_count' | 'day' | 'day_cents' | 'recent' | 'counters'>>,
) => tx.updateTable('card_usage').set(change).where(isUsed(card)).execute()

/** What the limits of owners' controls have counted, by the money accounts of cards. */
export async function countersOf(
  reader: Reader,
  cell: number,
  laIds: readonly number[],
): Promise<Map<number, Counters>> {
  const rows = await many(
    reader,
    sql<{ la_id: number; counters: string }>`
    SELECT la_id, counters FROM card_usage WHERE cell = ${cell} AND la_id = ANY (${[...laIds]}::bigint[])`,
  )
  return new Map(rows.map(({ la_id, counters }) => [la_id, readCounters(counters)]))
}

/** Also of cards that were never used: settlements without an authorization count, too. `recent`: the empty ring of twelve approvals. */
export async function writeCounters(
  tx: Tx,
  cell: number,
  rows: readonly { laId: number; counters: Counters }[],
): Promise<void> {
  await run(
    tx,
    sql`
    INSERT INTO card_usage (cell, la_id, wrong_cvc, wrong_cvc_since, blocked_until, short, short_since, hour, hour_count, day, day_cents,
                            rate_day, approved, declined, recent, counters)
    SELECT ${cell}::smallint, la_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, decode(repeat('00', 96), 'hex'), counters
      FROM unnest(${rows.map(({ laId }) => laId)}::bigint[], ${rows.map(({ counters }) => textOf(counters))}::text[]) AS r (la_id, counters)
        ON CONFLICT (cell, la_id) DO UPDATE SET counters = excluded.counters`,
  )
}

/** A decline by the network counts like one of ours. It is added to the row of the day, which is summed with the card's own counters. */
export const countDecline = (tx: Tx, { accountId, cardId }: { accountId: string; cardId: string }, day: number) =>
  sql`INSERT INTO card_day (cell, account_id, day, card_id, approved, declined)
      VALUES (${cellOf(accountId)}, ${accountId}, ${day}, ${cardId}, 0, 1)
          ON CONFLICT (cell, account_id, day, card_id) DO UPDATE
         SET declined = card_day.declined + 1`.execute(tx)

/** The usage of cards with their account and id: a FROM item. */
export const usageSql = sql`(
  SELECT account_id, card_id, card_usage.* FROM card_usage JOIN ${cardOfMoneySql()} AS card USING (cell, la_id)) AS usage`

/** Cards whose block for wrong security codes has ended. */
export const blocksOver = async (limit: number) =>
  many(
    db,
    sql<{ account_id: string; card_id: string }>`
    SELECT account_id, card_id
      FROM ${usageSql}
     WHERE blocked_until BETWEEN 1 AND ${nowMs()}
     LIMIT ${limit}`,
  )

export const forgetBlock = (tx: Tx, accountId: string, cardId: string) =>
  sql`
  UPDATE card_usage
     SET blocked_until = 0
   WHERE cell = ${cellOf(accountId)}
     AND la_id = ANY (${moneyOfCardsSql(accountId, [cardId])})
     AND blocked_until <= ${nowMs()}`.execute(tx)

/** Accounts with counted declines today, for the hourly sweep. */
export const accountsWithDeclines = async (day: number) =>
  many(
    db,
    sql<{ account_id: string }>`
    SELECT DISTINCT account_id
      FROM (SELECT account_id FROM ${usageSql} WHERE rate_day >= ${day - 1} AND declined > 0
             UNION ALL
            SELECT account_id FROM card_day WHERE day >= ${day - 1} AND declined > 0) AS found`,
  )

/** When the account's last settled transaction was booked. */
export const lastSettledAt = async (reader: Reader, accountId: string): Promise<Date | undefined> =>
  (
    await many(
      reader,
      sql<{ posted_at: Date }>`
      SELECT posted_at FROM trade WHERE ${ofAccount(accountId)} ORDER BY trade_id DESC LIMIT 1`,
    )
  )[0]?.posted_at
