/** All SQL on sms_code, sms_receipt, ticket and captcha. */
import { now } from '#server/core/clock.ts'
import { maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'
import type { SmsReceipt } from '#server/outside/outside.ts'

export const insertCode = (
  tx: Tx,
  code: {
    codeId: string
    purpose: string
    targetHash: Buffer
    loginId: string | undefined
    requester: Buffer | undefined
    network: string | undefined
    payloadHash: Buffer | undefined
    codeHash: Buffer
    expiresAt: Date
  },
) =>
  run(
    tx,
    sql`
  INSERT INTO sms_code (code_id, purpose, target_hash, login_id, requester_hash, network, payload_hash, code_hash, expires_at, created_at)
  VALUES (${code.codeId}, ${code.purpose}, ${code.targetHash}, ${code.loginId ?? null}, ${code.requester ?? null}, ${code.network ?? null}, ${code.payloadHash ?? null}, ${code.codeHash},
          ${code.expiresAt}, ${now()})`,
  )

export type JudgedCode = {
  code_id: string
  code_hash: Buffer
  payload_hash: Buffer | null
  tries: number
  own: boolean
}
type Requester = { readonly requester: Buffer; readonly network: string } | undefined

/** The newest code that this requester may try: its own, or else one of its network. A signed-in person's code is its own. */
const newestFor = (purpose: string, targetHash: Buffer, by: Requester) => sql`
      FROM sms_code
     WHERE target_hash = ${targetHash} AND purpose = ${purpose}
       AND (network IS NULL OR requester_hash = ${by?.requester ?? null} OR network = ${by?.network ?? null})
     ORDER BY (requester_hash IS NOT DISTINCT FROM ${by?.requester ?? null}::bytea) DESC, created_at DESC, code_id DESC
     LIMIT 1`

/**
 * Takes one try at the newest code of a purpose and target. Counting and reading are one statement: three hundred concurrent guesses get five codes to compare
 * with, not three hundred. Older codes are dead.
 */
export const tryCode = (on: Database, purpose: string, targetHash: Buffer, by: Requester, mostTries: number) =>
  maybeOne(
    on,
    sql<JudgedCode>`
    UPDATE sms_code
       SET tries = tries + own::int, tries_nearby = tries_nearby + (NOT own)::int
      FROM (SELECT requester_hash IS NOT DISTINCT FROM ${by?.requester ?? null}::bytea AS own, code_id AS newest
            ${newestFor(purpose, targetHash, by)}) AS found
     WHERE code_id = newest AND used_at IS NULL AND expires_at > ${now()}
       AND CASE WHEN own THEN tries ELSE tries_nearby END < ${mostTries}
    RETURNING code_id, code_hash, payload_hash, own, CASE WHEN own THEN tries ELSE tries_nearby END AS tries`,
  )

/** Explains why there was nothing to try: the newest code and its status. */
export const newestCode = (on: Database, purpose: string, targetHash: Buffer, by: Requester) =>
  maybeOne(
    on,
    sql<{ tries: number; used_at: Date | null; expires_at: Date }>`
    SELECT CASE WHEN requester_hash IS NOT DISTINCT FROM ${by?.requester ?? null}::bytea THEN tries ELSE tries_nearby END AS tries,
           used_at, expires_at
    ${newestFor(purpose, targetHash, by)}`,
  )

export const markCodeUsed = (on: Tx | Database, codeId: string) =>
  run(on, sql`UPDATE sms_code SET used_at = ${now()} WHERE code_id = ${codeId} AND used_at IS NULL`)

export const insertTicket = (
  on: Tx | Database,
  ticket: { hash: Buffer; scene: string; loginId: string | undefined; expiresAt: Date },
) =>
  run(
    on,
    sql`
    INSERT INTO ticket (ticket_hash, scene, login_id, expires_at, created_at)
    VALUES (${ticket.hash}, ${ticket.scene}, ${ticket.loginId ?? null}, ${ticket.expiresAt}, ${now()})`,
  )

/** A proof that counts again for a while. Another one in its place begins that time anew. */
export const putRemembered = (
  on: Tx | Database,
  proof: { hash: Buffer; scene: string; loginId: string; expiresAt: Date },
) =>
  run(
    on,
    sql`
    INSERT INTO ticket (ticket_hash, scene, login_id, expires_at, created_at)
    VALUES (${proof.hash}, ${proof.scene}, ${proof.loginId}, ${proof.expiresAt}, ${now()})
    ON CONFLICT (ticket_hash) DO UPDATE SET expires_at = excluded.expires_at, created_at = excluded.created_at`,
  )

export const hasRemembered = async (
  on: Tx | Database,
  hash: Buffer,
  scene: string,
  loginId: string,
): Promise<boolean> =>
  (await maybeOne(
    on,
    sql`
    SELECT
      FROM ticket
     WHERE ticket_hash = ${hash} AND scene = ${scene} AND login_id = ${loginId} AND expires_at > ${now()}`,
  )) !== undefined

export const takeTicket = (on: Tx | Database, hash: Buffer, scene: string, loginId: string | undefined) =>
  run(
    on,
    sql`
    UPDATE ticket
       SET used_at = ${now()}
     WHERE ticket_hash = ${hash} AND scene = ${scene} AND login_id IS NOT DISTINCT FROM ${loginId ?? null}
       AND used_at IS NULL AND expires_at > ${now()}`,
  )

export const insertCaptcha = (
  on: Database,
  captcha: { key: string; kind: 'slide' | 'text'; answer: string; expiresAt: Date },
) =>
  run(
    on,
    sql`
    INSERT INTO captcha (captcha_key, kind, answer, expires_at, created_at)
    VALUES (${captcha.key}, ${captcha.kind}, ${captcha.answer}, ${captcha.expiresAt}, ${now()})
    ON CONFLICT (captcha_key) DO UPDATE
       SET kind = excluded.kind, answer = excluded.answer, expires_at = excluded.expires_at, created_at = excluded.created_at, used_at = NULL`,
  )

/** Work challenges are not stored, only that one was answered. Returns false if it was answered before. */
export const useChallenge = (on: Database, nonce: string, expiresAt: Date) =>
  run(
    on,
    sql`
    INSERT INTO captcha (captcha_key, kind, answer, expires_at, used_at, created_at)
    VALUES (${`work ${nonce}`}, 'work', '', ${expiresAt}, ${now()}, ${now()})
    ON CONFLICT (captcha_key) DO NOTHING`,
  )

/** A right answer and a wrong one both consume it. */
export const takeCaptcha = (on: Database, key: string, kind: 'slide' | 'text') =>
  maybeOne(
    on,
    sql<{ answer: string }>`
    UPDATE captcha
       SET used_at = ${now()}
     WHERE captcha_key = ${key} AND kind = ${kind} AND used_at IS NULL AND expires_at > ${now()}
    RETURNING answer`,
  )

/** Returns false if this message has its outcome already. */
export const insertReceipt = async (on: Tx, provider: string, receipt: SmsReceipt): Promise<boolean> =>
  (await run(
    on,
    sql`
    INSERT INTO sms_receipt (provider, message_ref, outcome, error_code, received_at)
    VALUES (${provider}, ${receipt.ref}, ${receipt.outcome}, ${receipt.errorCode ?? null}, ${now()})
    ON CONFLICT (provider, message_ref) DO NOTHING`,
  )) === 1

export const countReceipts = (on: Database, since: Date) =>
  one(
    on,
    sql<{ delivered: number; failed: number }>`
    SELECT count(*) FILTER (WHERE outcome = 'DELIVERED') AS delivered, count(*) FILTER (WHERE outcome = 'FAILED') AS failed
      FROM sms_receipt
     WHERE received_at > ${since}`,
  )

export const forgetReceipts = async (on: Database, before: Date): Promise<void> =>
  void (await run(on, sql`DELETE FROM sms_receipt WHERE received_at < ${before}`))

export async function forgetProofs(on: Database, before: Date): Promise<void> {
  await run(on, sql`DELETE FROM sms_code WHERE expires_at < ${before}`)
  await run(on, sql`DELETE FROM ticket WHERE expires_at < ${before}`)
  await run(on, sql`DELETE FROM captcha WHERE expires_at < ${before}`)
  await run(on, sql`DELETE FROM tally WHERE expires_at < ${before}`)
}
