/** All SQL on closing_case, and what forgetting a person does. */
import { now } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type CaseRow = {
  case_id: string
  account_id: string
  amount_cents: number
  status: 'CLOSING' | 'CLOSED'
  reason: string
  /** The payout card that the holder chose. */
  bank_card_id: string | null
  /** Since when money waits in 2410. */
  waiting_since: Date | null
  paid_at: Date | null
  forget_at: Date
  created_at: Date
}
const columns = sql`case_id, account_id, amount_cents, status, reason, bank_card_id, waiting_since, paid_at, forget_at, created_at`

export const caseOf = (on: Tx | Database, accountId: string) =>
  maybeOne(on, sql<CaseRow>`SELECT ${columns} FROM closing_case WHERE account_id = ${accountId}`)

export const lockCase = (tx: Tx, caseId: string) =>
  maybeOne(tx, sql<CaseRow>`SELECT ${columns} FROM closing_case WHERE case_id = ${caseId} FOR UPDATE`)

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
    INSERT INTO closing_case (case_id, account_id, reason, amount_cents, bank_card_id, forget_at, waiting_since, created_at)
    VALUES (${row.caseId}, ${row.accountId}, ${row.reason}, ${row.amountCents}, ${row.bankCardId ?? null}, ${row.forgetAt},
            ${row.amountCents > 0 ? now() : null}, ${now()})`,
  )

/** Money has come to 2410; the oldest of it counts for the deadline. */
export const markWaiting = async (tx: Tx, accountId: string): Promise<void> => {
  await run(
    tx,
    sql`UPDATE closing_case SET waiting_since = ${now()} WHERE account_id = ${accountId} AND waiting_since IS NULL`,
  )
}
/** Nothing is left in 2410. */
export const markEmpty = (tx: Tx, caseId: string) =>
  run(tx, sql`UPDATE closing_case SET waiting_since = NULL WHERE case_id = ${caseId}`)

export const markPaid = (tx: Tx, caseId: string) =>
  run(tx, sql`UPDATE closing_case SET paid_at = ${now()} WHERE case_id = ${caseId}`)
export const markClosed = (tx: Tx, caseId: string) =>
  run(tx, sql`UPDATE closing_case SET status = 'CLOSED' WHERE case_id = ${caseId}`)

/** Every case there is, in pages. */
export const casesAfter = (on: Database, caseId: string) =>
  many(on, sql<CaseRow>`SELECT ${columns} FROM closing_case WHERE case_id > ${caseId} ORDER BY case_id LIMIT 500`)

export const caseById = (on: Tx | Database, caseId: string) =>
  maybeOne(on, sql<CaseRow>`SELECT ${columns} FROM closing_case WHERE case_id = ${caseId}`)

/** Waiting for a payout or for its bank first, the longest first; then the others, newest first. */
export type CaseFilter = 'WAITING' | 'SENT' | 'ALL'
const SENT = sql`EXISTS (SELECT FROM closing_payout AS payout WHERE payout.case_id = closing_case.case_id AND payout.state = 'SENT')`
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

/** What staff have to do: pay out, or record what a bank answered. */
export const waitingForPayout = (on: Database) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*)::int AS count, min(since) AS oldest
      FROM (SELECT case_id, min(since) AS since
              FROM (SELECT case_id, waiting_since AS since FROM closing_case WHERE waiting_since IS NOT NULL
                     UNION ALL
                    SELECT case_id, created_at FROM closing_payout WHERE state = 'SENT') AS due
             GROUP BY case_id) AS cases`,
  )

export const updateStatus = (tx: Tx, accountId: string, status: 'CLOSING' | 'CLOSED') =>
  run(tx, sql`UPDATE account SET status = ${status}, updated_at = ${now()} WHERE account_id = ${accountId}`)

export const loginsOf = (tx: Tx, accountId: string) =>
  many(tx, sql<{ login_id: string }>`SELECT login_id FROM login WHERE account_id = ${accountId}`)

export const runningSubs = async (on: Tx | Database, accountId: string): Promise<number> =>
  (
    await one(
      on,
      sql<{ n: number }>`
      SELECT count(*) AS n FROM sub_account WHERE account_id = ${accountId} AND expires_at > ${now()}`,
    )
  ).n

/** Those whose time to be forgotten has come and whose money is out. */
export const toForget = (tx: Tx) =>
  many(
    tx,
    sql<CaseRow>`
    SELECT ${columns}
      FROM closing_case
     WHERE forgotten_at IS NULL AND forget_at <= ${now()} AND waiting_since IS NULL
       AND NOT EXISTS (SELECT FROM closing_payout WHERE closing_payout.case_id = closing_case.case_id AND state = 'SENT')
     ORDER BY forget_at
     LIMIT 20
       FOR UPDATE SKIP LOCKED`,
  )

/** Names and numbers go; the books, which know ids alone, stay. A number is then free for a new account. */
export async function forgetPerson(
  tx: Tx,
  row: CaseRow,
  login: { loginId: string; mobileEnc: Buffer; mobileHash: Buffer },
): Promise<void> {
  await run(
    tx,
    sql`
    UPDATE login
       SET mobile_enc = ${login.mobileEnc}, mobile_hash = ${login.mobileHash}, login_name = NULL, password_hash = '', updated_at = ${now()}
     WHERE login_id = ${login.loginId}`,
  )
  await run(tx, sql`DELETE FROM google_recovery WHERE login_id = ${login.loginId}`)
  await run(tx, sql`DELETE FROM google_secret WHERE login_id = ${login.loginId}`)
  await run(tx, sql`DELETE FROM identity_file WHERE account_id = ${row.account_id}`)
  await run(tx, sql`UPDATE identity_order SET payload_enc = '' WHERE account_id = ${row.account_id}`)
  await run(tx, sql`UPDATE sub_account SET nickname = sub_uid, remark = '' WHERE account_id = ${row.account_id}`)
  await run(tx, sql`UPDATE account SET nickname = '—', updated_at = ${now()} WHERE account_id = ${row.account_id}`)
  await run(
    tx,
    sql`UPDATE closing_case SET forgotten_at = ${now()}, status = 'CLOSED', reason = '' WHERE case_id = ${row.case_id}`,
  )
}
