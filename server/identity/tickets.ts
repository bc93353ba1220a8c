import { refuse } from '../../contract/refusals.ts'
import { ahead, MINUTE } from '../clock.ts'
import { db, type Database, type Tx } from '../db.ts'
import type { Actor } from '../actor.ts'
import { insertTicket, takeTicket } from './codeQueries.ts'
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

/** Use up the proof of a solved captcha, or refuse. Where the settings switch captchas off, none is asked for. */
export async function needCaptcha(ticket: string | undefined): Promise<void> {
  if (!settings.captcha) return
  if (!ticket) throw refuse('captcha_needed')
  if (!(await takeTicket(db, hashToken(ticket), 'captcha', undefined))) throw refuse('captcha_failed')
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
