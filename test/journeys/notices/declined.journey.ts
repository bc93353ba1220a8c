/** What a declined card tells: the notice, its button, and how to turn it off. */
import type { Page } from '@playwright/test'
import { barePaths } from '#web/account/barePaths.ts'
import { paths } from '#web/account/paths.ts'
import { funded, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { sweeps } from '../papers.ts'
import { asks, demo } from '../people.ts'

const TITLE = /Charge declined|扣款被拒/

inBothLanguages(() => {
  test.describe('a declined card', () => {
    test.use({ who: 'newcomer' })

    test('tells its owner, whose button opens the declined authorization', async ({ page, request, person, t }) => {
      await sweeps('trades.tellDeclines') // the first one only begins
      await funded(request, person!)
      const card = await opened(request, person!, 10_00)
      expect((await buy(card, { merchantId: 'mer_github', amountCents: 42_00 })).reason).toBe('INSUFFICIENT_FUNDS')
      type Mine = { unread: number; list: { title: string; msg: string }[] }
      const mine = () => asks<Mine>(request, person!, 'GET /api/notice/userNotice')
      const told = async () => (await mine()).list.filter(({ title }) => TITLE.test(title)).length
      await expect
        .poll(async () => {
          await sweeps('trades.tellDeclines')
          return told()
        })
        .toBe(1)

      await page.goto(`/#${paths.account}`)
      await openMine(page, t('layout.myNotices', { count: (await mine()).unread }))
      const dialog = page.getByRole('dialog', { name: t('inbox.title') })
      const line = dialog.getByRole('button', { name: TITLE })
      await expect(line).toContainText(`···· ${card.lastFour}`)
      await expect(line).toContainText('$42.00')
      await line.click()
      const article = dialog.getByRole('article')
      await expect(article).toContainText(card.lastFour)
      await expect(article).toContainText('GITHUB')
      await expect(article).toContainText('$42.00')
      await loaded(page)
      await spotless(page, 'a notice of declined charges')
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        await fits(page, `a notice of declined charges at ${width} pixels`)
      }
      await dialog.getByRole('link', { name: t('inbox.details') }).click()
      const drawer = page.getByRole('dialog')
      await expect(drawer.getByRole('region', { name: t('trades.one.declined') })).toBeVisible()
      await expect(drawer).toContainText('$42.00')
      await expect(drawer.getByRole('button', { name: t('trades.cure.load') })).toBeVisible()
    })

    test('tells nothing to who has turned it off', async ({ page, request, person, t }) => {
      const channels = async () =>
        (
          await asks<{ list: { event: string; app: 0 | 1 }[] }>(request, person!, 'GET /api/user/notifications')
        ).list.find(({ event }) => event === 'card_declined')!.app
      await page.goto(`/#${paths.account}`)
      await page.getByText(t('identity.notifications.events'), { exact: true }).click()
      const row = page.getByRole('row').filter({ has: page.getByText(/^(Charge declined|扣款被拒)$/) })
      const box = (channel: 'app' | 'sms') =>
        row.getByRole('checkbox', { name: t(`identity.notifications.${channel}`) })
      await expect(box('app')).toBeChecked()
      await expect(box('sms')).toBeEnabled()
      await box('app').click()
      await expect(box('app')).not.toBeChecked()
      await expect(box('sms')).toBeDisabled()
      expect(await channels()).toBe(0)
      await loaded(page)
      await spotless(page, 'notification settings by event')
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        await fits(page, `notification settings by event at ${width} pixels`)
      }
    })
  })

  test.describe('declines of an account with sub-accounts', () => {
    test.use({ who: demo.agency })

    test('are all in the list that the overview opens', async ({ page, request, person, t }) => {
      type List = { total: number }
      const total = async (scope: string) =>
        (await asks<List>(request, person!, 'GET /api/cardTrade/refuse/page', { pageNo: 1, pageSize: 1, scope })).total
      expect(await total('all')).toBeGreaterThan(await total('own'))
      await page.goto(`/#${barePaths.home}`)
      await page.getByRole('link', { name: t('overview.declineSee'), exact: true }).click()
      const list = page.getByRole('region', { name: t('trades.tab.declined'), exact: true })
      await expect(async () => {
        expect(await list.textContent()).toContain(`${t('trades.rate.listed')}${await total('all')}`)
      }).toPass()
    })
  })
})

async function openMine(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
}
