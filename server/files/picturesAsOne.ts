import type { OverlayOptions } from 'sharp'

type Size = { width: number; quality: number }

/** The first is as wide as an A4 page of 200 dots an inch, legible as a fax; the last is small enough whatever is on five pictures. */
const sizes: readonly Size[] = [
  { width: 1654, quality: 80 },
  { width: 1169, quality: 75 },
  { width: 827, quality: 70 },
  { width: 585, quality: 60 },
]
/** How much taller than wide a picture may be: a JPEG has at most 65,535 lines. */
const TALLEST = 3
const GAP = 40
const WHITE = '#fff'

/**
 * Pictures below each other as one JPEG of at most this many bytes: equally wide, as large as they fit. The same pictures always give the same bytes. Throws if they do
 * not fit at all, or if one is no picture.
 */
export async function picturesAsOne(pictures: readonly Buffer[], mostBytes: number): Promise<Buffer> {
  for (const size of sizes) {
    const file = await below(pictures, size)
    if (file.length <= mostBytes) return file
  }
  throw new Error(`${pictures.length} pictures do not fit into ${mostBytes} bytes`)
}

async function below(pictures: readonly Buffer[], { width, quality }: Size): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const parts: OverlayOptions[] = []
  let top = 0
  for (const picture of pictures) {
    const { data: input, info } = await sharp(picture, { failOn: 'error' })
      .resize({ width, height: TALLEST * width, fit: 'inside' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    parts.push({ input, raw, top, left: Math.floor((width - info.width) / 2) })
    top += info.height + GAP
  }
  return sharp({ create: { width, height: top - GAP, channels: 3, background: WHITE } })
    .composite(parts)
    .jpeg({ quality })
    .toBuffer()
}
