import { now } from '#server/core/clock.ts'
import { one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'

export type BreakKind =
  | 'LOST_NOTICE'
  | 'UNKNOWN_ORDER'
  | 'AMOUNT_DIFFERS'
  | 'NOT_AT_PROVIDER'
  | 'CONTRADICTION'
  | 'RATE_MOVED'
  | 'UNKNOWN_CARD'
  | 'FAILED_BUT_OPEN'
  | 'MISSING_AT_ISSUER'
export type Break = {
  rail: string
  kind: BreakKind
  /** What it is about: one break of a kind for each. */
  ref: string
  orderNo: string | null
  detail: Record<string, unknown>
  /** Put right at once, by what was done about it. */
  mended?: boolean
}

/** Found again, it stays as it was found first. Gives 1 where it is new. */
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
 * A condition that may come back: found again, a break that the system closed is open again. One that a person has resolved stays
 * resolved. True where it is open now.
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

/** It is no longer so, or a person has dealt with it. */
export const mendBreaks = (tx: Tx | Database, kind: BreakKind, orderNo: string, by = 'system') =>
  run(
    tx,
    sql`
    UPDATE rail_break
       SET state = 'MENDED', mended_at = ${now()}, mended_by = ${by}
     WHERE kind = ${kind} AND order_no = ${orderNo} AND state = 'OPEN'`,
  )

/** A rate that a person has set ends the doubt about those that the feed told. */
export const mendRateBreaks = (tx: Tx, by: string, why: string) =>
  run(
    tx,
    sql`
    UPDATE rail_break
       SET state = 'MENDED', mended_at = ${now()}, mended_by = ${by}, mended_why = ${why}
     WHERE kind = 'RATE_MOVED' AND state = 'OPEN'`,
  )

/** How many of a rail are open or were mended at once since. */
export const breaksSince = async (reader: Database, rail: string, since: Date): Promise<number> =>
  (
    await one(
      reader,
      sql<{ n: number }>`SELECT count(*)::integer AS n FROM rail_break WHERE rail = ${rail} AND found_at >= ${since}`,
    )
  ).n
