/** Journeys run against a Kaika that stands already: `bin/check` starts one of its own, by hand it is that of `npm start`. */
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  // One picture for every machine: they are drawn in a face that comes along (test/journeys/pictures.ts).
  updateSnapshots: process.env.KAIKA_PICTURES === 'draw' ? 'all' : 'none',
  snapshotPathTemplate: '{testDir}/test/journeys/pictures/{arg}{ext}',
  fullyParallel: true,
  // Most of a journey is waiting, for answers and for lists that look again: five fill two cores.
  workers: 5,
  // Where nobody can look again, a machine that others keep busy gets a second try; the run names who needed one.
  retries: process.env.CI ? 1 : 0,
  // Long waits: five browsers, a server and a database share what cores there are. Nothing is timed here.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    baseURL: process.env.KAIKA_URL ?? 'http://127.0.0.1:4000',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A click waits until what moves has come to rest.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every step costs a third of the time: `KAIKA_TRACE=on` when one is needed.
    trace: process.env.KAIKA_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: installed ?? (await unpacked()),
      // Not the list that comes with @sparticuz/chromium: it runs everything in one process and turns web security off.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--headless=shell'],
    },
  },
})

/** The Chromium from npm, for machines without one. It unpacks to the temporary folder and takes whatever is there, so it gets one of its own. */
async function unpacked(): Promise<string> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = path.join(tmpdir(), 'kaika-chromium-153')
  mkdirSync(process.env.TMPDIR, { recursive: true })
  const { default: chromium } = await import('@sparticuz/chromium')
  const executable = await chromium.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  return executable
}
