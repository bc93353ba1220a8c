/** All SQL on bank_line and bank_statement. */
import type { LineState } from '#contract/funding/desk/wires.ts'
import type { RawBuilder } from 'kysely'
import { now } from '#server/core/clock.ts'
import { hasMarks } from '#server/core/database/hasMarks.ts'
import { many, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { payersLike, sealLinePayer, withLinePayer } from '#server/funding/forecasts/sealedPayer.ts'

export type Line = {
  line_id: string
  bank_id: string
  bank_ref: string
  value_date: string
  amount_cents: number
  payer: string
  payer_account: string
  details: string
  payer_enc: Buffer
  state: LineState
  fits_account_id: string | null
  fits_topup_id: string | null
  suspense_id: string | null
  transfer_id: string | null
  account_id: string | null
  created_at: Date
}
const columns = sql`
  line_id, bank_id, bank_ref, value_date::text AS value_date, amount_cents, payer_enc, state, fits_account_id, fits_topup_id,
  suspense_id, transfer_id, account_id, created_at`

export const insertStatement = (
  tx: Tx,
  one: {
    statementId: string
    bankId: string
    format: string
    fileName: string
    sha256: string
    staffId: string
    lines: number
  },
) =>
  run(
    tx,
    sql`
    INSERT INTO bank_statement (statement_id, bank_id, format, file_name, sha256, staff_id, lines, created_at)
    VALUES (${one.statementId}, ${one.bankId}, ${one.format}, ${one.fileName}, ${one.sha256}, ${one.staffId}, ${one.lines}, ${now()})`,
  )

export type NewLine = Pick<
  Line,
  'line_id' | 'bank_ref' | 'value_date' | 'amount_cents' | 'payer' | 'payer_account' | 'details'
> &
  Pick<Line, 'fits_account_id' | 'fits_topup_id'>
const sealedLine = ({ payer, payer_account, details, ...line }: NewLine) => {
  const { payer_enc, payer_marks } = sealLinePayer(line.line_id, { payer, payer_account, details })
  return { ...line, payer_enc: `\\x${payer_enc.toString('hex')}`, payer_marks }
}
/** Skips lines whose bank reference is known, also if another process imports the same file. Returns the IDs of the new lines. */
export const insertLines = async (
  tx: Tx,
  statementId: string,
  bankId: string,
  lines: readonly NewLine[],
): Promise<string[]> => {
  const rows = await many(
    tx,
    sql<{ line_id: string }>`
    INSERT INTO bank_line (line_id, statement_id, bank_id, bank_ref, value_date, amount_cents, payer_enc, payer_marks, state,
                           fits_account_id, fits_topup_id, created_at, updated_at)
    SELECT line_id, ${statementId}, ${bankId}, bank_ref, value_date, amount_cents, payer_enc, payer_marks, 'OPEN', fits_account_id, fits_topup_id,
           ${now()}::timestamptz, ${now()}::timestamptz
      FROM json_populate_recordset(NULL::bank_line, ${JSON.stringify(lines.map(sealedLine))}::json)
    ON CONFLICT (bank_id, bank_ref) DO NOTHING
    RETURNING line_id`,
  )
  return rows.map(({ line_id }) => line_id)
}

/** Returns those references that the bank has used before, with their payments. */
export const knownRefs = (tx: Tx, bankId: string, refs: readonly string[]) =>
  many(
    tx,
    sql<{ bank_ref: string; amount_cents: number }>`
    SELECT bank_ref, amount_cents FROM bank_line WHERE bank_id = ${bankId} AND bank_ref = ANY (${[...refs]}::text[])`,
  )

/** Opens sealed fields as soon as rows are read. */
const allLines = async (on: Tx | Database, query: RawBuilder<unknown>): Promise<Line[]> =>
  (await many(on, query as RawBuilder<Line>)).map(withLinePayer)
const oneLine = async (on: Tx | Database, query: RawBuilder<unknown>): Promise<Line | undefined> =>
  (await allLines(on, query))[0]

export const lineById = (on: Tx | Database, lineId: string): Promise<Line | undefined> =>
  oneLine(on, sql`SELECT ${columns} FROM bank_line WHERE line_id = ${lineId}`)
/** Two people may request to assign it to two different accounts. */
export const lockLine = (tx: Tx, lineId: string): Promise<Line | undefined> =>
  oneLine(tx, sql`SELECT ${columns} FROM bank_line WHERE line_id = ${lineId} FOR UPDATE`)
export const lockLineOf = (tx: Tx, bankId: string, bankRef: string): Promise<Line | undefined> =>
  oneLine(
    tx,
    sql`SELECT ${columns} FROM bank_line WHERE bank_id = ${bankId} AND upper(bank_ref) = ${bankRef} FOR UPDATE`,
  )
export const lockLines = (tx: Tx, lineIds: readonly string[]): Promise<Line[]> =>
  allLines(
    tx,
    sql`SELECT ${columns} FROM bank_line WHERE line_id = ANY (${[...lineIds]}::text[]) ORDER BY line_id FOR UPDATE`,
  )

export const setLine = (
  tx: Tx,
  lineId: string,
  change: { state: LineState; transferId?: string; accountId?: string | null },
) =>
  run(
    tx,
    sql`
    UPDATE bank_line
       SET state = ${change.state}, transfer_id = ${change.transferId ?? null},
           account_id = ${change.accountId === undefined ? sql`account_id` : change.accountId}, updated_at = ${now()}
     WHERE line_id = ${lineId}`,
  )

/** They are booked in suspense. */
export const setSuspense = (tx: Tx, pairs: readonly { line_id: string; suspense_id: string }[]) =>
  run(
    tx,
    sql`
    UPDATE bank_line
       SET suspense_id = pair.suspense_id, state = CASE state WHEN 'OPEN' THEN 'SUSPENSE' ELSE state END, updated_at = ${now()}
      FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS pair (line_id text, suspense_id text)
     WHERE bank_line.line_id = pair.line_id`,
  )

/** Lines that have waited too long for the forecast that they seemed to match. */
export const lateOpenLines = (tx: Tx, before: Date): Promise<Line[]> =>
  allLines(
    tx,
    sql`
    SELECT ${columns} FROM bank_line
     WHERE state = 'OPEN' AND created_at <= ${before}
     ORDER BY line_id
     LIMIT 200
       FOR UPDATE SKIP LOCKED`,
  )

export const unclaimedLines = (on: Tx | Database, bankId: string): Promise<Line[]> =>
  allLines(
    on,
    sql`
    SELECT ${columns} FROM bank_line
     WHERE bank_id = ${bankId} AND state IN ('OPEN', 'SUSPENSE')
     ORDER BY created_at DESC
     LIMIT 5000`,
  )

export const waitingLines = (on: Database): Promise<{ count: number; oldest: Date | null }> =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(created_at) AS oldest FROM bank_line WHERE state IN ('OPEN', 'SUSPENSE')`,
  )

export async function linesPage(
  on: Database,
  { state, keyword }: { state?: LineState | undefined; keyword?: string | undefined },
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) {
  const like = `%${(keyword ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const where = sql`
    ${state === undefined ? sql`true` : sql`state = ${state}`}
    AND ${keyword === undefined ? sql`true` : sql`(bank_ref ILIKE ${like} OR ${hasMarks(sql`payer_marks`, payersLike(keyword))})`}`
  const [rows, { count }, sums] = await Promise.all([
    allLines(
      on,
      sql`
      SELECT ${columns} FROM bank_line WHERE ${where}
       ORDER BY state IN ('OPEN', 'SUSPENSE') DESC, created_at DESC, line_id DESC
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM bank_line WHERE ${where}`),
    one(
      on,
      sql<{ suspense: number; open: number }>`
      SELECT coalesce(sum(amount_cents) FILTER (WHERE state = 'SUSPENSE'), 0)::bigint AS suspense,
             coalesce(sum(amount_cents) FILTER (WHERE state = 'OPEN'), 0)::bigint AS open
        FROM bank_line WHERE state IN ('OPEN', 'SUSPENSE')`,
    ),
  ])
  return { rows, count, sums }
}
