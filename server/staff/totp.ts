import { Secret, TOTP } from 'otpauth'
import { nowMs } from '../core/clock.ts'

const PERIOD_S = 30

/** RFC 6238 as every authenticator app speaks it: SHA-1, six digits, thirty seconds. */
const totpOf = (secret: string): TOTP =>
  new TOTP({ issuer: 'Kaika', secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_S, algorithm: 'SHA1' })

/** The time step that this code is of: now's, or the one before or after it. Nothing if it is of none. */
export function stepOf(secret: string, code: string): number | undefined {
  const timestamp = nowMs()
  const delta = totpOf(secret).validate({ token: code, window: 1, timestamp })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta
}

export const codeAt = (secret: string, ms: number = nowMs()): string => totpOf(secret).generate({ timestamp: ms })
