/** All SQL on accounts, logins and sub-accounts, and the counters. Sessions, codes and captchas have their own files. */
import type { RawBuilder } from 'kysely'
import type { AccountStatus, RiskState } from '#contract/identity/identity.ts'
import type { Lang } from '#contract/core/fields.ts'
import type { ElementKey, PageId } from '#contract/core/permissions.ts'
import type { LoginKey } from '../core/actor.ts'
import { touch } from '../core/changes/touch.ts'
import { ahead, now } from '../core/clock.ts'
import { cellOf, ofAccount, ofLogin } from '../core/database/cells.ts'
import { many, maybeOne, one, preparedMany, run, sql, type Database, type Tx } from '../core/db.ts'

export type AccountRow = {
  account_id: string
  user_no: string
  nickname: string
  status: AccountStatus
  risk_state: RiskState
  restricted: boolean
  /** Held by staff, independent of debts. */
  held: boolean
  sub_switch: boolean
  business: boolean
  identity: 'NONE' | 'PENDING' | 'PASSED' | 'REJECTED'
  identity_type: 'PERSON' | 'BUSINESS' | null
  invite_code: string
  lang: Lang
  time_zone: string
  created_at: Date
}

export const accountById = (on: Tx | Database, accountId: string) =>
  one(on, sql<AccountRow>`SELECT * FROM account WHERE account_id = ${accountId}`)

/** Locked after all money rows: decisions about an account under this lock rely on stable balances. */
export const lockAccount = (tx: Tx, accountId: string) =>
  one(tx, sql<AccountRow>`SELECT * FROM account WHERE account_id = ${accountId} FOR UPDATE`)

/** Returns those that owe something. */
export const restrictedOf = async (on: Tx | Database, accountIds: readonly string[]): Promise<string[]> =>
  (
    await many(
      on,
      sql<{ account_id: string }>`
      SELECT account_id FROM account WHERE account_id = ANY (${[...accountIds]}) AND restricted`,
    )
  ).map(({ account_id }) => account_id)

export const allRestricted = async (on: Tx | Database): Promise<string[]> =>
  (await many(on, sql<{ account_id: string }>`SELECT account_id FROM account WHERE restricted`)).map(
    ({ account_id }) => account_id,
  )

export const accountByInvite = (on: Tx | Database, code: string) =>
  maybeOne(
    on,
    sql<{ account_id: string }>`SELECT account_id FROM account WHERE invite_code = ${code} AND status = 'ACTIVE'`,
  )

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
  INSERT INTO account (account_id, user_no, nickname, invite_code, referrer_account_id, lang, created_at, updated_at)
  VALUES (${account.accountId}, ${account.userNo}, ${account.nickname}, ${account.inviteCode}, ${account.referrer ?? null}, ${account.lang},
          ${now()}, ${now()})
  ON CONFLICT DO NOTHING`,
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
           sub_switch = coalesce(${change.subSwitch ?? null}, sub_switch),
           identity = coalesce(${change.identity ?? null}, identity),
           identity_type = coalesce(${change.identityType ?? null}, identity_type),
           business = coalesce(${change.business ?? null}, business),
           invite_code = coalesce(${change.inviteCode ?? null}, invite_code),
           updated_at = ${now()}
     WHERE account_id = ${accountId} AND NOT (${unlessPassed} AND identity = 'PASSED')`,
  )
}
export type AccountChange = {
  risk?: RiskState
  restricted?: boolean
  held?: boolean
  subSwitch?: boolean
  identity?: 'NONE' | 'PENDING' | 'PASSED' | 'REJECTED'
  identityType?: 'PERSON' | 'BUSINESS'
  business?: boolean
  inviteCode?: string
}

export type LoginRow = {
  login_id: string
  account_id: string
  kind: 'PARENT' | 'SUB'
  mobile_enc: Buffer
  login_name: string | null
  password_hash: string
  google_bound_at: Date | null
  cooldown_until: Date | null
  /** The nickname of the account or of the sub-account. */
  nickname: string
  user_no: string
  sub_uid: string | null
  account_status: AccountStatus
  sub_status: 'NORMAL' | 'FROZEN' | null
}

const loginColumns = sql`
  SELECT l.login_id, l.account_id, l.kind, l.mobile_enc, l.login_name, l.password_hash, l.google_bound_at, l.cooldown_until,
         coalesce(sub.nickname, a.nickname) AS nickname,
         a.user_no, sub.sub_uid, a.status AS account_status, sub.status AS sub_status
    FROM login l
    JOIN account a ON a.account_id = l.account_id
    LEFT JOIN sub_account sub ON (sub.account_id, sub.login_id) = (l.account_id, l.login_id)`

export const loginById = (on: Tx | Database, login: LoginKey) =>
  one(on, sql<LoginRow>`${loginColumns} WHERE ${ofLogin(login, 'l')}`)
export const loginMadeAt = async (on: Tx | Database, login: LoginKey): Promise<Date> =>
  (await one(on, sql<{ created_at: Date }>`SELECT created_at FROM login WHERE ${ofLogin(login)}`)).created_at
export const parentLoginOf = (on: Tx | Database, accountId: string) =>
  one(on, sql<LoginRow>`${loginColumns} WHERE ${ofAccount(accountId, 'l')} AND l.kind = 'PARENT'`)

/** The login that a directory names. */
const namedBy = (directory: 'login_by_mobile' | 'login_by_name') =>
  sql`${loginColumns} JOIN ${sql.table(directory)} AS named ON (named.cell, named.account_id, named.login_id) = (l.cell, l.account_id, l.login_id)`
export const loginByMobile = (on: Tx | Database, hash: Buffer) =>
  maybeOne(on, sql<LoginRow>`${namedBy('login_by_mobile')} WHERE named.mobile_hash = ${hash}`)
export const loginByName = (on: Tx | Database, name: string) =>
  maybeOne(on, sql<LoginRow>`${namedBy('login_by_name')} WHERE named.login_name = ${name}`)

/** The keys of the two directories refuse a mobile and a name that another login has. */
export async function insertLogin(
  tx: Tx,
  login: {
    loginId: string
    accountId: string
    kind: 'PARENT' | 'SUB'
    mobileEnc: Buffer
    mobileHash: Buffer
    loginName?: string | undefined
    passwordHash: string
  },
): Promise<void> {
  await run(
    tx,
    sql`
    INSERT INTO login (cell, login_id, account_id, kind, mobile_enc, mobile_hash, login_name, password_hash, password_at, created_at, updated_at)
    VALUES (${cellOf(login.accountId)}, ${login.loginId}, ${login.accountId}, ${login.kind}, ${login.mobileEnc}, ${login.mobileHash},
            ${login.loginName ?? null}, ${login.passwordHash}, ${now()}, ${now()}, ${now()})`,
  )
  await insertMobile(tx, login, login.mobileHash)
  if (login.loginName === undefined) return
  await run(
    tx,
    sql`
    INSERT INTO login_by_name (login_name, cell, account_id, login_id)
    VALUES (${login.loginName}, ${cellOf(login.accountId)}, ${login.accountId}, ${login.loginId})`,
  )
}

const insertMobile = (tx: Tx, { accountId, loginId }: LoginKey, mobileHash: Buffer) =>
  run(
    tx,
    sql`
    INSERT INTO login_by_mobile (mobile_hash, cell, account_id, login_id)
    VALUES (${mobileHash}, ${cellOf(accountId)}, ${accountId}, ${loginId})`,
  )

/** Locked: of two changes of one login's mobile, the second waits for the first and removes what that has entered. */
const lockNames = (tx: Tx, login: LoginKey) =>
  one(
    tx,
    sql<{ mobile_hash: Buffer | null; login_name: string | null }>`
    SELECT mobile_hash, login_name FROM login WHERE ${ofLogin(login)} FOR UPDATE`,
  )

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
  created_at: Date
}

export const subByUid = (on: Tx | Database, accountId: string, subUid: string) =>
  maybeOne(on, sql<SubRow>`SELECT * FROM sub_account WHERE account_id = ${accountId} AND sub_uid = ${subUid}`)

/** All sub-accounts of an account, in order of creation. */
export const subsOf = (on: Tx | Database, accountId: string) =>
  many(
    on,
    sql<{ subUid: string; nickname: string }>`
    SELECT sub_uid AS "subUid", nickname FROM sub_account WHERE account_id = ${accountId} ORDER BY created_at, sub_uid`,
  )

/** The numbers that stand for accounts and sub-accounts in the largest tables. */
export const accountNoSql = (accountId: string) =>
  sql<number>`(SELECT account_no FROM account WHERE account_id = ${accountId})`
export const subNoSql = (subUid: string | RawBuilder<unknown>) =>
  sql<number>`(SELECT sub_no FROM sub_account WHERE sub_uid = ${subUid})`
/** All sub-accounts with their numbers: a FROM item. */
export const subNumbersSql = sql`(SELECT sub_no, sub_uid FROM sub_account)`

/** All sub-accounts as a FROM item: `sub_uid`, `sub_no`, `nickname`. */
export const subNamesSql = (accountId: string) =>
  sql`(SELECT sub_uid, sub_no, nickname FROM sub_account WHERE account_id = ${accountId})`

export const namesOfSubs = async (
  on: Tx | Database,
  accountId: string,
  subUids: readonly (string | null)[],
): Promise<Map<string | null, string>> => {
  const asked = [...new Set(subUids)].filter((subUid) => subUid !== null)
  if (asked.length === 0) return new Map()
  const rows = await preparedMany(
    on,
    sql<{ sub_uid: string; nickname: string }>`
    SELECT sub_uid, nickname
      FROM sub_account
     WHERE account_id = ${accountId} AND sub_uid = ANY (${asked})`,
  )
  return new Map(rows.map(({ sub_uid, nickname }) => [sub_uid, nickname]))
}

/** Money moves for a sub-account only while no freeze is in progress: both lock this row. */
export const lockSub = (tx: Tx, accountId: string, subUid: string) =>
  maybeOne(
    tx,
    sql<SubRow>`SELECT * FROM sub_account WHERE account_id = ${accountId} AND sub_uid = ${subUid} FOR UPDATE`,
  )

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
  INSERT INTO sub_account (sub_uid, account_id, login_id, nickname, role_id, expires_at, free_seat, remark, budget_cents, budget_period, created_at, updated_at)
  VALUES (${sub.subUid}, ${sub.accountId}, ${sub.loginId}, ${sub.nickname}, ${sub.roleId}, ${sub.expiresAt}, ${sub.freeSeat}, ${sub.remark}, ${sub.budgetCents ?? null},
          ${sub.budgetPeriod ?? null}, ${now()}, ${now()})`,
  )

export type Grant = { roleId: string; keys: readonly ElementKey[]; pages: readonly PageId[] }

/** Its role's current permissions, and, if the role stays the same, the keys granted individually. */
export const updateGrant = (tx: Tx, subUid: string, { roleId, keys, pages }: Grant) =>
  run(
    tx,
    sql`
    UPDATE sub_account
       SET role_id = ${roleId},
           extra_keys = CASE WHEN role_id = ${roleId} THEN extra_keys ELSE '{}' END,
           granted_keys = ${[...keys]}::text[] || CASE WHEN role_id = ${roleId} THEN array(
             SELECT unnest(extra_keys) EXCEPT SELECT unnest(${[...keys]}::text[])) ELSE '{}' END,
           granted_pages = ${[...pages]}::text[], grant_version = grant_version + 1, updated_at = ${now()}
     WHERE sub_uid = ${subUid}`,
  )

export const updateSubStatus = (tx: Tx, subUid: string, status: 'NORMAL' | 'FROZEN') =>
  run(tx, sql`UPDATE sub_account SET status = ${status}, updated_at = ${now()} WHERE sub_uid = ${subUid}`)

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
     WHERE account_id = ${accountId}`,
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

/** All SQL by which owners change their login and account. */
export const updatePassword = (tx: Tx, login: LoginKey, passwordHash: string) =>
  run(
    tx,
    sql`
    UPDATE login
       SET password_hash = ${passwordHash}, password_at = ${now()}, updated_at = ${now()}
     WHERE ${ofLogin(login)}`,
  )

/** The later deadline wins: a second change never shortens the first one's. */
export const updateCooldown = (tx: Tx, login: LoginKey, until: Date) =>
  run(tx, sql`UPDATE login SET cooldown_until = ${until}, updated_at = ${now()} WHERE ${ofLogin(login)}`)

export async function updateMobile(tx: Tx, login: LoginKey, mobileEnc: Buffer, mobileHash: Buffer): Promise<void> {
  const { mobile_hash } = await lockNames(tx, login)
  await run(tx, sql`DELETE FROM login_by_mobile WHERE mobile_hash = ${mobile_hash}`)
  await insertMobile(tx, login, mobileHash)
  await run(
    tx,
    sql`
    UPDATE login
       SET mobile_enc = ${mobileEnc}, mobile_hash = ${mobileHash}, updated_at = ${now()}
     WHERE ${ofLogin(login)}`,
  )
}

/** Nobody finds it again, and its mobile and name are free for others. */
export async function forgetLogin(tx: Tx, login: LoginKey, mobileEnc: Buffer): Promise<void> {
  const { mobile_hash, login_name } = await lockNames(tx, login)
  await run(tx, sql`DELETE FROM login_by_mobile WHERE mobile_hash = ${mobile_hash}`)
  await run(tx, sql`DELETE FROM login_by_name WHERE login_name = ${login_name}`)
  await run(
    tx,
    sql`
    UPDATE login
       SET mobile_enc = ${mobileEnc}, mobile_hash = NULL, login_name = NULL, password_hash = '', updated_at = ${now()}
     WHERE ${ofLogin(login)}`,
  )
}

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
     WHERE account_id = ${accountId}`,
  )
