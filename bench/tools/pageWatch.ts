/** What the browser itself reports about a page: its largest paint, what moved while it loaded, and how long each interaction took until the next paint. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { shiftText, worstShift, type Shift } from '#test/journeys/looks.ts'

export type Network = { readonly roundTripMs: number; readonly bitsPerSecond: number; readonly slower: number }

/** From the first moment of each page of this context on. */
export const watchPages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`{
    const seen = (globalThis.watched = { lcpMs: 0, largest: '', shifts: [], events: [] })
    const watch = (type, each, more) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
    watch('largest-contentful-paint', ({ startTime, element, size }) =>
      Object.assign(seen, { lcpMs: startTime, largest: (element?.textContent ?? '').trim().slice(0, 30) + ', ' + size + ' px²' }))
    watch('layout-shift', ({ startTime, value, hadRecentInput, sources }) => hadRecentInput || seen.shifts.push({
      at: startTime, value,
      what: sources.map(({ node, previousRect: a, currentRect: b }) => ((node?.outerHTML ?? node?.textContent ?? '') + '').slice(0, 120) + ' ' +
        [a.x, a.y, a.width, a.height].map(Math.round) + ' → ' + [b.x, b.y, b.width, b.height].map(Math.round)) }))
    watch('event', ({ interactionId, duration }) => interactionId && seen.events.push({ interactionId, duration }), { durationThreshold: 16 })
  }`)

/** An empty cache behind such a network, on a processor so many times slower. */
export async function slowDown(page: Page, { roundTripMs, bitsPerSecond, slower }: Network): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  const bytes = bitsPerSecond / 8
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytes,
    uploadThroughput: bytes,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return cdp
}

/** Until nothing is asked and nothing waits to be shown for this long. */
export async function quiet(page: Page, forMs: number): Promise<void> {
  let asked = 0
  const count = () => void asked++
  page.on('request', count).on('requestfinished', count).on('requestfailed', count)
  const busy = `document.querySelector('[aria-busy=true], [data-settling]') !== null || document.body.innerText.trim() === ''`
  try {
    for (let tries = 0, before = -1; tries < 200; tries++) {
      await page.waitForTimeout(forMs)
      const now = asked
      if (now === before && !(await page.evaluate<boolean>(busy))) return
      before = now
    }
    throw new Error(`${page.url()} is never quiet`)
  } finally {
    page.off('request', count).off('requestfinished', count).off('requestfailed', count)
  }
}

export const largestPaint = (page: Page): Promise<{ lcpMs: number; largest: string }> =>
  page.evaluate('({ lcpMs: watched.lcpMs, largest: watched.largest })')

/** The cumulative layout shift, and what moved most. */
export async function layoutShift(page: Page): Promise<{ cls: number; what: string }> {
  const shifts = await page.evaluate<Shift[]>('watched.shifts')
  const most = shifts.toSorted((a, b) => b.value - a.value)[0]
  return { cls: worstShift(shifts), what: most ? shiftText(most) : '' }
}

/** Below the browser's threshold nothing is reported: such an interaction took less than this. */
const UNREPORTED_MS = 16

/** From the event to the next paint: the longest interaction while this was done. */
export async function nextPaint(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('watched.events.length = 0')
  await act()
  // Entries come after the paint that they tell of.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 120)))')
  const durations = await page.evaluate<number[]>('watched.events.map(({ duration }) => duration)')
  return Math.max(UNREPORTED_MS, ...durations)
}

/** From the event until this is so on the screen: looked at in each frame, from the moment of the event. */
export async function untilShown(page: Page, truth: string, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`{
    globalThis.shownAfter = new Promise((done) => {
      const begin = ({ timeStamp }) => {
        for (const type of ['pointerup', 'keydown']) removeEventListener(type, begin, true)
        const look = () => (${truth}) ? requestAnimationFrame((at) => done(at - timeStamp)) : requestAnimationFrame(look)
        look()
      }
      for (const type of ['pointerup', 'keydown']) addEventListener(type, begin, true)
    })
    void 0
  }`)
  await act()
  return page.evaluate<number>('shownAfter')
}

/** How long each frame took while the page was scrolled by so many pixels in each. */
export const scrolledFrames = (page: Page, pixels: number, frames: number): Promise<number[]> =>
  page.evaluate<number[]>(`new Promise((done) => {
    const took = []
    let before, by = ${pixels}
    const step = (at) => {
      if (before !== undefined) took.push(at - before)
      before = at
      if (took.length >= ${frames}) return done(took)
      const end = document.documentElement.scrollHeight - innerHeight
      if ((scrollY >= end - 1 && by > 0) || (scrollY <= 0 && by < 0)) by = -by
      scrollBy(0, by)
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)
