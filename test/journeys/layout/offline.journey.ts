/** Without a connection: what was loaded stays, and says of when it is; what was not says so; both are read again without a click. */
import { expect, inBothLanguages, test } from '../journey.ts'
import { demo } from '../people.ts'

inBothLanguages(() => {
  test.describe('without a connection', () => {
    test.use({ who: demo.buyer })

    test('a list keeps its rows and says of when they are', async ({ page, t, context }) => {
      await page.goto('/#/operate')
      const list = page.getByRole('region', { name: t('identity.log.operations') })
      const row = list.getByRole('row').nth(1)
      await expect(row).toBeVisible()
      const asOf = list.getByRole('status').filter({ hasText: t('parts.asOf', { time: '|' }).split('|')[1]! })
      await expect(asOf).toHaveCount(0)
      await context.setOffline(true)
      await expect(asOf).toBeInViewport()
      await expect(asOf).toContainText(/\d\d:\d\d:\d\d/)
      await expect(row).toBeVisible()
      await context.setOffline(false)
      await expect(asOf).toHaveCount(0)
      await expect(row).toBeVisible()
    })

    test('a list that nothing answers says so, and is there when answers come again, without a click', async ({
      page,
      t,
    }) => {
      let away = true
      await page.route('**/api/user/operateLog*', (route) => (away ? route.abort() : route.continue()))
      await page.goto('/#/operate')
      const list = page.getByRole('region', { name: t('identity.log.operations') })
      await expect(list.getByText(t('parts.away'), { exact: true })).toBeVisible({ timeout: 30_000 })
      await expect(list.getByText(t('parts.awayText'))).toBeVisible()
      await expect(list.getByRole('button', { name: t('parts.again') })).toBeVisible()
      away = false
      await expect(list.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 })
      await expect(list.getByText(t('parts.away'), { exact: true })).toHaveCount(0)
    })
  })
})
