/** The analysis of spend: bars that narrow it, an address that keeps it, and the same sum as in the transactions. */
import { show } from '#contract/core/money.ts'
import { paths } from '#web/account/paths.ts'
import { funded, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, fitsFingers, spotless } from '../looks.ts'
import { buy, clear } from '../outside.ts'
import { codesAtOnce } from '../papers.ts'
import { asks, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

inBothLanguages(() => {
  test('spend by merchant, narrowed to the cards of one, and its transactions', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(300_000)
    const me = person as Person
    await funded(request, me)
    const one = await opened(request, me, 60_00)
    await codesAtOnce()
    const two = await opened(request, me, 60_00)
    for (const [card, merchantId, amountCents] of [
      [one, 'mer_github', 30_00],
      [one, 'mer_openai', 10_00],
      [two, 'mer_github', 7_00],
    ] as const)
      await clear((await buy(card, { merchantId, amountCents })).authorizationId)
    type Shown = { total: { spent: number } }
    const spent = async () =>
      (await asks<Shown>(request, me, 'POST /api/cardTrade/spend', { by: 'merchant', period: '30' })).total.spent
    await expect.poll(spent, { timeout: 60_000 }).toBe(47_00)

    const bars = page.getByRole('list', { name: t('analysis.bars') })
    await test.step('from the menu: the largest merchant first, with brand, share and average', async () => {
      await page.goto(`/#${paths.cardRecord}`)
      await page
        .getByRole('navigation')
        .getByRole('link', { name: t('analysis.spent') === '消费' ? '消费分析' : 'Spend analysis' })
        .click()
      await expect(page.getByText(show(47_00)).first()).toBeVisible()
      await expect(bars.getByRole('listitem').first()).toContainText('GitHub')
      await expect(bars.getByRole('listitem').first()).toContainText(show(37_00))
      await expect(bars.getByRole('listitem').first()).toContainText(t('analysis.share', { percent: '78.7%' }))
      await spotless(page, 'the analysis')
    })

    await test.step('a bar narrows the page to its cards, and the address keeps it', async () => {
      await bars.getByRole('button', { name: t('analysis.only', { name: 'GitHub' }) }).click()
      await expect(page).toHaveURL(/merchant=.+by=card/)
      await expect(bars.getByRole('listitem')).toHaveCount(2)
      await expect(bars.getByRole('listitem').first()).toContainText(one.lastFour)
      await page.reload()
      await expect(bars.getByRole('listitem').first()).toContainText(show(30_00))
      await expect(page.getByText(show(37_00)).first()).toBeVisible()
    })

    await test.step('the transactions behind it come to the same sum', async () => {
      await page.getByRole('link', { name: t('analysis.trades') }).click()
      await expect(page.getByRole('region', { name: t('trades.tab.settled') })).toContainText(show(-37_00))
      await page.goBack()
      await page.getByRole('button', { name: t('analysis.remove', { name: 'GitHub' }) }).click()
      await expect(page.getByText(show(47_00)).first()).toBeVisible()
    })

    await test.step('another period is empty; on a phone nothing is lost', async () => {
      await page.getByText(t('analysis.periods.lastMonth'), { exact: true }).click()
      await expect(page.getByText(t('analysis.none'))).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByText(t('analysis.periods.d30'), { exact: true }).click()
      await expect(bars.getByRole('listitem').first()).toContainText('GitHub')
      await fits(page, 'the analysis on a phone')
      await fitsFingers(page, 'the analysis on a phone')
    })
  })
})
