/** Controls tried on the past of a card before they are saved: what they would have declined, and that trying saves nothing. */
import { show } from '#contract/core/money.ts'
import { opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, fitsFingers, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { topsUp, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

inBothLanguages(() => {
  test('an owner sees what a maximum would have declined, changes it until all passes, and has saved nothing', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(300_000)
    const me = person as Person
    await topsUp(request, me, 500)
    const card = await opened(request, me, 450_00)
    const drawer = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour: card.lastFour }) })
    const single = drawer.getByLabel(t('controls.form.singleMax'))
    const run = drawer.getByRole('button', { name: t('tryOn.run'), exact: true })
    const buys = (amountCents: number) => buy(card, { merchantId: 'mer_github', amountCents })

    await test.step('a card without purchases has nothing to try on', async () => {
      await page.goto(`/#/cardList/${card.cardId}?tab=controls`)
      await drawer.getByRole('button', { name: t('controls.set'), exact: true }).click()
      await single.fill('45')
      await run.click()
      await expect(drawer.getByText(t('tryOn.nothing', { count: 30 }))).toBeVisible()
    })

    await test.step('of three purchases two are above the maximum', async () => {
      for (const amount of [40_00, 50_00, 61_00]) expect((await buys(amount)).approved).toBe(true)
      await run.click()
      const found = { days: 30, judged: 3, count: 2, amount: show(111_00) }
      await expect(drawer.getByText(t('tryOn.stopped', found))).toBeVisible()
      const lines = drawer.getByRole('list', { name: t('tryOn.byLine') })
      await expect(lines.getByRole('listitem')).toHaveCount(1)
      await expect(lines).toContainText(t('trades.stopped.line.singleMax'))
      await expect(lines).toContainText(t('tryOn.count', { count: 2 }))
      await expect(drawer.getByRole('list', { name: t('tryOn.merchants') }).getByRole('listitem')).toHaveCount(1)
      // One approved is left, and the first of two declines counts.
      await expect(drawer.getByText(t('tryOn.rateText', { before: '0%', after: '50%' }))).toBeVisible()
      await spotless(page, 'controls that were tried')
      await page.setViewportSize(PHONE)
      await expect(single, 'fields have grown for fingers').toHaveCSS('height', '44px')
      await fits(page, 'controls that were tried, on a phone')
      await fitsFingers(page, 'controls that were tried, on a phone')
      await page.setViewportSize(DESK)
    })

    await test.step('what is wrong is told at its field, and the result says that it is of the controls before', async () => {
      await single.fill('a hundred')
      await expect(drawer.getByText(t('tryOn.changed'))).toBeVisible()
      await run.click()
      await expect(single).toBeFocused()
      await expect(single).toHaveAttribute('aria-invalid', 'true')
    })

    await test.step('a higher maximum lets all pass, in the period that is chosen', async () => {
      await single.fill('100')
      await drawer
        .getByRole('radiogroup', { name: t('tryOn.days') })
        .getByText(t('tryOn.lastDays', { count: 7 }), { exact: true })
        .click()
      await run.click()
      await expect(drawer.getByText(t('tryOn.none', { days: 7, count: 3 }))).toBeVisible()
      await expect(drawer.getByText(t('tryOn.changed'))).toBeHidden()
    })

    await test.step('nothing was saved', async () => {
      await page.reload()
      await expect(drawer.getByText(t('controls.none'))).toBeVisible()
      expect((await buys(101_00)).approved).toBe(true)
    })

    await test.step('selected cards are tried together', async () => {
      await page.goto('/#/cardList')
      await page.getByRole('row').filter({ hasText: card.lastFour }).getByRole('checkbox').check()
      await page.getByRole('button', { name: t('cards.batch.controls'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: t('controls.many.title', { count: 1 }) })
      await dialog.getByLabel(t('controls.form.singleMax')).fill('45')
      await dialog.getByRole('button', { name: t('tryOn.run'), exact: true }).click()
      const found = { days: 30, judged: 4, count: 3, amount: show(212_00) }
      await expect(dialog.getByText(t('tryOn.stopped', found))).toBeVisible()
    })
  })
})
