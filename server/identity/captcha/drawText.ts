/**
 * Letters as pixels. No two are alike: each is rotated, slanted and stretched separately, all are bent together, they overlap, and strokes of varying colour
 * and width cross them. Comparing them with the letters of the font shows neither where one ends nor what it is.
 */
import { between, oneOf, type Random } from './random.ts'

/** Without letters that look like another one when bent. */
export const ALPHABET = '34678ACDEFHJKMPRTWX'
const [WIDTH, HEIGHT] = [180, 64]
const INK = '#1d3a4a'
const PAPER = '#eef1f4'

type Point = readonly [x: number, y: number]
type Command = { type: string; x: number; y: number; x1: number; y1: number }

export async function drawText(draw: Random): Promise<{ picture: Buffer; text: string }> {
  const [{ default: sharp }, { default: svgCaptcha }] = await Promise.all([import('sharp'), import('svg-captcha')])
  const { font } = svgCaptcha.options as unknown as {
    font: { getPath: (text: string, x: number, y: number, size: number) => { commands: Command[] } }
  }
  const text = Array.from({ length: 5 }, () => oneOf(draw, [...ALPHABET])).join('')
  const bend = waves(draw)
  const letters = [...text].map((letter, n) => {
    const outlines = flat(font.getPath(letter, 0, 0, draw(58, 68)).commands)
    const all = outlines.flat()
    const [left, right] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))]
    const [top, bottom] = [Math.min(...all.map(([, at]) => at)), Math.max(...all.map(([, at]) => at))]
    const middle: Point = [(left + right) / 2, (top + bottom) / 2]
    const change = ownWay(draw)
    const [at, y] = [27 + n * 31.5 + between(draw, -2, 2), HEIGHT / 2 + between(draw, -5, 5)]
    return outlines
      .map((points) =>
        pathOf(
          points.map(([px, py]) => {
            const [dx, dy] = change([px - middle[0], py - middle[1]])
            return bend([at + dx, y + dy])
          }),
        ),
      )
      .join(' ')
  })
  const line = (colour: string, width: number) => {
    const points = Array.from({ length: 40 }, (_, n): Point => [(n * (WIDTH + 20)) / 39 - 10, 0])
    const [from, slope, high, long] = [
      between(draw, 14, 50),
      between(draw, -0.12, 0.12),
      between(draw, 4, 11),
      between(draw, 14, 32),
    ]
    const through = points.map(([px]): Point =>
      bend([px, from + (px - WIDTH / 2) * slope + high * Math.sin(px / long + from)]),
    )
    return `<path d="M${through.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join(' L')}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
  }
  const body = `<rect width="100%" height="100%" fill="${PAPER}"/>
    <path d="${letters.join(' ')}" fill="${INK}" stroke="${INK}" stroke-width="1.6" stroke-linejoin="round"/>
    ${line(PAPER, 1.2)}${line(INK, between(draw, 1.8, 2.6))}${line(INK, between(draw, 1.4, 2))}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${body}</svg>`
  return { picture: await sharp(Buffer.from(svg)).png().toBuffer(), text }
}

/** Rotates, slants and stretches one letter. */
function ownWay(draw: Random): (point: Point) => Point {
  const [angle, slant] = [(between(draw, -18, 18) * Math.PI) / 180, between(draw, -0.25, 0.25)]
  const [wide, high] = [between(draw, 0.9, 1.25), between(draw, 0.85, 1.15)]
  return ([x, y]) => {
    const [sx, sy] = [(x + y * slant) * wide, y * high]
    return [sx * Math.cos(angle) - sy * Math.sin(angle), sx * Math.sin(angle) + sy * Math.cos(angle)]
  }
}

/** Bends all letters together. */
function waves(draw: Random): (point: Point) => Point {
  const [a, b, c, d] = [between(draw, 2, 4), between(draw, 2, 4), between(draw, 0.6, 1.4), between(draw, 0.6, 1.4)]
  const [p, q, r, s] = [between(draw, 16, 26), between(draw, 14, 24), between(draw, 7, 10), between(draw, 7, 10)]
  const [t, u] = [between(draw, 0, 6), between(draw, 0, 6)]
  return ([x, y]) => [
    x + a * Math.sin(y / p + t) + c * Math.sin(y / r - u),
    y + b * Math.sin(x / q + u) + d * Math.sin(x / s - t),
  ]
}

const pathOf = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' L')} z`

/** Flattens curves into short lines, so that they can be bent point by point. */
function flat(commands: readonly Command[]): Point[][] {
  const outlines: Point[][] = []
  for (const { type, x, y, x1, y1 } of commands) {
    if (type === 'M') outlines.push([])
    const points = outlines.at(-1)!
    if (type === 'M' || type === 'L') points.push([x, y])
    if (type !== 'Q') continue
    const [fromX, fromY] = points.at(-1)!
    for (let n = 1; n <= 6; n++) {
      const [t, rest] = [n / 6, 1 - n / 6]
      points.push([
        rest * rest * fromX + 2 * rest * t * x1 + t * t * x,
        rest * rest * fromY + 2 * rest * t * y1 + t * t * y,
      ])
    }
  }
  return outlines
}
