import { bmpPixels } from './bmpPixels.ts'

/** What a picture may be before it is decoded, so that a small file cannot become a huge one. */
const MOST_PIXELS = 8_000_000
const kinds = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/bmp'])

/**
 * The picture that these bytes show, drawn anew as JPEG: whatever else they carried (place, a script, an archive) is
 * gone. Nothing where they are no JPG, PNG, GIF or BMP by their own first bytes, whatever their name says, or too large.
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
  } catch {
    return undefined // cut off, or not what its first bytes say
  }
}
