/** All SQL on rail_change and rail_picture. */
import type { ChangeState, RailPatch } from '#contract/funding/desk/rails.ts'
import type { Rail } from '#contract/funding/funding.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'

export type Change = {
  changeId: string
  rail: Rail
  state: ChangeState
  version: number | null
  before: Record<string, unknown>
  after: RailPatch
  reason: string
  makerId: string
  checkerId: string | null
  effectiveAt: Date
  createdAt: Date
}
const columns = sql`
  change_id AS "changeId", rail, state, version, before, after, reason, maker_id AS "makerId", checker_id AS "checkerId",
  effective_at AS "effectiveAt", created_at AS "createdAt"`

export const insertChange = (
  tx: Tx,
  change: Pick<
    Change,
    'rail' | 'state' | 'version' | 'before' | 'after' | 'reason' | 'makerId' | 'checkerId' | 'effectiveAt'
  >,
) =>
  run(
    tx,
    sql`
    INSERT INTO rail_change (change_id, rail, state, version, before, after, reason, maker_id, checker_id, effective_at, created_at, updated_at)
    VALUES (${newId('rch')}, ${change.rail}, ${change.state}, ${change.version}, ${JSON.stringify(change.before)}::jsonb,
            ${JSON.stringify(change.after)}::jsonb, ${change.reason}, ${change.makerId}, ${change.checkerId}, ${change.effectiveAt}, ${now()}, ${now()})`,
  )

export const changesPage = (on: Database, rail: Rail, before: string | undefined, limit: number): Promise<Change[]> =>
  many(
    on,
    sql<Change>`
    SELECT ${columns} FROM rail_change
     WHERE rail = ${rail} AND ${before ? sql`change_id < ${before}` : sql`true`}
     ORDER BY change_id DESC
     LIMIT ${limit}`,
  )
export const plannedOf = (on: Database) =>
  many(
    on,
    sql<{
      rail: Rail
      n: number
    }>`SELECT rail, count(*)::integer AS n FROM rail_change WHERE state = 'PLANNED' GROUP BY rail`,
  )

export const lockChange = (tx: Tx, changeId: string): Promise<Change | undefined> =>
  maybeOne(tx, sql<Change>`SELECT ${columns} FROM rail_change WHERE change_id = ${changeId} FOR UPDATE`)
/** In the order in which they were planned to be; another process takes others. */
export const lockDue = (tx: Tx): Promise<Change[]> =>
  many(
    tx,
    sql<Change>`
    SELECT ${columns} FROM rail_change
     WHERE state = 'PLANNED' AND effective_at <= ${now()}
     ORDER BY effective_at, change_id
     LIMIT 20
       FOR UPDATE SKIP LOCKED`,
  )
export const setChange = (
  tx: Tx,
  changeId: string,
  state: ChangeState,
  done?: { version: number; before: Record<string, unknown> },
) =>
  run(
    tx,
    sql`
    UPDATE rail_change
       SET state = ${state}, version = ${done?.version ?? null},
           before = ${done ? sql`${JSON.stringify(done.before)}::jsonb` : sql`before`}, updated_at = ${now()}
     WHERE change_id = ${changeId}`,
  )

/** Two changes of one rail one after another, so that neither writes over what it has not seen. */
export const lockRail = (tx: Tx, rail: Rail) =>
  maybeOne(tx, sql`SELECT FROM rail_config WHERE rail = ${rail} FOR UPDATE`)

export const insertPicture = (on: Database, picture: { fileId: string; body: Buffer; staffId: string }) =>
  run(
    on,
    sql`
    INSERT INTO rail_picture (file_id, body, staff_id, created_at)
    VALUES (${picture.fileId}, ${picture.body}, ${picture.staffId}, ${now()})`,
  )
export const pictureOf = (on: Tx | Database, fileId: string) =>
  maybeOne(on, sql<{ body: Buffer }>`SELECT body FROM rail_picture WHERE file_id = ${fileId}`)
/** For account holders only the one that is up. */
export const pictureShown = (on: Database, fileId: string) =>
  maybeOne(
    on,
    sql<{ body: Buffer }>`
    SELECT body FROM rail_picture WHERE file_id = ${fileId} AND EXISTS (SELECT FROM rail_config WHERE limit_file_id = ${fileId})`,
  )
