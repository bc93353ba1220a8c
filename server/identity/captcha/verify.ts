import type * as contract from '../../../contract/identity.ts'
import { refuse } from '../../../contract/refusals.ts'
import { networkOf } from '../../addresses.ts'
import type { Answer } from '../../answer.ts'
import { db } from '../../db.ts'
import { takeCaptcha } from '../codeQueries.ts'
import { isFull, takeOne } from '../tallies.ts'
import { captchaTicket } from '../tickets.ts'

const TOLERANCE_PX = 5

/** Each challenge can be answered once, rightly or wrongly; a right answer gives the ticket that sign-in and codes ask for. */
export const verifyCaptcha: Answer<typeof contract.verifyCaptcha> = async ({ from }, wish) => {
  const network = networkOf(from.ip)
  if (await isFull('captcha.wrong', network)) throw refuse('too_fast')
  const right = wish.captchaType === 'slide' ? await slidRight(wish) : await readRight(wish)
  if (right) return captchaTicket()
  await takeOne('captcha.wrong', network)
  throw refuse('captcha_failed')
}

type Given = Parameters<typeof verifyCaptcha>[1]

async function slidRight({ token = '', pointX, pointJson }: Given): Promise<boolean> {
  const asked = await takeCaptcha(db, token, 'slide')
  const x = pointX ?? pointIn(pointJson)
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
