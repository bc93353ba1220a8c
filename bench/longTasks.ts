/**
 * Measures what keeps the browser busy: tasks over 50 ms, as the browser reports them, after each thing that one does in a list. The built console with the demo
 * world, in Chromium at full speed. `KAIKA_URL` measures one that runs already.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { pages } from '#contract/core/permissions.ts'
import { cards } from '#web/account/cards/text.cn.ts'
import { trades } from '#web/account/trades/text.cn.ts'
import { parts, ui } from '#web/text.cn.ts'
import { freshCopy, startDemo } from './demo.ts'
import { tell, type Figure, type Told } from './tools/figures.ts'
import { signIn, storage } from './tools/visitor.ts'

const TIMES = 5
const ROWS = 100
const LONG_MS = 50

type Act = { what: string; do: (page: Page) => Promise<unknown>; undo?: (page: Page) => Promise<unknown> }

const types =
  (label: string, text: string) =>
  async (page: Page): Promise<void> => {
    await page.getByLabel(label, { exact: true }).focus()
    await page.keyboard.type(text, { delay: 40 })
  }
const opensRow = async (page: Page) => {
  await page.getByRole('cell').nth(2).click()
  await page.getByRole('dialog').getByRole('heading').first().waitFor()
}
const closes = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const lists: { of: string; at: string; acts: Act[] }[] = [
  {
    of: 'cards',
    at: pages['2005002'].path,
    acts: [
      {
        what: 'select the page',
        do: (page) => page.getByLabel(parts.selectPage).click(),
        undo: (page) => page.getByLabel(parts.selectPage).click(),
      },
      { what: 'open a card', do: opensRow, undo: closes },
      { what: 'type into a filter', do: types(cards.filter.lastFour, '4417') },
      { what: 'show all filters', do: (page) => page.getByRole('button', { name: parts.openFilters }).click() },
      { what: 'type into another filter', do: types(cards.filter.holder, 'LIN HAORAN') },
      {
        what: 'open the calendar',
        do: async (page) => {
          await page.getByLabel(cards.filter.openDate, { exact: true }).first().focus()
          await page.getByRole('button', { name: ui.openCalendar }).click()
          await page.getByRole('grid').first().waitFor()
        },
        undo: closes,
      },
    ],
  },
  {
    of: 'authorizations',
    at: pages['2005004'].path,
    acts: [
      { what: 'open one', do: opensRow, undo: closes },
      { what: 'type into a filter', do: types(trades.filter.merchant, 'Google Ads') },
      { what: 'show all filters', do: (page) => page.getByRole('button', { name: parts.openFilters }).click() },
      {
        what: 'choose one of 240 countries',
        do: async (page) => {
          await types(trades.filter.country, '新加坡')(page)
          await page.getByRole('option').first().waitFor()
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('Enter')
        },
      },
    ],
  },
]

export async function bench(): Promise<Told> {
  const browser = await chromium.launch(config.use!.launchOptions)
  try {
    if (process.env.KAIKA_URL) return await measured(browser, process.env.KAIKA_URL)
    const folder = await mkdtemp(path.join(tmpdir(), 'kaika-long-tasks-'))
    try {
      const data = path.join(folder, 'data')
      const demo = await startDemo({ root: await freshCopy(folder), data, env: { KAIKA_SHOPPERS: 'off' } })
      try {
        return await measured(browser, demo.url)
      } finally {
        await demo.stop()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  } finally {
    await browser.close()
  }
}

async function measured(browser: Browser, url: string): Promise<Told> {
  const storageState = storage(url, await signIn(url))
  const longest = new Map<string, number[]>()
  let rows = ''
  for (let run = 0; run < TIMES; run++)
    for (const { of, at, acts } of lists) {
      const context = await browser.newContext({
        locale: 'zh-CN',
        viewport: { width: 1440, height: 900 },
        storageState,
      })
      const page = await context.newPage()
      await page.addInitScript(`
        window.longTasks = []
        new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })`)
      await page.goto(`${url}/#${at}?n=${ROWS}`, { waitUntil: 'networkidle' })
      if (run === 0) rows += `${of}: ${(await page.getByRole('row').count()) - 1} rows. `
      for (const { what, do: act, undo } of acts) {
        await settled(page)
        await page.evaluate('longTasks.length = 0')
        await act(page)
        await settled(page)
        const worst = await page.evaluate<number>('Math.max(0, ...longTasks)')
        const name = `${of}: ${what}`
        longest.set(name, [...(longest.get(name) ?? []), worst])
        await undo?.(page)
      }
      await context.close()
    }
  const figures = [...longest].map(([what, tasks]): Figure => ({
    what,
    value: Math.max(...tasks),
    unit: 'ms',
    reach: { atMost: LONG_MS },
  }))
  const runs = [...longest].map(([what, tasks]) => `${what}: ${tasks.map(Math.round).join(', ')}`)
  return {
    figures,
    notes: [
      `${rows}0 is a run in which no task took ${LONG_MS} ms; each figure is the worst of ${TIMES} runs.`,
      ...runs,
    ],
  }
}

/** What was to be loaded and painted is there: lists are asked for every few seconds, so the network is never idle for long. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction('!document.querySelector("[aria-busy=true]")')
  await page.waitForTimeout(700)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
}

if (import.meta.main) tell(await bench())
