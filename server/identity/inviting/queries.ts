/** SQL on who invited whom, and what two accounts have in common. */
import { ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, one, sql, type Database, type Tx } from '#server/core/db.ts'

export const inviterOf = async (on: Tx | Database, accountId: string): Promise<string | undefined> =>
  (
    await maybeOne(
      on,
      sql<{ inviter: string }>`
      SELECT referrer_account_id AS inviter
        FROM account
       WHERE ${ofAccount(accountId)} AND referrer_account_id IS NOT NULL`,
    )
  )?.inviter

export type InvitedRow = {
  account_id: string
  user_no: string
  nickname: string
  login_id: string
  mobile_enc: Buffer
  created_at: Date
}

type Filter = {
  userNo?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  ids?: readonly string[]
}
const invitedBy = (inviter: string, { userNo, from, until, ids }: Filter) => sql`
      FROM account
      JOIN login ON (login.cell, login.account_id) = (account.cell, account.account_id) AND login.kind = 'PARENT'
     WHERE referrer_account_id = ${inviter}
       ${userNo === undefined ? sql`` : sql`AND user_no LIKE ${`%${userNo}`}`}
       ${from ? sql`AND account.created_at >= ${from}` : sql``}
       ${until ? sql`AND account.created_at <= ${until}` : sql``}
       ${ids ? sql`AND account.account_id = ANY (${[...ids]})` : sql``}`

/** Newest first. */
export const invitedPage = (
  on: Tx | Database,
  inviter: string,
  filter: Filter,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) =>
  many(
    on,
    sql<InvitedRow>`
    SELECT account.account_id, user_no, account.nickname, login.login_id, login.mobile_enc, account.created_at
    ${invitedBy(inviter, filter)}
     ORDER BY account.created_at DESC, account.account_id DESC
     LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
  )
export const countInvited = async (on: Tx | Database, inviter: string, filter: Filter): Promise<number> =>
  (await one(on, sql<{ n: number }>`SELECT count(*) AS n ${invitedBy(inviter, filter)}`)).n

/** Whether both have signed in with the same browser from the same public address. Private addresses prove nothing: everyone behind one proxy has them. */
export async function shareDevice(on: Tx | Database, one_: string, other: string): Promise<boolean> {
  const { ips, devices } = await one(
    on,
    sql<{ ips: string[]; devices: string[] }>`
    SELECT coalesce(array_agg(ip), '{}') AS ips, coalesce(array_agg(device), '{}') AS devices
      FROM (SELECT DISTINCT ip, device FROM session WHERE ${ofAccount(one_)} AND device <> '' AND ip !~ ${PRIVATE}) AS mine`,
  )
  const theirs = sql<{ yes: boolean }>`
    SELECT EXISTS (
      SELECT FROM session
       WHERE ${ofAccount(other)} AND (ip, device) IN (SELECT * FROM unnest(${ips}::text[], ${devices}::text[]))) AS yes`
  return (await one(on, theirs)).yes
}
const PRIVATE = String.raw`^$|^(::ffff:)?(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2[0-9]|3[01])\.)|^(::1$|f[cde])`

export type PassedRow = { order_no: string; type: 'PERSON' | 'BUSINESS'; payload_enc: Buffer }
/** The verification that the account passed. */
export const passedOrder = (on: Tx | Database, accountId: string) =>
  maybeOne(
    on,
    sql<PassedRow>`
    SELECT order_no, type, payload_enc
      FROM identity_order
     WHERE ${ofAccount(accountId)} AND status = 'PASSED'
     ORDER BY created_at DESC
     LIMIT 1`,
  )
