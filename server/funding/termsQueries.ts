import type { Rail } from '#contract/funding/funding.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '../core/db.ts'

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
