import type { BrowserContext } from '@playwright/test'
import { pageAuthorizations } from '#contract/trades/trades.ts'
import { paths } from '#web/account/paths.ts'
import { show } from '#contract/core/money.ts'
import { funded, opened } from '../inHand.ts'
import { elsewhere, expect, inBothLanguages, storageOf, test } from '../journey.ts'
import { loaded } from '../looks.ts'
import { buy } from '../outside.ts'

/** What a purchase takes to be on the screen, with room for a busy machine. Polling would take three to five seconds. */
const SOON = { timeout: 2_500 }

/** The requests of all windows, by path. */
function requestsOf(context: BrowserContext): { count(path: string): number; forget(): void } {
  const seen: string[] = []
  context.on('request', (request) => void seen.push(new URL(request.url()).pathname))
  return { count: (path) => seen.filter((one) => one.startsWith(path)).length, forget: () => void (seen.length = 0) }
}

inBothLanguages((lang) => {
  test.describe('what changes', () => {
    test.use({ who: 'newcomer' })

    test('is on the screen at once in every tab, by one stream, and without it after a while', async ({
      browser,
      request,
      person,
      t,
    }) => {
      await funded(request, person!)
      const card = await opened(request, person!, 100_00)
      // Not the journeys' own windows, which poll more often than people's.
      const context = await browser.newContext({ storageState: storageOf(lang, person), reducedMotion: 'reduce' })
      const requests = requestsOf(context)
      const [overview, list] = [await context.newPage(), await context.newPage()]
      const row = (cents: number) => overview.getByRole('row').filter({ hasText: show(cents) })
      const rowInList = (cents: number) =>
        list
          .getByRole('region', { name: t('trades.tab.auth') })
          .getByRole('row')
          .filter({ hasText: show(cents) })
      const spends = async (amountCents: number) =>
        expect((await buy(card, { merchantId: 'mer_github', amountCents })).approved).toBe(true)

      await test.step('two tabs listen on one stream, and ask nothing while nothing happens', async () => {
        await overview.goto(`/#${paths.home}`)
        await list.goto(`/#${paths.cardRecord}`)
        await Promise.all([loaded(overview), loaded(list)])
        expect(requests.count('/api/changes')).toBe(1)
        // What belongs to the opening of the card and of the pages is over.
        await overview.waitForTimeout(8_000)
        requests.forget()
        await overview.waitForTimeout(10_000)
        expect(requests.count('/api/')).toBe(0)
      })

      await test.step('a purchase is in both at once', async () => {
        await spends(3_21)
        await expect(row(3_21)).toBeVisible(SOON)
        await expect(rowInList(3_21)).toBeVisible(SOON)
      })

      await test.step('the other tab listens when the first one closes', async () => {
        requests.forget()
        await overview.close()
        await expect.poll(() => requests.count('/api/changes')).toBe(1)
        await spends(4_32)
        await expect(rowInList(4_32)).toBeVisible(SOON)
      })

      await test.step('a purchase made while a page is on its way is there when it has come', async () => {
        for (const others of [true, false]) {
          if (!others) await list.close()
          const late = await context.newPage()
          let come = (): void => {}
          const held = new Promise<void>((resolve) => (come = resolve))
          await late.route('**/assets/frame-*.js', async (route) => {
            await held
            await route.continue()
          })
          const early = late.waitForResponse((answer) => answer.url().includes(pageAuthorizations.path))
          await late.goto(`/#${paths.cardRecord}`, { waitUntil: 'commit' })
          await (await early).finished()
          await spends(others ? 6_54 : 7_65)
          // Told to those who listen already.
          await late.waitForTimeout(500)
          come()
          await loaded(late)
          const bought = late.getByRole('row').filter({ hasText: show(others ? 6_54 : 7_65) })
          await expect(bought).toBeVisible(SOON)
          await late.close()
        }
      })

      await test.step('where the network cuts streams, it takes a few seconds', async () => {
        const cut = await elsewhere(browser, lang, person)
        await cut.route('**/api/changes*', (route) => route.abort())
        await cut.goto(`/#${paths.cardRecord}`)
        await loaded(cut)
        await spends(5_43)
        await expect(cut.getByRole('row').filter({ hasText: show(5_43) })).toBeVisible()
        await cut.context().close()
      })
      await context.close()
    })
  })
})
