import { randomBytes } from 'node:crypto'
import type * as contract from '#contract/identity/captcha.ts'
import type { Answer } from '#server/core/answer.ts'
import { ahead, SECOND } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { insertCaptcha } from '../codes/queries.ts'
import { drawSlide } from './drawSlide.ts'
import { random } from './random.ts'
import { drawText } from './drawText.ts'

const CAPTCHA_MS = 120 * SECOND

/** A picture with a hole, and the piece that fits it. Where the hole is across stays here. */
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

/** Letters for those who cannot slide. As pixels: the outlines of an SVG can be read by a program. */
export const textCaptcha: Answer<typeof contract.textCaptcha> = async (_, { key }) => {
  const { picture, text } = await drawText(random)
  await insertCaptcha(db, { key, kind: 'text', answer: text.toLowerCase(), expiresAt: ahead(CAPTCHA_MS) })
  return { name: 'captcha.png', type: 'image/png', body: picture, inline: true }
}
