/** Where answers come one by one, long after the page has appeared, each finds its place held. */
import type { Route } from '@playwright/test'
import { pages } from '#contract/core/permissions.ts'
import { expect, test } from '../journey.ts'
import { loaded, stays, watchLoading } from '../looks.ts'
import { demo } from '../people.ts'

for (const width of [1440, 390])
  test.describe(`${width} wide`, () => {
    test.use({ who: demo.buyer, viewport: { width, height: 900 } })

    test('the top-up page stays where it is while the terms of its methods come', async ({ page, t }) => {
      const held: Route[] = []
      await watchLoading(page)
      await page.route('**/api/account/rechargeInfo', (route) => void held.push(route))
      await page.goto(`/#${pages['2003001001'].path}`)
      await expect(page.getByLabel(t('funding.amount')).first()).toBeVisible()
      await expect.poll(() => held.length).toBeGreaterThanOrEqual(5)
      // What is left of the day comes with the first.
      const first = held.find((route) => route.request().postData()?.includes('USDT'))!
      await first.continue()
      await expect(page.getByText(t('funding.dayLimit')).locator('..')).toContainText('$')
      for (const route of held) if (route !== first) await route.continue()
      await page.unroute('**/api/account/rechargeInfo')
      await loaded(page)
      await stays(page, 'the top-up page')
    })
  })
