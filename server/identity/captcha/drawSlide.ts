/**
 * A picture with holes, and the piece that fits one of them. A person sees which one; a program that compares the piece's pixels, edges or outline with the
 * picture, or searches for the darkest spot, is misled: a decoy piece lies in the same row; the darkest holes have other shapes; the right one is slightly
 * rotated, bent, and dark on one side only, so that its average lightness matches its surroundings.
 */
import { between, oneOf, type Random } from './random.ts'

export const [WIDTH, HEIGHT, PIECE] = [400, 180, 56]
const SIDE = 32
const MARGIN = (PIECE - SIDE) / 2

type Side = 'out' | 'in' | 'flat'
type Shape = readonly [Side, Side, Side, Side]
type Point = readonly [x: number, y: number]

export async function drawSlide(draw: Random): Promise<{ original: Buffer; piece: Buffer; x: number; y: number }> {
  const { default: sharp } = await import('sharp') // twelve megabytes, loaded only when pictures are requested
  const shape = someShape(draw)
  const own = { x: draw(4, WIDTH - PIECE - 4), y: draw(4, HEIGHT - PIECE - 4) }
  const [twinX, ...holesX] = places(draw, own.x)
  const [scene, texture] = await Promise.all([
    scenery(draw, WIDTH, HEIGHT, [25, 58]),
    scenery(draw, PIECE, PIECE, [62, 92]),
  ])
  const path = outline(shape)
  const cut = (grains: Buffer) =>
    sharp(texture)
      .composite([
        { input: grains, raw: { width: PIECE, height: PIECE, channels: 4 } },
        { input: svg(PIECE, PIECE, `<path d="${pathOf(path)}"/>`), blend: 'dest-in' },
        { input: svg(PIECE, PIECE, `<path d="${pathOf(path)}" fill="none" stroke="#fff" stroke-width="1.6"/>`) },
      ])
      .png()
      .toBuffer()
  const [piece, twin] = await Promise.all([cut(grain(draw, PIECE, PIECE, 44)), cut(grain(draw, PIECE, PIECE, 44))])
  const row = holesX.map((x) => hole(draw, outline(otherShape(draw, shape)), { x, y: own.y }, 'deep'))
  const elsewhere = otherRows(draw, own.y).map((at) => hole(draw, outline(someShape(draw)), at, 'deep'))
  const right = hole(draw, bent(draw, path), own, 'shallow')
  const shadow = `<path transform="translate(${twinX! + 2} ${own.y + 3})" d="${pathOf(path)}" fill="#000" fill-opacity=".35"/>`
  const original = await sharp(scene)
    .composite([
      { input: svg(WIDTH, HEIGHT, [...elsewhere, ...row, right, shadow].join('')) },
      { input: twin, left: twinX!, top: own.y },
      { input: grain(draw, WIDTH, HEIGHT, 44), raw: { width: WIDTH, height: HEIGHT, channels: 4 } },
    ])
    .png()
    .toBuffer()
  return { original, piece, ...own }
}

const svg = (width: number, height: number, body: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`)

const sides: readonly Side[] = ['out', 'in', 'flat']
/** At least two sides are not flat, so that the shape is recognizable. */
function someShape(draw: Random): Shape {
  const shape: Shape = [oneOf(draw, sides), oneOf(draw, sides), oneOf(draw, sides), oneOf(draw, sides)]
  return shape.filter((side) => side !== 'flat').length >= 2 ? shape : someShape(draw)
}
/** At least two sides differ, visible at a glance. */
function otherShape(draw: Random, than: Shape): Shape {
  const shape = someShape(draw)
  return shape.filter((side, at) => side !== than[at]).length >= 2 ? shape : otherShape(draw, than)
}

/** Positions in the piece's row: one for its twin and up to three for other holes, apart from each other and from the right one. */
function places(draw: Random, x: number): number[] {
  const placed: number[] = []
  for (let tries = 0; placed.length < 4 && (tries < 400 || placed.length < 2); tries++) {
    const at = draw(2, WIDTH - PIECE - 2)
    if ([x, ...placed].every((taken) => Math.abs(taken - at) >= PIECE - 2)) placed.push(at)
  }
  return placed
}

function otherRows(draw: Random, y: number): { x: number; y: number }[] {
  const placed: { x: number; y: number }[] = []
  for (let tries = 0; placed.length < 2 && tries < 100; tries++) {
    const at = { x: draw(0, WIDTH - PIECE), y: draw(-10, HEIGHT - PIECE + 10) }
    if (Math.abs(at.y - y) > PIECE - 10) placed.push(at)
  }
  return placed
}

const KNOB = 7
/** A square with a knob, a notch or nothing on each side, point by point. */
function outline(shape: Shape): Point[] {
  return shape.flatMap((side, at) => {
    // Along the upper side; the others are the same, rotated.
    const points: Point[] = [[0, 0]]
    if (side !== 'flat')
      for (let n = 0; n <= 14; n++) {
        const angle = Math.PI * (0.75 + (n / 14) * 1.5) // from the left of the neck clockwise to its right
        points.push([
          SIDE / 2 + KNOB * Math.cos(angle),
          (side === 'out' ? -1 : 1) * (KNOB * 0.7 - KNOB * Math.sin(angle)),
        ])
      }
    return points.map(([x, y]) => turned([x + MARGIN, y + MARGIN], (at * Math.PI) / 2, 1))
  })
}

function turned([x, y]: Point, angle: number, scale: number): Point {
  const [dx, dy] = [x - PIECE / 2, y - PIECE / 2]
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale]
  return [PIECE / 2 + dx * cos - dy * sin, PIECE / 2 + dx * sin + dy * cos]
}

/** Rotated by a few degrees, scaled slightly, with wavy edges. */
function bent(draw: Random, path: readonly Point[]): Point[] {
  const [angle, scale] = [((draw(0, 2) || -1) * between(draw, 4, 8) * Math.PI) / 180, between(draw, 0.94, 1.06)]
  const [high, long, from] = [between(draw, 1, 1.8), between(draw, 6, 9), between(draw, 0, 6)]
  return path.map((point) => {
    const [x, y] = turned(point, angle, scale)
    return [x + high * Math.sin(y / long + from), y + high * Math.sin(x / long - from)]
  })
}

const pathOf = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(' L')} z`

function hole(
  draw: Random,
  path: readonly Point[],
  { x, y }: { x: number; y: number },
  depth: 'deep' | 'shallow',
): string {
  const at = `<path transform="translate(${x} ${y})" d="${pathOf(path)}"`
  if (depth === 'deep')
    return `${at} fill="#0a0f1e" fill-opacity="${between(draw, 0.55, 0.7)}" stroke="#fff" stroke-opacity=".75" stroke-width="1.2"/>`
  return `<linearGradient id="slope" gradientTransform="rotate(${draw(0, 360)} .5 .5)"><stop offset=".1" stop-color="#05070d" stop-opacity="${between(draw, 0.6, 0.75)}"/><stop offset=".9" stop-color="#fff" stop-opacity="${between(draw, 0.3, 0.45)}"/></linearGradient>
    ${at} fill="url(#slope)" stroke="#fff" stroke-opacity=".4" stroke-width="1"/>`
}

/** Coloured clouds, ridges and strokes between two lightness values, different every time. */
async function scenery(
  draw: Random,
  width: number,
  height: number,
  [dark, light]: readonly [number, number],
): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const hue = draw(0, 360)
  const colour = (turn: number) => `hsl(${(hue + turn) % 360} ${draw(30, 75)}% ${draw(dark, light)}%)`
  const clouds = async (step: number, alpha: number) => {
    const [across, down] = [Math.ceil(width / step) + 1, Math.ceil(height / step) + 1]
    const few = Buffer.from(
      Array.from({ length: across * down * 4 }, (_, i) =>
        i % 4 === 3 ? draw(0, alpha) : Math.round((draw(dark, light) * 255) / 100),
      ),
    )
    return sharp(few, { raw: { width: across, height: down, channels: 4 } })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .png({ compressionLevel: 0 })
      .toBuffer()
  }
  const ridges = [0, 1, 2, 3].map((n) => {
    const ridge = Array.from(
      { length: 10 },
      (_, i) => `${i * (width / 9)} ${(n * height) / 4 + draw(0, height / 3)}`,
    ).join(' L')
    return `<path d="M-4 ${height} L${ridge} L${width + 4} ${height} z" fill="${colour(n * 50)}" fill-opacity="0.85"/>`
  })
  const strokes = Array.from({ length: width / 14 }, () => {
    const [x, y] = [draw(-20, width), draw(0, height)]
    return `<path d="M${x} ${y} q${draw(-40, 60)} ${draw(-50, 50)} ${draw(20, 110)} ${draw(-50, 50)}" fill="none" stroke="${colour(draw(0, 360))}" stroke-opacity="${between(draw, 0.3, 0.8)}" stroke-width="${draw(1, 6)}"/>`
  })
  const [large, small] = await Promise.all([clouds(34, 230), clouds(11, 200)])
  return sharp(
    svg(width, height, `<rect width="100%" height="100%" fill="${colour(200)}"/>${ridges.join('')}${strokes.join('')}`),
  )
    .composite([{ input: large }, { input: small }])
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** Fresh noise over the whole picture. */
function grain(draw: Random, width: number, height: number, most: number): Buffer {
  const noise = Buffer.alloc(width * height * 4)
  let state = draw(1, 2 ** 31)
  for (let i = 0; i < noise.length; i += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    noise[i] = state >>> 24
    noise[i + 1] = (state >>> 16) & 255
    noise[i + 2] = (state >>> 8) & 255
    noise[i + 3] = ((state >>> 20) & 255) % most
  }
  return noise
}
