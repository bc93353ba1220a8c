import { replaceReasons } from '#contract/cards/replacing.ts'
import { cardStatuses } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { pages } from '#contract/core/permissions.ts'
import { funded, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { sweeps } from '../papers.ts'
import { asks, type Person } from '../people.ts'
import { prove } from '../prove.ts'

const LIVE = { timeout: 60_000 }
test.use({ who: 'newcomer', actionTimeout: 60_000 })

inBothLanguages((lang) => {
  test('a card is replaced: the price before, the money after, and the merchants to update', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(400_000)
    const me = person as Person
    await funded(request, me)
    const card = await opened(request, me, 60_00)
    const bought = await buy(card, { merchantId: 'mer_google_ads', amountCents: 10_00 })
    expect(bought.approved).toBe(true)
    const pageOf = (cardId: string) => page.goto(`/#${pages['2005002'].path}/${cardId}`)
    const drawer = (lastFour: string) => page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour }) })

    const successor = await test.step('a kept card: what moves, what stays, what it costs', async () => {
      await pageOf(card.cardId)
      await drawer(card.lastFour)
        .getByRole('button', { name: t('cards.action.replace'), exact: true })
        .click()
      const dialog = page.getByRole('dialog', { name: t('replacing.title') })
      await expect(dialog).toContainText(t('replacing.goes'))
      await dialog.getByLabel(t('replacing.reason')).selectOption('EXPIRING')
      await expect(dialog).toContainText(t('replacing.kept'))
      await dialog.getByLabel(t('replacing.stays')).fill('20')
      // What is held for the purchase stays, 20.00 are left on the card, and opening one costs 5.00.
      await expect(dialog).toContainText(show(30_00))
      await spotless(page, 'replacing a card')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'replacing a card on a phone')
      await page.setViewportSize({ width: 1440, height: 900 })
      await dialog.getByRole('button', { name: t('replacing.submit', { fee: show(5_00) }) }).click()
      await expect(dialog.getByText(t('replacing.done'))).toBeVisible()
      await dialog.getByRole('button', { name: t('replacing.open') }).click()
      type Kin = { replacedBy: { cardId: string } }
      const { replacedBy } = await asks<Kin>(request, me, 'GET /api/card/replacements', { cardId: card.cardId })
      type Shown = { card: { status: string; available: number; lastFour: string } }
      const shown = async () =>
        (await asks<Shown>(request, me, 'POST /api/card/detail', { cardId: replacedBy.cardId })).card
      await expect.poll(async () => (await shown()).status, LIVE).toBe('ACTIVE')
      expect((await shown()).available).toBe(30_00)
      return { ...replacedBy, lastFour: (await shown()).lastFour }
    })

    await test.step('the page of the new card names the old one and the merchants to update', async () => {
      await pageOf(successor.cardId)
      const its = drawer(successor.lastFour)
      await expect(its.getByText(t('replacing.replaces'))).toBeVisible(LIVE)
      await expect(its).toContainText(replaceReasons.EXPIRING.name[lang])
      await expect(its.getByText(t('replacing.toRebind'), { exact: true })).toBeVisible(LIVE)
      await spotless(page, 'a replaced card')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'a replaced card on a phone')
      await page.setViewportSize({ width: 1440, height: 900 })
      await its.getByRole('button', { name: t('cards.cardEnding', { lastFour: card.lastFour }) }).click()
      await expect(drawer(card.lastFour).getByText(t('replacing.replacedBy'))).toBeVisible()
    })

    await test.step('a card that was replaced cannot be replaced again; its successor, once lost, goes at once', async () => {
      await expect(drawer(card.lastFour).getByRole('button', { name: t('cards.action.replace') })).toBeDisabled()
      await pageOf(successor.cardId)
      await drawer(successor.lastFour)
        .getByRole('button', { name: t('cards.action.replace'), exact: true })
        .click()
      const dialog = page.getByRole('dialog', { name: t('replacing.title') })
      await dialog.getByRole('button', { name: t('replacing.submit', { fee: show(5_00) }) }).click()
      await expect(dialog.getByText(t('replacing.done'))).toBeVisible()
      await pageOf(successor.cardId)
      await expect(drawer(successor.lastFour)).toContainText(cardStatuses.CLOSED[lang], LIVE)
      await sweeps('cards.replacements')
      await prove()
    })
  })
})
