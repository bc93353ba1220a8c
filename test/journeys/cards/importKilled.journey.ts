import { batchStatuses } from '#contract/cards/batchStates.ts'
import type { Page } from '@playwright/test'
import { show } from '#contract/core/money.ts'
import { COUNT, fiftyCards } from '../fiftyCards.ts'
import { elsewhere, expect, test } from '../journey.ts'
import { withOwnKaika } from '../ownKaika.ts'
import { asks } from '../people.ts'
import { langs, sayIn } from '../words.ts'

/** Sixteen cards are requested at a time, so this leaves twelve seconds in which the file is in progress. */
const SLOW_MS = 4_000
/** Rows of a dead process are freed after a minute, and a sweep checks every minute. */
const TAKEN_UP = { timeout: 240_000 }

type Told = { success: number; released: number; charged: number; cost: number; status: string }
type Listed = { total: number }

test('fifty cards from a file, and the worker is killed in the middle: both windows see it finish by themselves', async ({
  browser,
  playwright,
}) => {
  test.setTimeout(480_000)
  await withOwnKaika(async ({ url, holder, said, killServer, breaks, prove }) => {
    const request = await playwright.request.newContext({ baseURL: url })
    await asks(request, holder, 'POST /api/user/guideSeen')
    const t = sayIn('cn')
    const page = await elsewhere(browser, 'cn', holder, url)
    const choose = (mended: boolean) =>
      page.getByLabel(t('imports.drop')).setInputFiles(fiftyCards('killed in the middle', mended))

    await test.step('three rows are wrong, and mended', async () => {
      await page.goto('/#/cardOpen/import')
      await choose(false)
      await expect(page.getByText(t('imports.wrong', { count: 3 }))).toBeVisible()
      await choose(true)
      await expect(page.getByText(t('imports.allRight'))).toBeVisible()
    })

    await breaks({ latencyMs: SLOW_MS })
    await test.step('paid, and watched in both languages', async () => {
      const words = t('imports.submitFor', { total: '¤', count: COUNT }).split('¤')
      await page.getByRole('button', { name: words[1]!.trim() }).click()
      await expect(page).toHaveURL(/batch=B\d{11}/)
    })
    const batchNo = /batch=(B\d{11})/.exec(page.url())![1]!
    const english = await elsewhere(browser, 'en', holder, url)
    await english.goto(`/#/cardOpen/import?batch=${batchNo}`)
    const windows = { cn: page, en: english }
    const done = async (lang: (typeof langs)[number]): Promise<number> =>
      Number(await meter(windows[lang], lang).getAttribute('aria-valuenow'))

    await test.step('some cards are there when the worker is killed', async () => {
      await expect.poll(() => done('en')).toBeGreaterThan(0)
      killServer()
      await expect.poll(() => said.join(' ')).toContain('SIGKILL')
      for (const lang of langs) expect(await done(lang)).toBeLessThan(COUNT)
      await breaks({})
    })

    await test.step('it is started again, takes up what was left, and nobody has to reload', async () => {
      for (const lang of langs) {
        await expect(windows[lang].getByText(batchStatuses.DONE[lang], { exact: true })).toBeVisible(TAKEN_UP)
        expect(await done(lang)).toBe(COUNT)
      }
    })

    await test.step('each card is there once, and paid once', async () => {
      const batch = await asks<Told>(request, holder, 'POST /api/card/batchCard', { batchNo })
      expect(batch).toMatchObject({ status: 'DONE', success: COUNT, released: 0, charged: batch.cost })
      await expect(english.getByText(show(batch.cost))).toBeVisible()
      const active = await asks<Listed>(request, holder, 'GET /api/card/page', { status: 'ACTIVE' })
      expect(active.total).toBe(COUNT)
      expect(await prove()).toMatch(/^the books are proven/m)
    })
    await request.dispose()
  })
})

const meter = (page: Page, lang: (typeof langs)[number]) =>
  page.getByRole('progressbar', { name: sayIn(lang)('imports.working') })
