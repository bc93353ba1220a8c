/**
 * Compares pages with screenshots, on any machine. Text differs most between machines, so screenshots are drawn in a face of their own (pictures/face.woff2): the
 * letters of Public Sans, one figure for all figures, so that amounts and times may change, and one box for every Chinese character, which is as wide as any. Nothing moves.
 * `KAIKA_PICTURES=draw bin/check test/journeys/layout/pictures.journey.ts` creates them again.
 */
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

const face = readFileSync(path.join(import.meta.dirname, 'pictures/face.woff2'))
const FACE = `
  @font-face { font-family: Pictures; font-weight: 100 900; src: url(/pictures/face.woff2); }
  *, ::before, ::after { font-family: Pictures !important; font-synthesis: none !important; caret-color: transparent !important; }
  svg text { font-family: Pictures !important; }`

/** The page uses the screenshots' face from here on, whatever is loaded later. */
export const inPictures = (page: Page): Promise<unknown> =>
  page.route('**/pictures/face.woff2', (route) => route.fulfill({ body: face, contentType: 'font/woff2' }))

/** Compares the current state; the allowed share of different pixels covers edges of letters, not missing elements. */
export async function looksAs(page: Page, what: Locator | Page, name: string, share = 0.01): Promise<void> {
  const file = `${name}.png`.split('/')
  // Not by an element: the content security policy lets no page write its own styles. Once: while a face loads anew, text has other widths, the page moves, and open lists close.
  await page.evaluate(
    `if (document.adoptedStyleSheets.length === 0) {
       const sheet = new CSSStyleSheet()
       sheet.replaceSync(${JSON.stringify(FACE)})
       document.adoptedStyleSheets = [sheet] }`,
  )
  const loaded = `Promise.all(['400', '600'].map((weight) => document.fonts.load(weight + ' 16px Pictures'))).then((faces) => faces.flat().length)`
  expect(await page.evaluate<number>(loaded), 'both weights of the face').toBeGreaterThan(1)
  // Again for a while: a message that stands for some seconds (a poll that a busy machine answered late) is stable, and not part of the page.
  await expect
    .soft(async () => expect(what).toHaveScreenshot(file, { maxDiffPixelRatio: share, threshold: 0.25, scale: 'css' }))
    .toPass({ intervals: [2_000], timeout: 20_000 })
  if (process.env.KAIKA_PICTURES !== 'draw') return
  // A quarter of the bytes: the change caused by 128 colours is far below the threshold.
  const drawn = test.info().snapshotPath(...file)
  await writeFile(
    drawn,
    await sharp(await readFile(drawn))
      .png({ palette: true, colours: 128, dither: 0, effort: 10 })
      .toBuffer(),
  )
}
