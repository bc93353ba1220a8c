import { refuse } from '#contract/core/refusals.ts'
import { ahead, MINUTE } from '../core/clock.ts'
import { db, type Database, type Tx } from '../core/db.ts'
import type { Actor } from '../core/actor.ts'
import { insertTicket, takeTicket } from './codeQueries.ts'
import { workTarget, type Scene } from './captcha/work.ts'
import type { Mobile } from './mobiles.ts'
import { loginById } from './queries.ts'
import { settings } from './settings.ts'
import { hashToken, newToken } from './tokens.ts'

/** What an actor has proved with a code, good for this one thing. */
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

export type TicketAnswer = { ticket: string; expireTime: number }

async function give(scene: string, loginId: string | undefined, forMs: number): Promise<TicketAnswer> {
  const ticket = newToken('ticket')
  const expiresAt = ahead(forMs)
  await insertTicket(db, { hash: hashToken(ticket), scene, loginId, expiresAt })
  return { ticket, expireTime: expiresAt.getTime() }
}

export const captchaTicket = (): Promise<TicketAnswer> => give('captcha', undefined, 2 * MINUTE)
export const stepUpTicket = (actor: Actor, scene: StepUp): Promise<TicketAnswer> =>
  give(`step-up ${scene}`, actor.loginId, 10 * MINUTE)

export const messageTicket = (scene: Scene, target: string): Promise<TicketAnswer> =>
  give(`work ${scene} ${target}`, undefined, 2 * MINUTE)

/** Use up the proof of finished work for a message to this number, or refuse. Where the settings switch captchas off, none is asked for. */
export async function needWork(ticket: string | undefined, scene: Scene, mobile: Mobile): Promise<void> {
  if (!settings.captcha) return
  const methods = ['WORK']
  if (!ticket) throw refuse('captcha_needed', { methods })
  if (!(await takeTicket(db, hashToken(ticket), `work ${scene} ${workTarget(scene, mobile)}`, undefined)))
    throw refuse('captcha_failed', { methods })
}

/** Use up the proof of finished work or of a solved picture, for signing in, or refuse. */
export async function needCaptcha(ticket: string | undefined): Promise<void> {
  if (!settings.captcha) return
  const methods = ['WORK', 'PICTURE']
  if (!ticket) throw refuse('captcha_needed', { methods })
  if (!(await takeTicket(db, hashToken(ticket), 'captcha', undefined))) throw refuse('captcha_failed', { methods })
}

/** Use up a step-up ticket in the transaction of what it allows, or refuse with the ways to get one. */
export async function useTicket(
  on: Tx | Database,
  actor: Actor,
  scene: StepUp,
  ticket: string | undefined,
): Promise<void> {
  if (!ticket || !(await takeTicket(on, hashToken(ticket), `step-up ${scene}`, actor.loginId)))
    throw refuse('step_up', { methods: [(await loginById(on, actor.loginId)).google_bound_at ? 'GOOGLE' : 'SMS'] })
}
