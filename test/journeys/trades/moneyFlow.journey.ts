/** Follow the money: from a sum to the ledger entries behind it, by mouse and by keyboard, as a picture, as a table and on a phone. */
import { show } from '#contract/core/money.ts'
import { paths } from '#web/account/paths.ts'
import { funded, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, fitsFingers, spotless } from '../looks.ts'
import { buy, clear, refund } from '../outside.ts'
import { asks, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

inBothLanguages(() => {
  test('from the breakdown to the purchase behind a flow, and back to the top-up', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(300_000)
    const me = person as Person
    await funded(request, me)
    const card = await opened(request, me, 60_00)
    const { authorizationId } = await buy(card, { merchantId: 'mer_github', amountCents: 30_00 })
    await clear(authorizationId)
    type Shown = { total: { spent: number; refunded: number } }
    const spend = async () =>
      (await asks<Shown>(request, me, 'POST /api/cardTrade/spend', { by: 'merchant', period: '30' })).total
    await expect.poll(async () => (await spend()).spent, { timeout: 60_000 }).toBe(30_00)
    await refund(authorizationId, 5_00)
    await expect.poll(async () => (await spend()).refunded, { timeout: 60_000 }).toBe(5_00)

    const chart = page.getByRole('group', { name: t('moneyFlow.chart') })
    const drawer = page.getByRole('dialog')
    await test.step('from the breakdown: one click shows where the money went', async () => {
      await page.goto(`/#${paths.financeRecord}`)
      await page.getByRole('link', { name: t('funding.flows.follow') }).click()
      await expect(page).toHaveURL(/#\/moneyFlow/)
      await expect(chart.getByRole('button', { name: /GitHub/ })).toContainText(show(30_00))
      await expect(chart.getByRole('button', { name: /USDT/ })).toBeVisible()
      await expect(
        page
          .getByText(t('moneyFlow.proof.WAITING'))
          .or(page.getByText(/\d{2}:\d{2}:\d{2}/))
          .first(),
      ).toBeVisible()
      await spotless(page, 'the money flow')
    })

    await test.step('by mouse: the merchant opens into its purchase, at an address of its own', async () => {
      await chart.getByRole('button', { name: /GitHub/ }).click()
      await expect(drawer).toContainText(show(30_00))
      await expect(drawer.getByRole('listitem')).toHaveCount(1)
      await page.reload()
      await expect(drawer.getByRole('listitem')).toHaveCount(1)
      await spotless(page, 'the entries behind a flow')
      await drawer.getByRole('link', { name: t('moneyFlow.entry.trade') }).click()
      await expect(page).toHaveURL(/#\/cardRecord\/trd_/)
      await page.goBack()
      await expect(page).toHaveURL(/#\/moneyFlow\/./)
      await expect(drawer.getByRole('listitem')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(page).toHaveURL(/#\/moneyFlow(?:\?|$)/)
    })

    await test.step('by keyboard: what was loaded onto cards leads to the line of the breakdown', async () => {
      // The ribbon between the wallet and the cards is the only one that is a button itself.
      await chart.locator('path[role="button"]').focus()
      await page.keyboard.press('Enter')
      await expect(drawer).toContainText(show(60_00))
      await drawer.getByRole('link', { name: t('moneyFlow.entry.flow') }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/#\/financeRecord\/\d+/)
    })

    await test.step('the table says the same', async () => {
      await page.goto(`/#${paths.moneyFlow}?view=table`)
      const row = page.getByRole('row', { name: /GitHub/ })
      await expect(row).toContainText(show(30_00))
      await row.getByRole('button').click()
      await expect(drawer.getByRole('listitem')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await spotless(page, 'the money flow as a table')
    })

    await test.step('on a phone: stages with bars, and nothing is lost', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`/#${paths.moneyFlow}`)
      const out = page.getByRole('region', { name: t('moneyFlow.stage.CARDS_OUT') })
      await expect(out.getByRole('button', { name: /GitHub/ })).toContainText(show(30_00))
      await expect(
        page.getByRole('region', { name: t('moneyFlow.stage.CARDS_IN') }).getByRole('listitem'),
      ).toContainText([show(60_00), show(5_00)])
      await fits(page, 'the money flow on a phone')
      await fitsFingers(page, 'the money flow on a phone')
    })

    await test.step('a month without money says so', async () => {
      await page.goto(`/#${paths.moneyFlow}?period=lastMonth`)
      await expect(page.getByText(t('moneyFlow.none'))).toBeVisible()
    })
  })
})
