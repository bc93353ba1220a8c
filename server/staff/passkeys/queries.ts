/** All SQL on staff_passkey. */
import { now } from '#server/core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { NewPasskey, PasskeyRow } from '#server/identity/identity.ts'

export type StaffPasskey = PasskeyRow & { staff_id: string }

const columns = sql`passkey_id, staff_id, credential_id, public_key, counter, transports, name, backed_up, made_at, last_used_at, made_device`

export const passkeysOfStaff = (on: Tx | Database, staffId: string) =>
  many(
    on,
    sql<StaffPasskey>`SELECT ${columns} FROM staff_passkey WHERE staff_id = ${staffId} ORDER BY made_at, passkey_id`,
  )

export const staffPasskeyByCredential = (on: Tx | Database, credentialId: Buffer) =>
  maybeOne(on, sql<StaffPasskey>`SELECT ${columns} FROM staff_passkey WHERE credential_id = ${credentialId}`)

/** Returns 0 if the credential is registered already, whoever has it. */
export const insertStaffPasskey = (tx: Tx, staffId: string, made: NewPasskey) =>
  run(
    tx,
    sql`
    INSERT INTO staff_passkey (passkey_id, staff_id, credential_id, public_key, counter, transports, aaguid, name, backed_up, made_at, made_device)
    VALUES (${made.passkeyId}, ${staffId}, ${made.credentialId}, ${made.publicKey}, ${made.counter}, ${[...made.transports]}::text[],
            ${made.aaguid}, ${made.name}, ${made.backedUp}, ${now()}, ${made.device})
    ON CONFLICT (credential_id) DO NOTHING`,
  )

/** Counts a use, as `markUsed` of account holders does: 0 if the counter did not go up. */
export const markStaffUsed = (
  on: Tx | Database,
  { passkeyId, counter, backedUp }: { passkeyId: string; counter: number; backedUp: boolean },
) =>
  run(
    on,
    sql`
    UPDATE staff_passkey SET counter = ${counter}, backed_up = ${backedUp}, last_used_at = ${now()}
     WHERE passkey_id = ${passkeyId} AND (counter < ${counter} OR (counter = 0 AND ${counter}::bigint = 0))`,
  )

export const renameStaffOne = (tx: Tx, staffId: string, passkeyId: string, name: string) =>
  run(tx, sql`UPDATE staff_passkey SET name = ${name} WHERE staff_id = ${staffId} AND passkey_id = ${passkeyId}`)

export const deleteStaffPasskey = (tx: Tx, staffId: string, passkeyId: string) =>
  run(tx, sql`DELETE FROM staff_passkey WHERE staff_id = ${staffId} AND passkey_id = ${passkeyId}`)

/** Of somebody who gets a new link: what they had before opens nothing. */
export const deleteStaffPasskeys = (tx: Tx, staffId: string) =>
  run(tx, sql`DELETE FROM staff_passkey WHERE staff_id = ${staffId}`)
