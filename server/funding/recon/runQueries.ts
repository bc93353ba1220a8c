/** All SQL on recon_run, and what the desk reads of rail_break. */
import type { RunState } from '#contract/funding/desk/topUps.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import type { ProviderId } from '#server/outside/outside.ts'

/** Providers of payments, and the issuer of the cards. */
export type ReconWith = ProviderId | 'ISSUER'

export type Run = {
  runId: string
  provider: ReconWith
  day: string
  state: RunState
  staffId: string | null
  payments: number | null
  units: number | null
  breaks: number | null
  createdAt: Date
}

/** Null: the same day of the same provider is being read already. */
export const openRun = async (
  tx: Tx | Database,
  provider: ReconWith,
  day: string,
  staffId: string | null,
): Promise<string | null> =>
  (
    await maybeOne(
      tx,
      sql<{ runId: string }>`
      INSERT INTO recon_run (run_id, provider, day, state, staff_id, created_at)
      VALUES (${newId('rrn')}, ${provider}, ${day}, 'WAITING', ${staffId}, ${now()})
      ON CONFLICT (provider, day) WHERE state = 'WAITING' DO NOTHING
      RETURNING run_id AS "runId"`,
    )
  )?.runId ?? null

export const closeRun = (
  tx: Tx | Database,
  provider: ReconWith,
  day: string,
  to: { state: 'DONE'; payments: number; units: number; breaks: number } | { state: 'FAILED' },
) =>
  run(
    tx,
    sql`
    UPDATE recon_run
       SET state = ${to.state}, finished_at = ${now()}, payments = ${to.state === 'DONE' ? to.payments : null},
           units = ${to.state === 'DONE' ? to.units : null}, breaks = ${to.state === 'DONE' ? to.breaks : null}
     WHERE provider = ${provider} AND day = ${day} AND state = 'WAITING'`,
  )

export const runsPage = (on: Database, before: string | undefined, limit: number): Promise<Run[]> =>
  many(
    on,
    sql<Run>`
    SELECT run_id AS "runId", provider, day::text AS day, state, staff_id AS "staffId", payments, units, breaks, created_at AS "createdAt"
      FROM recon_run
     WHERE ${before ? sql`run_id < ${before}` : sql`true`}
     ORDER BY run_id DESC
     LIMIT ${limit}`,
  )

export type BreakRow = {
  breakId: string
  rail: string
  kind: string
  ref: string
  orderNo: string | null
  detail: Record<string, unknown>
  state: 'OPEN' | 'MENDED'
  mendedBy: string | null
  mendedWhy: string | null
  foundAt: Date
  mendedAt: Date | null
  ours: boolean
  suspenseId: string | null
}
const columns = sql`
  break_id AS "breakId", rail_break.rail, kind, ref, rail_break.order_no AS "orderNo", detail, rail_break.state, mended_by AS "mendedBy",
  mended_why AS "mendedWhy", found_at AS "foundAt", mended_at AS "mendedAt",
  EXISTS (SELECT FROM recharge_order WHERE recharge_order.order_no = rail_break.order_no) AS ours,
  (SELECT suspense_id FROM suspense WHERE suspense.order_no = rail_break.order_no AND suspense.rail = rail_break.rail
    ORDER BY suspense_id DESC LIMIT 1) AS "suspenseId"`

/** Open ones from the oldest, all from the newest. */
export const breaksPage = (
  on: Database,
  open: boolean,
  after: string | undefined,
  limit: number,
): Promise<BreakRow[]> =>
  many(
    on,
    open
      ? sql<BreakRow>`
        SELECT ${columns} FROM rail_break
         WHERE rail_break.state = 'OPEN' AND ${after ? sql`break_id > ${after}` : sql`true`}
         ORDER BY break_id LIMIT ${limit}`
      : sql<BreakRow>`
        SELECT ${columns} FROM rail_break
         WHERE ${after ? sql`break_id < ${after}` : sql`true`}
         ORDER BY break_id DESC LIMIT ${limit}`,
  )

export const breakById = (on: Database, breakId: string): Promise<BreakRow | undefined> =>
  maybeOne(on, sql<BreakRow>`SELECT ${columns} FROM rail_break WHERE break_id = ${breakId}`)

export const lockBreak = (tx: Tx, breakId: string) =>
  maybeOne(
    tx,
    sql<{ state: string; kind: string; ref: string; orderNo: string | null }>`
    SELECT state, kind, ref, order_no AS "orderNo" FROM rail_break WHERE break_id = ${breakId} FOR UPDATE`,
  )
export const mendBreak = (tx: Tx, breakId: string, by: string, why: string) =>
  run(
    tx,
    sql`
    UPDATE rail_break SET state = 'MENDED', mended_at = ${now()}, mended_by = ${by}, mended_why = ${why} WHERE break_id = ${breakId}`,
  )
/** Of one rail's open breaks, those of these kinds. */
export const openBreaksOf = <K extends string>(on: Database, rail: string, kinds: readonly K[]) =>
  many(
    on,
    sql<{ kind: K; ref: string; orderNo: string | null }>`
    SELECT kind, ref, order_no AS "orderNo" FROM rail_break
     WHERE rail = ${rail} AND kind = ANY (${[...kinds]}::text[]) AND state = 'OPEN'
     ORDER BY break_id`,
  )
/** Of one rail's breaks of one kind: those about these are no longer so. */
export const mendBreaksOf = (on: Tx | Database, rail: string, kind: string, refs: readonly string[]) =>
  run(
    on,
    sql`
    UPDATE rail_break SET state = 'MENDED', mended_at = ${now()}, mended_by = 'system'
     WHERE rail = ${rail} AND kind = ${kind} AND ref = ANY (${[...refs]}::text[]) AND state = 'OPEN'`,
  )

export const waitingBreaks = (on: Database): Promise<{ count: number; oldest: Date | null }> =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(found_at) AS oldest FROM rail_break WHERE state = 'OPEN'`,
  )
