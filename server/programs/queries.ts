/** All SQL on program, program_balance, program_fund and program_day. */
import type { Cents } from '#contract/core/money.ts'
import { ago, now } from '../core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '../core/db.ts'

type Reader = Database | Tx

/** The issuers whose programme is below its floor: their segments open no cards. */
export const pausedIssuers = async (on: Reader): Promise<ReadonlySet<string>> =>
  new Set(
    (await many(on, sql<{ id: string }>`SELECT issuer_id AS id FROM program WHERE opening_paused`)).map(({ id }) => id),
  )

export type Settings = { floorCents: Cents | null; paused: boolean }
export const settingsOf = async (on: Reader, issuerId: string): Promise<Settings> =>
  (await maybeOne(
    on,
    sql<Settings>`SELECT floor_cents AS "floorCents", opening_paused AS paused FROM program WHERE issuer_id = ${issuerId}`,
  )) ?? { floorCents: null, paused: false }

export const keepSettings = (tx: Tx, issuerId: string, { floorCents, paused }: Settings) =>
  run(
    tx,
    sql`
    INSERT INTO program (issuer_id, floor_cents, opening_paused, updated_at) VALUES (${issuerId}, ${floorCents}, ${paused}, ${now()})
    ON CONFLICT (issuer_id) DO UPDATE
       SET floor_cents = excluded.floor_cents, opening_paused = excluded.opening_paused, updated_at = excluded.updated_at`,
  )

/** One server's turn to ask the issuer: false while it was asked less than `everyMs` ago. */
export const claimReading = async (on: Database, issuerId: string, everyMs: number): Promise<boolean> =>
  (await run(
    on,
    sql`
    INSERT INTO program_balance (issuer_id, asked_at) VALUES (${issuerId}, ${now()})
    ON CONFLICT (issuer_id) DO UPDATE SET asked_at = excluded.asked_at WHERE program_balance.asked_at <= ${ago(everyMs)}`,
  )) > 0

export type Statement = { readAt: Date; theirsCents: Cents; differenceCents: Cents; differsSince: Date | null }
export const statementOf = (on: Reader, issuerId: string) =>
  maybeOne(
    on,
    sql<Statement>`
    SELECT read_at AS "readAt", theirs_cents AS "theirsCents", difference_cents AS "differenceCents", differs_since AS "differsSince"
      FROM program_balance WHERE issuer_id = ${issuerId} AND read_at IS NOT NULL`,
  )

/** Keeps what the issuer answered. Returns since when it differs; null if it agrees. */
export const keepStatement = async (tx: Tx, issuerId: string, theirsCents: Cents, differenceCents: Cents) =>
  (
    await maybeOne(
      tx,
      sql<{ since: Date | null }>`
      UPDATE program_balance
         SET read_at = ${now()}, theirs_cents = ${theirsCents}, difference_cents = ${differenceCents},
             differs_since = CASE WHEN ${differenceCents}::bigint <> 0 THEN coalesce(differs_since, ${now()}::timestamptz) END
       WHERE issuer_id = ${issuerId}
      RETURNING differs_since AS since`,
    )
  )?.since ?? null

export type FundRow = {
  fundNo: string
  issuerId: string
  bankId: string
  reference: string
  valueDate: string
  amountCents: Cents
  makerId: string
  checkerId: string
  approvalId: string
  transferId: string
  createdAt: Date
  arrivedAt: Date | null
}
const fundColumns = sql.raw(`
  fund_no AS "fundNo", issuer_id AS "issuerId", bank_id AS "bankId", reference, value_date::text AS "valueDate", amount_cents AS "amountCents", maker_id AS "makerId",
  checker_id AS "checkerId", approval_id AS "approvalId", transfer_id AS "transferId", created_at AS "createdAt", arrived_at AS "arrivedAt"`)

const FUNDS_SHOWN = 50
export const fundsOf = (on: Reader, issuerId: string): Promise<FundRow[]> =>
  many(
    on,
    sql<FundRow>`SELECT ${fundColumns} FROM program_fund WHERE issuer_id = ${issuerId} ORDER BY created_at DESC, fund_no DESC LIMIT ${FUNDS_SHOWN}`,
  )

/** Prefunds that the issuer's balance has not shown yet, oldest first. */
export const fundsUnderWay = (on: Reader, issuerId: string): Promise<FundRow[]> =>
  many(
    on,
    sql<FundRow>`SELECT ${fundColumns} FROM program_fund WHERE issuer_id = ${issuerId} AND arrived_at IS NULL ORDER BY created_at, fund_no`,
  )

export const isFundRecorded = async (on: Tx, bankId: string, reference: string): Promise<boolean> =>
  (await maybeOne(on, sql`SELECT 1 FROM program_fund WHERE bank_id = ${bankId} AND reference = ${reference}`)) !==
  undefined

export const insertFund = (tx: Tx, fund: Omit<FundRow, 'createdAt' | 'arrivedAt'> & { reason: string }) =>
  run(
    tx,
    sql`
    INSERT INTO program_fund (fund_no, issuer_id, bank_id, reference, value_date, amount_cents, reason, maker_id, checker_id, approval_id, transfer_id, created_at)
    VALUES (${fund.fundNo}, ${fund.issuerId}, ${fund.bankId}, ${fund.reference}, ${fund.valueDate}, ${fund.amountCents}, ${fund.reason}, ${fund.makerId},
            ${fund.checkerId}, ${fund.approvalId}, ${fund.transferId}, ${now()})`,
  )

export const markArrived = (tx: Tx, fundNos: readonly string[]) =>
  run(
    tx,
    sql`UPDATE program_fund SET arrived_at = ${now()} WHERE fund_no = ANY (${[...fundNos]}::text[]) AND arrived_at IS NULL`,
  )

/** A day of the settlement file in sums. Amounts are absolute, in cents. */
export type FileDay = { lines: number; clearingCents: Cents; refundCents: Cents }
export type DayRow = FileDay & {
  day: string
  complete: boolean
  settledCents: Cents | null
  feeCents: Cents | null
  bookedAt: Date | null
  bookedBy: string | null
  transferId: string | null
}
const dayColumns = sql.raw(`
  day::text AS day, lines, clearing_cents AS "clearingCents", refund_cents AS "refundCents", complete, settled_cents AS "settledCents", fee_cents AS "feeCents",
  booked_at AS "bookedAt", booked_by AS "bookedBy", transfer_id AS "transferId"`)

export const keepDay = (
  tx: Tx,
  issuerId: string,
  day: string,
  { lines, clearingCents, refundCents }: FileDay,
  complete: boolean,
) =>
  run(
    tx,
    sql`
    INSERT INTO program_day (issuer_id, day, lines, clearing_cents, refund_cents, complete, read_at)
    VALUES (${issuerId}, ${day}, ${lines}, ${clearingCents}, ${refundCents}, ${complete}, ${now()})
    ON CONFLICT (issuer_id, day) DO UPDATE
       SET lines = excluded.lines, clearing_cents = excluded.clearing_cents, refund_cents = excluded.refund_cents,
           complete = program_day.complete OR excluded.complete, read_at = excluded.read_at`,
  )

export const daysFrom = (on: Reader, issuerId: string, from: string): Promise<DayRow[]> =>
  many(
    on,
    sql<DayRow>`SELECT ${dayColumns} FROM program_day WHERE issuer_id = ${issuerId} AND program_day.day >= ${from}`,
  )

/** Complete days of all issuers in this time that are not booked, oldest first. */
export const openDays = (on: Reader, from: string, until: string) =>
  many(
    on,
    sql<{ issuerId: string; day: string }>`
    SELECT issuer_id AS "issuerId", day::text AS day FROM program_day
     WHERE complete AND booked_at IS NULL AND program_day.day >= ${from} AND program_day.day < ${until}
     ORDER BY program_day.day, issuer_id`,
  )

/** Locked, so that a day is booked once. */
export const lockDay = (tx: Tx, issuerId: string, day: string) =>
  maybeOne(
    tx,
    sql<DayRow>`SELECT ${dayColumns} FROM program_day WHERE issuer_id = ${issuerId} AND program_day.day = ${day} FOR UPDATE`,
  )

export const markBooked = (
  tx: Tx,
  issuerId: string,
  day: string,
  {
    settledCents,
    feeCents,
    by,
    transferId,
  }: { settledCents: Cents; feeCents: Cents; by: string | null; transferId: string | null },
) =>
  run(
    tx,
    sql`
    UPDATE program_day
       SET settled_cents = ${settledCents}, fee_cents = ${feeCents}, booked_at = ${now()}, booked_by = ${by}, transfer_id = ${transferId}
     WHERE issuer_id = ${issuerId} AND day = ${day} AND booked_at IS NULL`,
  )
