/** Wires from before payers were sealed: some hundred rows in a transaction, until none is left. May be stopped at any time. */
import type { ForecastSaid } from '#contract/funding/forecasts.ts'
import { nowMs, SECOND } from '#server/core/clock.ts'
import { many, run, sql, transaction, type Tx } from '#server/core/db.ts'
import { sealForecastPayer, sealLinePayer, sealSaid, type ForecastPayer, type LinePayer } from './sealedPayer.ts'

/** True while there may be more. */
export async function sealOldPayers({ atOnce = 500, forMs = 30 * SECOND } = {}): Promise<boolean> {
  const until = nowMs() + forMs
  for (const seal of [sealForecasts, sealLines, sealSteps])
    while ((await transaction((tx) => seal(tx, atOnce))) > 0) if (nowMs() >= until) return true
  return false
}

const asJson = (rows: readonly { payer_enc: Buffer }[]): string =>
  JSON.stringify(rows.map((row) => ({ ...row, payer_enc: `\\x${row.payer_enc.toString('hex')}` })))

async function sealForecasts(tx: Tx, limit: number): Promise<number> {
  const rows = await many(
    tx,
    sql<ForecastPayer & { topup_id: string }>`
    SELECT topup_id, payer_name, payer_bank FROM forecast WHERE payer_enc IS NULL LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  )
  const sealed = rows.map(({ topup_id, ...payer }) => ({ topup_id, ...sealForecastPayer(topup_id, payer) }))
  return run(
    tx,
    sql`
    UPDATE forecast
       SET payer_enc = sealed.payer_enc, payer_marks = sealed.payer_marks, payer_name = NULL, payer_bank = NULL
      FROM json_populate_recordset(NULL::forecast, ${asJson(sealed)}::json) AS sealed
     WHERE forecast.topup_id = sealed.topup_id`,
  )
}

async function sealLines(tx: Tx, limit: number): Promise<number> {
  const rows = await many(
    tx,
    sql<LinePayer & { line_id: string }>`
    SELECT line_id, payer, payer_account, details FROM bank_line WHERE payer_enc IS NULL LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  )
  const sealed = rows.map(({ line_id, ...payer }) => ({ line_id, ...sealLinePayer(line_id, payer) }))
  return run(
    tx,
    sql`
    UPDATE bank_line
       SET payer_enc = sealed.payer_enc, payer_marks = sealed.payer_marks, payer = NULL, payer_account = NULL, details = NULL
      FROM json_populate_recordset(NULL::bank_line, ${asJson(sealed)}::json) AS sealed
     WHERE bank_line.line_id = sealed.line_id`,
  )
}

async function sealSteps(tx: Tx, limit: number): Promise<number> {
  const rows = await many(
    tx,
    sql<{ topup_id: string; seq: number; version: number; said: ForecastSaid }>`
    SELECT topup_id, seq, version, said FROM forecast_step WHERE said IS NOT NULL LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  )
  return run(
    tx,
    sql`
    UPDATE forecast_step AS step
       SET said_enc = sealed.said_enc, said = NULL
      FROM unnest(${rows.map((row) => row.topup_id)}::text[], ${rows.map((row) => row.seq)}::integer[],
                  ${rows.map(({ topup_id, version, said }) => sealSaid(topup_id, version, said))}::bytea[]) AS sealed (topup_id, seq, said_enc)
     WHERE step.topup_id = sealed.topup_id AND step.seq = sealed.seq`,
  )
}
