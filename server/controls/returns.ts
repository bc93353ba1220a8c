/** SQL on controls that are set for a time: which document is in force again after it. All of it under the lock of what has the controls. */
import type { ControlScope } from '#contract/controls/stoppedBy.ts'
import type { Actor } from '../core/actor.ts'
import { now } from '../core/clock.ts'
import { cellOf, ofAccount } from '../core/database/cells.ts'
import { db, many, run, sql, type Database, type Tx } from '../core/db.ts'

type Reader = Tx | Database

export type Return = {
  scope_id: string
  /** The document that is in force until then; null: none. */
  set_no: number | null
  back_no: number | null
  until: Date
  /** From when the document that comes back was out of force. */
  since: Date
  login_id: string
  sub_uid: string | null
}

/** What returns of these, by their ids. */
export async function returnsOf(
  reader: Reader,
  accountId: string,
  scope: ControlScope,
  scopeIds: readonly string[],
): Promise<Map<string, Return>> {
  const rows = await many(
    reader,
    sql<Return>`
    SELECT scope_id, set_no, back_no, until, since, login_id, sub_uid
      FROM control_return
     WHERE ${ofAccount(accountId)} AND scope = ${scope} AND scope_id = ANY (${[...scopeIds]})`,
  )
  return new Map(rows.map((row) => [row.scope_id, row]))
}

/** What returns of these, as they are now: a server of the version before, which knows of no returns, may have saved since. */
export async function pendingReturns(
  reader: Reader,
  accountId: string,
  scope: ControlScope,
  now: ReadonlyMap<string, { readonly controlNo: number | null }>,
): Promise<(scopeId: string) => Return | undefined> {
  const found = await returnsOf(reader, accountId, scope, [...now.keys()])
  return (scopeId) => {
    const pending = found.get(scopeId)
    return pending?.set_no === now.get(scopeId)!.controlNo ? pending : undefined
  }
}

/** After a save: nothing returns any more, or, after `until`, what was before. Of something set for a time over something set for a time that is what was before the first. */
export async function setReturns(
  tx: Tx,
  { accountId, loginId, subUid }: Pick<Actor, 'accountId' | 'loginId' | 'subUid'>,
  scope: ControlScope,
  changes: readonly { scopeId: string; before: number | null; after: number | null }[],
  pendingOf: (scopeId: string) => Return | undefined,
  until: Date | undefined,
): Promise<void> {
  await dropReturns(
    tx,
    accountId,
    scope,
    changes.map(({ scopeId }) => scopeId),
  )
  if (!until) return
  const rows = changes.flatMap(({ scopeId, before, after }): Return[] => {
    const { back_no, since } = pendingOf(scopeId) ?? { back_no: before, since: now() }
    if (back_no === after) return []
    return [{ scope_id: scopeId, set_no: after, back_no, until, since, login_id: loginId, sub_uid: subUid ?? null }]
  })
  await keepReturns(tx, accountId, scope, rows)
}

export async function keepReturns(
  tx: Tx,
  accountId: string,
  scope: ControlScope,
  rows: readonly Return[],
): Promise<void> {
  if (!rows.length) return
  await run(
    tx,
    sql`
    INSERT INTO control_return (cell, account_id, scope, scope_id, set_no, back_no, until, since, login_id, sub_uid)
    SELECT ${cellOf(accountId)}::smallint, ${accountId}, ${scope}, scope_id, set_no, back_no, until, since, login_id, sub_uid
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS kept (scope_id text, set_no bigint, back_no bigint, until timestamptz, since timestamptz, login_id text, sub_uid text)`,
  )
}

export const dropReturns = (
  tx: Tx,
  accountId: string,
  scope: ControlScope,
  scopeIds: readonly string[],
): Promise<number> =>
  run(
    tx,
    sql`
    DELETE FROM control_return
     WHERE ${ofAccount(accountId)} AND scope = ${scope} AND scope_id = ANY (${[...scopeIds]})`,
  )

export type DueReturn = { cell: number; account_id: string; scope: ControlScope; scope_id: string; until: string }

/** A page of what is due, in one order over all cells. `until` as text: a Date has no microseconds. */
export const dueReturns = (limit: number, after?: DueReturn): Promise<DueReturn[]> =>
  many(
    db,
    sql<DueReturn>`
    SELECT cell, account_id, scope, scope_id, until::text AS until
      FROM control_return
     WHERE until <= ${now()}
       ${after ? sql`AND (until, cell, account_id, scope, scope_id) > (${after.until}::timestamptz, ${after.cell}::smallint, ${after.account_id}, ${after.scope}, ${after.scope_id})` : sql``}
     ORDER BY until, cell, account_id, scope, scope_id
     LIMIT ${limit}`,
  )
