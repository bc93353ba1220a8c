import { refuse } from '#contract/core/refusals.ts'
import { db } from '#server/core/db.ts'
import { lookupHash, unseal } from '#server/core/secrets.ts'
import { signedInOrigin, type Origin } from '../origin.ts'
import type { LoginRow } from '../queries.ts'
import { settings } from '../settings.ts'
import { takeTry, tryWasRight, tryWasWrong, type Try } from '../throttle.ts'
import { secretOf, takeRecovery, takeStep } from './googleQueries.ts'
import { stepOf } from './totp.ts'

export const isGoogleAsked = (login: Pick<LoginRow, 'google_bound_at'>): boolean =>
  settings.googleAtSignIn && login.google_bound_at !== null

/**
 * Are these the digits of the app, or where `orRecovery`, one of the codes that stand in for it? Refuses otherwise. Tries
 * are counted before they are judged, outside of any transaction of the caller's; right digits are used up at once, so
 * that the same ones, or older ones, never work again.
 */
export async function judgeGoogle(
  loginId: string,
  digits: string,
  { orRecovery = false, origin = signedInOrigin }: { orRecovery?: boolean; origin?: Origin } = {},
): Promise<void> {
  // By origin, too: whoever has found out the password must not lock its owner's app.
  const one: Try = { subject: 'google', name: loginId, owner: loginId, origin }
  await takeTry(one, 'googleCode')
  const right = /^\d{6}$/.test(digits)
    ? await isApps(loginId, digits)
    : orRecovery && (await takeRecovery(db, loginId, hashRecovery(loginId, digits))) > 0
  if (!right) {
    await tryWasWrong(one)
    throw refuse('code_wrong', { field: 'googleCode' })
  }
  await tryWasRight(one)
}

async function isApps(loginId: string, digits: string): Promise<boolean> {
  const found = await secretOf(db, loginId)
  const step = found && stepOf(unseal(loginId, found.secret_enc), digits)
  return step !== undefined && (await takeStep(db, loginId, step)) > 0
}

/** However it is typed: with its dash or without, in small letters or capitals. */
export const hashRecovery = (loginId: string, code: string): Buffer =>
  lookupHash('recovery', `${loginId} ${code.replace('-', '').toUpperCase()}`)
