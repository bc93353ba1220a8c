/** All SQL on sign_in_attempt, known_browser and staff_browser. */
import type { LoginKey, Staff } from '#server/core/actor.ts'
import { ago, ahead, DAY, MINUTE, now, SECOND } from '#server/core/clock.ts'
import { cellOf, ofLogin } from '#server/core/database/cells.ts'
import { maybeOne, one, run, sql, type Database, type Tx } from '#server/core/db.ts'

export type Attempt = { subject: 'password' | 'staff' | 'google'; name: string; origin: string; network: string }

const FREE = 5
const WINDOW_MS = 15 * MINUTE
/** If a process ends while checking, its attempt is returned after this time. */
const JUDGING_MS = 30 * SECOND

/** Takes one of the remaining attempts before anything is checked: three hundred concurrent requests share five attempts. */
export const takeAttempt = (on: Database, { subject, name, origin, network }: Attempt) =>
  maybeOne(
    on,
    sql<{ failures: number }>`
    INSERT INTO sign_in_attempt AS a (subject, name_key, origin, network, judging, judging_until, failures, failures_until, last_at)
    VALUES (${subject}, ${name}, ${origin}, ${network}, 1, ${ahead(JUDGING_MS)}, 0, ${ahead(WINDOW_MS)}, ${now()})
    ON CONFLICT (subject, name_key, origin) DO UPDATE
       SET judging = CASE WHEN a.judging_until <= excluded.last_at THEN 1 ELSE a.judging + 1 END,
           judging_until = excluded.judging_until,
           failures = CASE WHEN a.failures_until <= excluded.last_at THEN 0 ELSE a.failures END,
           failures_until = CASE WHEN a.failures_until <= excluded.last_at THEN excluded.failures_until ELSE a.failures_until END
     WHERE (a.blocked_until IS NULL OR a.blocked_until <= excluded.last_at)
       AND CASE WHEN a.judging_until <= excluded.last_at THEN 0 ELSE a.judging END
           < greatest(1, ${FREE}::int - CASE WHEN a.failures_until <= excluded.last_at THEN 0 ELSE a.failures END)
    RETURNING failures`,
  )

export const blockedUntil = (on: Database, { subject, name, origin }: Attempt) =>
  maybeOne(
    on,
    sql<{ blocked_until: Date }>`
    SELECT blocked_until FROM sign_in_attempt
     WHERE subject = ${subject} AND name_key = ${name} AND origin = ${origin} AND blocked_until > ${now()}`,
  )

/** The fifth locks this origin for 15 minutes, each further one for twice as long, up to 16 hours. */
export const failAttempt = (on: Database, { subject, name, origin }: Attempt) =>
  run(
    on,
    sql`
    UPDATE sign_in_attempt
       SET judging = greatest(judging - 1, 0),
           failures = failures + 1,
           blocked_until = CASE WHEN failures + 1 < ${FREE}::int THEN blocked_until
                                ELSE ${ahead(WINDOW_MS)}::timestamptz + (2 ^ least(failures + 1 - ${FREE}::int, 6) - 1) * interval '15 minutes' END,
           failures_until = CASE WHEN failures + 1 < ${FREE}::int THEN failures_until ELSE ${ahead(2 * DAY)} END,
           last_at = ${now()}
     WHERE subject = ${subject} AND name_key = ${name} AND origin = ${origin}`,
  )

export const passAttempt = (on: Database, { subject, name, origin }: Attempt) =>
  run(
    on,
    sql`
    UPDATE sign_in_attempt
       SET judging = greatest(judging - 1, 0), failures = 0, blocked_until = NULL, last_at = ${now()}
     WHERE subject = ${subject} AND name_key = ${name} AND origin = ${origin}`,
  )

export const hasFailures = async (on: Database, { subject, name, origin }: Attempt): Promise<boolean> =>
  (await maybeOne(
    on,
    sql`
    SELECT 1 AS yes FROM sign_in_attempt
     WHERE subject = ${subject} AND name_key = ${name} AND origin = ${origin} AND failures > 0 AND failures_until > ${now()}`,
  )) !== undefined

/** From how many origins this name failed in a day, and how many names from this origin. */
export const attackOn = (on: Database, { subject, name, network }: Attempt) =>
  one(
    on,
    sql<{ origins: number; names: number }>`
    SELECT (SELECT count(*) FROM sign_in_attempt
             WHERE subject = ${subject} AND name_key = ${name} AND failures > 0 AND last_at > ${ago(DAY)}) AS origins,
           (SELECT count(DISTINCT name_key) FROM sign_in_attempt
             WHERE network = ${network} AND failures > 0 AND last_at > ${ago(DAY)}) AS names`,
  )

export const forgetAttempts = (on: Database, before: Date) =>
  run(on, sql`DELETE FROM sign_in_attempt WHERE last_at < ${before} AND failures_until < ${now()}`)

/** Logins and staff have the browsers that they have signed in from in tables of their own. */
export type BrowserOwner = LoginKey | Pick<Staff, 'staffId'>

export const browserKnown = async (on: Database, owner: BrowserOwner, hash: Buffer, since: Date): Promise<boolean> =>
  (await maybeOne(
    on,
    sql`
    SELECT 1 AS yes
      FROM ${'staffId' in owner ? sql`staff_browser WHERE staff_id = ${owner.staffId}` : sql`known_browser WHERE ${ofLogin(owner)}`}
       AND browser_hash = ${hash} AND last_at > ${since}`,
  )) !== undefined

export const insertBrowser = (tx: Tx, owner: BrowserOwner, hash: Buffer) =>
  run(
    tx,
    'staffId' in owner
      ? sql`
    INSERT INTO staff_browser (staff_id, browser_hash, last_at) VALUES (${owner.staffId}, ${hash}, ${now()})
    ON CONFLICT (staff_id, browser_hash) DO UPDATE SET last_at = excluded.last_at`
      : sql`
    INSERT INTO known_browser (cell, account_id, login_id, browser_hash, last_at)
    VALUES (${cellOf(owner.accountId)}, ${owner.accountId}, ${owner.loginId}, ${hash}, ${now()})
    ON CONFLICT (cell, account_id, login_id, browser_hash) DO UPDATE SET last_at = excluded.last_at`,
  )

export async function forgetBrowsers(on: Database, before: Date): Promise<void> {
  await run(on, sql`DELETE FROM known_browser WHERE last_at < ${before}`)
  await run(on, sql`DELETE FROM staff_browser WHERE last_at < ${before}`)
}
