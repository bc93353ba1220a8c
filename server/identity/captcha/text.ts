import type * as contract from '#contract/identity/captcha.ts'
import type { Answer } from '#server/core/answer.ts'
import { ahead } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { insertCaptcha } from '../codeQueries.ts'
import { drawText } from './drawText.ts'
import { random } from './random.ts'
import { CAPTCHA_MS } from './slide.ts'

/** Letters for those who cannot slide. As pixels: the outlines of an SVG can be read by a program. */
export const textCaptcha: Answer<typeof contract.textCaptcha> = async (_, { key }) => {
  const { picture, text } = await drawText(random)
  await insertCaptcha(db, { key, kind: 'text', answer: text.toLowerCase(), expiresAt: ahead(CAPTCHA_MS) })
  return { name: 'captcha.png', type: 'image/png', body: picture, inline: true }
}
