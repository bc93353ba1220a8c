/** Staff lookups: accounts by known details, their logins, their sessions. */
import { ofAccount, ofAccounts, ofLogin } from '#server/core/database/cells.ts'
import { many, maybeOne, one, sql, type Database, type Tx } from '#server/core/db.ts'
import type { AccountRow } from '../queries.ts'

export type FoundAccount = AccountRow & { login_id: string; mobile_enc: Buffer }

const found = sql`
  SELECT a.*, l.login_id, l.mobile_enc
    FROM account a
    JOIN login l ON (l.cell, l.account_id) = (a.cell, a.account_id) AND l.kind = 'PARENT'`

/** A sub-account's mobile finds its account. */
export const accountsByMobile = (on: Database, hash: Buffer) =>
  many(
    on,
    sql<FoundAccount>`
    ${found} WHERE (a.cell, a.account_id) IN (SELECT cell, account_id FROM login_by_mobile WHERE mobile_hash = ${hash})`,
  )
const withNumbers = (userNos: readonly string[]) =>
  sql<boolean>`(a.cell, a.account_id) IN (SELECT cell, account_id FROM account_code WHERE kind = 'USER_NO' AND code = ANY (${[...userNos]}::text[]))`
export const accountsByNo = (on: Tx | Database, userNo: string) =>
  many(on, sql<FoundAccount>`${found} WHERE ${withNumbers([userNo])}`)
export const accountsByNos = (on: Tx | Database, userNos: readonly string[]) =>
  many(
    on,
    sql<{ account_id: string; user_no: string }>`
    SELECT a.account_id, a.user_no FROM account AS a WHERE ${withNumbers(userNos)} ORDER BY a.account_id`,
  )
export const accountsByIds = (on: Database, ids: readonly string[]) =>
  many(on, sql<FoundAccount>`${found} WHERE ${ofAccounts(ids, 'a')} ORDER BY a.created_at DESC`)

/** What makes an account worth a look (contract/accounts). */
type Mark = 'STOPPED' | 'HELD' | 'FROZEN' | 'OWES' | 'LEAVING'
const marked = {
  STOPPED: sql`a.risk_state = 'SHUTDOWN'`,
  HELD: sql`a.held`,
  FROZEN: sql`a.frozen`,
  OWES: sql`a.restricted`,
  LEAVING: sql`a.status <> 'ACTIVE'`,
} as const satisfies Record<Mark, unknown>
/** The condition of the index account_watched, which has few accounts. */
const watched = sql`(a.held OR a.frozen OR a.restricted OR a.risk_state <> 'NORMAL' OR a.status <> 'ACTIVE')`

/** Newest first; counted up to `most`. */
export async function listedAccounts(
  on: Database,
  { mark, pageNo, pageSize, most }: { mark?: Mark | undefined; pageNo: number; pageSize: number; most: number },
): Promise<{ rows: FoundAccount[]; count: number }> {
  const which = mark ? sql`${watched} AND ${marked[mark]}` : sql`true`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<FoundAccount>`
      ${found} WHERE ${which} ORDER BY a.created_at DESC, a.account_id DESC LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(
      on,
      sql<{ count: number }>`SELECT count(*) FROM (SELECT FROM account a WHERE ${which} LIMIT ${most + 1}) AS listed`,
    ),
  ])
  return { rows, count }
}

export type DeskLogin = { login_id: string; kind: 'PARENT' | 'SUB'; name: string; mobile_enc: Buffer; bound: boolean }

const login = sql`
  SELECT l.login_id, l.kind, coalesce(sub.nickname, a.nickname) AS name, l.mobile_enc, l.google_bound_at IS NOT NULL AS bound
    FROM login l
    JOIN account a USING (cell, account_id)
    LEFT JOIN sub_account sub USING (cell, account_id, login_id)`

export const loginsOf = (on: Database, accountId: string) =>
  many(on, sql<DeskLogin>`${login} WHERE ${ofAccount(accountId, 'l')} ORDER BY l.kind, l.created_at LIMIT 200`)
export const loginOf = (on: Tx | Database, accountId: string, loginId: string) =>
  maybeOne(on, sql<DeskLogin>`${login} WHERE ${ofLogin({ accountId, loginId }, 'l')}`)

export type DeskSession = {
  session_id: string
  name: string
  device: string
  ip: string
  created_at: Date
  last_active_at: Date
  refresh_expires_at: Date
  revoked_at: Date | null
}

export async function sessionsPage(
  on: Database,
  accountId: string,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ rows: DeskSession[]; count: number }> {
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<DeskSession>`
      SELECT s.session_id, coalesce(sub.nickname, a.nickname) AS name, s.device, s.ip, s.created_at, s.last_active_at,
             s.refresh_expires_at, s.revoked_at
        FROM session s
        JOIN account a USING (cell, account_id)
        LEFT JOIN sub_account sub USING (cell, account_id, login_id)
       WHERE ${ofAccount(accountId, 's')}
       ORDER BY s.revoked_at IS NULL DESC, s.last_active_at DESC, s.session_id
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) FROM session WHERE ${ofAccount(accountId)}`),
  ])
  return { rows, count }
}
