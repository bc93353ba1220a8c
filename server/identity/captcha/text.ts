import type * as contract from '../../../contract/captcha.ts'
import type { Answer } from '../../answer.ts'
import { ahead } from '../../clock.ts'
import { db } from '../../db.ts'
import { insertCaptcha } from '../codeQueries.ts'
import { CAPTCHA_MS } from './slide.ts'

/** Letters for those who cannot slide. As pixels: the outlines of an SVG can be read by a program. */
export const textCaptcha: Answer<typeof contract.textCaptcha> = async (_, { key }) => {
  const [{ default: sharp }, { default: svgCaptcha }] = await Promise.all([import('sharp'), import('svg-captcha')])
  const { data, text } = svgCaptcha.create({
    size: 5,
    noise: 3,
    width: 160,
    height: 56,
    ignoreChars: '0oO1iIlL',
    color: true,
    background: '#f4f5f7',
  })
  await insertCaptcha(db, { key, kind: 'text', answer: text.toLowerCase(), expiresAt: ahead(CAPTCHA_MS) })
  return { name: 'captcha.png', type: 'image/png', body: await sharp(Buffer.from(data)).png().toBuffer(), inline: true }
}
