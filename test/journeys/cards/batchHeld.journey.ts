import { batchRowStates, batchStatuses } from '#contract/cards/batchStates.ts'
import { reasonWords } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { elsewhere, expect, test } from '../journey.ts'
import { withOwnKaika } from '../ownKaika.ts'
import { asks } from '../people.ts'
import { langs, sayIn } from '../words.ts'

/** One job requests 64 cards from the issuer, which takes half a minute here; the rest are queued. */
const MANY = 190
const SLOW_MS = 8_000
/** For this long, the issuer does not know whether it will issue a card. */
const UNDECIDED_MS = 20_000
const LIVE = { timeout: 120_000 }

type Told = {
  status: string
  cost: number
  charged: number
  released: number
  success: number
  failed: number
  cancelled: number
}

test('held rows: what is queued is let go and tried again, what the issuer refuses late comes back', async ({
  browser,
  playwright,
}) => {
  test.setTimeout(480_000)
  await withOwnKaika(async ({ url, holder, breaks, prove }) => {
    const request = await playwright.request.newContext({ baseURL: url })
    await asks(request, holder, 'POST /api/user/guideSeen')
    const wallet = async () => (await asks<{ usdBalance: number }>(request, holder, 'GET /api/user/wallet')).usdBalance
    const told = (batchNo: string) => asks<Told>(request, holder, 'POST /api/card/batchCard', { batchNo })
    const windows = { cn: await elsewhere(browser, 'cn', holder, url), en: await elsewhere(browser, 'en', holder, url) }
    const dialogOf = (lang: (typeof langs)[number]) => windows[lang].getByRole('dialog')
    const factIn = (lang: (typeof langs)[number], name: string) =>
      dialogOf(lang).getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
    const batchNoIn = (lang: (typeof langs)[number]) => /(B\d{11})/.exec(windows[lang].url())![1]!
    const opens = async (lang: (typeof langs)[number], num: number, firstName?: string): Promise<string> => {
      const [t, page] = [sayIn(lang), windows[lang]]
      await page.goto('/#/cardOpen/batch')
      await page.getByRole('radio', { name: /40000012/ }).check()
      await page.getByRole('textbox', { name: t('batches.open.num') }).fill(String(num))
      await page.getByRole('textbox', { name: t('batches.open.each') }).fill('20')
      if (firstName) {
        const modes = page.getByRole('radiogroup', { name: t('batches.open.name') })
        await modes.getByText(t('batches.open.fixed'), { exact: true }).click()
        await page.getByRole('textbox', { name: t('cards.open.firstName') }).fill(firstName)
        await page.getByRole('textbox', { name: t('cards.open.lastName') }).fill('Walk')
      }
      const words = t('batches.open.submitFor', { total: '¤', count: num }).split('¤')
      await page.getByRole('button', { name: words[1]!.trim() }).click()
      await expect(page).toHaveURL(/B\d{11}/)
      return batchNoIn(lang)
    }
    const ends = async (lang: (typeof langs)[number], status: keyof typeof batchStatuses) => {
      await expect.poll(async () => (await told(batchNoIn(lang))).status, LIVE).toBe(status)
      await expect(dialogOf(lang).getByText(batchStatuses[status][lang], { exact: true }).first()).toBeVisible()
    }
    const start = await wallet()

    const { batchNo, each, queued } =
      await test.step('the queued rows of a long batch are cancelled, and let go at once', async () => {
        await breaks({ latencyMs: SLOW_MS })
        const started = await opens('cn', MANY)
        const t = sayIn('cn')
        await windows.en.goto(`/#/cardOpen/batch/${started}`)
        const one = (await told(started)).cost / MANY
        expect(await wallet()).toBe(start - MANY * one)
        const name = new RegExp(t('batches.cancel', { count: '¤' }).replace('¤', '\\d+'))
        await dialogOf('cn').getByRole('button', { name }).click()
        await expect.poll(async () => (await told(started)).cancelled).toBeGreaterThan(0)
        const { cancelled } = await told(started)
        const words = { count: cancelled, amount: show(cancelled * one) }
        await expect(windows.cn.getByText(t('batches.cancelDone', words))).toBeVisible()
        await breaks({})
        await expect(factIn('en', sayIn('en')('batches.released'))).toHaveText(show(cancelled * one))
        for (const lang of langs) await ends(lang, 'PARTIAL')
        await expect(factIn('en', sayIn('en')('batches.held'))).toHaveCount(0)
        expect(await told(started)).toMatchObject({ success: MANY - cancelled, released: cancelled * one })
        expect(await wallet()).toBe(start - (MANY - cancelled) * one)
        return { batchNo: started, each: one, queued: cancelled }
      })

    await test.step('tried again at a price that is seen first, they open; once is enough', async () => {
      const t = sayIn('en')
      const pay = dialogOf('en').getByRole('button', {
        name: t('batches.retryFor', { total: show(queued * each), count: queued }),
      })
      await pay.click()
      await expect(windows.en).not.toHaveURL(new RegExp(batchNo))
      await ends('en', 'DONE')
      await expect(factIn('en', t('batches.retryOf', { batchNo: '' }).trim())).toHaveText(batchNo)
      expect(await told(batchNoIn('en'))).toMatchObject({ success: queued, charged: queued * each, released: 0 })
      expect(await wallet()).toBe(start - MANY * each)
      await windows.cn.reload()
      const again = batchNoIn('en')
      const bad = dialogOf('cn').getByRole('radiogroup').getByText(sayIn('cn')('batches.onlyFailed'))
      await bad.click()
      await expect(dialogOf('cn').getByText(sayIn('cn')('batches.retriedIn', { batchNo: again }))).toHaveCount(
        Math.min(queued, 50),
      )
      await expect(dialogOf('cn').getByRole('button', { name: /重试/ })).toHaveCount(0)
    })

    await test.step('while the issuer has not decided the money stays held, and what it refuses comes back', async () => {
      await breaks({ createPendingMs: UNDECIDED_MS })
      const late = await opens('en', 2, 'Latefail')
      const t = sayIn('en')
      await expect(factIn('en', t('batches.held'))).toHaveText(show(2 * each))
      await expect(dialogOf('en').getByRole('row').filter({ hasText: batchRowStates.SENT.en })).toHaveCount(2)
      expect(await wallet()).toBe(start - (MANY + 2) * each)
      await ends('en', 'FAILED')
      await expect(dialogOf('en').getByText(reasonWords('ISSUER_FAILED').en)).toHaveCount(2)
      await expect(factIn('en', t('batches.released'))).toHaveText(show(2 * each))
      await expect(factIn('en', t('batches.held'))).toHaveCount(0)
      expect(await told(late)).toMatchObject({ failed: 2, charged: 0, released: 2 * each })
      expect(await wallet()).toBe(start - MANY * each)
    })

    expect(await prove()).toMatch(/^the books are proven/m)
    await request.dispose()
  })
})
