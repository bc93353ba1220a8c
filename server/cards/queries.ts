/** Single cards: found in their owner's scope, locked after their money, and moved from state to state. */
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import { cardBlocks, blocksOf, type CardBlock, type ShownStatus } from '#contract/cards/states.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Card, CardRange } from '#db/tables.ts'
import type { Actor } from '../core/actor.ts'
import { touch } from '../core/changes/touch.ts'
import { now } from '../core/clock.ts'
import { db, many, maybeOne, one, sql, run, type Database, type Tx } from '../core/db.ts'
import { opened, type SealedPlace } from './sealed.ts'
import { inCellOf, ofAccount } from '../core/database/cells.ts'

export type Reader = Tx | Database

type Range = Pick<
  Selectable<CardRange>,
  'three_ds' | 'currency' | 'program_ref' | 'issuer_cost_cents' | 'max_balance_cents'
>
type Money = { balance_cents: Cents; pending_cents: Cents; available_cents: Cents }
/** A card with its balance and its segment's data. */
export type CardRow = StoredCard & Record<SealedPlace, string>
/** As stored in the table. */
type StoredCard = Omit<Selectable<Card>, 'shown_status'> & { shown_status: ShownStatus } & Range & Money

export async function cardsBy(reader: Reader, query: RawBuilder<unknown>): Promise<CardRow[]> {
  const rows = await many(reader, query as RawBuilder<StoredCard>)
  return rows.map((card) => opened(card, card.card_id))
}

export const cardColumns = sql`card.*, range.three_ds, range.currency, range.program_ref, range.issuer_cost_cents, range.max_balance_cents,
       money.balance_cents, money.pending_cents, money.available_cents`
export const fromCards = sql`card
  JOIN card_range AS range USING (vid)
  JOIN card_balance AS money ON (money.cell, money.la_id) = (card.cell, card.la_id)`

/** The cards that a caller may access: a parent all of the account's, a sub-account its own. Other cards do not exist for the caller. */
export const within = ({ accountId, subUid }: Pick<Actor, 'accountId' | 'subUid'>) =>
  subUid ? sql`${ofAccount(accountId, 'card')} AND card.owner_sub_uid = ${subUid}` : ofAccount(accountId, 'card')

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

/** Several cards by ID. Cards that are not the caller's are left out. */
/** The cards of an account that one scope of controls applies to, with money accounts: those of a group, of a sub-account, or all. */
export const cardsIn = (
  reader: Reader,
  { accountId }: Pick<Actor, 'accountId'>,
  scope: { gid: string } | { subUid: string } | 'all',
): Promise<CardRow[]> =>
  cardsBy(
    reader,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${within({ accountId, subUid: undefined })} AND card.la_id IS NOT NULL
       ${scope === 'all' ? sql`` : 'gid' in scope ? sql`AND card.gid = ${scope.gid}` : sql`AND card.owner_sub_uid = ${scope.subUid}`}`,
  )

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

/** Locks the card row. Always after the money rows, as the postings of clearings do, or a load and a clearing of one card would deadlock. */
export async function lockCardRow(tx: Tx, accountId: string, cardId: string): Promise<CardRow> {
  const [card] = await cardsBy(
    tx,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${ofAccount(accountId, 'card')} AND card.card_id = ${cardId}
       FOR UPDATE OF card`,
  )
  return card!
}

/** Lock several cards, always in the order of their ids. Those that are not the caller's are left out. */
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

/** Counts cards for the limit of a plan: those that exist or are being made. */
export async function countLiveCards(reader: Reader, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
      FROM card
     WHERE ${ofAccount(accountId)} AND status NOT IN ('CLOSED', 'FAILED')`.execute(reader)
  return rows[0]!.count
}

/** Change a card; every change has a number, so that the issuer gets the latest. */
export async function updateCard(
  tx: Tx,
  { account_id, card_id }: Pick<CardRow, 'account_id' | 'card_id'>,
  change: Partial<Insertable<Card>>,
): Promise<void> {
  await tx
    .updateTable('card')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now() }))
    .where(ofAccount(account_id))
    .where('card_id', '=', card_id)
    .execute()
  touch(tx, account_id, 'cards')
}

/** Sets or lifts one block; the others do not change. Returns the cards that changed. */
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
     WHERE ${ofAccount(accountId)} AND card_id = ANY (${cardIds})
       AND (blocks & ${bit} <> 0) <> ${on}
    RETURNING card_id`.execute(tx)
  if (rows.length) touch(tx, accountId, 'cards')
  return rows.map(({ card_id }) => card_id)
}

/** Every card of an account, or of one sub-account, that can be blocked. */
export async function liveCardIds(reader: Reader, accountId: string, subUid?: string): Promise<string[]> {
  const cards = await reader
    .selectFrom('card')
    .select('card_id')
    .where(ofAccount(accountId))
    .where('status', 'in', ['ACTIVE', 'CLOSING'])
    .$if(subUid !== undefined, (query) => query.where('owner_sub_uid', '=', subUid!))
    .orderBy('card_id')
    .execute()
  return cards.map(({ card_id }) => card_id)
}

/** Every card of a sub-account, in any status; without `subUid` those of all sub-accounts. */
export const cardIdsOfSub = async (reader: Reader, accountId: string, subUid: string | undefined): Promise<string[]> =>
  (
    await reader
      .selectFrom('card')
      .select('card_id')
      .where(ofAccount(accountId))
      .$if(subUid !== undefined, (query) => query.where('owner_sub_uid', '=', subUid!))
      .$if(subUid === undefined, (query) => query.where('owner_sub_uid', 'is not', null))
      .execute()
  ).map(({ card_id }) => card_id)

/** Sets the owner of cards: a sub-account, or the account itself. */
export const setOwner = (tx: Tx, accountId: string, cardIds: readonly string[], subUid: string | undefined) => {
  touch(tx, accountId, 'cards')
  return sql`UPDATE card
         SET owner_sub_uid = ${subUid ?? null}, updated_at = ${now()}
       WHERE ${ofAccount(accountId)} AND card_id = ANY (${cardIds})`.execute(tx)
}

/** The totals that lists show; the proof compares them with the entries. */
export const addLoaded = (tx: Tx, accountId: string, cardId: string, amount: Cents) =>
  sql`UPDATE card
         SET deposit_cents = deposit_cents + ${amount}, updated_at = ${now()}
       WHERE ${ofAccount(accountId)} AND card_id = ${cardId}`.execute(tx)

/** Maps ledger accounts to their cards, for tables that store `la_id` instead of the card's id: a FROM item. */
export const cardOfMoneySql = (accountId?: string) =>
  sql`(SELECT cell, la_id, account_id, card_id, owner_sub_uid FROM card ${inCellOf(accountId)})`
/** The money accounts of some of an account's cards: a bigint[]. */
export const moneyOfCardsSql = (accountId: string, cardIds: readonly string[]) =>
  sql`ARRAY(SELECT la_id FROM card WHERE ${ofAccount(accountId)} AND card_id = ANY (${[...cardIds]}))`

/** Cards in use with their controls, for a FROM item. */
export const cardsInUseSql = sql`(
  SELECT cell, account_id, card_id, la_id, blocks, control_no FROM card WHERE status = 'ACTIVE' AND control_no IS NOT NULL)`

/** For figures over all accounts: the segment and the issuer of each card, as a FROM item. */
export const segmentsSql = sql`(SELECT cell, account_id, card_id, la_id, vid, issuer_id FROM card) AS card`

/** Notes when the issuer's state of a card happened; false if a later one was applied before. */
export const isNewestState = async (
  tx: Tx,
  { account_id, card_id }: Pick<CardRow, 'account_id' | 'card_id'>,
  at: Date,
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    UPDATE card
       SET issuer_state_at = ${at}
     WHERE ${ofAccount(account_id)} AND card_id = ${card_id}
       AND (issuer_state_at IS NULL OR issuer_state_at <= ${at})`,
  )) === 1

/** The issuer identifies cards by its own reference. The card lies elsewhere than the directory: a statement of its own. */
export async function maybeCardOfIssuer(
  reader: Reader,
  issuerId: string,
  issuerRef: string,
): Promise<CardOfIssuer | undefined> {
  const named = await maybeOne(
    reader,
    sql<{ account_id: string; card_id: string }>`
    SELECT account_id, card_id FROM card_issuer_ref WHERE issuer_ref = ${issuerRef} AND issuer_id = ${issuerId}`,
  )
  return (
    named &&
    one(
      reader,
      sql<CardOfIssuer>`
      SELECT account_id, card_id, owner_sub_uid, card.status, blocks, range.currency
        FROM card
        JOIN card_range AS range USING (vid)
       WHERE ${ofAccount(named.account_id)} AND card_id = ${named.card_id}`,
    )
  )
}
type CardOfIssuer = {
  account_id: string
  card_id: string
  owner_sub_uid: string | null
  status: string
  blocks: number
  currency: string
}

/** Cards whose month of expiry is over. */
export const expiredCards = (limit: number) =>
  db
    .selectFrom('card')
    .select(['account_id', 'card_id'])
    .where('status', '=', 'ACTIVE')
    .where('expires_at', '<=', now())
    .limit(limit)
    .execute()

/** Cards that expired long ago and are not closed. */
export const longExpiredCards = (before: Date, limit: number) =>
  db
    .selectFrom('card')
    .select(['account_id', 'card_id'])
    .where('status', '=', 'EXPIRED')
    .where('expires_at', '<=', before)
    .limit(limit)
    .execute()

/** The input of the tables in contract/cards/states.ts. */
export const stateOf = (card: Pick<CardRow, 'shown_status' | 'blocks'>) => ({
  status: card.shown_status,
  blocks: blocksOf(card.blocks),
})

/** The name of a card in a log, a notice or a statement. */
export const nameOf = (card: Pick<CardRow, 'card_seq_no' | 'last4'>): string =>
  `${card.card_seq_no}${card.last4 ? ` (${card.last4})` : ''}`

/** Usable cards of an account with less than this balance, lowest first. */
export const cardsBelow = (reader: Reader, accountId: string, limit: Cents) =>
  many(
    reader as Parameters<typeof many>[0],
    sql<{ card_id: string; last4: string; available_cents: Cents }>`
    SELECT card.card_id, card.last4, money.available_cents
      FROM card
      JOIN card_balance AS money ON (money.cell, money.la_id) = (card.cell, card.la_id)
     WHERE ${ofAccount(accountId, 'card')} AND card.status = 'ACTIVE' AND money.available_cents < ${limit}
     ORDER BY money.available_cents, card.card_id`,
  )

/** Accounts that have a card with these last four digits, newest card first. For the staff search. */
export const accountsWithLastFour = async (on: Database, lastFour: string, limit: number): Promise<string[]> => {
  const rows = await many(
    on,
    sql<{ account_id: string }>`
    SELECT account_id FROM card WHERE last4 = ${lastFour} GROUP BY account_id ORDER BY max(created_at) DESC LIMIT ${limit}`,
  )
  return rows.map(({ account_id }) => account_id)
}

/** Adds what was just loaded to the total loaded that lists show for these cards. */
export const addLoadedMany = (
  tx: Tx,
  accountId: string,
  loads: readonly { card_id: string; amount_cents: number }[],
): Promise<number> =>
  run(
    tx,
    sql`
    UPDATE card
       SET deposit_cents = deposit_cents + loaded.amount_cents, updated_at = ${now()}
      FROM json_to_recordset(${JSON.stringify(loads)}::json) AS loaded (card_id text, amount_cents bigint)
     WHERE ${ofAccount(accountId, 'card')} AND card.card_id = loaded.card_id`,
  )

/** What an account's deleted cards are below zero, together. */
export const owedOnClosedCards = async (reader: Reader, accountId: string): Promise<Cents> =>
  (
    await one(
      reader,
      sql<{ owed: Cents }>`
      SELECT coalesce(sum(-money.balance_cents), 0)::bigint AS owed
        FROM card
        JOIN card_balance AS money ON (money.cell, money.la_id) = (card.cell, card.la_id)
       WHERE ${ofAccount(accountId, 'card')} AND card.status = 'CLOSED' AND money.balance_cents < 0`,
    )
  ).owed

/** Points locked cards to a document of controls, or to none. */
export async function pointControls(
  tx: Tx,
  accountId: string,
  cardIds: readonly string[],
  controlNo: number | null,
): Promise<void> {
  await run(
    tx,
    sql`
    UPDATE card
       SET control_no = ${controlNo}::bigint, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND card_id = ANY (${[...cardIds]})`,
  )
  touch(tx, accountId, 'cards')
}
