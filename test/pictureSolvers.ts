/** Attacks on a slider that take an afternoon to write: each searches for the piece's position in its row, and returns an x. */
import sharp from 'sharp'

type Grey = { data: Float64Array; width: number; height: number }
type Picture = { rgb: Buffer; grey: Grey }
export type Puzzle = { picture: Picture; piece: Picture; alpha: Uint8Array; size: number; y: number }

export async function readPuzzle(original: Buffer, piece: Buffer, y: number): Promise<Puzzle> {
  const read = async (image: Buffer) => {
    const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const grey = new Float64Array(info.width * info.height)
    for (let i = 0; i < grey.length; i++)
      grey[i] = 0.299 * data[i * 4]! + 0.587 * data[i * 4 + 1]! + 0.114 * data[i * 4 + 2]!
    return { rgb: data, grey: { data: grey, width: info.width, height: info.height } }
  }
  const [all, part] = await Promise.all([read(original), read(piece)])
  const size = part.grey.width
  return {
    picture: all,
    piece: part,
    size,
    y,
    alpha: Uint8Array.from({ length: size * size }, (_, i) => part.rgb[i * 4 + 3]!),
  }
}

function blur({ data, width, height }: Grey, radius: number): Grey {
  const out = new Float64Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0]
      for (let dy = -radius; dy <= radius; dy++)
        for (let dx = -radius; dx <= radius; dx++) {
          const [u, v] = [x + dx, y + dy]
          if (u < 0 || v < 0 || u >= width || v >= height) continue
          sum += data[v * width + u]!
          count++
        }
      out[y * width + x] = sum / count
    }
  return { data: out, width, height }
}

/** Sobel. */
function edges({ data, width, height }: Grey): Grey {
  const out = new Float64Array(data.length)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const p = (dx: number, dy: number) => data[(y + dy) * width + x + dx]!
      const gx = p(1, -1) + 2 * p(1, 0) + p(1, 1) - p(-1, -1) - 2 * p(-1, 0) - p(-1, 1)
      const gy = p(-1, 1) + 2 * p(0, 1) + p(1, 1) - p(-1, -1) - 2 * p(0, -1) - p(1, -1)
      out[y * width + x] = Math.hypot(gx, gy)
    }
  return { data: out, width, height }
}

type Weights = { at: number; weight: number }[]

/** As on a chessboard: half of the pixels carry as much information as all. */
const everyOther = (size: number) => (at: number) => ((at % size) + Math.floor(at / size)) % 2 === 0

/** Pixels of the piece, without its border of `inset` pixels. */
function inside({ alpha, size }: Puzzle, inset: number): number[] {
  const covered = (x: number, y: number) => x >= 0 && y >= 0 && x < size && y < size && alpha[y * size + x]! > 127
  return Array.from({ length: size * size }, (_, at) => at)
    .filter(everyOther(size))
    .filter((at) => {
      const [x, y] = [at % size, Math.floor(at / size)]
      return [0, 1, 2, 3, 4, 5, 6, 7, 8].every((n) =>
        covered(x + ((n % 3) - 1) * inset, y + (Math.floor(n / 3) - 1) * inset),
      )
    })
}

const best = ({ picture, size }: Puzzle, score: (x: number) => number): number => {
  let [at, most] = [0, -Infinity]
  for (let x = 0; x <= picture.grey.width - size; x += 2) {
    const now = score(x)
    if (now > most) [at, most] = [x, now]
  }
  return at
}

function correlation(a: number[], b: number[]): number {
  const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [da, db] = [a[i]! - ma, b[i]! - mb]
    ab += da * db
    aa += da * da
    bb += db * db
  }
  return ab / Math.sqrt(aa * bb || 1)
}

const place = (puzzle: Puzzle, pixels: number[], x: number): number[] =>
  pixels.map((at) => (puzzle.y + Math.floor(at / puzzle.size)) * puzzle.picture.grey.width + x + (at % puzzle.size))
const values = ({ data }: Grey, pixels: number[]): number[] => pixels.map((at) => data[at]!)

/** By the sum of squared differences of colours. */
function squaredDifferences(puzzle: Puzzle): number {
  const pixels = inside(puzzle, 2)
  return best(puzzle, (x) => {
    const there = place(puzzle, pixels, x)
    let sum = 0
    for (let i = 0; i < pixels.length; i++)
      for (let c = 0; c < 3; c++)
        sum += (puzzle.picture.rgb[there[i]! * 4 + c]! - puzzle.piece.rgb[pixels[i]! * 4 + c]!) ** 2
    return -sum
  })
}

/** By normalized correlation of the piece with the picture. */
const correlated =
  (filter: (grey: Grey) => Grey, absolute = false) =>
  (puzzle: Puzzle): number => {
    const pixels = inside(puzzle, 3)
    const [all, own] = [filter(puzzle.picture.grey), values(filter(puzzle.piece.grey), pixels)]
    return best(puzzle, (x) => {
      const r = correlation(values(all, place(puzzle, pixels, x)), own)
      return absolute ? Math.abs(r) : r
    })
  }

/** The darkest (or lightest) position of the piece's shape. */
const extreme =
  (sign: number, radius: number) =>
  (puzzle: Puzzle): number => {
    const pixels = inside(puzzle, 1)
    const all = blur(puzzle.picture.grey, radius)
    return best(puzzle, (x) => sign * values(all, place(puzzle, pixels, x)).reduce((sum, one) => sum + one, 0))
  }

/** The piece's outline on the picture's edges, from the alpha channel: the position with most edges on it and fewest beside it. */
const outlined =
  (radius: number, beside: number) =>
  (puzzle: Puzzle): number => {
    const { size } = puzzle
    const mask = { data: Float64Array.from(puzzle.alpha, (a) => (a > 127 ? 1 : 0)), width: size, height: size }
    const rim = edges(mask)
    const all = edges(blur(puzzle.picture.grey, radius))
    const on: Weights = []
    for (let at = 0; at < size * size; at += 2) on.push({ at, weight: rim.data[at]! > 0 ? 1 : -beside })
    const pixels = on.map(({ at }) => at)
    const counted = { on: on.filter(({ weight }) => weight > 0).length }
    return best(puzzle, (x) => {
      const there = values(all, place(puzzle, pixels, x))
      let [sum, rest] = [0, 0]
      for (let i = 0; i < there.length; i++) {
        if (on[i]!.weight > 0) sum += there[i]!
        else rest += there[i]!
      }
      return sum / counted.on - (beside * rest) / (there.length - counted.on)
    })
  }

/** Normalized correlation of the piece's shape with the picture's brightness, or its edges with the shape's edges. */
const shaped =
  (filter: (grey: Grey) => Grey, ofMask: (grey: Grey) => Grey, absolute: boolean) =>
  (puzzle: Puzzle): number => {
    const { size } = puzzle
    const mask = ofMask({ data: Float64Array.from(puzzle.alpha, (a) => (a > 127 ? 1 : 0)), width: size, height: size })
    const pixels = Array.from({ length: size * size }, (_, at) => at).filter(everyOther(size))
    const own = values(mask, pixels)
    const all = filter(puzzle.picture.grey)
    return best(puzzle, (x) => {
      const r = correlation(values(all, place(puzzle, pixels, x)), own)
      return absolute ? Math.abs(r) : -r
    })
  }

const same = (grey: Grey): Grey => grey
export const solvers: Record<string, (puzzle: Puzzle) => number> = {
  'squared differences of colours': squaredDifferences,
  'correlation of grey': correlated(same),
  'correlation of grey, smoothed': correlated((grey) => blur(grey, 2)),
  'correlation of grey, also turned over': correlated((grey) => blur(grey, 1), true),
  'correlation of edges': correlated(edges),
  'correlation of edges, smoothed': correlated((grey) => blur(edges(blur(grey, 1)), 1)),
  'the darkest hole': extreme(-1, 0),
  'the darkest hole, smoothed': extreme(-1, 2),
  'the lightest hole': extreme(1, 0),
  'most edge on the outline': outlined(0, 0),
  'most edge on the outline, smoothed': outlined(1, 0),
  'edge on the outline and none beside it': outlined(1, 1),
  'dark in the shape and light around it': shaped((grey) => blur(grey, 1), same, false),
  'another brightness in the shape than around it': shaped((grey) => blur(grey, 1), same, true),
  'edges like those of the shape': shaped((grey) => edges(blur(grey, 1)), edges, true),
}

/** The font's letters, each in a few sizes: what a reader that has the font compares with. */
export type Letter = { letter: string; data: Float64Array; width: number; height: number }

/** Reads the text by the best-matching letters, from left to right, each at its best position. */
export async function readText(picture: Buffer, letters: readonly Letter[], count: number): Promise<string> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const grey = { data: Float64Array.from(data), width: info.width, height: info.height }
  const found: { letter: string; x: number; r: number; width: number }[] = []
  for (const { letter, data: own, width, height } of letters)
    for (let x = 0; x + width <= grey.width; x += 3)
      for (let y = 0; y + height <= grey.height; y += 3) {
        const [there, mine]: [number[], number[]] = [[], []]
        for (let v = 0; v < height; v += 2)
          for (let u = v % 4 ? 1 : 0; u < width; u += 2) {
            there.push(grey.data[(y + v) * grey.width + x + u]!)
            mine.push(own[v * width + u]!)
          }
        found.push({ letter, x: x + width / 2, r: correlation(there, mine), width })
      }
  const taken: typeof found = []
  for (const one of found.sort((a, b) => b.r - a.r)) {
    if (taken.length === count) break
    if (taken.every(({ x }) => Math.abs(x - one.x) > 18)) taken.push(one)
  }
  return taken
    .sort((a, b) => a.x - b.x)
    .map(({ letter }) => letter)
    .join('')
}
