/** All SQL on closing_payout. */
import type { ClosingPayoutState } from '#contract/identity/closing.ts'
import type { LedgerCurrency } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { now } from '#server/core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'

type PayoutTarget = 'CARD' | 'BANK' | 'SOURCE'
export type PayoutRow = {
  payout_no: string
  case_id: string
  account_id: string
  target: PayoutTarget
  bank_card_id: string | null
  payee_sealed: Buffer | null
  payee_text: string
  source_transfer_id: string | null
  amount_cents: Cents
  pay_units: number
  pay_currency: LedgerCurrency
  state: ClosingPayoutState
  reference: string | null
  reason: string
  maker_id: string
  checker_id: string
  approval_id: string
  transfer_id: string
  return_transfer_id: string | null
  created_at: Date
  settled_at: Date | null
}
export type NewPayout = Omit<PayoutRow, 'state' | 'reference' | 'return_transfer_id' | 'created_at' | 'settled_at'>

export const insertPayout = (tx: Tx, row: NewPayout) =>
  run(
    tx,
    sql`
    INSERT INTO closing_payout (payout_no, case_id, account_id, target, bank_card_id, payee_sealed, payee_text, source_transfer_id, amount_cents,
                                pay_units, pay_currency, state, reason, maker_id, checker_id, approval_id, transfer_id, created_at)
    VALUES (${row.payout_no}, ${row.case_id}, ${row.account_id}, ${row.target}, ${row.bank_card_id}, ${row.payee_sealed}, ${row.payee_text},
            ${row.source_transfer_id}, ${row.amount_cents}, ${row.pay_units}, ${row.pay_currency}, 'SENT', ${row.reason}, ${row.maker_id},
            ${row.checker_id}, ${row.approval_id}, ${row.transfer_id}, ${now()})`,
  )

export const payoutsOf = (on: Tx | Database, caseId: string) =>
  many(
    on,
    sql<PayoutRow>`SELECT * FROM closing_payout WHERE case_id = ${caseId} ORDER BY created_at DESC, payout_no DESC`,
  )

/** Of which account a payout is, to lock its money before the payout. */
export const payoutByNo = (on: Tx | Database, payoutNo: string) =>
  maybeOne(on, sql<PayoutRow>`SELECT * FROM closing_payout WHERE payout_no = ${payoutNo}`)
export const lockPayout = (tx: Tx, payoutNo: string) =>
  maybeOne(tx, sql<PayoutRow>`SELECT * FROM closing_payout WHERE payout_no = ${payoutNo} FOR UPDATE`)

export const markPayoutPaid = (tx: Tx, payoutNo: string, reference: string) =>
  run(
    tx,
    sql`
    UPDATE closing_payout SET state = 'PAID', reference = ${reference}, settled_at = ${now()} WHERE payout_no = ${payoutNo}`,
  )
export const markPayoutReturned = (tx: Tx, payoutNo: string, transferId: string) =>
  run(
    tx,
    sql`
    UPDATE closing_payout SET state = 'RETURNED', return_transfer_id = ${transferId}, settled_at = ${now()} WHERE payout_no = ${payoutNo}`,
  )
