import { randomBytes } from 'node:crypto'
import type * as contract from '#contract/identity/captcha.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { ahead, SECOND } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { networkOf } from '#server/core/addresses.ts'
import { insertCaptcha, takeCaptcha } from '../codes/queries.ts'
import { isFull, takeOne } from '../attempts/tallies.ts'
import { captchaTicket, messageTicket } from '../codes/tickets.ts'
import { drawSlide } from './drawSlide.ts'
import { random } from './random.ts'
import { drawText } from './drawText.ts'
import { finishedWork } from './work.ts'

const CAPTCHA_MS = 120 * SECOND

/** A picture with a hole, and the piece that fits it. The hole's horizontal position stays on the server. */
export const slideCaptcha: Answer<typeof contract.slideCaptcha> = async () => {
  const { original, piece, x, y } = await drawSlide(random)
  const token = randomBytes(24).toString('base64url')
  const expiresAt = ahead(CAPTCHA_MS)
  await insertCaptcha(db, { key: token, kind: 'slide', answer: String(x), expiresAt })
  return {
    token,
    originalImageBase64: original.toString('base64'),
    jigsawImageBase64: piece.toString('base64'),
    jigsawY: y,
    expireTime: expiresAt.getTime(),
  }
}

/** Letters for people who cannot slide. As pixels: a program can read the outlines of an SVG. */
export const textCaptcha: Answer<typeof contract.textCaptcha> = async (_, { key }) => {
  const { picture, text } = await drawText(random)
  await insertCaptcha(db, { key, kind: 'text', answer: text.toLowerCase(), expiresAt: ahead(CAPTCHA_MS) })
  return { name: 'captcha.png', type: 'image/png', body: picture, inline: true }
}

const TOLERANCE_PX = 5
/** No hand is faster. A program that knows this waits, so it is checked only if the client reports a duration. */
const LEAST_TRACK_MS = 100

/**
 * Each challenge can be answered once; a right answer returns a ticket. A picture's ticket is valid for signing in. A message to a stranger requires a ticket
 * of work for that number: having pictures solved, by people or programs, sends nothing.
 */
export const verifyCaptcha: Answer<typeof contract.verifyCaptcha> = async ({ from }, input) => {
  const network = networkOf(from.ip)
  if (await isFull('captcha.wrong', network)) throw refuse('too_fast')
  if (input.captchaType === 'work') {
    const done = await finishedWork(input.payload ?? '', from.ip)
    if (done) return done.scene === 'login' ? captchaTicket() : messageTicket(done.scene, done.target)
  } else if (input.captchaType === 'slide' ? await slidRight(input) : await readRight(input)) return captchaTicket()
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
