import { randomBytes } from 'node:crypto'
import type * as contract from '#contract/identity/captcha.ts'
import type { Answer } from '#server/core/answer.ts'
import { ahead, SECOND } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { insertCaptcha } from '../codeQueries.ts'
import { drawSlide } from './drawSlide.ts'
import { random } from './random.ts'

export const CAPTCHA_MS = 120 * SECOND

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
