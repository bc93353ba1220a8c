/** All SQL on login, and on the directories by which sign-in finds it. */
import type { AccountStatus } from '#contract/identity/identity.ts'
import { NO_LOGIN, type LoginKey } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofAccount, ofLogin } from '#server/core/database/cells.ts'
import { maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import { mobileHashes, unsealMobile, type MobileHash } from './mobiles.ts'

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
    JOIN account a USING (cell, account_id)
    LEFT JOIN sub_account sub USING (cell, account_id, login_id)`

export const loginById = (on: Tx | Database, login: LoginKey) =>
  one(on, sql<LoginRow>`${loginColumns} WHERE ${ofLogin(login, 'l')}`)
export const loginMadeAt = async (on: Tx | Database, login: LoginKey): Promise<Date> =>
  (await one(on, sql<{ created_at: Date }>`SELECT created_at FROM login WHERE ${ofLogin(login)}`)).created_at
export const parentLoginOf = (on: Tx | Database, accountId: string) =>
  one(on, sql<LoginRow>`${loginColumns} WHERE ${ofAccount(accountId, 'l')} AND l.kind = 'PARENT'`)

const named = sql<LoginKey>`SELECT account_id AS "accountId", login_id AS "loginId"`
export const loginByMobile = async (on: Tx | Database, hash: Buffer) =>
  maybeLogin(on, await maybeOne(on, sql<LoginKey>`${named} FROM login_by_mobile WHERE mobile_hash = ${hash}`))
export const loginByName = async (on: Tx | Database, name: string) =>
  maybeLogin(on, await maybeOne(on, sql<LoginKey>`${named} FROM login_by_name WHERE login_name = ${name}`))

/** A statement of its own, because the login lies elsewhere than its directories. An unknown name costs it too, and so takes as long. */
const maybeLogin = (on: Tx | Database, login: LoginKey = NO_LOGIN) =>
  maybeOne(on, sql<LoginRow>`${loginColumns} WHERE ${ofLogin(login, 'l')}`)

/** The keys of the two directories refuse a mobile and a name that another login has. */
export async function insertLogin(
  tx: Tx,
  login: {
    loginId: string
    accountId: string
    kind: 'PARENT' | 'SUB'
    mobileEnc: Buffer
    mobileHashes: readonly MobileHash[]
    loginName?: string | undefined
    passwordHash: string
  },
): Promise<void> {
  await run(
    tx,
    sql`
    INSERT INTO login (cell, login_id, account_id, kind, mobile_enc, mobile_hash, login_name, password_hash, password_at, created_at, updated_at)
    VALUES (${cellOf(login.accountId)}, ${login.loginId}, ${login.accountId}, ${login.kind}, ${login.mobileEnc}, ${login.mobileHashes[0]!.hash},
            ${login.loginName ?? null}, ${login.passwordHash}, ${now()}, ${now()}, ${now()})`,
  )
  await insertMobile(tx, login, login.mobileHashes)
  if (login.loginName === undefined) return
  await run(
    tx,
    sql`
    INSERT INTO login_by_name (login_name, cell, account_id, login_id)
    VALUES (${login.loginName}, ${cellOf(login.accountId)}, ${login.accountId}, ${login.loginId})`,
  )
}

async function insertMobile(tx: Tx, { accountId, loginId }: LoginKey, hashes: readonly MobileHash[]): Promise<void> {
  for (const { keyId, hash } of hashes)
    await run(
      tx,
      sql`
      INSERT INTO login_by_mobile (mobile_hash, cell, account_id, login_id, key_id)
      VALUES (${hash}, ${cellOf(accountId)}, ${accountId}, ${loginId}, ${keyId})`,
    )
}

/** Nothing finds this login by its mobile any more, whatever a server's current key. */
async function deleteMobile(tx: Tx, { loginId }: LoginKey, held: { mobile_enc: Buffer; mobile_hash: Buffer | null }) {
  if (!held.mobile_hash) return
  const hashes = mobileHashes(unsealMobile(loginId, held.mobile_enc)).map(({ hash }) => hash)
  await run(tx, sql`DELETE FROM login_by_mobile WHERE mobile_hash = ANY (${hashes}::bytea[])`)
}

/** Locked: of two changes of one login's mobile, the second waits for the first and removes what that has entered. */
const lockNames = (tx: Tx, login: LoginKey) =>
  one(
    tx,
    sql<{ mobile_enc: Buffer; mobile_hash: Buffer | null; login_name: string | null }>`
    SELECT mobile_enc, mobile_hash, login_name FROM login WHERE ${ofLogin(login)} FOR UPDATE`,
  )

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

export async function updateMobile(
  tx: Tx,
  login: LoginKey,
  mobileEnc: Buffer,
  hashes: readonly MobileHash[],
): Promise<void> {
  await deleteMobile(tx, login, await lockNames(tx, login))
  await insertMobile(tx, login, hashes)
  await run(
    tx,
    sql`
    UPDATE login
       SET mobile_enc = ${mobileEnc}, mobile_hash = ${hashes[0]!.hash}, updated_at = ${now()}
     WHERE ${ofLogin(login)}`,
  )
}

/** Afterwards nothing finds the login, and other people can use its mobile and name. */
export async function forgetLogin(tx: Tx, login: LoginKey, mobileEnc: Buffer): Promise<void> {
  const names = await lockNames(tx, login)
  await deleteMobile(tx, login, names)
  await run(tx, sql`DELETE FROM login_by_name WHERE login_name = ${names.login_name}`)
  await run(
    tx,
    sql`
    UPDATE login
       SET mobile_enc = ${mobileEnc}, mobile_hash = NULL, login_name = NULL, password_hash = '', updated_at = ${now()}
     WHERE ${ofLogin(login)}`,
  )
}
