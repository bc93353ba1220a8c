import { refuse } from '../../../contract/refusals.ts'
import { db } from '../../db.ts'
import { lookupHash, unseal } from '../../secrets.ts'
import type { LoginRow } from '../queries.ts'
import { settings } from '../settings.ts'
import { forget, takeOne } from '../tallies.ts'
import { secretOf, takeRecovery, takeStep } from './googleQueries.ts'
import { stepOf } from './totp.ts'

export const isGoogleAsked = (login: Pick<LoginRow, 'google_bound_at'>): boolean =>
  settings.googleAtSignIn && login.google_bound_at !== null

/**
 * Are these the digits of the app, or where `orRecovery`, one of the codes that stand in for it? Refuses otherwise. Tries
 * are counted before they are judged, outside of any transaction of the caller's; right digits are used up at once, so
 * that the same ones, or older ones, never work again.
 */
export async function judgeGoogle(loginId: string, digits: string, { orRecovery = false } = {}): Promise<void> {
  if (!(await takeOne('google.try', loginId)) || !(await takeOne('google.day', loginId)))
    throw refuse('code_locked', { field: 'googleCode' })
  const right = /^\d{6}$/.test(digits)
    ? await isApps(loginId, digits)
    : orRecovery && (await takeRecovery(db, loginId, hashRecovery(loginId, digits))) > 0
  if (!right) throw refuse('code_wrong', { field: 'googleCode' })
  await forget('google.try', loginId)
  await forget('google.day', loginId)
}

async function isApps(loginId: string, digits: string): Promise<boolean> {
  const found = await secretOf(db, loginId)
  const step = found && stepOf(unseal(loginId, found.secret_enc), digits)
  return step !== undefined && (await takeStep(db, loginId, step)) > 0
}

/** However it is typed: with its dash or without, in small letters or capitals. */
export const hashRecovery = (loginId: string, code: string): Buffer =>
  lookupHash('recovery', `${loginId} ${code.replace('-', '').toUpperCase()}`)
