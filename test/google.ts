/** An authenticator app for tests: a real TOTP generator, bound without an SMS code. */
import { Secret, TOTP } from 'otpauth'
import { ahead, HOUR, now, nowMs } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { useIdentity } from '#server/identity/identity.ts'
import { seal } from '#server/core/secrets.ts'
import type { Person } from './world.ts'

/** The app's current digits, or those of this many 30-second steps from now. */
export const googleDigits = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: nowMs() + steps * 30_000,
  })

/** A new secret for this login, confirmed or not. Signing in by password alone remains possible, because tests need it. */
export async function bindGoogle({ loginId }: Person, { bound = true, atSignIn = false } = {}): Promise<string> {
  const secret = new Secret({ size: 20 }).base32
  useIdentity({ googleAtSignIn: atSignIn })
  await sql`
    INSERT INTO google_secret (login_id, secret_enc, pending_until, created_at)
    VALUES (${loginId}, ${seal(loginId, secret)}, ${bound ? null : ahead(HOUR)}, ${now()})
    ON CONFLICT (login_id) DO UPDATE SET secret_enc = excluded.secret_enc, pending_until = excluded.pending_until, last_step = 0`.execute(
    db,
  )
  await sql`UPDATE login SET google_bound_at = ${bound ? now() : null} WHERE login_id = ${loginId}`.execute(db)
  return secret
}
