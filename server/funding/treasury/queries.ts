/** All SQL on treasury_move. */
import type { TreasuryMove } from '#contract/funding/desk/treasury.ts'
import { now } from '#server/core/clock.ts'
import type { Cents } from '#contract/core/money.ts'
import { provided } from '#server/core/composition.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

declare module '#server/core/composition.ts' {
  interface Provides {
    /** Queries with one row and one column, `cents`: fees that were taken in dollars and may still go back, because what decides about them is not over. */
    undecidedFees: readonly string[]
  }
}

export type MoveFound = {
  move_no: string
  move: TreasuryMove
  source: string
  bank_id: string | null
  reference: string
  value_date: string
  sent_units: number
  got_units: number
  cost_units: number
  reason: string
  maker_id: string
  checker_id: string
  approval_id: string
  transfer_id: string
  created_at: Date
}

/** Until the end of the transaction nothing else takes money from the accounts of the treasury: they have no balance to lock, and two would spend it twice. */
export const oneTreasuryMove = (tx: Tx) => run(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('treasury', 0))`)

export const insertMove = (tx: Tx, made: Omit<MoveFound, 'created_at'>) =>
  run(
    tx,
    sql`
    INSERT INTO treasury_move (move_no, move, source, bank_id, reference, value_date, sent_units, got_units, cost_units, reason,
                               maker_id, checker_id, approval_id, transfer_id, created_at)
    VALUES (${made.move_no}, ${made.move}, ${made.source}, ${made.bank_id}, ${made.reference}, ${made.value_date}, ${made.sent_units},
            ${made.got_units}, ${made.cost_units}, ${made.reason}, ${made.maker_id}, ${made.checker_id}, ${made.approval_id},
            ${made.transfer_id}, ${now()})`,
  )

export const isRecorded = async (on: Tx, move: TreasuryMove, reference: string): Promise<boolean> =>
  (await maybeOne(on, sql`SELECT 1 FROM treasury_move WHERE move = ${move} AND reference = ${reference}`)) !== undefined

/** A transaction that brought USDT to one of our addresses moved none of them away. */
export const cameInBy = async (on: Tx, txHash: string): Promise<boolean> =>
  (await maybeOne(on, sql`SELECT 1 FROM chain_transfer WHERE tx_hash = ${txHash} LIMIT 1`)) !== undefined

/** Those references under which a sale is recorded, with the dollars that it brought. */
export const salesOf = (on: Tx, bankId: string, references: readonly string[]) =>
  many(
    on,
    sql<{ reference: string; got_units: number }>`
    SELECT reference, got_units FROM treasury_move
     WHERE move = 'SALE' AND bank_id = ${bankId} AND reference = ANY (${[...references]}::text[])`,
  )

export async function movesPage(
  on: Database,
  { move, keyword }: { move?: TreasuryMove | undefined; keyword?: string | undefined },
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) {
  const like = `%${(keyword ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const where = sql`
    ${move === undefined ? sql`true` : sql`move = ${move}`} AND ${keyword ? sql`reference ILIKE ${like}` : sql`true`}`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<MoveFound>`
      SELECT move_no, move, source, bank_id, reference, value_date::text AS value_date, sent_units, got_units, cost_units, reason,
             maker_id, checker_id, approval_id, transfer_id, created_at
        FROM treasury_move
       WHERE ${where}
       ORDER BY created_at DESC, move_no DESC
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM treasury_move WHERE ${where}`),
  ])
  return { rows, count }
}

/** Fees of all accounts that may still go back. */
export async function undecidedFees(on: Tx): Promise<Cents> {
  let cents = 0
  for (const query of provided('undecidedFees'))
    cents += (await one(on, sql<{ cents: Cents }>`${sql.raw(query)}`)).cents
  return cents
}
