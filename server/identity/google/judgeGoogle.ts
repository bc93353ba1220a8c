import { Secret, TOTP } from 'otpauth'
import { refuse } from '#contract/core/refusals.ts'
import type { LoginKey } from '#server/core/actor.ts'
import { db } from '#server/core/db.ts'
import { referenceHash, unseal } from '#server/core/secrets.ts'
import { nowMs, SECOND } from '#server/core/clock.ts'
import type { LoginRow } from '../logins/queries.ts'
import { settings } from '../settings.ts'
import { takeTry, tryWasRight, tryWasWrong, type Try, signedInOrigin, type Origin } from '../attempts/throttle.ts'
import { secretOf, takeRecovery, takeStep } from './queries.ts'

export const isGoogleAsked = (login: Pick<LoginRow, 'google_bound_at'>): boolean =>
  settings.googleAtSignIn && login.google_bound_at !== null

/**
 * Checks the app's digits or, with `orRecovery`, one of the recovery codes. Refuses otherwise. Tries are counted before they are checked, outside any
 * transaction of the caller's; right digits are consumed immediately, so that the same or older ones never work again.
 */
export async function judgeGoogle(
  login: LoginKey,
  digits: string,
  { orRecovery = false, origin = signedInOrigin }: { orRecovery?: boolean; origin?: Origin } = {},
): Promise<void> {
  // Also by origin: someone who has found out the password must not be able to lock the owner's app.
  const one: Try = { subject: 'google', name: login.loginId, owner: login.loginId, origin }
  await takeTry(one, 'googleCode')
  const right = /^\d{6}$/.test(digits)
    ? await isApps(login, digits)
    : orRecovery && (await takeRecovery(db, login, hashRecovery(login.loginId, digits))) > 0
  if (!right) {
    await tryWasWrong(one)
    throw refuse('code_wrong', { field: 'googleCode' })
  }
  await tryWasRight(one)
}

async function isApps(login: LoginKey, digits: string): Promise<boolean> {
  const found = await secretOf(db, login)
  const step = found && stepOf(unseal(login.loginId, found.secret_enc), digits)
  return step !== undefined && (await takeStep(db, login, step)) > 0
}

/** Accepts it with or without the dash, in lower or upper case. */
export const hashRecovery = (loginId: string, code: string): Buffer =>
  referenceHash('recovery', `${loginId} ${code.replace('-', '').toUpperCase()}`)

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30 * SECOND

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Kaika', label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })

/** 160 bits, as the RFC recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the QR code. The app shows the label beside the digits. */
export const otpauthUrl = (secret: string, label: string): string => totpOf(secret, label).toString()

/** Returns the step that these digits belong to: the current one, the one before or the one after, because clocks differ. Or none. */
export function stepOf(secret: string, digits: string): number | undefined {
  const delta = totpOf(secret).validate({ token: digits, timestamp: nowMs(), window: 1 })
  return delta === null ? undefined : Math.floor(nowMs() / STEP_MS) + delta
}
