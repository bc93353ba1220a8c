/** Draws the icons of the installed console from its mark: `bin/node bin/web/icons.ts`. Their files are committed, so that a build needs no drawing. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const folder = path.resolve(import.meta.dirname, '../../web/public')
const mark = readFileSync(path.join(folder, 'mark.svg'), 'utf8')
const BRAND = '#0f766e'

/** `share`: how much of the picture the mark takes. Systems cut a maskable icon to a circle of four fifths. */
async function draw(
  name: string,
  size: number,
  { share = 1, background }: { share?: number; background?: string } = {},
): Promise<void> {
  const inner = Math.round(size * share)
  const drawn = await sharp(Buffer.from(mark), { density: (72 * size) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  await sharp({
    create: { width: size, height: size, channels: 4, background: background ?? { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(path.join(folder, 'icons', name))
}

await draw('192.png', 192)
await draw('512.png', 512)
await draw('maskable-512.png', 512, { share: 0.72, background: BRAND })
await draw('apple-180.png', 180, { share: 0.84, background: BRAND })
