import { hash } from 'node:crypto'
import type * as z from 'zod'
import type { CaptchaScene } from '#contract/identity/captcha.ts'
import { refuse } from '#contract/core/refusals.ts'
import { ahead, MINUTE } from '#server/core/clock.ts'
import { db, type Database, type Tx } from '#server/core/db.ts'
import type { Actor } from '#server/core/actor.ts'
import { referenceHash } from '#server/core/secrets.ts'
import type { Mobile } from '../logins/mobiles.ts'
import { loginById } from '../logins/queries.ts'
import { settings } from '../settings.ts'
import { hashToken, newToken } from '../sessions/tokens.ts'
import { hasRemembered, insertTicket, putRemembered, takeTicket } from './queries.ts'

export type Scene = z.infer<typeof CaptchaScene>

/** What an actor has proved with a code, valid for this one action. */
export type StepUp =
  | 'reveal'
  | 'export'
  | 'batchDelete'
  | 'withdraw'
  | 'bankCard'
  | 'password'
  | 'mobile'
  | 'close'
  | 'load'
  | 'role'
  | 'passkey'

export type TicketAnswer = { ticket: string; expireTime: number }

async function give(scene: string, loginId: string | undefined, forMs: number): Promise<TicketAnswer> {
  const ticket = newToken('ticket')
  const expiresAt = ahead(forMs)
  await insertTicket(db, { hash: hashToken(ticket), scene, loginId, expiresAt })
  return { ticket, expireTime: expiresAt.getTime() }
}

export const captchaTicket = (): Promise<TicketAnswer> => give('captcha', undefined, 2 * MINUTE)
/** Of a passkey that confirmed an action on one thing only. */
export const payloadTicket = (actor: Actor, scene: StepUp, payloadHash: Buffer): Promise<TicketAnswer> =>
  give(`step-up ${scene} ${payloadHash.toString('hex')}`, actor.loginId, 10 * MINUTE)
export const stepUpTicket = (actor: Actor, scene: StepUp): Promise<TicketAnswer> =>
  give(`step-up ${scene}`, actor.loginId, 10 * MINUTE)

export const messageTicket = (scene: Scene, target: string): Promise<TicketAnswer> =>
  give(`work ${scene} ${target}`, undefined, 2 * MINUTE)

/** Bound to the number without revealing it; signing in is not bound to a name, because its ticket sends nothing. */
export const workTarget = (scene: Scene, mobile: Mobile): string =>
  scene === 'login' ? '' : referenceHash('work', `${scene} ${mobile}`).toString('hex')

/** Consumes the proof of finished work for a message to this number, or refuses. Not required where the settings turn captchas off. */
export async function needWork(ticket: string | undefined, scene: Scene, mobile: Mobile): Promise<void> {
  if (!settings.captcha) return
  const methods = ['WORK']
  if (!ticket) throw refuse('captcha_needed', { methods })
  if (!(await takeTicket(db, hashToken(ticket), `work ${scene} ${workTarget(scene, mobile)}`, undefined)))
    throw refuse('captcha_failed', { methods })
}

/** Consumes the proof of finished work or of a solved picture for signing in, or refuses. */
export async function needCaptcha(ticket: string | undefined): Promise<void> {
  if (!settings.captcha) return
  const methods = ['WORK', 'PICTURE']
  if (!ticket) throw refuse('captcha_needed', { methods })
  if (!(await takeTicket(db, hashToken(ticket), 'captcha', undefined))) throw refuse('captcha_failed', { methods })
}

/**
 * Consumes a step-up ticket in the transaction of the action it allows, or refuses with the methods to get one. `payload` is what the action is done to: a
 * ticket for something else is refused.
 */
export async function useTicket(
  on: Tx | Database,
  actor: Actor,
  scene: StepUp,
  ticket: string | undefined,
  payload?: string,
): Promise<void> {
  const take = async (allowed: string) => ticket && (await takeTicket(on, hashToken(ticket), allowed, actor.loginId))
  if (await take(`step-up ${scene}`)) return
  if (payload !== undefined && (await take(`step-up ${scene} ${hash('sha256', payload, 'hex')}`))) return
  const { google_bound_at } = await loginById(on, actor)
  throw refuse('step_up', { methods: [google_bound_at ? 'GOOGLE' : 'SMS'] })
}

/** How long a proof is remembered by its session (docs/reference/permissions.md#step-up). */
const REMEMBERED = 5 * MINUTE

/**
 * Like {@link useTicket}, but a proof counts again for a few minutes in the session that gave it: another session, also one of the same person, gives its own.
 * Only where no ticket is sent; one that is sent has to be good. Returns whether the proof was remembered. A remembered use does not prolong it.
 */
export async function useRemembered(
  tx: Tx,
  actor: Actor,
  scene: StepUp,
  ticket: string | undefined,
  payload?: string,
): Promise<boolean> {
  const remembered = hashToken(`remembered ${scene} ${actor.sessionId}`)
  const name = `remembered ${scene}`
  if (!ticket && (await hasRemembered(tx, remembered, name, actor.loginId))) return true
  await useTicket(tx, actor, scene, ticket, payload)
  await putRemembered(tx, { hash: remembered, scene: name, loginId: actor.loginId, expiresAt: ahead(REMEMBERED) })
  return false
}
