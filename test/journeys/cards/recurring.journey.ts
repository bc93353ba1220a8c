/** Recurring charges on the page of a card, and the buttons that let the next one pass. */
import { chargeStates } from '#contract/trades/recurring.ts'
import { show } from '#contract/core/money.ts'
import { funded, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { onTheBooks } from '../papers.ts'
import type { Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

inBothLanguages((lang) => {
  test('a card without recurring charges says so; with one it says when the next is due, what it lacks, and how to cure it', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(300_000)
    const me = person as Person
    await funded(request, me)
    const card = await opened(request, me, 40_00)
    const toCard = async () => {
      await page.goto(`/#/cardList/${card.cardId}`)
      await page.reload()
      const drawer = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour: card.lastFour }) })
      return { drawer, section: drawer.getByRole('group', { name: t('recurring.title') }) }
    }

    await test.step('nothing recurs on a new card', async () => {
      const { section } = await toCard()
      await expect(section).toContainText(t('recurring.none'))
    })

    await test.step('three monthly purchases: the next one, and the sum of thirty days', async () => {
      for (const [at, days] of [70, 40, 10].entries()) {
        expect((await buy(card, { merchantId: 'mer_github', amountCents: 11_00 + at })).approved).toBe(true)
        await onTheBooks(
          `UPDATE auth SET occurred_at = now() - make_interval(days => $2)
            WHERE auth_id = (SELECT max(auth_id) FROM auth WHERE la_id = (SELECT la_id FROM card WHERE card_id = $1))`,
          [card.cardId, days],
        )
      }
      const { section } = await toCard()
      await expect(section).toContainText(t('recurring.DAY', { days: 30, count: 30 }))
      await expect(section).toContainText(chargeStates.EXPECTED[lang])
      await expect(section).toContainText(t('recurring.expected', { days: 30 }))
      await expect(section).toContainText(show(11_02))
      await expect(section).toContainText(t('recurring.range', { least: show(11_00), most: show(11_02) }))
    })

    await test.step('what the card lacks for it, and the button that loads the card', async () => {
      // 40.00 less three purchases is 6.97.
      const { section, drawer } = await toCard()
      await expect(section).toContainText(t('recurring.short', { amount: show(4_05) }))
      await spotless(page, 'a card that is too low for a recurring charge')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'a card that is too low for a recurring charge on a phone')
      await page.setViewportSize({ width: 1440, height: 900 })
      await section.getByRole('button', { name: t('cards.action.load'), exact: true }).click()
      await expect(page.getByRole('dialog', { name: t('cards.load.title') })).toBeVisible()
      await expect(drawer).toBeAttached()
    })

    await test.step('a frozen card says so, and unfreezing it there takes the warning away', async () => {
      await onTheBooks('UPDATE card SET blocks = 1 WHERE card_id = $1', [card.cardId])
      const { section } = await toCard()
      const [before] = t('recurring.FROZEN', { merchant: '|' }).split('|')
      await expect(section.getByText(before!)).toBeVisible()
      await section.getByRole('button', { name: t('cards.action.unfreeze'), exact: true }).click()
      await expect(page.getByText(t('undoing.unfrozen', { lastFour: card.lastFour }))).toBeVisible()
      const { section: after } = await toCard()
      await expect(after.getByRole('button', { name: t('cards.action.load'), exact: true })).toBeVisible()
      await expect(after.getByRole('button', { name: t('cards.action.unfreeze'), exact: true })).toHaveCount(0)
    })
  })
})
