/**
 * Measures what people who work in the consoles wait for: when the overview has painted, on a desk and on a slow phone; what moves while any page loads; what happens between
 * a press and the next paint; and the list of somebody with ten thousand cards. The built consoles with the demo world, in Chromium. `bin/node bench/console.ts load shifts`
 * measures these parts only; `KAIKA_URL`, with its folder in `KAIKA_DATA`, one that runs already.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { cards } from '#web/account/cards/text.cn.ts'
import { paths } from '#web/account/paths.ts'
import { parts } from '#web/text.cn.ts'
import { atDesk, ofAgency, ofBuyer, ofOthers } from '#test/journeys/layout/walks.ts'
import { demo as people } from '#test/journeys/people.ts'
import { freshCopy, startDemo } from './demo.ts'
import { median, percentile, scaled, tell, type Figure, type Told } from './tools/figures.ts'
import {
  largestPaint,
  layoutShift,
  nextPaint,
  quiet,
  scrolledFrames,
  slowDown,
  untilShown,
  watchPages,
  type Network,
} from './tools/pageWatch.ts'
import { signIn, signInAtDesk, storage } from './tools/visitor.ts'
import { BUYER } from './worlds/buyer.ts'
import { cardHolder } from './worlds/cardHolder.ts'

type At = { readonly url: string; readonly data: string; readonly browser: Browser }

const CARDS = scaled('BENCH_CARDS', 10_000)
const LOADS = scaled('BENCH_LOADS', 5)
const TIMES = scaled('BENCH_TIMES', 20)
const QUIET_MS = 500
/** A page of the list, the longest that there is. */
const ROWS = 200
const REACH = { paint: { atMost: 100 }, cls: { atMost: 0.05 }, framesPerSecond: { atLeast: 50 } }

const desktop = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions
const cable: Network = { roundTripMs: 40, bitsPerSecond: 10_000_000, slower: 1 }
const slowPhone: Network = { roundTripMs: 150, bitsPerSecond: 1_600_000, slower: 4 }
const devices = [
  { on: 'a desktop', screen: desktop, network: cable, lcp: 1.2 },
  { on: 'a slow phone', screen: phone, network: slowPhone, lcp: 3 },
] as const

const measures = { load, shifts, interactions, manyCards } satisfies Record<string, (at: At) => Promise<Told>>

export async function bench(): Promise<Told> {
  const named = Object.entries(measures).filter(([name]) => process.argv.includes(name))
  const chosen = named.length ? named : Object.entries(measures)
  const browser = await chromium.launch(config.use!.launchOptions)
  const folder = await mkdtemp(path.join(tmpdir(), 'kaika-console-'))
  let stop: (() => Promise<unknown>) | undefined
  try {
    let at: At = { url: process.env.KAIKA_URL ?? '', data: process.env.KAIKA_DATA ?? '', browser }
    if (!at.url) {
      const data = path.join(folder, 'data')
      const demo = await startDemo({ root: await freshCopy(folder), data, env: { KAIKA_SHOPPERS: 'off' } })
      stop = demo.stop
      at = { url: demo.url, data, browser }
    }
    const told: Told[] = []
    for (const [, measure] of chosen) told.push(await measure(at))
    return {
      figures: told.flatMap(({ figures }) => figures),
      notes: [...told.flatMap(({ notes = [] }) => notes), `Chromium ${browser.version()}.`],
    }
  } finally {
    await browser.close()
    await stop?.()
    await rm(folder, { recursive: true, force: true })
  }
}

async function load({ url, browser }: At): Promise<Told> {
  const storageState = storage(url, await signIn(url))
  const figures: Figure[] = []
  const notes: string[] = []
  for (const { on, screen, network, lcp } of devices) {
    const painted: Awaited<ReturnType<typeof largestPaint>>[] = []
    // The first is not counted: the server has not compiled its hot paths yet.
    for (let i = -1; i < LOADS; i++)
      await inPage(browser, { ...screen, storageState }, async (page) => {
        await slowDown(page, network)
        await page.goto(`${url}/#${paths.home}`)
        await quiet(page, QUIET_MS)
        if (i >= 0) painted.push(await largestPaint(page))
      })
    const lcpMs = painted.map((one) => one.lcpMs)
    figures.push({
      what: `LCP of the overview on ${on}`,
      value: median(lcpMs) / 1000,
      unit: 's',
      reach: { atMost: lcp },
    })
    notes.push(`LCP on ${on}, ms: ${lcpMs.map(Math.round).join(', ')}; the largest was ${painted.at(-1)!.largest}.`)
  }
  return { figures, notes }
}

/** Every page that `everyPage.journey.ts` visits, without what opens on it. */
async function shifts({ url, data, browser }: At): Promise<Told> {
  const account = [
    ...Object.values(ofBuyer).map(({ pages }) => ({ who: people.buyer, pages })),
    ...Object.values(ofAgency).map(({ pages }) => ({ who: people.agency, pages })),
    ...Object.values(ofOthers),
  ]
  const desk = new Map<string, Set<string>>()
  for (const { who, pages } of Object.values(atDesk)) desk.set(who, new Set([...(desk.get(who) ?? []), ...pages]))
  const figures: Figure[] = []
  const notes: string[] = []
  const accountTokens = new Map<string, Record<string, unknown>>()
  const staffTokens = new Map<string, string>()
  for (const who of new Set(account.map((one) => one.who)))
    accountTokens.set(who, await signIn(url, { mobile: who, password: PASSWORD }))
  for (const who of desk.keys()) staffTokens.set(who, await signInAtDesk(url, data, who))

  for (const { on, screen, network } of devices) {
    const visit = async (page: Page, address: string): Promise<Moved> => {
      await page.goto('about:blank')
      await page.goto(address)
      await quiet(page, QUIET_MS)
      return { address, ...(await layoutShift(page)) }
    }
    const moved: Record<'account console' | 'desk', Moved[]> = { 'account console': [], desk: [] }
    for (const { who, pages } of account)
      await inPage(browser, { ...screen, storageState: storage(url, accountTokens.get(who)!) }, async (page) => {
        await slowDown(page, network)
        for (const at of pages) moved['account console'].push(await visit(page, `${url}/#${at}`))
      })
    for (const [who, pages] of desk)
      await inPage(browser, { ...screen, storageState: storage(url, {}) }, async (page) => {
        await page.addInitScript(`sessionStorage.setItem('staff_token', ${JSON.stringify(staffTokens.get(who))})`)
        await slowDown(page, network)
        for (const at of pages) moved.desk.push(await visit(page, `${url}/operator/#${at}`))
      })
    for (const [of, all] of Object.entries(moved)) {
      all.sort((a, b) => b.cls - a.cls)
      const what = `worst CLS of ${all.length} pages of the ${of}, cold, on ${on}`
      figures.push({ what, value: all[0]!.cls, unit: '', reach: REACH.cls })
      const most = all.filter(({ cls }, i) => i < 3 || cls > REACH.cls.atMost)
      notes.push(
        `${of} on ${on}, most: ${most.map((one) => `${one.address.slice(url.length)} ${one.cls.toFixed(3)} (${one.what})`).join('; ')}.`,
      )
    }
  }
  return { figures, notes }
}
type Moved = { address: string; cls: number; what: string }

/** What is pressed and typed in the card list, and in the frame around it. */
async function interactions({ url, browser }: At): Promise<Told> {
  const storageState = storage(url, await signIn(url))
  const took = new Map<string, number[]>()
  const shown = new Map<string, number[]>()
  await inPage(browser, { ...desktop, storageState }, async (page) => {
    await page.goto(`${url}/#${paths.cardList}`)
    await quiet(page, QUIET_MS)
    for (let i = 0; i < TIMES; i++)
      for (const { what, act, truth, undo } of presses()) {
        let shownMs = 0
        const paintMs = await nextPaint(page, async () => {
          if (truth) shownMs = await untilShown(page, truth, () => act(page))
          else await act(page)
        })
        keep(took, what, paintMs)
        if (truth) keep(shown, what, shownMs)
        await quiet(page, 150)
        await undo?.(page)
        await quiet(page, 150)
      }
  })
  return {
    figures: [
      ...[...took].map(([what, ms]) => ({
        what: `${what}: to the next paint, p95`,
        value: p95(ms),
        unit: 'ms',
        reach: REACH.paint,
      })),
      ...[...shown].map(([what, ms]) => ({
        what: `${what}: until it is on the screen, p95`,
        value: p95(ms),
        unit: 'ms',
      })),
    ],
    notes: [...took].map(([what, ms]) => `${what}, ms: ${ms.map(Math.round).join(', ')}.`),
  }
}

type Press = {
  what: string
  act: (page: Page) => Promise<unknown>
  truth?: string
  undo?: (page: Page) => Promise<unknown>
}

/** The languages and schemes go to and fro, so that each is measured. */
const presses = (): Press[] => [
  {
    what: 'open the drawer of a card',
    act: (page) => page.getByRole('cell').nth(2).click(),
    truth: `document.querySelector('[role=dialog] h2, dialog[open] h2')`,
    undo: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  },
  { what: 'sort', act: (page) => page.locator('th button[class*=sort]').first().click() },
  {
    what: 'type in a filter',
    act: (page) =>
      page.locator('main input[type=text], main input:not([type])').first().pressSequentially('4417', { delay: 60 }),
    undo: (page) => page.locator('main input[type=text], main input:not([type])').first().fill(''),
  },
  ...(['dark', 'light'] as const).map((theme) => ({
    what: 'switch the theme',
    act: (page: Page) =>
      page.getByRole('button', { name: theme === 'dark' ? parts.darkTheme : parts.lightTheme }).click(),
    truth: `document.documentElement.dataset.theme === '${theme}'`,
  })),
  ...(['en', 'zh'] as const).map((lang) => ({
    what: 'switch the language',
    act: (page: Page) => page.locator(`header button[lang^=${lang}]`).click(),
    truth: `document.documentElement.lang.startsWith('${lang}')`,
  })),
]

/** Somebody with ten thousand cards, at 200 to a page. */
async function manyCards({ url, data, browser }: At): Promise<Told> {
  const tokens = await signIn(url, BUYER).catch(async () => {
    await cardHolder(data, CARDS)
    return signIn(url, BUYER)
  })
  await fetch(`${url}/api/user/guideSeen`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(tokens.access_token)}` },
  })
  const took = new Map<string, number[]>()
  const frames: number[] = []
  let listedMs = 0
  await inPage(browser, { ...desktop, storageState: storage(url, tokens) }, async (page) => {
    await page.goto(`${url}/#${paths.cardList}?n=${ROWS}`)
    await quiet(page, QUIET_MS)
    const count = Number(await page.locator('main table[aria-rowcount]').getAttribute('aria-rowcount'))
    if (count !== ROWS + 1) throw new Error(`the list has ${count} rows`)
    // The first scroll compiles what the others use.
    await scrolledFrames(page, 60, 60)
    for (let i = 0; i < 4; i++) frames.push(...(await scrolledFrames(page, 60, 240)))
    await page.evaluate('scrollTo(0, 0)')
    const selectPage = page.getByLabel(parts.selectPage)
    const first = page.locator('main tbody input[type=checkbox]').first()
    for (let i = 0; i < TIMES; i++) {
      // Each twice, so that nothing is selected afterwards.
      for (const _ of ['select', 'unselect'])
        keep(took, 'select one of 200', await nextPaint(page, () => first.click()))
      for (const _ of ['select', 'unselect']) {
        keep(took, 'select the page', await nextPaint(page, () => selectPage.click()))
        await quiet(page, 150)
      }
      keep(took, 'sort', await nextPaint(page, () => page.locator('th button[class*=sort]').first().click()))
      await quiet(page, 150)
      const lastFour = page.getByLabel(cards.filter.lastFour, { exact: true })
      keep(took, 'type in a filter', await nextPaint(page, () => lastFour.pressSequentially('0017', { delay: 60 })))
      keep(took, 'filter', await nextPaint(page, () => page.keyboard.press('Enter')))
      await quiet(page, 150)
      await lastFour.fill('')
      keep(took, 'show all again', await nextPaint(page, () => page.keyboard.press('Enter')))
      await quiet(page, 150)
    }
    await selectPage.click()
    const all = page.getByRole('button', { name: parts.selectFirst.replace(/[{（].*/, '').trim() })
    const asked = performance.now()
    keep(took, 'select the first 2,000', await nextPaint(page, () => all.click()))
    await page.getByText(parts.selectedAll.replace('{{count}}', '2,000')).waitFor()
    listedMs = performance.now() - asked
    await quiet(page, QUIET_MS)
    for (const _ of ['unselect', 'select'])
      keep(took, 'unselect one of 2,000', await nextPaint(page, () => first.click()))
  })
  const seconds = frames.toSorted((a, b) => a - b).map((ms) => ms / 1000)
  const of = `${CARDS.toLocaleString('en')} cards`
  return {
    figures: [
      {
        what: `${of}, scrolling 200 rows, p95 of frames`,
        value: 1 / percentile(seconds, 0.95),
        unit: 'fps',
        reach: REACH.framesPerSecond,
      },
      ...[...took].map(([what, ms]) => ({
        what: `${of}, ${what}: to the next paint, p95`,
        value: p95(ms),
        unit: 'ms',
        reach: REACH.paint,
      })),
      { what: `${of}, the first 2,000 selected after`, value: listedMs / 1000, unit: 's' },
    ],
    notes: [...took].map(([what, ms]) => `${of}, ${what}, ms: ${ms.map(Math.round).join(', ')}.`),
  }
}

const PASSWORD = 'Kaika-demo-1'

const keep = (all: Map<string, number[]>, what: string, ms: number): void =>
  void all.set(what, [...(all.get(what) ?? []), ms])
const p95 = (ms: readonly number[]): number =>
  percentile(
    ms.toSorted((a, b) => a - b),
    0.95,
  )

async function inPage(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', ...options })
  try {
    await watchPages(context)
    await work(await context.newPage())
  } finally {
    await context.close()
  }
}

if (import.meta.main) tell(await bench())
