/** What a media buyer does most days, with the clicks that it takes. The other counted jobs are in the journeys of their pages. */
import { authStatuses } from '#contract/trades/trades.ts'
import { show } from '#contract/core/money.ts'
import { pages } from '#contract/core/permissions.ts'
import { paths } from '#web/account/paths.ts'
import { countsHands } from './handsOn.ts'
import { expect, inBothLanguages, seesOverview, test } from './journey.ts'
import { funded, opened } from './inHand.ts'
import { buy, clear, refund } from './outside.ts'

const LIVE = { timeout: 60_000 }

inBothLanguages((lang) => {
  test.describe('every day', () => {
    test.use({ who: 'newcomer' })

    test('a card is found by its last four, why it was declined is read and mended, and a sum is found by its amount', async ({
      page,
      request,
      person,
      t,
    }) => {
      await funded(request, person!)
      const card = await opened(request, person!, 10_00)
      const hands = await countsHands(page)
      const palette = page.getByRole('dialog', { name: t('palette.title') })
      const field = palette.getByRole('combobox')
      await page.goto(`/#${paths.home}`)
      await seesOverview(page, t)
      expect((await buy(card, { merchantId: 'mer_github', amountCents: 42_00 })).reason).toBe('INSUFFICIENT_FUNDS')

      await test.step('found by four digits, its decline opened, and loaded: five clicks and an amount', async () => {
        hands.taken()
        await page.keyboard.press('Control+k')
        await field.fill(card.lastFour)
        const found = palette.getByRole('option').filter({ hasText: `···· ${card.lastFour}` })
        await expect(found.first()).toHaveAttribute('aria-selected', 'true')
        await page.keyboard.press('Enter')
        const drawer = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour: card.lastFour }) })
        await expect(drawer).toBeVisible()
        expect(hands.taken()).toMatchObject({ clicks: 2, fields: 1 })
        await page.goto(`/#${pages['2005004'].path}?tab=refuse`)
        await page.reload()
        hands.taken()
        await page.getByRole('row').filter({ hasText: '$42.00' }).first().click()
        const one = page.getByRole('dialog')
        await expect(one.getByRole('region', { name: t('trades.one.declined') })).toBeVisible()
        await one.getByRole('button', { name: t('trades.cure.load') }).click()
        const load = page.getByRole('dialog', { name: t('cards.load.title') })
        await load.getByRole('textbox', { name: t('cards.amount.label') }).fill('32')
        await load.locator('button[type=submit]').click()
        await expect(load.getByRole('heading', { name: t('cards.load.done') })).toBeVisible(LIVE)
        expect(hands.taken()).toMatchObject({ clicks: 3, fields: 1 })
        expect((await buy(card, { merchantId: 'mer_github', amountCents: 42_00 })).approved).toBe(true)
      })

      await test.step('where 37.12 went: one field, one key, and its whole story', async () => {
        await page.goto(`/#${paths.cardList}`)
        await page.goto(`/#${paths.cardAction(card.cardId, 'load')}`)
        const load = page.getByRole('dialog', { name: t('cards.load.title') })
        await load.getByRole('textbox', { name: t('cards.amount.label') }).fill('50')
        await load.locator('button[type=submit]').click()
        await expect(load.getByRole('heading', { name: t('cards.load.done') })).toBeVisible(LIVE)
        const bought = await buy(card, { merchantId: 'mer_github', amountCents: 37_12 })
        await clear(bought.authorizationId)
        await refund(bought.authorizationId, 10_00)
        await page.goto(`/#${paths.home}`)
        await page.reload()
        await seesOverview(page, t)
        hands.taken()
        await page.keyboard.press('Control+k')
        await field.fill('37.12')
        const found = palette
          .getByRole('group', { name: t('palette.trades') })
          .getByRole('option')
          .first()
        await expect(found).toContainText(show(37_12))
        await expect(found).toHaveAttribute('aria-selected', 'true')
        await page.keyboard.press('Enter')
        const story = page.getByRole('dialog')
        await expect(story).toContainText(authStatuses.COMPLETE[lang])
        await expect(story).toContainText(show(10_00))
        expect(hands.taken()).toMatchObject({ clicks: 2, fields: 1 })
      })
    })
  })
})
