/** All SQL on list_view. */
import type { ListName, View } from '#contract/views/views.ts'
import { now } from '../core/clock.ts'
import { db, many, one, run, sql, type Tx } from '../core/db.ts'

export const viewsOf = (loginId: string, list: ListName): Promise<View[]> =>
  many(
    db,
    sql<View>`SELECT view_id AS "viewId", name, query FROM list_view WHERE login_id = ${loginId} AND list = ${list} ORDER BY view_id`,
  )

/** How many exist under other names. */
export const countOthers = async (tx: Tx, loginId: string, list: ListName, name: string): Promise<number> =>
  (
    await one(
      tx,
      sql<{
        count: number
      }>`SELECT count(*) AS count FROM list_view WHERE login_id = ${loginId} AND list = ${list} AND name <> ${name}`,
    )
  ).count

export const upsertView = (
  tx: Tx,
  loginId: string,
  { viewId, list, name, query }: View & { list: ListName },
): Promise<View> =>
  one(
    tx,
    sql<View>`
    INSERT INTO list_view (login_id, view_id, list, name, query, created_at)
    VALUES (${loginId}, ${viewId}, ${list}, ${name}, ${query}, ${now()})
        ON CONFLICT (login_id, list, name) DO UPDATE SET query = excluded.query
    RETURNING view_id AS "viewId", name, query`,
  )

export const deleteView = (loginId: string, viewId: string): Promise<number> =>
  run(db, sql`DELETE FROM list_view WHERE login_id = ${loginId} AND view_id = ${viewId}`)
