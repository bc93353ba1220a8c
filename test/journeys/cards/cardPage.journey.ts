/** The page of a card: from the drawer and back to the list with its filters, its spend with the transactions behind it, its actions, and its remark. */
import { show } from '#contract/core/money.ts'
import { paths } from '#web/account/paths.ts'
import { funded, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, fitsFingers, spotless } from '../looks.ts'
import { buy, clear, refund } from '../outside.ts'
import { asks, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

inBothLanguages((lang) => {
  test('shows what a card spends and where, leads to those transactions, and keeps its remark', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(300_000)
    const me = person as Person
    await funded(request, me)
    const card = await opened(request, me, 100_00)
    const bought = await buy(card, { merchantId: 'mer_github', amountCents: 30_00 })
    await clear(bought.authorizationId)
    await refund(bought.authorizationId, 5_00)
    expect((await buy(card, { merchantId: 'mer_openai', amountCents: 11_00 })).approved).toBe(true)
    expect((await buy(card, { merchantId: 'mer_github', amountCents: 90_00 })).approved).toBe(false)
    const spent = async () =>
      (
        await asks<{ total: { spent: number; refunded: number } }>(request, me, 'POST /api/card/spend', {
          cardId: card.cardId,
          days: 30,
        })
      ).total
    await expect.poll(spent, { timeout: 60_000 }).toMatchObject({ spent: 30_00, refunded: 5_00 })

    const title = page.getByRole('heading', { name: t('cards.cardEnding', { lastFour: card.lastFour }), level: 2 })
    const list = `/#${paths.cardList}?lastFour=${card.lastFour}`

    await test.step('two clicks from the list, with its filter, and back to it', async () => {
      await page.goto(list)
      await page.getByRole('row').filter({ hasText: card.lastFour }).first().click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('cards.drawer.asPage'), exact: true })
        .click()
      await expect(title).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/${card.cardId}/page\\?lastFour=${card.lastFour}`))
      await page.getByRole('link', { name: t('cardPage.back') }).click()
      await expect(page).toHaveURL(new RegExp(`cardList\\?lastFour=${card.lastFour}`))
      await page.goBack()
      await page.reload()
      await expect(title).toBeVisible()
    })

    await test.step('spend is purchases less refunds; a bar leads to the transactions of its day', async () => {
      const chart = page.getByRole('application', { name: t('cardPage.spend') })
      await expect(page.getByText(show(25_00)).first()).toBeVisible()
      await spotless(page, 'the page of a card')
      await chart.focus()
      await page.keyboard.press('End')
      await expect(chart).toContainText(show(25_00))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/tab=settled&postedStart=\d+&postedEnd=\d+/)
      const settled = page.getByRole('region', { name: t('trades.tab.settled') })
      await expect(settled.getByText(show(-30_00)).first()).toBeVisible()
      await expect(settled.getByRole('row').filter({ hasText: /\d/ })).not.toHaveCount(0)
      await page.goBack()
      await expect(title).toBeVisible()
    })

    await test.step('the merchant with its figures, the hold with its end, the decline with its cure', async () => {
      await expect(page.getByText(t('cardPage.purchases', { count: 1 }), { exact: false }).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: t('cardPage.holds') })).toBeVisible()
      const [before] = t('cardPage.until', { time: '|' }).split('|')
      await expect(page.getByText(before!, { exact: false }).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: t('cardPage.declines') })).toBeVisible()
    })

    await test.step('an action opens over the page and ends on it; a freeze needs none', async () => {
      const actions = page.getByRole('group', { name: t('cards.action.menu') })
      await actions.getByRole('button', { name: t('cards.action.load'), exact: true }).click()
      await expect(page).toHaveURL(/\/page\/load/)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(/\/page(\?|$)/)
      await actions.getByRole('button', { name: t('cards.action.freeze'), exact: true }).click()
      await expect(actions.getByRole('button', { name: t('cards.action.unfreeze'), exact: true })).toBeVisible()
    })

    await test.step('the remark, changed in place, is in the log', async () => {
      await page.getByRole('button', { name: t('cardPage.editRemark') }).click()
      await page.getByRole('textbox', { name: t('cardPage.remark') }).fill('For GitHub')
      await page.keyboard.press('Enter')
      await expect(page.getByText('For GitHub', { exact: true }).first()).toBeVisible()
      await page.getByRole('tab', { name: t('cards.drawer.log') }).click()
      await expect(page.getByText(lang === 'cn' ? '修改备注' : 'Remark changed').first()).toBeVisible()
    })

    await test.step('on a phone a row of the list is the page itself', async () => {
      await expect(page.getByRole('button', { name: t('ui.undo'), exact: true })).toBeHidden()
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'the page of a card on a phone')
      await fitsFingers(page, 'the page of a card on a phone')
      await page.goto('about:blank')
      await page.goto(list)
      await page
        .getByRole('listitem')
        .filter({ hasText: card.lastFour })
        .getByRole('button', { name: t('parts.openRow') })
        .click()
      await expect(title).toBeVisible()
    })
  })
})
