/** Tests the pictures against programs. Drawing is seeded, so each run sees the same ones. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import { readPuzzle, readText, solvers, type Letter, type Puzzle } from '#test/pictureSolvers.ts'
import { drawSlide, PIECE, WIDTH } from './drawSlide.ts'
import { ALPHABET, drawText } from './drawText.ts'
import type { Random } from './random.ts'

const TOLERANCE_PX = 5

/** Mulberry32. */
function seeded(seed: number): Random {
  let state = seed >>> 0
  return (from, to) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return from + Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * (to - from))
  }
}

describe('the slider’s picture', () => {
  const puzzles: (Puzzle & { x: number })[] = []
  before(async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { original, piece, x, y } = await drawSlide(seeded(seed * 7919))
      puzzles.push({ ...(await readPuzzle(original, piece, y)), x })
    }
  })

  for (const [name, solve] of Object.entries(solvers))
    it(`is not solved by ${name}: 19 of 20 times at the least`, () => {
      const solved = puzzles.filter((puzzle) => Math.abs(solve(puzzle) - puzzle.x) <= TOLERANCE_PX)
      assert.ok(solved.length <= puzzles.length / 20, `${solved.length} of ${puzzles.length}`)
    })

  it('is not guessed: the hole may be anywhere', () => {
    const all = puzzles.map(({ x }) => x)
    for (const [from, to] of [0, 1, 2, 3].map(
      (n) => [((WIDTH - PIECE) * n) / 4, ((WIDTH - PIECE) * (n + 1)) / 4] as const,
    ))
      assert.ok(all.filter((x) => x >= from && x < to).length >= 5, `between ${from} and ${to}`)
    assert.ok((2 * TOLERANCE_PX + 1) / (WIDTH - PIECE - 8) < 1 / 20)
  })

  it('has one hole of the piece’s shape in its row that a person can see: its rim is lighter or darker than what surrounds it', () => {
    for (const { picture, x, y, size } of puzzles) {
      const row = (at: number) => Array.from({ length: size }, (_, n) => picture.grey.data[(y + at) * WIDTH + x + n]!)
      const values = Array.from({ length: size }, (_, at) => row(at)).flat()
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
      assert.ok(spread > 18, `${spread}`)
    }
  })
})

describe('the picture of letters', () => {
  const { font } = svgCaptcha.options as unknown as {
    font: { getPath: (text: string, x: number, y: number, size: number) => { toPathData: (digits: number) => string } }
  }
  /** The letters of the font at the middle of the drawn sizes. */
  const letters = async (): Promise<Letter[]> =>
    Promise.all(
      [...ALPHABET].map(async (letter) => {
        const path = font.getPath(letter, 20, 90, 63).toPathData(1)
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120"><rect width="100%" height="100%" fill="#eef1f4"/><path d="${path}" fill="#1d3a4a" stroke="#1d3a4a" stroke-width="1.6"/></svg>`
        const { data, info } = await sharp(Buffer.from(svg))
          .greyscale()
          .trim()
          .raw()
          .toBuffer({ resolveWithObject: true })
        return { letter, data: Float64Array.from(data), width: info.width, height: info.height }
      }),
    )

  it('is not read by the letters of its font: 19 of 20 times at the least', async () => {
    const known = await letters()
    let read = 0
    for (let seed = 1; seed <= 20; seed++) {
      const { picture, text } = await drawText(seeded(seed * 104_729))
      if ((await readText(picture, known, 5)) === text) read++
    }
    assert.ok(read <= 1, `${read} of 20`)
  })

  it('is read by them where letters are as they are, so that the reader can read', async () => {
    const known = await letters()
    const paths = [...'DKWTX'].map((letter, n) => font.getPath(letter, 8 + n * 46, 60, 63).toPathData(1)).join(' ')
    const plain = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="76"><rect width="100%" height="100%" fill="#eef1f4"/><path d="${paths}" fill="#1d3a4a" stroke="#1d3a4a" stroke-width="1.6"/></svg>`
    assert.equal(await readText(await sharp(Buffer.from(plain)).png().toBuffer(), known, 5), 'DKWTX')
  })
})
