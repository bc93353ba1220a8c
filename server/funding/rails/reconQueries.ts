/** All SQL on recon_run, provider_day and rail_break. */
import type { RawBuilder } from 'kysely'
import type { RunState } from '#contract/funding/desk/topUps.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import type { ProviderId, ProviderPayment } from '#server/outside/outside.ts'

/** Payment providers, and the card issuers. */
export type ReconWith = ProviderId | 'ISSUER'
/** A provider; of the issuers, which. */
type OneOf = { readonly provider: ProviderId } | { readonly provider: 'ISSUER'; readonly issuerId: string }
const issuerIdOf = (of: OneOf): string => (of.provider === 'ISSUER' ? of.issuerId : '')

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

/** Null: the same day of the same provider is already being read. */
export const openRun = async (
  tx: Tx | Database,
  of: OneOf,
  day: string,
  staffId: string | null,
): Promise<string | null> =>
  (
    await maybeOne(
      tx,
      sql<{ runId: string }>`
      INSERT INTO recon_run (run_id, provider, issuer_id, day, state, staff_id, created_at)
      VALUES (${newId('rrn')}, ${of.provider}, ${issuerIdOf(of)}, ${day}, 'WAITING', ${staffId}, ${now()})
      ON CONFLICT (provider, issuer_id, day) WHERE state = 'WAITING' DO NOTHING
      RETURNING run_id AS "runId"`,
    )
  )?.runId ?? null

export const closeRun = (
  tx: Tx | Database,
  of: OneOf,
  day: string,
  to: { state: 'DONE'; payments: number; units: number; breaks: number } | { state: 'FAILED' },
) =>
  run(
    tx,
    sql`
    UPDATE recon_run
       SET state = ${to.state}, finished_at = ${now()}, payments = ${to.state === 'DONE' ? to.payments : null},
           units = ${to.state === 'DONE' ? to.units : null}, breaks = ${to.state === 'DONE' ? to.breaks : null}
     WHERE provider = ${of.provider} AND issuer_id = ${issuerIdOf(of)} AND day = ${day} AND state = 'WAITING'`,
  )

/** When each day was last read to its end, epoch milliseconds. */
export const daysDone = async (on: Database, of: OneOf, since: Date): Promise<Map<string, number>> =>
  new Map(
    (
      await many(
        on,
        sql<{ day: string; at: Date }>`
        SELECT day::text AS day, max(finished_at) AS at FROM recon_run
         WHERE provider = ${of.provider} AND issuer_id = ${issuerIdOf(of)} AND state = 'DONE' AND created_at >= ${since}
         GROUP BY recon_run.day`,
      )
    ).map(({ day, at }) => [day, at.getTime()]),
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
/** Breaks, with what is known of their orders. The directory of orders is asked in a step of its own, because it lies elsewhere than the breaks. */
const breaks = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) => sql<BreakRow>`
  WITH found AS MATERIALIZED (
    SELECT break_id, rail, kind, ref, order_no, detail, state, mended_by, mended_why, found_at, mended_at,
           (SELECT suspense_id FROM suspense WHERE suspense.order_no = rail_break.order_no AND suspense.rail = rail_break.rail
             ORDER BY suspense_id DESC LIMIT 1) AS suspense_id
      FROM rail_break
     WHERE ${where}
     ORDER BY ${order}
     LIMIT ${limit}
  ), ours AS MATERIALIZED (
    SELECT order_no FROM recharge_order_no WHERE order_no IN (SELECT order_no FROM found)
  )
  SELECT break_id AS "breakId", rail, kind, ref, order_no AS "orderNo", detail, state, mended_by AS "mendedBy",
         mended_why AS "mendedWhy", found_at AS "foundAt", mended_at AS "mendedAt",
         order_no IS NOT NULL AND order_no IN (SELECT order_no FROM ours) AS ours, suspense_id AS "suspenseId"
    FROM found
   ORDER BY ${order}`

/** Open ones oldest first, all newest first. */
export const breaksPage = (
  on: Database,
  open: boolean,
  after: string | undefined,
  limit: number,
): Promise<BreakRow[]> =>
  many(
    on,
    open
      ? breaks(sql`state = 'OPEN' AND ${after ? sql`break_id > ${after}` : sql`true`}`, sql`break_id`, limit)
      : breaks(after ? sql`break_id < ${after}` : sql`true`, sql`break_id DESC`, limit),
  )

export const breakById = (on: Database, breakId: string): Promise<BreakRow | undefined> =>
  maybeOne(on, breaks(sql`break_id = ${breakId}`, sql`break_id`, 1))

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
/** One rail's open breaks of these kinds. */
export const openBreaksOf = <K extends string>(on: Database, rail: string, kinds: readonly K[]) =>
  many(
    on,
    sql<{ kind: K; ref: string; orderNo: string | null; detail: Record<string, unknown> }>`
    SELECT kind, ref, order_no AS "orderNo", detail FROM rail_break
     WHERE rail = ${rail} AND kind = ANY (${[...kinds]}::text[]) AND state = 'OPEN'
     ORDER BY break_id`,
  )
/** Closes one rail's breaks of one kind with these subjects: they no longer exist. */
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

/** When each day's list was last read completely. */
export const daysRead = async (reader: Database, provider: ProviderId): Promise<Map<string, Date>> =>
  new Map(
    (
      await many(
        reader,
        sql<{ day: string; at: Date }>`
        SELECT day::text AS day, read_at AS at FROM provider_day WHERE provider = ${provider} ORDER BY provider_day.day DESC LIMIT 40`,
      )
    ).map(({ day, at }) => [day, at]),
  )

export const keepDay = (tx: Tx, provider: ProviderId, day: string, listed: readonly ProviderPayment[]) =>
  run(
    tx,
    sql`
    INSERT INTO provider_day (provider, day, payments, units, read_at)
    VALUES (${provider}, ${day}, ${listed.length}, ${listed.reduce((sum, { amount }) => sum + amount, 0)}, ${now()})
    ON CONFLICT (provider, day) DO UPDATE
       SET payments = excluded.payments, units = excluded.units, read_at = excluded.read_at`,
  )

export type BreakKind =
  | 'LOST_NOTICE'
  | 'UNKNOWN_ORDER'
  | 'AMOUNT_DIFFERS'
  | 'CARD_DIFFERS'
  | 'CURRENCY_DIFFERS'
  | 'NOT_AT_PROVIDER'
  | 'CONTRADICTION'
  | 'RATE_MOVED'
  | 'UNKNOWN_CARD'
  | 'FAILED_BUT_OPEN'
  | 'MISSING_AT_ISSUER'
  | 'PROGRAM_DIFFERS'
  | 'SETTLEMENT_DIFFERS'
export type Break = {
  rail: string
  kind: BreakKind
  /** The subject: one break per kind and subject. */
  ref: string
  orderNo: string | null
  detail: Record<string, unknown>
  /** Already resolved by the code that found it. */
  mended?: boolean
}

/** A break that is found again keeps its first row. Returns 1 if it is new. */
export const keepBreak = (tx: Tx | Database, found: Break) =>
  run(
    tx,
    sql`
    INSERT INTO rail_break (break_id, rail, kind, ref, order_no, detail, state, found_at, mended_at, mended_by)
    VALUES (${newId('rbk')}, ${found.rail}, ${found.kind}, ${found.ref}, ${found.orderNo}, ${JSON.stringify(found.detail)}::jsonb,
            ${found.mended ? 'MENDED' : 'OPEN'}, ${now()}, ${found.mended ? now() : null}, ${found.mended ? 'system' : null})
    ON CONFLICT (rail, kind, ref) DO NOTHING`,
  )

/**
 * For conditions that may return: a break that the system closed is reopened when found again. One resolved by a person stays resolved. Returns true if it is
 * open now.
 */
export const keepBreakOpen = async (tx: Tx, found: Break): Promise<boolean> =>
  (await run(
    tx,
    sql`
    INSERT INTO rail_break (break_id, rail, kind, ref, order_no, detail, state, found_at)
    VALUES (${newId('rbk')}, ${found.rail}, ${found.kind}, ${found.ref}, ${found.orderNo}, ${JSON.stringify(found.detail)}::jsonb,
            'OPEN', ${now()})
    ON CONFLICT (rail, kind, ref) DO UPDATE
       SET state = 'OPEN', mended_at = NULL, mended_by = NULL, detail = excluded.detail
     WHERE rail_break.state = 'OPEN' OR rail_break.mended_by = 'system'`,
  )) > 0

/** The condition has ended, or a person has resolved it. */
export const mendBreaks = (tx: Tx | Database, kind: BreakKind, orderNo: string, by = 'system') =>
  run(
    tx,
    sql`
    UPDATE rail_break
       SET state = 'MENDED', mended_at = ${now()}, mended_by = ${by}
     WHERE kind = ${kind} AND order_no = ${orderNo} AND state = 'OPEN'`,
  )

/** A rate set by staff resolves the open breaks about rates from the feed. */
export const mendRateBreaks = (tx: Tx, by: string, why: string) =>
  run(
    tx,
    sql`
    UPDATE rail_break
       SET state = 'MENDED', mended_at = ${now()}, mended_by = ${by}, mended_why = ${why}
     WHERE kind = 'RATE_MOVED' AND state = 'OPEN'`,
  )

/** How many breaks of a rail were found since then, resolved or not. */
export const breaksSince = async (reader: Database, rail: string, since: Date): Promise<number> =>
  (
    await one(
      reader,
      sql<{ n: number }>`SELECT count(*)::integer AS n FROM rail_break WHERE rail = ${rail} AND found_at >= ${since}`,
    )
  ).n
