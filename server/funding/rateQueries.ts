import { now } from '../core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'

export type RateRow = { rateId: string; midMicros: number; spreadBps: number; source: 'FEED' | 'STAFF'; at: Date }

/** The newest that held at that moment; without one, the newest. */
export const newestRate = (reader: Tx | Database, currency: string, at?: Date): Promise<RateRow | undefined> =>
  maybeOne(
    reader,
    sql<RateRow>`
    SELECT rate_id AS "rateId", mid_micros AS "midMicros", spread_bps AS "spreadBps", source, effective_at AS at
      FROM fx_rate
     WHERE currency = ${currency} AND ${at ? sql`effective_at <= ${at}` : sql`true`}
     ORDER BY effective_at DESC, rate_id DESC
     LIMIT 1`,
  )

export const insertRate = (
  tx: Tx | Database,
  currency: string,
  { midMicros, spreadBps, source, by }: Pick<RateRow, 'midMicros' | 'spreadBps' | 'source'> & { by: string },
) =>
  run(
    tx,
    sql`
    INSERT INTO fx_rate (rate_id, currency, mid_micros, spread_bps, source, set_by, effective_at, created_at)
    VALUES (${newId('fxr')}, ${currency}, ${midMicros}, ${spreadBps}, ${source}, ${by}, ${now()}, ${now()})`,
  )

export const ratesPage = (
  reader: Database,
  currency: string,
  before: string | undefined,
  limit: number,
): Promise<(RateRow & { by: string })[]> =>
  many(
    reader,
    sql<RateRow & { by: string }>`
    SELECT rate_id AS "rateId", mid_micros AS "midMicros", spread_bps AS "spreadBps", source, effective_at AS at, set_by AS by
      FROM fx_rate
     WHERE currency = ${currency} AND ${before ? sql`rate_id < ${before}` : sql`true`}
     ORDER BY rate_id DESC
     LIMIT ${limit}`,
  )
