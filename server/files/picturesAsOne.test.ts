import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { picturesAsOne } from './picturesAsOne.ts'

const picture = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
/** What no compression makes smaller. */
const noise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()

/** The colour at a place: `r`, `g` or `b` for what is nearly only that, `w` for white. */
async function colourAt(file: Buffer, left: number, top: number): Promise<string> {
  const at = { left, top, width: 1, height: 1 }
  const [red = 0, green = 0, blue = 0] = await sharp(file).extract(at).raw().toBuffer()
  if (Math.min(red, green, blue) > 240) return 'w'
  return [
    ['r', red],
    ['g', green],
    ['b', blue],
  ].toSorted((one, other) => Number(other[1]) - Number(one[1]))[0]![0] as string
}

test('pictures are below each other, equally wide, with a gap', async () => {
  const pictures = [await picture(400, 200, '#f00'), await picture(3308, 827, '#0f0'), await picture(100, 900, '#00f')]
  const file = await picturesAsOne(pictures, 5_000_000)
  const { format, width, height, channels } = await sharp(file).metadata()
  // The last one is too tall for the whole width.
  assert.deepEqual([format, width, height, channels], ['jpeg', 1654, 827 + 40 + 414 + 40 + 4962, 3])
  const down = [400, 850, 1000, 1300, 4000]
  assert.deepEqual(await Promise.all(down.map((top) => colourAt(file, 827, top))), ['r', 'w', 'g', 'w', 'b'])
  assert.deepEqual(await Promise.all([10, 827].map((left) => colourAt(file, left, 4000))), ['w', 'b'])
  assert.deepEqual(await picturesAsOne(pictures, 5_000_000), file, 'the same bytes every time')
})

test('pictures get smaller until all of them fit', async () => {
  const pictures = [await noise(800, 200), await noise(800, 200)]
  const whole = await picturesAsOne(pictures, 50_000_000)
  const half = await picturesAsOne(pictures, Math.floor(whole.length / 2))
  assert.ok(half.length <= whole.length / 2 && (await sharp(half).metadata()).width < 1654)
  await assert.rejects(picturesAsOne(pictures, 10_000), /do not fit/)
  await assert.rejects(picturesAsOne([Buffer.from('no picture')], 10_000))
})
