import type { Page } from '@playwright/test'
import { rails } from '#contract/funding/funding.ts'
import { plain, show } from '#contract/core/money.ts'
import { opened } from '../inHand.ts'
import { expect, inBothLanguages, seesOverview, test } from '../journey.ts'
import { payOrder, takePaymentBack } from '../outside.ts'
import { asks } from '../people.ts'
import type { Say } from '../words.ts'

type Wallet = { usdBalance: number; usdReceivable: number; usdCard: number }

/** The order number of the current page. */
const orderNoOf = (page: Page): string => new URL(page.url().replace('/#/', '/')).searchParams.get('order')!

inBothLanguages((lang) => {
  /** Pays the order on the page once the provider knows it: the QR code comes from the provider. */
  async function paid(page: Page, t: Say) {
    await expect(page.getByLabel(t('funding.yuan.scan', { rail: rails.ONLINE_WECHAT[lang] }))).toBeVisible()
    return payOrder(orderNoOf(page))
  }

  test.describe('a debt', () => {
    test.use({ who: 'newcomer' })

    test('is said with its cause and led to the top-up that pays it; what is left on cards has paid first', async ({
      page,
      t,
      request,
      person,
    }) => {
      test.setTimeout(180_000)
      const wallet = () => asks<Wallet>(request, person!, 'GET /api/user/wallet')
      await page.goto('/#/FinanceRechargeOnline?rail=ONLINE_WECHAT&amount=735.35')
      await page.getByRole('button', { name: t('funding.yuan.submit') }).click()
      const { paymentRefs } = await paid(page, t)
      await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible()
      await opened(request, person!, 50_00)

      await takePaymentBack(paymentRefs[0]!)
      await expect.poll(async () => (await wallet()).usdReceivable, { timeout: 60_000 }).toBeGreaterThan(0)
      const { usdBalance, usdCard, usdReceivable: owed } = await wallet()
      expect([usdBalance, usdCard]).toEqual([0, 0])

      await page.goto('/#/home')
      await page.reload()
      const banner = page.getByRole('region', { name: t('layout.debt.title') })
      await expect(banner).toContainText(t('layout.debt.owed', { amount: show(owed) }))
      await expect(banner).toContainText(t('layout.debt.why.receivable'))
      await banner.getByRole('link', { name: t('layout.debt.topUp', { amount: show(owed) }) }).click()
      await expect(page).toHaveURL(new RegExp(`FinanceRechargeIndex\\?amount=${plain(owed)}`))
      await expect(page.getByRole('heading', { name: t('funding.railsTitle') })).toBeVisible()

      await page.getByRole('button', { name: t('funding.rail.choose', { rail: rails.ONLINE_WECHAT[lang] }) }).click()
      await page.getByRole('button', { name: t('funding.yuan.submit') }).click()
      await paid(page, t)
      await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible()
      await expect.poll(async () => (await wallet()).usdReceivable, { timeout: 60_000 }).toBe(0)
      // A rail's minimum may exceed the debt: the rest stays in the wallet.
      await expect(page.getByText(show((await wallet()).usdBalance + owed)).first()).toBeVisible()
      await page.goto('/#/home')
      await page.reload()
      await seesOverview(page, t)
      await expect(banner).toHaveCount(0)
    })
  })
})
