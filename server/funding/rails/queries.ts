import type { Rail } from '#contract/funding/funding.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'

export type ConfigRow = {
  enabled: boolean
  payUnit: string
  min: Cents
  feeBps: number
  feeFixed: Cents
  quoteForS: number
  validForS: number
  business: boolean
  limitFileId: string | null
  version: number
  updatedAt: Date
}
export type TextRow = { lang: Lang; displayMax: Cents | null; arrival: string; notes: string }

export const configOf = (reader: Tx | Database, rail: Rail): Promise<ConfigRow | undefined> =>
  maybeOne(
    reader,
    sql<ConfigRow>`
    SELECT enabled, pay_unit AS "payUnit", min_units AS min, fee_bps AS "feeBps", fee_fixed AS "feeFixed", quote_for_s AS "quoteForS",
           valid_for_s AS "validForS", business, limit_file_id AS "limitFileId", version, updated_at AS "updatedAt"
      FROM rail_config
     WHERE rail = ${rail}`,
  )

export const textsOf = (reader: Tx | Database, rail: Rail): Promise<TextRow[]> =>
  many(
    reader,
    sql<TextRow>`SELECT lang, display_max AS "displayMax", arrival, notes FROM rail_text WHERE rail = ${rail} ORDER BY lang`,
  )

export const updateConfig = (tx: Tx, rail: Rail, to: ConfigRow, by: string) =>
  run(
    tx,
    sql`
    UPDATE rail_config
       SET enabled = ${to.enabled}, min_units = ${to.min}, fee_bps = ${to.feeBps}, fee_fixed = ${to.feeFixed}, quote_for_s = ${to.quoteForS},
           valid_for_s = ${to.validForS}, limit_file_id = ${to.limitFileId}, version = version + 1, updated_by = ${by}, updated_at = ${now()}
     WHERE rail = ${rail}`,
  )

export const updateText = (tx: Tx, rail: Rail, to: TextRow) =>
  run(
    tx,
    sql`
    UPDATE rail_text
       SET display_max = ${to.displayMax}, arrival = ${to.arrival}, notes = ${to.notes}
     WHERE rail = ${rail} AND lang = ${to.lang}`,
  )

export type BankLimit = { code: string; cn: string; en: string; perPayment: Cents; perDay: Cents; updatedAt: Date }
export const bankLimitsOf = (reader: Tx | Database): Promise<BankLimit[]> =>
  many(
    reader,
    sql<BankLimit>`
    SELECT bank_code AS code, name_cn AS cn, name_en AS en, per_payment AS "perPayment", per_day AS "perDay", updated_at AS "updatedAt"
      FROM bank_limit
     ORDER BY per_payment DESC, per_day DESC, bank_code`,
  )

/** Account holders see only the published picture. */
export const pictureShown = (on: Database, fileId: string) =>
  maybeOne(
    on,
    sql<{ body: Buffer }>`
    SELECT body FROM rail_picture WHERE file_id = ${fileId} AND EXISTS (SELECT FROM rail_config WHERE limit_file_id = ${fileId})`,
  )

export type RateRow = { rateId: string; midMicros: number; spreadBps: number; source: 'FEED' | 'STAFF'; at: Date }

/** The latest rate at that time; if there is none, the latest. */
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
