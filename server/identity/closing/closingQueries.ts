/** All SQL on closing_case, and what forgetting a person does. */
import { now } from '../../clock.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../../db.ts'

export type CaseRow = {
  case_id: string
  account_id: string
  amount_cents: number
  status: 'CLOSING' | 'CLOSED'
  paid_at: Date | null
}
const columns = sql`case_id, account_id, amount_cents, status, paid_at`

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
    INSERT INTO closing_case (case_id, account_id, reason, amount_cents, bank_card_id, forget_at, created_at)
    VALUES (${row.caseId}, ${row.accountId}, ${row.reason}, ${row.amountCents}, ${row.bankCardId ?? null}, ${row.forgetAt}, ${now()})`,
  )

export const markPaid = (tx: Tx, caseId: string) =>
  run(tx, sql`UPDATE closing_case SET paid_at = ${now()}, status = 'CLOSED' WHERE case_id = ${caseId}`)

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
     WHERE forgotten_at IS NULL AND forget_at <= ${now()} AND (amount_cents = 0 OR paid_at IS NOT NULL)
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
