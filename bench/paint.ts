/**
 * Measures what a visitor waits for: the largest contentful paint with an empty cache, over 10 Mbit/s and 40 ms latency, the requests until then with the bytes of their answers' headers,
 * and the JavaScript loaded. The built console with the demo world, in Chromium.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test'
import config from '../playwright.config.ts'
import { pages } from '#contract/core/permissions.ts'
import { freshCopy, startDemo } from './demo.ts'
import { median, tell, type Figure, type Told } from './tools/figures.ts'
import { signIn, storage } from './tools/visitor.ts'

const TIMES = 5
const BYTES_A_SECOND = 10_000_000 / 8
const ROUND_TRIP_MS = 40
/** A visit is over when nothing has been requested for this long. */
const QUIET_MS = 500

type Painted = {
  readonly lcpMs: number
  readonly sentBytes: number
  readonly gzipBytes: number
  readonly requests: number
  readonly headerBytes: number
  readonly largest: string
}
/** The targets: seconds, requests, kB of JavaScript. */
type Look = { what: string; at: string; signedIn: boolean; lcp: number; requests?: number; gzip: number }

const looks: Look[] = [
  { what: 'sign-in', at: '/', signedIn: false, lcp: 0.9, requests: 12, gzip: 130 },
  { what: 'overview', at: pages['2001'].path, signedIn: true, lcp: 1.2, gzip: 180 },
  { what: 'card list', at: pages['2005002'].path, signedIn: true, lcp: 1.3, requests: 30, gzip: 240 },
]

export async function bench(): Promise<Told> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-paint-'))
  try {
    const demo = await startDemo({
      root: await freshCopy(folder),
      data: path.join(folder, 'data'),
      env: { KAIKA_SHOPPERS: 'off' },
    })
    const browser = await chromium.launch(config.use!.launchOptions)
    try {
      return await measured(browser, demo.url)
    } finally {
      await browser.close()
      await demo.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measured(browser: Browser, url: string): Promise<Told> {
  const figures: Figure[] = []
  const notes: string[] = []
  const tokens = await signIn(url)
  for (const { what, at, signedIn, lcp, requests, gzip } of looks) {
    const address = `${url}/#${at}`
    const storageState = storage(url, signedIn ? tokens : {})
    await paint(browser, address, storageState) // warm-up: the server has not compiled its hot paths yet
    const painted: Painted[] = []
    for (let i = 0; i < TIMES; i++) painted.push(await paint(browser, address, storageState))
    const last = painted.at(-1)!
    const lcpMs = painted.map((one) => one.lcpMs)
    figures.push(
      { what: `LCP of ${what}`, value: median(lcpMs) / 1000, unit: 's', reach: { atMost: lcp } },
      { what: `requests of ${what}`, value: last.requests, unit: '', ...(requests && { reach: { atMost: requests } }) },
      { what: `headers of an answer of ${what}`, value: last.headerBytes / last.requests, unit: 'bytes' },
      { what: `JavaScript loaded by ${what}, gzip`, value: last.gzipBytes / 1000, unit: 'kB', reach: { atMost: gzip } },
      { what: `JavaScript loaded by ${what}, as sent`, value: last.sentBytes / 1000, unit: 'kB' },
    )
    notes.push(`LCP of ${what}, ms: ${lcpMs.map(Math.round).join(', ')}; the largest was ${last.largest}.`)
  }
  return { figures, notes: [...notes, `Chromium ${browser.version()}.`] }
}

/** Simulates a first visit. Ends when nothing has arrived for half a second. */
async function paint(
  browser: Browser,
  address: string,
  storageState: BrowserContextOptions['storageState'],
): Promise<Painted> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 }, storageState })
  try {
    await context.addInitScript(`
      new PerformanceObserver((list) => {
        const { startTime, element, size } = list.getEntries().at(-1)
        window.painted = { lcpMs: startTime, largest: (element?.textContent ?? '').trim().slice(0, 30) + ', ' + size + ' px²' }
      }).observe({ type: 'largest-contentful-paint', buffered: true })`)
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_TRIP_MS,
      downloadThroughput: BYTES_A_SECOND,
      uploadThroughput: BYTES_A_SECOND,
    })
    let requests = 0
    page.on('request', () => requests++)
    const headers: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      headers.push(request.sizes().then(({ responseHeadersSize }) => responseHeadersSize))
    })
    const scripts: { sent: Promise<number>; body: Promise<Buffer> }[] = []
    page.on('requestfinished', (request) => {
      if (!new URL(request.url()).pathname.endsWith('.js')) return
      const sent = request.sizes().then(({ responseBodySize }) => responseBodySize)
      scripts.push({ sent, body: request.response().then((response) => response!.body()) })
    })
    await page.goto(address, { waitUntil: 'load' })
    // Not until nothing is open: the stream of changes stays open.
    for (let before = -1; before < requests;) {
      before = requests
      await page.waitForTimeout(QUIET_MS)
    }
    if (scripts.length === 0) throw new Error(`${address} shows ${await page.innerText('body')}`)
    const sent = await Promise.all(scripts.map((script) => script.sent))
    const bodies = await Promise.all(scripts.map((script) => script.body))
    const headerBytes = (await Promise.all(headers)).reduce((sum, bytes) => sum + bytes, 0)
    const { lcpMs, largest } = await page.evaluate<Pick<Painted, 'lcpMs' | 'largest'>>('window.painted')
    return {
      lcpMs,
      largest,
      requests,
      headerBytes,
      sentBytes: sent.reduce((sum, bytes) => sum + bytes, 0),
      gzipBytes: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0),
    }
  } finally {
    await context.close()
  }
}

if (import.meta.main) tell(await bench())
