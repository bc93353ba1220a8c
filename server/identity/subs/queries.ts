/** SQL on sub-accounts for management by their parent. What every call reads of them is in `../queries.ts`. */
import type { ElementKey, PageId } from '#contract/core/permissions.ts'
import { now } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { many, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { SubRow } from '../queries.ts'

export type ListedSub = SubRow & {
  mobile_enc: Buffer
  login_name: string | null
  online: boolean
  last_login_at: Date | null
}
export type SubFilter = {
  keyword?: string | undefined
  status?: 'NORMAL' | 'FROZEN' | 'EXPIRED' | undefined
  roleId?: string | undefined
}

const escaped = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
const wanted = (
  accountId: string,
  { keyword, status, roleId }: SubFilter,
  mobile: readonly Buffer[] | undefined,
) => sql`
    FROM sub_account sub
    JOIN login USING (cell, account_id, login_id)
   WHERE ${ofAccount(accountId, 'sub')}
     ${roleId === undefined ? sql`` : sql`AND sub.role_id = ${roleId}`}
     ${status === undefined ? sql`` : status === 'FROZEN' ? sql`AND sub.status = 'FROZEN'` : sql`AND sub.status = 'NORMAL' AND (sub.expires_at > ${now()}) = ${status === 'NORMAL'}`}
     ${
       keyword === undefined
         ? sql``
         : sql`AND (sub.nickname ILIKE ${escaped(keyword)} OR sub.sub_uid = ${keyword} OR sub.remark ILIKE ${escaped(keyword)}
                    OR login.login_name ILIKE ${escaped(keyword)} OR login.mobile_hash = ANY (${mobile ?? []}::bytea[]))`
     }`

/** Newest first. A mobile is stored sealed, so only the full number finds it. */
export const subPage = (
  on: Database,
  accountId: string,
  filter: SubFilter,
  {
    mobile,
    onlineSince,
    pageNo,
    pageSize,
  }: { mobile: readonly Buffer[] | undefined; onlineSince: Date; pageNo: number; pageSize: number },
) =>
  many(
    on,
    sql<ListedSub>`
    SELECT sub.*, login.mobile_enc, login.login_name,
           EXISTS (SELECT FROM session s
                    WHERE ${ofAccount(accountId, 's')} AND s.login_id = sub.login_id AND s.revoked_at IS NULL AND s.last_active_at > ${onlineSince}) AS online,
           (SELECT max(created_at) FROM session s WHERE ${ofAccount(accountId, 's')} AND s.login_id = sub.login_id) AS last_login_at
    ${wanted(accountId, filter, mobile)}
    ORDER BY sub.created_at DESC, sub.sub_uid
    LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
  )

export const countSubs = (on: Database, accountId: string, filter: SubFilter, mobile: readonly Buffer[] | undefined) =>
  one(on, sql<{ total: number }>`SELECT count(*) AS total ${wanted(accountId, filter, mobile)}`)

export type SeatRow = Pick<SubRow, 'sub_uid' | 'nickname' | 'free_seat' | 'expires_at' | 'status'>

/** In order of creation: the first ones have the free seats. */
export const seatsOf = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<SeatRow>`
    SELECT sub_uid, nickname, free_seat, expires_at, status
      FROM sub_account
     WHERE ${ofAccount(accountId)}
     ORDER BY created_at, sub_uid`,
  )

/** Sub-accounts by the numbers that authorizations have for them. */
export async function subsByNumber(
  on: Tx | Database,
  accountId: string,
  numbers: readonly number[],
): Promise<Map<number, SubByNumber>> {
  const rows = await many(
    on,
    sql<SubByNumber>`
    SELECT sub_no, login_id, nickname, status, granted_keys
      FROM sub_account
     WHERE ${ofAccount(accountId)} AND sub_no = ANY (${[...numbers]}::int[])`,
  )
  return new Map(rows.map((row) => [row.sub_no, row]))
}
type SubByNumber = Pick<SubRow, 'login_id' | 'nickname' | 'status' | 'granted_keys'> & { sub_no: number }

/** Locked before the wallet, as in their spending; the reverse order would deadlock. */
export const lockSubs = (tx: Tx, accountId: string, subUids: readonly string[]) =>
  many(
    tx,
    sql<SubRow>`
    SELECT * FROM sub_account WHERE ${ofAccount(accountId)} AND sub_uid = ANY (${subUids}) ORDER BY sub_uid FOR UPDATE`,
  )

export const updateSeats = (
  tx: Tx,
  accountId: string,
  seats: readonly { subUid: string; expiresAt: Date; free: boolean }[],
) =>
  run(
    tx,
    sql`
    UPDATE sub_account AS sub
       SET expires_at = seat."expiresAt", free_seat = seat.free, told_days = '{}', updated_at = ${now()}
      FROM json_to_recordset(${JSON.stringify(seats)}::json) AS seat ("subUid" text, "expiresAt" timestamptz, free boolean)
     WHERE ${ofAccount(accountId, 'sub')} AND sub.sub_uid = seat."subUid"`,
  )

export type SubChange = {
  nickname?: string | undefined
  remark?: string | undefined
  /** null: no budget. */
  budget?: { limit: number; period: 'DAY' | 'MONTH' | 'TOTAL' } | null | undefined
}
export const updateSub = (tx: Tx, accountId: string, subUid: string, { nickname, remark, budget }: SubChange) =>
  run(
    tx,
    sql`
    UPDATE sub_account
       SET nickname = coalesce(${nickname ?? null}, nickname),
           remark = coalesce(${remark ?? null}, remark),
           budget_cents = CASE WHEN ${budget !== undefined} THEN ${budget?.limit ?? null} ELSE budget_cents END,
           budget_period = CASE WHEN ${budget !== undefined} THEN ${budget?.period ?? null} ELSE budget_period END,
           updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND sub_uid = ${subUid}`,
  )

/** In addition to its role's permissions. */
export const addKey = (tx: Tx, accountId: string, subUid: string, key: ElementKey) =>
  run(
    tx,
    sql`
    UPDATE sub_account
       SET extra_keys = extra_keys || ${key}::text, granted_keys = granted_keys || ${key}::text,
           grant_version = grant_version + 1, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND sub_uid = ${subUid} AND NOT ${key} = ANY (granted_keys)`,
  )

/** Takes back what {@link addKey} has given. */
export const removeKey = (tx: Tx, accountId: string, subUid: string, key: ElementKey) =>
  run(
    tx,
    sql`
    UPDATE sub_account
       SET extra_keys = array_remove(extra_keys, ${key}::text), granted_keys = array_remove(granted_keys, ${key}::text),
           grant_version = grant_version + 1, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND sub_uid = ${subUid}`,
  )

export type EndingSub = Pick<SubRow, 'account_id' | 'login_id' | 'sub_uid' | 'nickname' | 'expires_at'>

/** Those that end within this many days (0: have ended) without a notification yet. */
export const takeEndingSubs = (tx: Tx, days: number, until: Date) =>
  many(
    tx,
    sql<EndingSub>`
    UPDATE sub_account
       SET told_days = told_days || ${days}::int
     WHERE expires_at <= ${until} AND (${days} = 0 OR expires_at > ${now()})
       AND NOT EXISTS (SELECT FROM unnest(told_days) AS told WHERE told <= ${days})
    RETURNING account_id, login_id, sub_uid, nickname, expires_at`,
  )

/** SQL on sub_account for roles: which sub-accounts have one, and its permissions. */

/** Returns how many sub-accounts have each role, and the first three names. */
export const subsPerRole = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<{ role_id: string; count: number; names: string[] }>`
    SELECT role_id, count(*)::int AS count, (array_agg(nickname ORDER BY created_at, sub_uid))[1:3] AS names
      FROM sub_account
     WHERE ${ofAccount(accountId)}
     GROUP BY role_id`,
  )

/** Locks sub-accounts before their role, in a fixed order; concurrent role assignments use the same order. */
export const lockSubsOfRole = (tx: Tx, accountId: string, roleId: string) =>
  many(
    tx,
    sql<{ sub_uid: string; nickname: string }>`
    SELECT sub_uid, nickname
      FROM sub_account
     WHERE ${ofAccount(accountId)} AND role_id = ${roleId}
     ORDER BY sub_uid FOR UPDATE`,
  )

/** Updates everyone with the role to its current permissions; keys granted individually are kept. */
export const grantRole = (
  tx: Tx,
  accountId: string,
  { roleId, keys, pages }: { roleId: string; keys: readonly ElementKey[]; pages: readonly PageId[] },
) =>
  run(
    tx,
    sql`
    UPDATE sub_account
       SET granted_keys = ${[...keys]}::text[] || array(SELECT unnest(extra_keys) EXCEPT SELECT unnest(${[...keys]}::text[])),
           granted_pages = ${[...pages]}::text[],
           grant_version = grant_version + 1, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND role_id = ${roleId}`,
  )
