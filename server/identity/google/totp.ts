import { Secret, TOTP } from 'otpauth'
import { nowMs, SECOND } from '#server/core/clock.ts'

/** RFC 6238 as authenticator apps know it: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30 * SECOND

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Kaika', label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })

/** 160 bits, as the RFC wants. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What the QR code says. The label is what the app shows beside the digits. */
export const otpauthUrl = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The step that these digits belong to: this one, the one before or the one after, as clocks differ. Or none. */
export function stepOf(secret: string, digits: string): number | undefined {
  const delta = totpOf(secret).validate({ token: digits, timestamp: nowMs(), window: 1 })
  return delta === null ? undefined : Math.floor(nowMs() / STEP_MS) + delta
}
