/** SQL on the changes of controls, and on the documents and counters of groups, sub-accounts and accounts. */
import type { RawBuilder } from 'kysely'
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import type { Actor } from '../core/actor.ts'
import { cellOf, ofAccount } from '../core/database/cells.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { sharedKey, type SharedCounters, type SharedKey } from './applied.ts'
import { readCounters, textOf, type Counters } from './engine/counters.ts'

type Reader = Tx | Database

export type ChangeRow = {
  id: string
  before_no: number | null
  after_no: number | null
  login_id: string
  sub_uid: string | null
  note: string
  created_at: Date
  /** Set for a time, until then. */
  until: Date | null
  /** What was before came back after its time; the login is of who had set the time. */
  returned: boolean
}

export async function insertChanges(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'loginId' | 'subUid'>,
  note: string,
  scope: ControlScope,
  changes: readonly { scopeId: string; before: number | null; after: number | null }[],
  { until = null, returned = false }: { until?: Date | null; returned?: boolean } = {},
): Promise<void> {
  const rows = changes.map(({ scopeId, before, after }) => ({
    cell: cellOf(actor.accountId),
    account_id: actor.accountId,
    id: newId('cch'),
    scope,
    scope_id: scopeId,
    before_no: before,
    after_no: after,
    login_id: actor.loginId,
    sub_uid: actor.subUid ?? null,
    note,
    created_at: now(),
    until,
    returned,
  }))
  await tx.insertInto('control_change').values(rows).execute()
}

/** Newest first. */
export const changesOf = (
  reader: Reader,
  accountId: string,
  scopeId: string,
  { before, skip, limit }: { before?: string | undefined; skip: number; limit: number },
) =>
  many(
    reader,
    sql<ChangeRow>`
    SELECT id, before_no, after_no, login_id, sub_uid, note, created_at, until, returned
      FROM control_change
     WHERE ${ofAccount(accountId)} AND scope_id = ${scopeId} ${before === undefined ? sql`` : sql`AND id < ${before}`}
     ORDER BY id DESC
     LIMIT ${limit} ${before === undefined ? sql`OFFSET ${skip}` : sql``}`,
  )

export const countChanges = async (reader: Reader, accountId: string, scopeId: string, most: number): Promise<number> =>
  (await maybeOne(
    reader,
    sql<{ count: number }>`
    SELECT count(*)::int AS count
      FROM (SELECT 1 FROM control_change WHERE ${ofAccount(accountId)} AND scope_id = ${scopeId} LIMIT ${most}) AS found`,
  ))!.count

export type ScopeRow = { scope: ControlScope; scope_id: string; control_no: number | null; counters: string }
type Named = Pick<SharedKey, 'scope' | 'scopeId'>
const isOneOf = (named: readonly Named[]) =>
  sql`scope || ' ' || scope_id = ANY (${named.map(({ scope, scopeId }) => `${scope} ${scopeId}`)})`
/** After the money of cards, and in the order that decisions lock them in. */
const LOCKED = sql`ORDER BY cell, account_id, scope, scope_id FOR UPDATE`

/** The documents of these scopes of an account, and what their limits have counted. */
export const scopesOf = (reader: Reader, accountId: string, named: readonly Named[], lock = sql``) =>
  many(
    reader,
    sql<ScopeRow>`
    SELECT scope, scope_id, control_no, counters
      FROM control_scope
     WHERE ${ofAccount(accountId)} AND ${isOneOf(named)}
     ${lock}`,
  )

/** The same, made where they are missing, and locked. By their ids. */
export async function lockScopes(
  tx: Tx,
  accountId: string,
  scope: ControlScope,
  scopeIds: readonly string[],
): Promise<Map<string, ScopeRow>> {
  await run(
    tx,
    sql`
    INSERT INTO control_scope (cell, account_id, scope, scope_id)
    SELECT ${cellOf(accountId)}::smallint, ${accountId}, ${scope}, scope_id
      FROM unnest(${scopeIds.toSorted()}::text[]) AS asked (scope_id)
        ON CONFLICT (cell, account_id, scope, scope_id) DO NOTHING`,
  )
  const rows = await scopesOf(
    tx,
    accountId,
    scopeIds.map((scopeId) => ({ scope, scopeId })),
    LOCKED,
  )
  return new Map(rows.map((row) => [row.scope_id, row]))
}

/** All of an account that have a document. */
export const scopesInForce = (reader: Reader, accountId: string) =>
  many(
    reader,
    sql<ScopeRow>`
    SELECT scope, scope_id, control_no, counters
      FROM control_scope
     WHERE ${ofAccount(accountId)} AND control_no IS NOT NULL
     ORDER BY scope, scope_id`,
  )

/** Points a locked scope to a document, or to none. */
export const pointScope = (
  tx: Tx,
  accountId: string,
  { scope, scope_id }: Pick<ScopeRow, 'scope' | 'scope_id'>,
  controlNo: number | null,
  counters: Counters,
) =>
  run(
    tx,
    sql`
    UPDATE control_scope
       SET control_no = ${controlNo}::bigint, counters = ${textOf(counters)}
     WHERE ${ofAccount(accountId)} AND scope = ${scope} AND scope_id = ${scope_id}`,
  )

/** Counters that cards of one account share; `keys` are all of that account. */
export const readShared = (reader: Reader, keys: readonly SharedKey[]): Promise<SharedCounters> =>
  sharedFrom(reader, keys, sql``)
export const lockShared = (tx: Tx, keys: readonly SharedKey[]): Promise<SharedCounters> => sharedFrom(tx, keys, LOCKED)

async function sharedFrom(
  reader: Reader,
  keys: readonly SharedKey[],
  lock: RawBuilder<unknown>,
): Promise<SharedCounters> {
  const [first] = keys
  if (!first) return new Map()
  const { cell, accountId } = first
  const rows = await scopesOf(reader, accountId, keys, lock)
  return new Map(
    rows.map(({ scope, scope_id: scopeId, ...row }) => {
      const counters = readCounters(row.counters)
      const shared = { cell, accountId, scope, scopeId, stored: counters, counters }
      return [sharedKey(shared), shared]
    }),
  )
}

/** Writes what has changed of locked counters. */
export async function writeShared(tx: Tx, all: SharedCounters): Promise<void> {
  for (const { cell, accountId, scope, scopeId, counters, stored } of all.values())
    if (counters !== stored)
      await run(
        tx,
        sql`
        UPDATE control_scope
           SET counters = ${textOf(counters)}
         WHERE cell = ${cell} AND account_id = ${accountId} AND scope = ${scope} AND scope_id = ${scopeId}`,
      )
}
