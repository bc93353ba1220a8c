/**
 * Compares pages with screenshots, on any machine. Text rendering differs most between machines, so screenshots are in English and in the font that comes with
 * the browser from npm; time stands still and nothing moves. `KAIKA_PICTURES=draw bin/check test/journeys/layout/pictures.journey.ts` creates them again.
 */
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

const FACE = `
  @font-face { font-family: Pictures; font-weight: 100 500; src: url(/pictures/OpenSans-Regular.ttf); }
  @font-face { font-family: Pictures; font-weight: 501 900; src: url(/pictures/OpenSans-Bold.ttf); }
  *, ::before, ::after { font-family: Pictures !important; font-synthesis: none !important; letter-spacing: normal !important; }
  svg text { font-family: Pictures !important; }`

/** A file of a tar archive: its 512-byte header has the name, and at 124 its size in octal digits. */
function fileOf(archive: Buffer, ending: string): Buffer {
  for (let at = 0; at < archive.length;) {
    const name = archive.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(archive.toString('utf8', at + 124, at + 136), 8) || 0
    if (name.endsWith(ending)) return archive.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  throw new Error(`${ending} is not in the archive`)
}

let archive: Buffer | undefined
function face(name: string): Buffer {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))
  archive ??= brotliDecompressSync(readFileSync(path.join(folder, '../bin/fonts.tar.br')))
  return fileOf(archive, name)
}

/** The page uses the screenshots' font from here on, whatever is loaded later. */
export async function inPictures(page: Page): Promise<void> {
  await page.route('**/pictures/*.ttf', (route) =>
    route.fulfill({ body: face(path.basename(route.request().url())), contentType: 'font/ttf' }),
  )
}

/** Compares the current state; the allowed share of different pixels covers edges of letters, not missing elements. */
export async function looksAs(page: Page, what: Locator, name: string, share = 0.01): Promise<void> {
  await page.addStyleTag({ content: FACE })
  const loaded = `Promise.all(['400', '700'].map((weight) => document.fonts.load(weight + ' 16px Pictures'))).then((faces) => faces.flat().length)`
  expect(await page.evaluate<number>(loaded), 'both weights of the face').toBe(2)
  await expect.soft(what).toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: share, threshold: 0.25, scale: 'css' })
  if (process.env.KAIKA_PICTURES !== 'draw') return
  // A quarter of the bytes: the change caused by 128 colours is far below the threshold.
  const file = test.info().snapshotPath(`${name}.png`)
  await writeFile(
    file,
    await sharp(await readFile(file))
      .png({ palette: true, colours: 128, dither: 0, effort: 10 })
      .toBuffer(),
  )
}
