import { randomBytes, randomInt } from 'node:crypto'
import type * as contract from '../../../contract/captcha.ts'
import type { Answer } from '../../answer.ts'
import { ahead, SECOND } from '../../clock.ts'
import { db } from '../../db.ts'
import { insertCaptcha } from '../codeQueries.ts'

const [WIDTH, HEIGHT, PIECE] = [310, 155, 47]
export const CAPTCHA_MS = 120 * SECOND

/** A picture with a hole, and the piece that fits it. Where the hole is across stays here. */
export const slideCaptcha: Answer<typeof contract.slideCaptcha> = async () => {
  const x = randomInt(PIECE + 30, WIDTH - PIECE - 10)
  const y = randomInt(10, HEIGHT - PIECE - 10)
  const token = randomBytes(24).toString('base64url')
  const expiresAt = ahead(CAPTCHA_MS)
  const { original, piece } = await draw(x, y)
  await insertCaptcha(db, { key: token, kind: 'slide', answer: String(x), expiresAt })
  return {
    token,
    originalImageBase64: original.toString('base64'),
    jigsawImageBase64: piece.toString('base64'),
    jigsawY: y,
    expireTime: expiresAt.getTime(),
  }
}

async function draw(x: number, y: number): Promise<{ original: Buffer; piece: Buffer }> {
  const { default: sharp } = await import('sharp') // twelve megabytes, for whoever shows pictures
  const scene = await sharp(Buffer.from(scenery())).png({ compressionLevel: 0 }).toBuffer()
  const svg = (body: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${PIECE}" height="${PIECE}">${body}</svg>`)
  const cut = await sharp(scene)
    .extract({ left: x, top: y, width: PIECE, height: PIECE })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const [original, piece] = await Promise.all([
    sharp(scene)
      .composite([
        {
          input: svg(`<path d="${JIGSAW}" fill="#101828" fill-opacity=".62" stroke="#fff" stroke-opacity=".7"/>`),
          left: x,
          top: y,
        },
      ])
      .png()
      .toBuffer(),
    sharp(cut)
      .ensureAlpha()
      .composite([
        { input: svg(`<path d="${JIGSAW}" fill="#fff"/>`), blend: 'dest-in' },
        { input: svg(`<path d="${JIGSAW}" fill="none" stroke="#fff" stroke-width="1.5"/>`) },
      ])
      .png()
      .toBuffer(),
  ])
  return { original, piece }
}

/** A square of 34 with a knob above and one on the right, within 47 by 47. */
const JIGSAW = 'M2 12 h11 a7 7 0 1 1 12 0 h11 v11 a7 7 0 1 1 0 12 v11 h-34 z'

/** Hills, a sky and some noise: another one every time. */
function scenery(): string {
  const hue = randomInt(0, 360)
  const colour = (turn: number, light: number) => `hsl(${(hue + turn) % 360} ${randomInt(35, 70)}% ${light}%)`
  const hills = [0, 1, 2, 3].map((n) => {
    const ridge = Array.from({ length: 7 }, (_, i) => `${i * 56} ${40 + n * 26 + randomInt(0, 34)}`).join(' L')
    return `<path d="M-4 ${HEIGHT} L${ridge} L320 ${HEIGHT} z" fill="${colour(n * 25, 62 - n * 11)}"/>`
  })
  const dots = Array.from({ length: 46 }, () => {
    const [cx, cy, r] = [randomInt(0, WIDTH), randomInt(0, HEIGHT), randomInt(2, 13)]
    return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${colour(randomInt(0, 360), randomInt(30, 85))}" fill-opacity="${randomInt(15, 60) / 100}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${colour(200, 82)}"/>${hills.join('')}${dots.join('')}</svg>`
}
