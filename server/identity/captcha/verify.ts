import type * as contract from '#contract/identity/captcha.ts'
import { refuse } from '#contract/core/refusals.ts'
import { networkOf } from '#server/core/addresses.ts'
import type { Answer } from '#server/core/answer.ts'
import { db } from '#server/core/db.ts'
import { takeCaptcha } from '../codeQueries.ts'
import { isFull, takeOne } from '../tallies.ts'
import { captchaTicket, messageTicket } from '../tickets.ts'
import { finishedWork } from './work.ts'

const TOLERANCE_PX = 5
/** No hand is faster. A program that knows it waits, so it is asked of who says how long it took. */
const LEAST_TRACK_MS = 100

/**
 * Each challenge can be answered once; a right answer gives a ticket. A picture's is good for signing in. A message to a stranger
 * takes the ticket of work for that very number: whoever has pictures read, by people or programs, sends nothing for it.
 */
export const verifyCaptcha: Answer<typeof contract.verifyCaptcha> = async ({ from }, wish) => {
  const network = networkOf(from.ip)
  if (await isFull('captcha.wrong', network)) throw refuse('too_fast')
  if (wish.captchaType === 'work') {
    const done = await finishedWork(wish.payload ?? '', from.ip)
    if (done) return done.scene === 'login' ? captchaTicket() : messageTicket(done.scene, done.target)
  } else if (wish.captchaType === 'slide' ? await slidRight(wish) : await readRight(wish)) return captchaTicket()
  await takeOne('captcha.wrong', network)
  throw refuse('captcha_failed')
}

type Given = Parameters<typeof verifyCaptcha>[1]

async function slidRight({ token = '', pointX, pointJson, trackMs = LEAST_TRACK_MS }: Given): Promise<boolean> {
  const asked = await takeCaptcha(db, token, 'slide')
  const x = pointX ?? pointIn(pointJson)
  if (trackMs < LEAST_TRACK_MS) return false
  return asked !== undefined && x !== undefined && Math.abs(x - Number(asked.answer)) <= TOLERANCE_PX
}

async function readRight({ key = '', code = '' }: Given): Promise<boolean> {
  const asked = await takeCaptcha(db, key, 'text')
  return asked !== undefined && asked.answer === code.trim().toLowerCase()
}

/** `{"x": 123, "y": 5}`, as some sliders send it. */
function pointIn(json: string | undefined): number | undefined {
  try {
    const { x } = JSON.parse(json ?? '') as { x?: unknown }
    return typeof x === 'number' && Number.isFinite(x) ? x : undefined
  } catch {
    return undefined
  }
}
