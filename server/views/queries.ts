/** All SQL on list_view. */
import type { ListName, View } from '#contract/views/views.ts'
import type { LoginKey } from '../core/actor.ts'
import { now } from '../core/clock.ts'
import { cellOf, ofLogin } from '../core/database/cells.ts'
import { db, many, one, run, sql, type Tx } from '../core/db.ts'

export const viewsOf = (login: LoginKey, list: ListName): Promise<View[]> =>
  many(
    db,
    sql<View>`SELECT view_id AS "viewId", name, query FROM list_view WHERE ${ofLogin(login)} AND list = ${list} ORDER BY view_id`,
  )

/** How many exist under other names. */
export const countOthers = async (tx: Tx, login: LoginKey, list: ListName, name: string): Promise<number> =>
  (
    await one(
      tx,
      sql<{
        count: number
      }>`SELECT count(*) AS count FROM list_view WHERE ${ofLogin(login)} AND list = ${list} AND name <> ${name}`,
    )
  ).count

export const upsertView = (
  tx: Tx,
  { accountId, loginId }: LoginKey,
  { viewId, list, name, query }: View & { list: ListName },
): Promise<View> =>
  one(
    tx,
    sql<View>`
    INSERT INTO list_view (cell, account_id, login_id, view_id, list, name, query, created_at)
    VALUES (${cellOf(accountId)}, ${accountId}, ${loginId}, ${viewId}, ${list}, ${name}, ${query}, ${now()})
        ON CONFLICT (cell, account_id, login_id, list, name) DO UPDATE SET query = excluded.query
    RETURNING view_id AS "viewId", name, query`,
  )

export const deleteView = (login: LoginKey, viewId: string): Promise<number> =>
  run(db, sql`DELETE FROM list_view WHERE ${ofLogin(login)} AND view_id = ${viewId}`)
