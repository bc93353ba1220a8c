/**
 * The SQL of a set of decisions. Two round trips: lock and read, then write and commit. The path reads the narrow rows of other modules directly, because
 * another round trip would cost more than the whole decision; it writes only its own tables, and raises what cards hold with the ledger's own SQL.
 */
import { CompiledQuery } from 'kysely'
import { cardByMoneySql, cardsByMoneySql, decidedCardColumns, placesByNumberSql } from '#server/cards/cards.ts'
import { controlsOf, lockShared, sharedKey, type SharedCounters } from '#server/controls/controls.ts'
import { cellOf } from '#server/core/database/cells.ts'
import type { Database, Tx } from '#server/core/db.ts'
import { heldCte, lockMoneySql } from '#server/ledger/ledger.ts'
import type { Type } from './arrays.ts'
import { applied, appliedTo, sharedKeys, type CardRow } from './rows.ts'

type Column = `${string} ${Type}`

const authColumns = [
  'cell smallint',
  'account_no integer',
  'auth_id bigint',
  'la_id bigint',
  'ref_hash bigint',
  'message_hash integer',
  'owner_sub_no integer',
  'issuer_ref text',
  'merchant_no integer',
  'descriptor text',
  'answered_cents bigint',
  'amount_cents bigint',
  'merchant_amount bigint',
  'merchant_currency text',
  'rate text',
  'fee_cents bigint',
  'held_cents bigint',
  'cleared_cents bigint',
  'status text',
  'reason text',
  'iso_code text',
  'counted boolean',
  'three_ds text',
  'pos text',
  'occurred_at timestamptz',
  'expires_at timestamptz',
  'why jsonb',
  'checks smallint',
  'seen text',
] as const satisfies Column[]
const usageColumns = [
  'cell smallint',
  'la_id bigint',
  'wrong_cvc smallint',
  'wrong_cvc_since bigint',
  'blocked_until bigint',
  'short smallint',
  'short_since bigint',
  'hour bigint',
  'hour_count integer',
  'day bigint',
  'day_cents bigint',
  'rate_day integer',
  'approved integer',
  'declined integer',
  'recent bytea',
  'counters text',
] as const satisfies Column[]
const dayColumns = [
  'cell smallint',
  'account_id text',
  'day integer',
  'card_id text',
  'approved integer',
  'declined integer',
] as const satisfies Column[]
const nameOf = (column: string): string => column.slice(0, column.indexOf(' '))
const names = (columns: readonly string[]): string => columns.map(nameOf).join(', ')

/** Detects changes of the rules. Run a few times a second, before the transaction (../rules/rulesNow.ts). */
export const VERSION = { name: 'decide-version', text: 'SELECT version FROM risk_desk WHERE one' }

/** The cards of a set, which have been looked up: {@link FIND}. */
const PLACES = 'unnest($1::smallint[], $2::bigint[]) AS known (cell, la_id)'

/**
 * Locks the money of the set's cards, ordered by `la_id`. Without the lock two sets could see the same balance and both spend it; without the order they could
 * deadlock. $1, $2: cells and accounts.
 */
const LOCK = lockMoneySql(`SELECT cell, la_id FROM ${PLACES}`)

/**
 * Reads everything else that the rules need. A separate statement after the lock: only then does its snapshot include what the transaction that we waited for
 * has committed. $1, $2: cells and accounts, $3: now.
 */
const READ = readSql(cardsByMoneySql('$1', '$2'), '$3')

function readSql(cards: string, at: string, cell = 'decided.cell'): string {
  return `
    SELECT la_id, card_id, account_id, account_no, sub_no AS owner_sub_no, issuer_id,
           decided.status, blocks, expires_at <= ${at}::timestamptz AS expired, exp_month, exp_year, zip::text, vid, checks_zip, three_ds, currency,
           account.status AS account_status, account.risk_state, account.restricted, account.frozen, control_no, account.time_zone, ${scopesSql(cell)} AS scopes,
           usage.wrong_cvc, usage.wrong_cvc_since, usage.blocked_until, usage.short, usage.short_since,
           usage.hour, usage.hour_count, usage.day, usage.day_cents, usage.recent,
           usage.rate_day, usage.approved, usage.declined, usage.counters
      FROM (SELECT ${decidedCardColumns} FROM ${cards}) AS decided
      JOIN (SELECT cell, account_id, account_no, status, risk_state, restricted, frozen, time_zone, has_controls FROM account) AS account USING (cell, account_id)
      LEFT JOIN (SELECT ${names(usageColumns)} FROM card_usage) AS usage USING (cell, la_id)
      LEFT JOIN (SELECT cell, account_id, sub_uid AS owner_sub_uid, sub_no FROM sub_account) AS sub USING (cell, account_id, owner_sub_uid)`
}

/** The documents of the card's group, sub-account and account, as text (appliedFrom); null if there are none. Of accounts that never had any, nothing is looked for. */
function scopesSql(cell: string): string {
  return `CASE WHEN account.has_controls THEN (
             SELECT string_agg(concat_ws(' ', scope, scope_id, scoped.control_no), ',')
               FROM control_scope AS scoped
              WHERE scoped.cell = ${cell}
                AND scoped.account_id = decided.account_id
                AND scoped.control_no IS NOT NULL
                AND (scope, scope_id) IN (('GROUP', decided.gid), ('SUB', owner_sub_uid), ('ACCOUNT', decided.account_id))) END`
}

/**
 * Locks and reads the counters that cards of the set share. After the money, and before {@link READ}, which sees the documents that are in force while these are locked. $1 to $4: cells, accounts, scopes and their ids.
 */
const SHARED = `
    SELECT shared.cell, shared.account_id, shared.scope, shared.scope_id, shared.counters
      FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[]) AS asked (cell, account_id, scope, scope_id)
      JOIN control_scope AS shared
        ON (shared.cell, shared.account_id, shared.scope, shared.scope_id) = (asked.cell, asked.account_id, asked.scope, asked.scope_id)
     ORDER BY shared.cell, shared.account_id, shared.scope, shared.scope_id
       FOR UPDATE OF shared`

/** Writes what has changed of them. $1 to $4: as above, $5: the counters. */
const COUNT = `
    UPDATE control_scope AS shared
       SET counters = counted.counters
      FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[]) AS counted (cell, account_id, scope, scope_id, counters)
     WHERE (shared.cell, shared.account_id, shared.scope, shared.scope_id) = (counted.cell, counted.account_id, counted.scope, counted.scope_id)`

/**
 * Finds which of the network's references are known (LATERAL with OFFSET: each by its key, whatever the tables held when this was planned): answered before, or awaited. Each is looked up in the cell of its card. $1: the issuer, $2, $3, $4: cells, keyed hashes and references.
 */
const KNOWN = `
    WITH asked AS MATERIALIZED (
      SELECT * FROM unnest($2::smallint[], $3::bigint[], $4::text[]) AS asked (cell, ref_hash, issuer_ref)
    )
    SELECT known.issuer_ref, auth_text(auth_id) AS auth_id, reason, iso_code, answered_cents, NULL::boolean AS reversed, NULL::bigint AS cleared, la_id, NULL AS card_id, asked.cell, message_hash
      FROM asked
     CROSS JOIN LATERAL (
            SELECT auth_id, la_id, issuer_ref, issuer_id, reason, iso_code, answered_cents, message_hash
              FROM auth
             WHERE auth.cell = asked.cell AND auth.ref_hash = asked.ref_hash
            OFFSET 0) AS known
     WHERE known.issuer_ref = asked.issuer_ref
       AND known.issuer_id = $1
     UNION ALL
    SELECT asked.issuer_ref, NULL, NULL, NULL, NULL, reversed, cleared_cents, NULL, card_id, asked.cell, NULL
      FROM asked
     CROSS JOIN LATERAL (
            SELECT reversed, cleared_cents, card_id
              FROM auth_awaited AS awaited
             WHERE awaited.cell = asked.cell AND awaited.issuer_ref = asked.issuer_ref AND awaited.issuer_id = $1
            OFFSET 0) AS awaited`

type NameOf<C extends string> = C extends `${infer Name} ${string}` ? Name : never
export type DecidedColumn = NameOf<(typeof authColumns)[number]>

const split = <C extends Column>(column: C) => {
  const [name, type] = column.split(' ') as [NameOf<C>, Type]
  return { name, type }
}
/** The columns of the write statement's arrays, table by table. */
export const written = { decided: authColumns.map(split), usage: usageColumns.map(split), day: dayColumns.map(split) }
const FIRST = { decided: 2, usage: 2 + authColumns.length, day: 2 + authColumns.length + usageColumns.length }

/** Whole columns as arrays: PostgreSQL reads them several times faster than rows as JSON. */
const unnest = (which: keyof typeof written): string =>
  `unnest(${written[which].map(({ type }, i) => `$${FIRST[which] + i}::${type}[]`).join(', ')})`

/**
 * Writes everything that a set decided in one statement. An authorization is its own hold. $1: the issuer, then the arrays. `more`: what few sets need and what costs each of them the preparation of another insert.
 */
const writeSql = (more: string): string => `
    WITH decided AS (
      SELECT * FROM ${unnest('decided')} AS r (${names(authColumns)})
    ), ${heldCte(
      `
      SELECT cell, la_id, held_cents AS amount
        FROM decided
       WHERE held_cents > 0`,
    )}, usage AS (
      SELECT * FROM ${unnest('usage')} AS r (${names(usageColumns)})
    ), usage_kept AS (
      UPDATE card_usage AS kept
         SET (${names(usageColumns.slice(2))}) = ROW (${usageColumns
           .slice(2)
           .map((column) => `usage.${nameOf(column)}`)
           .join(', ')})
        FROM usage
       WHERE kept.cell = usage.cell
         AND kept.la_id = usage.la_id
      RETURNING kept.la_id
    )${more}
    INSERT INTO auth (issuer_id, placed_cents, ${names(authColumns)})
    SELECT $1, held_cents, ${names(authColumns)} FROM decided`

/** Of cards that were used today before: their usage is updated. */
const WRITE = writeSql('')

/**
 * Of any cards. A card's usage is updated, or inserted the first time: under the lock of its money nobody else does, and ON CONFLICT would lock each row once more. The day of a card's counters that is over gets
 * its row.
 */
const WRITE_FIRST = writeSql(`, usage_begun AS (
      INSERT INTO card_usage (${names(usageColumns)})
      SELECT * FROM usage WHERE la_id NOT IN (SELECT la_id FROM usage_kept)
    ), day_over AS (
      INSERT INTO card_day (${names(dayColumns)})
      SELECT * FROM ${unnest('day')}
          ON CONFLICT (cell, account_id, day, card_id) DO UPDATE
         SET approved = card_day.approved + excluded.approved,
             declined = card_day.declined + excluded.declined
    )`)

/** Assigns events that waited for these authorizations to them. $1: references, $2: the issuer, $3 to $6: their ids, cards, cells and keyed hashes in the same order. */
const ADOPT = `
    WITH asked AS (
      SELECT * FROM unnest($1::text[], $3::text[], $4::text[], $5::smallint[], $6::bigint[]) AS asked (issuer_ref, auth_id, card_id, cell, ref_hash)
    ), arrived AS (
      DELETE FROM auth_awaited AS awaited
       USING asked
       WHERE awaited.cell = asked.cell
         AND awaited.issuer_ref = asked.issuer_ref
         AND awaited.card_id = asked.card_id
         AND awaited.issuer_id = $2
      RETURNING awaited.cell, asked.ref_hash, fee_cents
    ), fee_taken AS (
      UPDATE auth
         SET fee_taken_cents = arrived.fee_cents
        FROM arrived
       WHERE auth.cell = arrived.cell
         AND auth.ref_hash = arrived.ref_hash
         AND arrived.fee_cents > 0
    )
    UPDATE trade
       SET auth_id = asked.auth_id, awaited_ref = NULL
      FROM asked
     WHERE trade.cell = asked.cell
       AND trade.awaited_ref = asked.issuer_ref
       AND trade.card_id = asked.card_id
       AND trade.issuer_id = $2`

/** Where cards are, by their numbers. $1: keyed hashes. */
export const FIND = { name: 'decide-find', text: placesByNumberSql('$1') }

/** The tables of these statements that are in cells, and the one that every node has a copy of. */
export const IN_CELLS = [
  'account',
  'auth',
  'auth_awaited',
  'card',
  'card_day',
  'card_usage',
  'control_scope',
  'ledger_account',
  'sub_account',
  'trade',
] as const
export const COPIED = ['card_range'] as const

export type Statement = { readonly name: string; readonly text: string }
const texts = { LOCK, SHARED, READ, KNOWN, WRITE, WRITE_FIRST, COUNT, ADOPT }
export type SetStatements = Record<keyof typeof texts, Statement>

const named = (nameOf: (name: string) => string, textOf: (text: string) => string): SetStatements =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      { name: nameOf(name.toLowerCase().replace('_', '-')), text: textOf(text) },
    ]),
  ) as SetStatements

/** A set's statements. */
export const AT_HOME = named(
  (name) => `decide-${name}`,
  (text) => text,
)

/** The same on the shards of some cells, which have names of their own. */
export const onShard = (shard: string, nameOf: Readonly<Record<string, string>>): SetStatements =>
  named(
    (name) => `decide-${name}-${shard}`,
    (text) =>
      text.replace(
        /\b(FROM|JOIN|INTO|UPDATE)(\s+)([a-z_]+)\b(?=(\s+AS\b)?)/g,
        (whole, verb: string, space: string, table: string, renamed: string | undefined) =>
          nameOf[table] === undefined ? whole : `${verb}${space}${nameOf[table]}${renamed ? '' : ` AS ${table}`}`,
      ),
  )

/** READ of one card, by the cell and the money account that a directory said. $1, $2: these, $3: now. */
const READ_ONE = readSql(cardByMoneySql('$1', '$2'), '$3', '$1')

/** The card of an increment. Its money is locked afterwards, and then it is read as for a set. */
export async function cardOfNumber(tx: Tx, hash: Buffer): Promise<PlacedCard | undefined> {
  const { rows } = await tx.executeQuery<PlacedCard>(CompiledQuery.raw(FIND.text, [[hash]]))
  return rows[0]
}
type PlacedCard = { cell: number; la_id: number; account_id: string; card_id: string }

/** READ outside of a set, with the card's documents in memory. Its column names are unique, so it returns them in order. */
export const readCard = async (on: Tx | Database, card: PlacedCard, at: Date): Promise<CardRow> => {
  const { rows } = await on.executeQuery<object>(CompiledQuery.raw(READ_ONE, [card.cell, card.la_id, at]))
  const row = Object.values(rows[0]!) as CardRow
  for (const { controlNo } of appliedTo(row)) await controlsOf(on, { cell: card.cell, controlNo })
  return row
}

/** The same under the lock of the card's money, with what its limits share with other cards, locked: read again once they are, because a document may have changed until then. */
export async function readLocked(
  tx: Tx,
  card: PlacedCard,
  at: Date,
): Promise<{ row: CardRow; shared: SharedCounters }> {
  let shared: SharedCounters = new Map()
  for (;;) {
    const row = await readCard(tx, card, at)
    const keys = sharedKeys({ cell: card.cell, accountId: card.account_id }, appliedTo(row))
    if (keys.every((key) => shared.has(sharedKey(key)))) return { row, shared }
    shared = await lockShared(tx, keys)
  }
}

/** The documents of a card, for settlements. $1 to $3: its cell, account and id. */
const APPLIED_ONE = `
    SELECT decided.la_id, decided.control_no, account.time_zone, ${scopesSql('$1')} AS scopes
      FROM card AS decided
      JOIN account USING (cell, account_id)
     WHERE decided.cell = $1::smallint AND decided.account_id = $2 AND decided.card_id = $3`
type AppliedOne = { la_id: number; control_no: number | null; time_zone: string; scopes: string | null }

export async function appliedOne(tx: Tx, accountId: string, cardId: string) {
  const cell = cellOf(accountId)
  const { rows } = await tx.executeQuery<AppliedOne>(CompiledQuery.raw(APPLIED_ONE, [cell, accountId, cardId]))
  const { la_id: laId, control_no, time_zone: zone, scopes } = rows[0]!
  return { cell, laId, zone, applied: applied(cardId, control_no, scopes) }
}
