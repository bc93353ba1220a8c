/** Quality 0.5, at most eight million pixels, drawn in tiles of two million (docs/reference/numbers.md#uploads). */
const QUALITY = 0.5
const MOST_PIXELS = 8_000_000
const TILE_PIXELS = 2_000_000

/**
 * Compresses a picture in the browser to JPEG. It is drawn tile by tile, for phones that cannot hold two large pictures in memory. Throws if the browser cannot
 * draw it.
 */
export async function compress(file: File): Promise<File> {
  const picture = await createImageBitmap(file)
  try {
    const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (picture.width * picture.height)))
    const [width, height] = [whole(picture.width * scale), whole(picture.height * scale)]
    const canvas = new OffscreenCanvas(width, height)
    const pen = canvas.getContext('2d')!
    // Transparent areas of a PNG or GIF would be black in a JPEG.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, width, height)
    for (const { x, y, w, h } of tiles(width, height)) {
      const [fx, fy] = [picture.width / width, picture.height / height]
      pen.drawImage(picture, x * fx, y * fy, w * fx, h * fy, x, y, w, h)
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    // A small PNG with few colours may be smaller than any JPEG of it.
    return blob.size < file.size || scale < 1 ? new File([blob], file.name, { type: 'image/jpeg' }) : file
  } finally {
    picture.close()
  }
}

const whole = (size: number): number => Math.max(1, Math.floor(size))

/** Full-width strips of at most two million pixels each, which together cover the picture. */
export function tiles(width: number, height: number): { x: number; y: number; w: number; h: number }[] {
  const [w, found] = [Math.min(width, TILE_PIXELS), [] as { x: number; y: number; w: number; h: number }[]]
  const h = Math.max(1, Math.floor(TILE_PIXELS / w))
  for (let y = 0; y < height; y += h)
    for (let x = 0; x < width; x += w) found.push({ x, y, w: Math.min(w, width - x), h: Math.min(h, height - y) })
  return found
}
