/** All SQL on accounts and sub-accounts, and the counters. Logins, sessions, codes and captchas have their own files. */
import type { RawBuilder } from 'kysely'
import type { AccountStatus, RiskState } from '#contract/identity/identity.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { ElementKey, PageId } from '#contract/core/permissions.ts'
import { touch } from '../core/changes/touch.ts'
import { ahead, now } from '../core/clock.ts'
import { cellOf, inCellOf, ofAccount, ofAccounts } from '../core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '../core/db.ts'

export type AccountRow = {
  account_id: string
  user_no: string
  nickname: string
  status: AccountStatus
  risk_state: RiskState
  restricted: boolean
  /** Held by staff, independent of debts. */
  held: boolean
  /** Its funds are frozen: what becomes free is moved to 2420. */
  frozen: boolean
  sub_switch: boolean
  business: boolean
  identity: 'NONE' | 'PENDING' | 'PASSED' | 'REJECTED'
  identity_type: 'PERSON' | 'BUSINESS' | null
  invite_code: string
  lang: Lang
  time_zone: string
  /** Some of its groups or sub-accounts, or the account, have had controls: decisions look for them. */
  has_controls: boolean
  created_at: Date
}

export const accountById = (on: Tx | Database, accountId: string) =>
  one(on, sql<AccountRow>`SELECT * FROM account WHERE ${ofAccount(accountId)}`)

/** Locked after all money rows: decisions about an account under this lock rely on stable balances. */
export const lockAccount = (tx: Tx, accountId: string) =>
  one(tx, sql<AccountRow>`SELECT * FROM account WHERE ${ofAccount(accountId)} FOR UPDATE`)

/** Returns those that owe something or whose funds are frozen. */
export const restrictedOrFrozenOf = (on: Tx | Database, accountIds: readonly string[]) =>
  many(
    on,
    sql<Pick<AccountRow, 'account_id' | 'frozen'>>`
    SELECT account_id, frozen FROM account WHERE ${ofAccounts(accountIds)} AND (restricted OR frozen)`,
  )

export const allRestricted = async (on: Tx | Database): Promise<string[]> =>
  (await many(on, sql<{ account_id: string }>`SELECT account_id FROM account WHERE restricted`)).map(
    ({ account_id }) => account_id,
  )

export async function accountByInvite(on: Tx | Database, code: string): Promise<{ account_id: string } | undefined> {
  const found = await maybeOne(
    on,
    sql<{ account_id: string }>`SELECT account_id FROM account_code WHERE code = ${code} AND kind = 'INVITE'`,
  )
  return (
    found &&
    maybeOne(
      on,
      sql<{
        account_id: string
      }>`SELECT account_id FROM account WHERE ${ofAccount(found.account_id)} AND status = 'ACTIVE'`,
    )
  )
}

type AccountCode = 'USER_NO' | 'INVITE'

/** Gives the account a number by which it is found. Returns 0 if another account has it. */
export const insertAccountCode = (tx: Tx, accountId: string, kind: AccountCode, code: string) =>
  run(
    tx,
    sql`
    INSERT INTO account_code (code, kind, cell, account_id) VALUES (${code}, ${kind}, ${cellOf(accountId)}, ${accountId})
    ON CONFLICT DO NOTHING`,
  )

/** Replaces an account's invite code. The directory is distributed by the code, which cannot be updated, so its row is deleted and inserted. */
export async function replaceInviteCode(tx: Tx, accountId: string, code: string): Promise<void> {
  const { invite_code } = await one(
    tx,
    sql<{ invite_code: string }>`SELECT invite_code FROM account WHERE ${ofAccount(accountId)} FOR UPDATE`,
  )
  await run(tx, sql`DELETE FROM account_code WHERE code = ${invite_code} AND kind = 'INVITE'`)
  if (!(await insertAccountCode(tx, accountId, 'INVITE', code))) throw new Error(`the invite code ${code} is taken`)
  await run(tx, sql`UPDATE account SET invite_code = ${code}, updated_at = ${now()} WHERE ${ofAccount(accountId)}`)
}

export const insertAccount = (
  tx: Tx,
  account: {
    accountId: string
    userNo: string
    nickname: string
    inviteCode: string
    referrer: string | undefined
    lang: Lang
  },
) =>
  run(
    tx,
    sql`
  INSERT INTO account (cell, account_id, user_no, nickname, invite_code, referrer_account_id, lang, created_at, updated_at)
  VALUES (${cellOf(account.accountId)}, ${account.accountId}, ${account.userNo}, ${account.nickname}, ${account.inviteCode}, ${account.referrer ?? null},
          ${account.lang}, ${now()}, ${now()})`,
  )

/** Overwrites each given field, even with a less strict value: the caller has decided the account's state. */
export const updateAccount = (
  tx: Tx,
  accountId: string,
  change: AccountChange,
  { unlessPassed = false }: { unlessPassed?: boolean } = {},
) => {
  touch(tx, accountId, 'account')
  return run(
    tx,
    sql`
    UPDATE account
       SET risk_state = coalesce(${change.risk ?? null}, risk_state),
           restricted = coalesce(${change.restricted ?? null}, restricted),
           held = coalesce(${change.held ?? null}, held),
           frozen = coalesce(${change.frozen ?? null}, frozen),
           status = coalesce(${change.status ?? null}, status),
           sub_switch = coalesce(${change.subSwitch ?? null}, sub_switch),
           identity = coalesce(${change.identity ?? null}, identity),
           identity_type = coalesce(${change.identityType ?? null}, identity_type),
           business = coalesce(${change.business ?? null}, business),
           has_controls = coalesce(${change.hasControls ?? null}, has_controls),
           updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND NOT (${unlessPassed} AND identity = 'PASSED')`,
  )
}
export type AccountChange = {
  hasControls?: boolean
  risk?: RiskState
  restricted?: boolean
  held?: boolean
  frozen?: boolean
  status?: AccountStatus
  subSwitch?: boolean
  identity?: 'NONE' | 'PENDING' | 'PASSED' | 'REJECTED'
  identityType?: 'PERSON' | 'BUSINESS'
  business?: boolean
}

export type SubRow = {
  sub_uid: string
  account_id: string
  login_id: string
  nickname: string
  role_id: string
  granted_keys: ElementKey[]
  granted_pages: PageId[]
  status: 'NORMAL' | 'FROZEN'
  expires_at: Date
  budget_cents: number | null
  budget_period: 'DAY' | 'MONTH' | 'TOTAL' | null
  remark: string
  free_seat: boolean
  extra_keys: ElementKey[]
  /** Changes with every change of its permissions. */
  grant_version: number
  created_at: Date
}

export const subByUid = (on: Tx | Database, accountId: string, subUid: string) =>
  maybeOne(on, sql<SubRow>`SELECT * FROM sub_account WHERE ${ofAccount(accountId)} AND sub_uid = ${subUid}`)

/** All sub-accounts of an account, in order of creation. */
export const subsOf = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<{ subUid: string; nickname: string }>`
    SELECT sub_uid AS "subUid", nickname FROM sub_account WHERE ${ofAccount(accountId)} ORDER BY created_at, sub_uid`,
  )

/** The numbers that stand for accounts and sub-accounts in the largest tables. */
export const accountNoSql = (accountId: string) =>
  sql<number>`(SELECT account_no FROM account WHERE ${ofAccount(accountId)})`
export const subNoSql = (accountId: string, subUid: string | RawBuilder<unknown>) =>
  sql<number>`(SELECT sub_no FROM sub_account WHERE ${ofAccount(accountId)} AND sub_uid = ${subUid})`
/** All accounts with the number that stands for them: a FROM item. */
export const accountNumbersSql = sql`(SELECT cell, account_id, account_no FROM account)`
/** All sub-accounts by the number that authorizations have for them: a FROM item. */
export const subNumbersSql = (accountId?: string) =>
  sql`(SELECT cell, sub_no AS owner_sub_no, sub_uid FROM sub_account ${inCellOf(accountId)})`

/** All sub-accounts as a FROM item: `sub_uid`, `sub_no`, `nickname`. */
export const subNamesSql = (accountId: string) =>
  sql`(SELECT sub_uid, sub_no, nickname FROM sub_account WHERE ${ofAccount(accountId)})`

export const namesOfSubs = async (
  on: Tx | Database,
  accountId: string,
  subUids: readonly (string | null)[],
): Promise<Map<string | null, string>> => {
  const asked = [...new Set(subUids)].filter((subUid) => subUid !== null)
  if (asked.length === 0) return new Map()
  const rows = await many(
    on,
    sql<{ sub_uid: string; nickname: string }>`
    SELECT sub_uid, nickname
      FROM sub_account
     WHERE ${ofAccount(accountId)} AND sub_uid = ANY (${asked})`,
  )
  return new Map(rows.map(({ sub_uid, nickname }) => [sub_uid, nickname]))
}

/** Money moves for a sub-account only while no freeze is in progress: both lock this row. */
export const lockSub = (tx: Tx, accountId: string, subUid: string) =>
  maybeOne(tx, sql<SubRow>`SELECT * FROM sub_account WHERE ${ofAccount(accountId)} AND sub_uid = ${subUid} FOR UPDATE`)

export const insertSub = (
  tx: Tx,
  sub: {
    subUid: string
    accountId: string
    loginId: string
    nickname: string
    roleId: string
    expiresAt: Date
    freeSeat: boolean
    remark: string
    budgetCents?: number | undefined
    budgetPeriod?: string | undefined
  },
) =>
  run(
    tx,
    sql`
  INSERT INTO sub_account (cell, sub_uid, account_id, login_id, nickname, role_id, expires_at, free_seat, remark, budget_cents, budget_period, created_at, updated_at)
  VALUES (${cellOf(sub.accountId)}, ${sub.subUid}, ${sub.accountId}, ${sub.loginId}, ${sub.nickname}, ${sub.roleId}, ${sub.expiresAt}, ${sub.freeSeat}, ${sub.remark}, ${sub.budgetCents ?? null},
          ${sub.budgetPeriod ?? null}, ${now()}, ${now()})`,
  )

export type Grant = { roleId: string; keys: readonly ElementKey[]; pages: readonly PageId[] }

/** Its role's current permissions, and, if the role stays the same, the keys granted individually. */
export const updateGrant = (tx: Tx, accountId: string, subUid: string, { roleId, keys, pages }: Grant) =>
  run(
    tx,
    sql`
    UPDATE sub_account
       SET role_id = ${roleId},
           extra_keys = CASE WHEN role_id = ${roleId} THEN extra_keys ELSE '{}' END,
           granted_keys = ${[...keys]}::text[] || CASE WHEN role_id = ${roleId} THEN array(
             SELECT unnest(extra_keys) EXCEPT SELECT unnest(${[...keys]}::text[])) ELSE '{}' END,
           granted_pages = ${[...pages]}::text[], grant_version = grant_version + 1, updated_at = ${now()}
     WHERE ${ofAccount(accountId)} AND sub_uid = ${subUid}`,
  )

export const updateSubStatus = (tx: Tx, accountId: string, subUid: string, status: 'NORMAL' | 'FROZEN') =>
  run(
    tx,
    sql`
    UPDATE sub_account SET status = ${status}, updated_at = ${now()} WHERE ${ofAccount(accountId)} AND sub_uid = ${subUid}`,
  )

export const subCounts = (on: Database, accountId: string, onlineSince: Date, endingBefore: Date) =>
  one(
    on,
    sql<{ total: number; online: number; expired: number; ending: number }>`
    SELECT count(*) AS total,
           count(*) FILTER (WHERE expires_at <= ${endingBefore}) AS ending,
           count(*) FILTER (WHERE expires_at <= ${now()}) AS expired,
           count(*) FILTER (WHERE EXISTS (
             SELECT FROM session s
              WHERE ${ofAccount(accountId, 's')} AND s.login_id = sub.login_id AND s.revoked_at IS NULL AND s.last_active_at > ${onlineSince})) AS online
      FROM sub_account sub
     WHERE ${ofAccount(accountId)}`,
  )

// Counters.

/** Counts one more, unless `most` is reached; returns the new count or nothing. */
export const countOne = (on: Database, subject: string, key: string, most: number, withinMs: number) =>
  maybeOne(
    on,
    sql<{ count: number }>`
    INSERT INTO tally (subject, key, count, started_at, expires_at)
    VALUES (${subject}, ${key}, 1, ${now()}, ${ahead(withinMs)})
    ON CONFLICT (subject, key) DO UPDATE
       SET count = CASE WHEN tally.expires_at <= excluded.started_at THEN 1 ELSE tally.count + 1 END,
           started_at = CASE WHEN tally.expires_at <= excluded.started_at THEN excluded.started_at ELSE tally.started_at END,
           expires_at = CASE WHEN tally.expires_at <= excluded.started_at OR tally.count + 1 >= ${most} THEN excluded.expires_at ELSE tally.expires_at END
     WHERE tally.expires_at <= excluded.started_at OR tally.count < ${most}
    RETURNING count`,
  )

export const tallyOf = (on: Database, subject: string, key: string) =>
  maybeOne(
    on,
    sql<{ count: number; expires_at: Date }>`
    SELECT count, expires_at FROM tally WHERE subject = ${subject} AND key = ${key} AND expires_at > ${now()}`,
  )

export const countOneLess = (on: Database, subject: string, key: string) =>
  run(on, sql`UPDATE tally SET count = count - 1 WHERE subject = ${subject} AND key = ${key} AND count > 0`)

export const clearTally = (on: Database, subject: string, key: string) =>
  run(on, sql`DELETE FROM tally WHERE subject = ${subject} AND key = ${key}`)

export const updateProfile = (
  tx: Tx,
  accountId: string,
  change: { nickname?: string | undefined; lang?: string | undefined; timeZone?: string | undefined },
) =>
  run(
    tx,
    sql`
    UPDATE account
       SET nickname = coalesce(${change.nickname ?? null}, nickname),
           lang = coalesce(${change.lang ?? null}, lang),
           time_zone = coalesce(${change.timeZone ?? null}, time_zone),
           updated_at = ${now()}
     WHERE ${ofAccount(accountId)}`,
  )
