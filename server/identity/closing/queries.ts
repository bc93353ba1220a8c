/** All SQL on closing_case, and the deletion of a person's data. */
import type { ClosingPayoutState } from '#contract/identity/closing.ts'
import type { LedgerCurrency } from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import type { LoginKey } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, inAnyCell, ofAccount, takeName } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { forgetSecret } from '../google/queries.ts'
import { forgetLogin } from '../logins/queries.ts'

export type CaseRow = {
  case_id: string
  account_id: string
  amount_cents: number
  status: 'CLOSING' | 'CLOSED'
  reason: string
  /** The payout card that the holder chose. */
  bank_card_id: string | null
  /** Since when money has been waiting in 2410. */
  waiting_since: Date | null
  paid_at: Date | null
  forget_at: Date
  created_at: Date
}
const columns = sql`case_id, account_id, amount_cents, status, reason, bank_card_id, waiting_since, paid_at, forget_at, created_at`

export const caseOf = (on: Tx | Database, accountId: string) =>
  maybeOne(on, sql<CaseRow>`SELECT ${columns} FROM closing_case WHERE ${ofAccount(accountId)}`)

export const lockCase = (tx: Tx, accountId: string) =>
  one(tx, sql<CaseRow>`SELECT ${columns} FROM closing_case WHERE ${ofAccount(accountId)} FOR UPDATE`)

export const insertCase = (
  tx: Tx,
  row: {
    caseId: string
    accountId: string
    reason: string
    amountCents: number
    bankCardId: string | undefined
    forgetAt: Date
  },
) =>
  run(
    tx,
    sql`
    INSERT INTO closing_case (cell, case_id, account_id, reason, amount_cents, bank_card_id, forget_at, waiting_since, created_at)
    VALUES (${cellOf(row.accountId)}, ${row.caseId}, ${row.accountId}, ${row.reason}, ${row.amountCents}, ${row.bankCardId ?? null}, ${row.forgetAt},
            ${row.amountCents > 0 ? now() : null}, ${now()})`,
  )

/** Money has arrived in 2410; the oldest of it sets the deadline. */
export const markWaiting = async (tx: Tx, accountId: string): Promise<void> => {
  await run(
    tx,
    sql`UPDATE closing_case SET waiting_since = ${now()} WHERE ${ofAccount(accountId)} AND waiting_since IS NULL`,
  )
}
/** 2410 is empty. */
export const markEmpty = (tx: Tx, accountId: string) =>
  run(tx, sql`UPDATE closing_case SET waiting_since = NULL WHERE ${ofAccount(accountId)}`)

export const markPaid = (tx: Tx, accountId: string) =>
  run(tx, sql`UPDATE closing_case SET paid_at = ${now()} WHERE ${ofAccount(accountId)}`)
export const markClosed = (tx: Tx, accountId: string) =>
  run(tx, sql`UPDATE closing_case SET status = 'CLOSED' WHERE ${ofAccount(accountId)}`)

/** The accounts of all cases, in pages. */
export const casesAfter = (on: Database, after: { cell: number; account_id: string }) =>
  many(
    on,
    sql<{ cell: number; account_id: string }>`
    SELECT cell, account_id
      FROM closing_case
     WHERE (cell, account_id) > (${after.cell}, ${after.account_id})
     ORDER BY cell, account_id
     LIMIT 500`,
  )

/** For staff, who have only its id. */
export const caseById = (on: Tx | Database, caseId: string) =>
  maybeOne(on, sql<CaseRow>`SELECT ${columns} FROM closing_case WHERE ${inAnyCell()} AND case_id = ${caseId}`)

/** Those waiting for a payout or for its bank first, oldest first; then the others, newest first. */
export type CaseFilter = 'WAITING' | 'SENT' | 'ALL'
const SENT = sql`EXISTS (SELECT FROM closing_payout AS payout
                         WHERE (payout.cell, payout.account_id) = (closing_case.cell, closing_case.account_id) AND payout.state = 'SENT')`
const where = (filter: CaseFilter) =>
  filter === 'WAITING' ? sql`waiting_since IS NOT NULL` : filter === 'SENT' ? SENT : sql`true`
export const casePage = (
  on: Database,
  filter: CaseFilter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) =>
  many(
    on,
    sql<CaseRow & { sent: boolean }>`
    SELECT ${columns}, ${SENT} AS sent
      FROM closing_case
     WHERE ${where(filter)}
     ORDER BY waiting_since NULLS LAST, created_at DESC, case_id DESC
     LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
  )
export const countCases = async (on: Database, filter: CaseFilter): Promise<number> =>
  (await one(on, sql<{ n: number }>`SELECT count(*)::int AS n FROM closing_case WHERE ${where(filter)}`)).n

/** Tasks for staff: pay out, or record a bank's answer. */
export const waitingForPayout = (on: Database) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*)::int AS count, min(since) AS oldest
      FROM (SELECT cell, account_id, min(since) AS since
              FROM (SELECT cell, account_id, waiting_since AS since FROM closing_case WHERE waiting_since IS NOT NULL
                     UNION ALL
                    SELECT cell, account_id, created_at FROM closing_payout WHERE state = 'SENT') AS due
             GROUP BY cell, account_id) AS cases`,
  )

export const updateStatus = (tx: Tx, accountId: string, status: 'CLOSING' | 'CLOSED') =>
  run(tx, sql`UPDATE account SET status = ${status}, updated_at = ${now()} WHERE ${ofAccount(accountId)}`)

export const loginsOf = (tx: Tx, accountId: string) =>
  many(tx, sql<{ login_id: string }>`SELECT login_id FROM login WHERE ${ofAccount(accountId)}`)

export const runningSubs = async (on: Tx | Database, accountId: string): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`
      SELECT count(*) AS n FROM sub_account WHERE ${ofAccount(accountId)} AND expires_at > ${now()}`,
    )
  ).n

/** Cases that are due for deletion of personal data, fully paid out, without a debt and without frozen funds: nobody can collect a debt of a forgotten person, or give them money back. With `accountId`: its case, locked, if it is still due. */
export const toForget = (on: Tx | Database, accountId?: string) =>
  many(
    on,
    sql<CaseRow>`
    SELECT ${columns}
      FROM closing_case
     WHERE forgotten_at IS NULL AND forget_at <= ${now()} AND waiting_since IS NULL
       AND NOT ${SENT}
       AND NOT EXISTS (SELECT FROM account WHERE (account.cell, account.account_id) = (closing_case.cell, closing_case.account_id) AND (restricted OR frozen))
       ${accountId === undefined ? sql`ORDER BY forget_at LIMIT 200` : sql`AND ${ofAccount(accountId)} FOR UPDATE SKIP LOCKED`}`,
  )

/** Deletes names and numbers; the books, which hold only ids, stay. A number is then free for a new account. */
export async function forgetPerson(tx: Tx, login: LoginKey, mobileEnc: Buffer): Promise<void> {
  const { accountId } = login
  await forgetLogin(tx, login, mobileEnc)
  await forgetSecret(tx, login)
  await run(tx, sql`DELETE FROM identity_file WHERE ${ofAccount(accountId)}`)
  await run(tx, sql`UPDATE identity_order SET payload_enc = '', cardholders_enc = NULL WHERE ${ofAccount(accountId)}`)
  await run(tx, sql`UPDATE sub_account SET nickname = sub_uid, remark = '' WHERE ${ofAccount(accountId)}`)
  await run(tx, sql`UPDATE account SET nickname = '—', updated_at = ${now()} WHERE ${ofAccount(accountId)}`)
  await run(
    tx,
    sql`UPDATE closing_case SET forgotten_at = ${now()}, status = 'CLOSED', reason = '' WHERE ${ofAccount(accountId)}`,
  )
}

/** All SQL on closing_payout. */
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
type NewPayout = Omit<PayoutRow, 'state' | 'reference' | 'return_transfer_id' | 'created_at' | 'settled_at'>

export const insertPayout = (tx: Tx, row: NewPayout) =>
  run(
    tx,
    sql`
    INSERT INTO closing_payout (cell, payout_no, case_id, account_id, target, bank_card_id, payee_sealed, payee_text, source_transfer_id, amount_cents,
                                pay_units, pay_currency, state, reason, maker_id, checker_id, approval_id, transfer_id, created_at)
    VALUES (${cellOf(row.account_id)}, ${row.payout_no}, ${row.case_id}, ${row.account_id}, ${row.target}, ${row.bank_card_id}, ${row.payee_sealed}, ${row.payee_text},
            ${row.source_transfer_id}, ${row.amount_cents}, ${row.pay_units}, ${row.pay_currency}, 'SENT', ${row.reason}, ${row.maker_id},
            ${row.checker_id}, ${row.approval_id}, ${row.transfer_id}, ${now()})`,
  )

export const payoutsOf = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<PayoutRow>`SELECT * FROM closing_payout WHERE ${ofAccount(accountId)} ORDER BY created_at DESC, payout_no DESC`,
  )

/** The account of a payout, so that its money is locked before the payout. Staff have only its number. */
export const accountOfPayout = (on: Tx | Database, payoutNo: string) =>
  maybeOne(
    on,
    sql<{ account_id: string }>`SELECT account_id FROM closing_payout WHERE ${inAnyCell()} AND payout_no = ${payoutNo}`,
  )
type PayoutKey = Pick<PayoutRow, 'account_id' | 'payout_no'>
const isPayout = ({ account_id, payout_no }: PayoutKey) => sql`${ofAccount(account_id)} AND payout_no = ${payout_no}`
export const lockPayout = (tx: Tx, key: PayoutKey) =>
  one(tx, sql<PayoutRow>`SELECT * FROM closing_payout WHERE ${isPayout(key)} FOR UPDATE`)

/** Whether a payout of any account has this reference. Two that record the same one run one after the other. */
export async function isReferenceTaken(tx: Tx, reference: string): Promise<boolean> {
  await takeName(tx, `closing payout ${reference}`)
  const found = await maybeOne(
    tx,
    sql<{ payout_no: string }>`SELECT payout_no FROM closing_payout WHERE ${inAnyCell()} AND reference = ${reference}`,
  )
  return found !== undefined
}

export const markPayoutPaid = (tx: Tx, key: PayoutKey, reference: string) =>
  run(
    tx,
    sql`
    UPDATE closing_payout SET state = 'PAID', reference = ${reference}, settled_at = ${now()} WHERE ${isPayout(key)}`,
  )
export const markPayoutReturned = (tx: Tx, key: PayoutKey, transferId: string) =>
  run(
    tx,
    sql`
    UPDATE closing_payout SET state = 'RETURNED', return_transfer_id = ${transferId}, settled_at = ${now()} WHERE ${isPayout(key)}`,
  )
