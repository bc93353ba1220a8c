import { isBusy } from '../core/db.ts'

/** The size of a picture that may be decoded, so that a small file cannot become a huge one. */
const MOST_PIXELS = 8_000_000
const kinds = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/bmp'])

/**
 * Re-renders the picture as JPEG, which removes everything else in the file (location, a script, an archive). Undefined if it is too large or not a JPG, PNG,
 * GIF or BMP by its first bytes, whatever its name says.
 */
export async function cleanImage(bytes: Uint8Array): Promise<Buffer | undefined> {
  try {
    const [{ default: sharp }, { fileTypeFromBuffer }] = await Promise.all([import('sharp'), import('file-type')])
    const type = await fileTypeFromBuffer(bytes)
    if (!type || !kinds.has(type.mime)) return undefined
    const raw = type.mime === 'image/bmp' ? bmpPixels(Buffer.from(bytes), MOST_PIXELS) : undefined
    const source = raw
      ? sharp(raw.pixels, { raw: { width: raw.width, height: raw.height, channels: 3 } })
      : sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    return await source.rotate().flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer()
  } catch (error) {
    if (isBusy(error)) throw error
    return undefined // truncated, or not what its first bytes say
  }
}

/** Reads an uncompressed BMP of 24 or 32 bits, the only kind that programs write; sharp does not support the format. Throws for any other. */
function bmpPixels(file: Buffer, mostPixels: number): { width: number; height: number; pixels: Buffer } {
  const start = file.readUInt32LE(10)
  const [width, signedHeight] = [file.readInt32LE(18), file.readInt32LE(22)]
  const [bits, compression] = [file.readUInt16LE(28), file.readUInt32LE(30)]
  const height = Math.abs(signedHeight)
  const known = (bits === 24 && compression === 0) || (bits === 32 && (compression === 0 || compression === 3))
  if (!known || width <= 0 || height === 0 || width * height > mostPixels) throw new Error('no BMP that we read')
  const [bytes, row] = [bits / 8, Math.ceil((width * bits) / 32) * 4]
  if (start + row * height > file.length) throw new Error('the BMP is cut off')
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    // Rows run from the bottom up, unless the height is negative.
    const from = start + row * (signedHeight > 0 ? height - 1 - y : y)
    for (let x = 0; x < width; x++) {
      const [source, target] = [from + x * bytes, (y * width + x) * 3]
      pixels[target] = file[source + 2]!
      pixels[target + 1] = file[source + 1]!
      pixels[target + 2] = file[source]!
    }
  }
  return { width, height, pixels }
}
