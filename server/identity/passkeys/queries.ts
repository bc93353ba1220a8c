/** All SQL on passkey, passkey_by_credential and passkey_challenge. */
import type { LoginKey } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { cellOf, ofLogin } from '#server/core/database/cells.ts'
import { many, maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

/** Of an account holder or of staff. */
export type PasskeyRow = {
  passkey_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  backed_up: boolean
  made_at: Date
  last_used_at: Date | null
  made_device: string
}
export type PasskeyOf = PasskeyRow & { account_id: string; login_id: string }

const columns = sql`passkey_id, account_id, login_id, credential_id, public_key, counter, transports, name, backed_up, made_at, last_used_at, made_device`
const ofPasskey = (login: LoginKey, passkeyId: string) => sql`${ofLogin(login)} AND passkey_id = ${passkeyId}`

export const passkeysOf = (on: Tx | Database, login: LoginKey) =>
  many(on, sql<PasskeyOf>`SELECT ${columns} FROM passkey WHERE ${ofLogin(login)} ORDER BY made_at, passkey_id`)

export const countPasskeys = async (on: Tx | Database, login: LoginKey): Promise<number> =>
  (await one(on, sql<{ count: number }>`SELECT count(*) FROM passkey WHERE ${ofLogin(login)}`)).count

/** Two statements, because the passkey lies elsewhere than its directory. */
export async function passkeyByCredential(
  on: Tx | Database,
  credentialId: Buffer,
): Promise<{ login: LoginKey; passkey: PasskeyOf } | undefined> {
  const found = await maybeOne(
    on,
    sql<LoginKey & { passkeyId: string }>`
    SELECT account_id AS "accountId", login_id AS "loginId", passkey_id AS "passkeyId"
      FROM passkey_by_credential WHERE credential_id = ${credentialId}`,
  )
  if (!found) return undefined
  const { passkeyId, ...login } = found
  const passkey = await maybeOne(
    on,
    sql<PasskeyOf>`SELECT ${columns} FROM passkey WHERE ${ofPasskey(login, passkeyId)}`,
  )
  return passkey && { login, passkey }
}

export type NewPasskey = {
  passkeyId: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  aaguid: string
  name: string
  backedUp: boolean
  device: string
}

/** Returns false if the credential is registered already, whoever has it. */
export async function insertPasskey(tx: Tx, login: LoginKey, made: NewPasskey): Promise<boolean> {
  const { accountId, loginId } = login
  const entered = await run(
    tx,
    sql`
    INSERT INTO passkey_by_credential (credential_id, cell, account_id, login_id, passkey_id)
    VALUES (${made.credentialId}, ${cellOf(accountId)}, ${accountId}, ${loginId}, ${made.passkeyId})
    ON CONFLICT (credential_id) DO NOTHING`,
  )
  if (!entered) return false
  await run(
    tx,
    sql`
    INSERT INTO passkey (cell, account_id, passkey_id, login_id, credential_id, public_key, counter, transports, aaguid, name, backed_up, made_at, made_device)
    VALUES (${cellOf(accountId)}, ${accountId}, ${made.passkeyId}, ${loginId}, ${made.credentialId}, ${made.publicKey}, ${made.counter},
            ${[...made.transports]}::text[], ${made.aaguid}, ${made.name}, ${made.backedUp}, ${now()}, ${made.device})`,
  )
  return true
}

/**
 * Counts a use. An authenticator that counts never repeats a number, so of two requests with one signature, or of a passkey and its copy, the second finds no
 * row. One that does not count stays at 0.
 */
export const markUsed = (
  on: Tx | Database,
  login: LoginKey,
  { passkeyId, counter, backedUp }: { passkeyId: string; counter: number; backedUp: boolean },
) =>
  run(
    on,
    sql`
    UPDATE passkey SET counter = ${counter}, backed_up = ${backedUp}, last_used_at = ${now()}
     WHERE ${ofPasskey(login, passkeyId)} AND (counter < ${counter} OR (counter = 0 AND ${counter}::bigint = 0))`,
  )

export const renameOne = (tx: Tx, login: LoginKey, passkeyId: string, name: string) =>
  run(tx, sql`UPDATE passkey SET name = ${name} WHERE ${ofPasskey(login, passkeyId)}`)

/** Returns its name, or undefined if this login has no such passkey. */
export async function deletePasskey(tx: Tx, login: LoginKey, passkeyId: string): Promise<string | undefined> {
  const gone = await maybeOne(
    tx,
    sql<{ name: string; credential_id: Buffer }>`
    DELETE FROM passkey WHERE ${ofPasskey(login, passkeyId)} RETURNING name, credential_id`,
  )
  if (gone) await run(tx, sql`DELETE FROM passkey_by_credential WHERE credential_id = ${gone.credential_id}`)
  return gone?.name
}

/** Of a login that changes hands or is erased. */
export async function deletePasskeysOf(tx: Tx, login: LoginKey): Promise<void> {
  for (const { passkey_id } of await passkeysOf(tx, login)) await deletePasskey(tx, login, passkey_id)
}

export const insertChallenge = (
  on: Tx | Database,
  made: {
    hash: Buffer
    purpose: string
    boundTo: string
    scene: string | undefined
    payloadHash: Buffer | undefined
    expiresAt: Date
  },
) =>
  run(
    on,
    sql`
    INSERT INTO passkey_challenge (challenge_hash, purpose, bound_to, scene, payload_hash, expires_at, created_at)
    VALUES (${made.hash}, ${made.purpose}, ${made.boundTo}, ${made.scene ?? null}, ${made.payloadHash ?? null}, ${made.expiresAt}, ${now()})`,
  )

export type TakenChallenge = { scene: string | null; payload_hash: Buffer | null; expired: boolean }

/** Consumes it, also if it has expired: of forty requests with one challenge, one finds the row. */
export const takeChallenge = (on: Tx | Database, hash: Buffer, purpose: string, boundTo: string) =>
  maybeOne(
    on,
    sql<TakenChallenge>`
    UPDATE passkey_challenge SET used_at = ${now()}
     WHERE challenge_hash = ${hash} AND purpose = ${purpose} AND bound_to = ${boundTo} AND used_at IS NULL
    RETURNING scene, payload_hash, expires_at <= ${now()} AS expired`,
  )

export const forgetChallenges = async (on: Database, before: Date): Promise<void> =>
  void (await run(on, sql`DELETE FROM passkey_challenge WHERE expires_at < ${before}`))
