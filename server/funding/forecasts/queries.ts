/** All SQL on forecast and forecast_step. */
import type { RawBuilder } from 'kysely'
import type { ForecastSaid, TopupStatus } from '#contract/funding/forecasts.ts'
import type { Words } from '#contract/core/fields.ts'
import { touch } from '#server/core/changes/touch.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, inAnyCell, ofAccount, takeName } from '#server/core/database/cells.ts'
import { hasMarks } from '#server/core/database/hasMarks.ts'
import { many, one, run, sql, type Database, type Tx, maybeOne } from '#server/core/db.ts'
import { serial } from '#server/core/ids.ts'
import { openSaid, payersLike, sealForecastPayer, sealSaid, withForecastPayer } from './sealedPayer.ts'

export type Forecast = {
  topup_id: string
  account_id: string
  login_id: string
  order_no: string
  status: TopupStatus
  version: number
  bank_id: string
  amount_cents: number
  payer_name: string
  payer_bank: string
  payer_country: string
  payer_enc: Buffer
  payer_account_enc: Buffer
  payer_tail: string
  transfer_at: Date
  slips: string[]
  remark: string
  reason: string
  reviewer_id: string | null
  line_id: string | null
  received_cents: number | null
  fee_cents: number
  credit_cents: number | null
  transfer_id: string | null
  expires_at: Date
  audited_at: Date | null
  credited_at: Date | null
  created_at: Date
}

/** Which forecast. */
export type ForecastKey = Pick<Forecast, 'account_id' | 'topup_id'>
const keyIs = ({ account_id, topup_id }: ForecastKey): RawBuilder<boolean> =>
  sql<boolean>`${ofAccount(account_id)} AND topup_id = ${topup_id}`

/** The holder's statements about a forecast, new or resubmitted. */
export type Submission = {
  accountId: string
  topupId: string
  bankId: string
  amountCents: number
  payerName: string
  payerBank: string
  payerCountry: string
  payerAccountEnc: Buffer
  payerTail: string
  transferAt: Date
  slips: string[]
  remark: string
  expiresAt: Date
}

export function insertForecast(tx: Tx, one: Submission & { loginId: string; orderNo: string }) {
  const { payer_enc, payer_marks } = payerOf(one)
  touch(tx, one.accountId, 'money')
  return run(
    tx,
    sql`
    INSERT INTO forecast (cell, topup_id, account_id, login_id, order_no, status, bank_id, amount_cents, payer_enc, payer_marks, payer_country,
                          payer_account_enc, payer_tail, transfer_at, slips, remark, expires_at, created_at, updated_at)
    VALUES (${cellOf(one.accountId)}, ${one.topupId}, ${one.accountId}, ${one.loginId}, ${one.orderNo}, 'SUBMITTED', ${one.bankId}, ${one.amountCents}, ${payer_enc},
            ${payer_marks}::integer[], ${one.payerCountry}, ${one.payerAccountEnc}, ${one.payerTail}, ${one.transferAt}, ${one.slips}::text[],
            ${one.remark}, ${one.expiresAt}, ${now()}, ${now()})`,
  )
}

/** A number that no forecast of any account has: a bank's line is matched by it. */
export async function freeOrderNo(tx: Tx): Promise<string> {
  for (;;) {
    const drawn = `WF${serial(10)}`
    await takeName(tx, `forecast ${drawn}`)
    if (!(await maybeOne(tx, sql`SELECT FROM forecast WHERE ${inAnyCell()} AND order_no = ${drawn}`))) return drawn
  }
}

const payerOf = ({ topupId, payerName, payerBank }: Submission) =>
  sealForecastPayer(topupId, { payer_name: payerName, payer_bank: payerBank })

/** Replaces the last version; its statements are kept in its step. */
export async function updateSubmission(tx: Tx, one: Submission): Promise<void> {
  const { payer_enc, payer_marks } = payerOf(one)
  await run(
    tx,
    sql`
    UPDATE forecast
       SET status = 'SUBMITTED', version = version + 1, bank_id = ${one.bankId}, amount_cents = ${one.amountCents}, payer_enc = ${payer_enc},
           payer_marks = ${payer_marks}::integer[], payer_country = ${one.payerCountry}, payer_account_enc = ${one.payerAccountEnc},
           payer_tail = ${one.payerTail}, transfer_at = ${one.transferAt}, slips = ${one.slips}::text[], remark = ${one.remark},
           reason = '', reviewer_id = NULL, expires_at = ${one.expiresAt}, updated_at = ${now()}
     WHERE ${ofAccount(one.accountId)} AND topup_id = ${one.topupId}`,
  )
  touch(tx, one.accountId, 'money')
}

export type Change = {
  status: TopupStatus
  reason?: string
  reviewerId?: string | null
  lineId?: string | null
  audited?: boolean
  credited?: { receivedCents: number; feeCents: number; creditCents: number; transferId: string }
}
/** Updates the status; fields that are not given do not change. */
export async function updateForecast(
  tx: Tx,
  forecast: ForecastKey,
  { status, reason, reviewerId, lineId, audited, credited }: Change,
): Promise<void> {
  await run(
    tx,
    sql`
    UPDATE forecast
       SET status = ${status},
           reason = ${reason === undefined ? sql`reason` : reason},
           reviewer_id = ${reviewerId === undefined ? sql`reviewer_id` : reviewerId},
           line_id = ${lineId === undefined ? sql`line_id` : lineId},
           audited_at = ${audited ? now() : sql`audited_at`},
           received_cents = ${credited ? credited.receivedCents : sql`received_cents`},
           fee_cents = ${credited ? credited.feeCents : sql`fee_cents`},
           credit_cents = ${credited ? credited.creditCents : sql`credit_cents`},
           transfer_id = ${credited ? credited.transferId : sql`transfer_id`},
           credited_at = ${credited ? now() : sql`credited_at`},
           updated_at = ${now()}
     WHERE ${keyIs(forecast)}`,
  )
  touch(tx, forecast.account_id, 'money')
}

/** Opens sealed fields as soon as rows are read. */
const allForecasts = async (on: Tx | Database, query: RawBuilder<unknown>): Promise<Forecast[]> =>
  (await many(on, query as RawBuilder<Forecast>)).map(withForecastPayer)
const oneForecast = async (on: Tx | Database, query: RawBuilder<unknown>): Promise<Forecast | undefined> =>
  (await allForecasts(on, query))[0]

/** Serializes changes by its holder, its reviewer and its deadline. */
export const lockForecast = (tx: Tx, forecast: ForecastKey): Promise<Forecast | undefined> =>
  oneForecast(tx, sql`SELECT * FROM forecast WHERE ${keyIs(forecast)} FOR UPDATE`)

export const forecastByKey = (on: Tx | Database, forecast: ForecastKey): Promise<Forecast | undefined> =>
  oneForecast(on, sql`SELECT * FROM forecast WHERE ${keyIs(forecast)}`)
/** For staff, who open one by its id alone. */
export const findForecast = (on: Tx | Database, topupId: string): Promise<Forecast | undefined> =>
  oneForecast(on, sql`SELECT * FROM forecast WHERE ${inAnyCell()} AND topup_id = ${topupId}`)

export const forecastsByKeys = (on: Tx | Database, keys: readonly ForecastKey[]): Promise<Forecast[]> =>
  allForecasts(
    on,
    sql`
    SELECT * FROM forecast
     WHERE (cell, account_id, topup_id) IN (SELECT * FROM unnest(${keys.map(({ account_id }) => cellOf(account_id))}::smallint[],
                                                                 ${keys.map(({ account_id }) => account_id)}::text[],
                                                                 ${keys.map(({ topup_id }) => topup_id)}::text[]))`,
  )

export const overdueForecasts = (on: Database): Promise<ForecastKey[]> =>
  many(
    on,
    sql<ForecastKey>`
    SELECT account_id, topup_id FROM forecast
     WHERE status IN ('SUBMITTED', 'REVIEWING') AND expires_at <= ${now()}
     ORDER BY expires_at
     LIMIT 100`,
  )

export const underWay = async (on: Tx | Database, accountId: string): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`
      SELECT count(*) AS n FROM forecast
       WHERE ${ofAccount(accountId)} AND status IN ('SUBMITTED', 'REVIEWING', 'NEED_INFO', 'MATCHED')`,
    )
  ).n

/** Forecasts that a bank line may still be matched to. */
export const openForecasts = (on: Tx | Database, bankId: string): Promise<Forecast[]> =>
  allForecasts(
    on,
    sql`
    SELECT * FROM forecast
     WHERE bank_id = ${bankId} AND status IN ('SUBMITTED', 'REVIEWING')
     ORDER BY created_at
     LIMIT 5000`,
  )

type Filter = {
  status?: TopupStatus | undefined
  startTime?: number | undefined
  endTime?: number | undefined
  topupId?: string | undefined
}
export type Paging = { pageNo: number; pageSize: number }

export async function forecastsOf(on: Database, accountId: string, filter: Filter, { pageNo, pageSize }: Paging) {
  const where = sql`
    ${ofAccount(accountId)}
    AND ${filter.status === undefined ? sql`true` : sql`status = ${filter.status}`}
    AND ${filter.topupId === undefined ? sql`true` : sql`topup_id = ${filter.topupId}`}
    AND ${filter.startTime === undefined ? sql`true` : sql`created_at >= ${new Date(filter.startTime)}`}
    AND ${filter.endTime === undefined ? sql`true` : sql`created_at < ${new Date(filter.endTime)}`}`
  const [rows, sums] = await Promise.all([
    allForecasts(
      on,
      sql`
      SELECT * FROM forecast WHERE ${where}
       ORDER BY created_at DESC, topup_id DESC
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(
      on,
      sql<{ count: number; waiting: number; credited: number }>`
      SELECT count(*) AS count,
             coalesce(sum(amount_cents) FILTER (WHERE status IN ('SUBMITTED', 'REVIEWING', 'NEED_INFO', 'MATCHED')), 0)::bigint AS waiting,
             coalesce(sum(credit_cents) FILTER (WHERE status = 'CREDITED'), 0)::bigint AS credited
        FROM forecast WHERE ${where}`,
    ),
  ])
  return { rows, ...sums }
}

/** For staff: longest waiting first, the others newest first. */
export async function forecastsAtDesk(
  on: Database,
  {
    status,
    keyword,
    accountIds,
  }: { status?: TopupStatus | undefined; keyword?: string | undefined; accountIds: readonly string[] },
  { pageNo, pageSize }: Paging,
) {
  const where = sql`
    ${status === undefined ? sql`true` : sql`status = ${status}`}
    AND ${
      keyword === undefined
        ? sql`true`
        : sql`(order_no = ${keyword.toUpperCase()} OR ${hasMarks(sql`payer_marks`, payersLike(keyword))} OR account_id = ANY (${[...accountIds]}::text[]))`
    }`
  const [rows, { count }] = await Promise.all([
    allForecasts(
      on,
      sql`
      SELECT * FROM forecast WHERE ${where}
       ORDER BY status IN ('SUBMITTED', 'REVIEWING') DESC,
                CASE WHEN status IN ('SUBMITTED', 'REVIEWING') THEN updated_at END,
                created_at DESC, topup_id DESC
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM forecast WHERE ${where}`),
  ])
  return { rows, count }
}

export const waitingForecasts = (on: Database): Promise<{ count: number; oldest: Date | null }> =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(updated_at) AS oldest FROM forecast WHERE status IN ('SUBMITTED', 'REVIEWING')`,
  )

export type Step = {
  seq: number
  version: number
  status: TopupStatus
  reason_cn: string
  reason_en: string
  by_kind: 'HOLDER' | 'STAFF' | 'SYSTEM'
  said: ForecastSaid | null
  created_at: Date
}
/** The forecast is locked, so the next number is free. */
export const insertStep = (
  tx: Tx,
  forecast: ForecastKey,
  step: {
    version: number
    status: TopupStatus
    by: Step['by_kind']
    reason?: Words | undefined
    said?: ForecastSaid | undefined
  },
) =>
  run(
    tx,
    sql`
    INSERT INTO forecast_step (cell, account_id, topup_id, seq, version, status, reason_cn, reason_en, by_kind, said_enc, slips, created_at)
    SELECT ${cellOf(forecast.account_id)}::smallint, ${forecast.account_id}, ${forecast.topup_id}, coalesce(max(seq), 0) + 1, ${step.version}::integer, ${step.status}, ${step.reason?.cn ?? ''}, ${step.reason?.en ?? ''},
           ${step.by}, ${step.said ? sealSaid(forecast.topup_id, step.version, step.said) : null}::bytea, ${step.said?.vouchers ?? []}::text[],
           ${now()}::timestamptz
      FROM forecast_step WHERE ${keyIs(forecast)}`,
  )

export async function stepsOf(on: Tx | Database, forecast: ForecastKey): Promise<Step[]> {
  const steps = await many(
    on,
    sql<
      Omit<Step, 'said'> & { said_enc: Buffer | null }
    >`SELECT * FROM forecast_step WHERE ${keyIs(forecast)} ORDER BY seq`,
  )
  return steps.map(({ said_enc, ...step }) => ({
    ...step,
    said: said_enc && openSaid(forecast.topup_id, step.version, said_enc),
  }))
}

export const insertSlip = (on: Database, slip: { fileId: string; accountId: string; name: string; bodyEnc: Buffer }) =>
  run(
    on,
    sql`
    INSERT INTO slip (cell, file_id, account_id, name, body_enc, created_at)
    VALUES (${cellOf(slip.accountId)}, ${slip.fileId}, ${slip.accountId}, ${slip.name}, ${slip.bodyEnc}, ${now()})`,
  )

export const slipOf = (on: Tx | Database, accountId: string, fileId: string) =>
  maybeOne(
    on,
    sql<{ name: string; body_enc: Buffer }>`
    SELECT name, body_enc FROM slip WHERE ${ofAccount(accountId)} AND file_id = ${fileId}`,
  )

export const ownSlips = async (on: Tx, accountId: string, fileIds: readonly string[]): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`
      SELECT count(*) AS n FROM slip WHERE ${ofAccount(accountId)} AND file_id = ANY (${[...fileIds]}::text[])`,
    )
  ).n

export const slipsSince = async (on: Database, accountId: string, since: Date): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`SELECT count(*) AS n FROM slip WHERE ${ofAccount(accountId)} AND created_at > ${since}`,
    )
  ).n

/** Deletes uploads that were never submitted. A submitted slip is kept, even if a later version omits it: it is part of the history. */
export const forgetLooseSlips = (on: Database, before: Date) =>
  run(
    on,
    sql`
    DELETE FROM slip
     WHERE created_at < ${before}
       AND NOT EXISTS (SELECT FROM forecast_step AS step
                        WHERE step.cell = slip.cell AND step.account_id = slip.account_id AND slip.file_id = ANY (step.slips))`,
  )
