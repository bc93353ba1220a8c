/** Cards, one at a time: found in their owner's scope, locked after their money, and moved from state to state. */
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import { cardBlocks, type CardBlock, type ShownStatus } from '#contract/cards/states.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Card, CardRange } from '#db/tables.ts'
import type { Actor } from '../core/actor.ts'
import { now } from '../core/clock.ts'
import { db, many, sql, type Database, type Tx } from '../core/db.ts'
import { opened, type SealedPlace } from './holders/sealedHolder.ts'

export type Reader = Tx | Database

type Range = Pick<
  Selectable<CardRange>,
  'three_ds' | 'currency' | 'program_ref' | 'issuer_cost_cents' | 'max_balance_cents'
>
type Money = { balance_cents: Cents; pending_cents: Cents; available_cents: Cents }
/** A card with what it has and what its segment says. */
export type CardRow = Omit<Selectable<Card>, 'shown_status' | SealedPlace> &
  Record<SealedPlace, string> & { shown_status: ShownStatus } & Range &
  Money
/** As it lies in the table. */
type StoredCard = Omit<CardRow, SealedPlace> & Record<SealedPlace, string | null>

export async function cardsBy(reader: Reader, query: RawBuilder<unknown>): Promise<CardRow[]> {
  const rows = await many(reader, query as RawBuilder<StoredCard>)
  return rows.map((card) => opened(card, card.card_id))
}

export const cardColumns = sql`card.*, range.three_ds, range.currency, range.program_ref, range.issuer_cost_cents, range.max_balance_cents,
       money.balance_cents, money.pending_cents, money.available_cents`
export const fromCards = sql`card
  JOIN card_range AS range USING (vid)
  JOIN card_balance AS money USING (la_id)`

/** Whose cards a caller may touch: the parent all of the account's, a sub-account its own. Another's card is not there. */
export const within = ({ accountId, subUid }: Pick<Actor, 'accountId' | 'subUid'>) =>
  subUid ? sql`card.account_id = ${accountId} AND card.owner_sub_uid = ${subUid}` : sql`card.account_id = ${accountId}`

export async function maybeCard(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  cardId: string,
): Promise<CardRow | undefined> {
  const [card] = await cardsBy(
    reader,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${within(whose)} AND card.card_id = ${cardId}`,
  )
  return card
}

/** Several cards of a caller's, by their ids. Those that are not the caller's are not among them. */
export async function cardsWithin(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  cardIds: readonly string[],
): Promise<Map<string, CardRow>> {
  const cards = await cardsBy(
    reader,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${within(whose)} AND card.card_id = ANY (${cardIds})`,
  )
  return new Map(cards.map((card) => [card.card_id, card]))
}

/**
 * Lock the card row. Always after the money rows, as the postings of clearings do, or a load and a clearing of one
 * card would wait for each other.
 */
export async function lockCardRow(tx: Tx, accountId: string, cardId: string): Promise<CardRow> {
  const [card] = await cardsBy(
    tx,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE card.account_id = ${accountId} AND card.card_id = ${cardId}
       FOR UPDATE OF card`,
  )
  return card!
}

/** Several cards, in one order for everybody. Those that are not the caller's are not among them. */
export async function lockCardRows(
  tx: Tx,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  cardIds: readonly string[],
): Promise<CardRow[]> {
  return cardsBy(
    tx,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${within(whose)} AND card.card_id = ANY (${cardIds})
     ORDER BY card.card_id
       FOR UPDATE OF card`,
  )
}

/** Cards that count against the limit of a plan: those that exist or are being made. */
export async function countLiveCards(reader: Reader, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
      FROM card
     WHERE account_id = ${accountId} AND status NOT IN ('CLOSED', 'FAILED')`.execute(reader)
  return rows[0]!.count
}

/** Change a card; every change has a number, so that the issuer is told the latest. */
export async function updateCard(
  tx: Tx,
  { account_id, card_id }: Pick<CardRow, 'account_id' | 'card_id'>,
  change: Partial<Insertable<Card>>,
): Promise<void> {
  await tx
    .updateTable('card')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now() }))
    .where('account_id', '=', account_id)
    .where('card_id', '=', card_id)
    .execute()
}

/** Set or lift one block; the others stay. Gives the cards that it changed. */
export async function setBlock(
  tx: Tx,
  accountId: string,
  cardIds: readonly string[],
  block: CardBlock,
  on: boolean,
): Promise<string[]> {
  const { bit } = cardBlocks[block]
  const { rows } = await sql<{ card_id: string }>`
    UPDATE card
       SET blocks = ${on ? sql`blocks | ${bit}` : sql`blocks & ~${bit}::int`}, version = version + 1, updated_at = ${now()}
     WHERE account_id = ${accountId} AND card_id = ANY (${cardIds})
       AND (blocks & ${bit} <> 0) <> ${on}
    RETURNING card_id`.execute(tx)
  return rows.map(({ card_id }) => card_id)
}

/** Every card of an account, or of one sub-account, that a block can reach. */
export async function liveCardIds(reader: Reader, accountId: string, subUid?: string): Promise<string[]> {
  const cards = await reader
    .selectFrom('card')
    .select('card_id')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['ACTIVE', 'CLOSING'])
    .$if(subUid !== undefined, (query) => query.where('owner_sub_uid', '=', subUid!))
    .orderBy('card_id')
    .execute()
  return cards.map(({ card_id }) => card_id)
}

/** Every card that a sub-account has, whatever became of it; without `subUid` those of all sub-accounts. */
export const cardIdsOfSub = async (reader: Reader, accountId: string, subUid: string | undefined): Promise<string[]> =>
  (
    await reader
      .selectFrom('card')
      .select('card_id')
      .where('account_id', '=', accountId)
      .$if(subUid !== undefined, (query) => query.where('owner_sub_uid', '=', subUid!))
      .$if(subUid === undefined, (query) => query.where('owner_sub_uid', 'is not', null))
      .execute()
  ).map(({ card_id }) => card_id)

/** Whose cards they are: a sub-account's, or the account's own. */
export const setOwner = (tx: Tx, accountId: string, cardIds: readonly string[], subUid: string | undefined) =>
  sql`UPDATE card
         SET owner_sub_uid = ${subUid ?? null}, updated_at = ${now()}
       WHERE account_id = ${accountId} AND card_id = ANY (${cardIds})`.execute(tx)

/** The projections that lists show; the proof compares them with the entries. */
export const addLoaded = (tx: Tx, accountId: string, cardId: string, amount: Cents) =>
  sql`UPDATE card
         SET deposit_cents = deposit_cents + ${amount}, updated_at = ${now()}
       WHERE account_id = ${accountId} AND card_id = ${cardId}`.execute(tx)

/** The issuer knows cards by its own reference. */
/** For figures over all accounts: which segment a card is of, as something that may stand in a FROM. */
export const segmentsSql = sql`(SELECT account_id, card_id, vid FROM card) AS card`

export const maybeCardOfIssuer = (reader: Reader, issuerId: string, issuerRef: string) =>
  reader
    .selectFrom('card')
    .select(['account_id', 'card_id', 'owner_sub_uid'])
    .where('issuer_id', '=', issuerId)
    .where('issuer_ref', '=', issuerRef)
    .executeTakeFirst()

/** Cards whose month of expiry is over. */
export const expiredCards = (limit: number) =>
  db
    .selectFrom('card')
    .select(['account_id', 'card_id'])
    .where('status', '=', 'ACTIVE')
    .where('expires_at', '<=', now())
    .limit(limit)
    .execute()

/** Cards that expired long ago and still stand. */
export const longExpiredCards = (before: Date, limit: number) =>
  db
    .selectFrom('card')
    .select(['account_id', 'card_id'])
    .where('status', '=', 'EXPIRED')
    .where('expires_at', '<=', before)
    .limit(limit)
    .execute()
