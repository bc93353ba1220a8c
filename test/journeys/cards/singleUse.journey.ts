/** A card for one purchase: a reversal gives its use back, and once it is settled the card deletes itself and its money is in the wallet. */
import { cardBlocks, cardStatuses } from '#contract/cards/states.ts'
import { usesEnds } from '#contract/controls/documents.ts'
import { show } from '#contract/core/money.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import { opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, fitsFingers, loaded, spotless } from '../looks.ts'
import { buy, clear, reverse } from '../outside.ts'
import { asks, topsUp, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

inBothLanguages((lang) => {
  test('a card for one purchase is used up by it, gets the use back, and deletes itself at the end', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(420_000)
    const me = person as Person
    await topsUp(request, me, 500)
    const card = await opened(request, me, 300_00)
    const drawer = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour: card.lastFour }) })
    const buys = (amountCents: number) => buy(card, { merchantId: 'mer_github', amountCents })
    const usedUp = { approved: false, isoCode: declineReasons.CONTROL_USED_UP.iso }
    const left = drawer.getByText(t('controls.uses.left', { count: 1 }), { exact: true })
    const panel = drawer.getByRole('tabpanel', { name: t('cards.drawer.controls') })
    const none = panel.getByText(t('controls.uses.none'), { exact: true })
    const inWallet = async () => (await asks<{ usdBalance: number }>(request, me, 'GET /api/user/wallet')).usdBalance

    await test.step('one click makes the form say it, and a number that is none is told at its field', async () => {
      await page.goto(`/#/cardList/${card.cardId}?tab=controls`)
      await drawer.getByRole('button', { name: t('controls.set'), exact: true }).click()
      const max = drawer.getByLabel(t('controls.uses.max'))
      await max.fill('2000')
      await drawer.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      await expect(max).toHaveAttribute('aria-invalid', 'true')
      await max.fill('')
      await drawer.getByRole('button', { name: t('controls.uses.once'), exact: true }).click()
      await expect(max).toHaveValue('1')
      await expect(drawer.getByLabel(t('controls.uses.end'))).toHaveValue('CLOSE')
      await spotless(page, 'the form of a card for one purchase')
      await page.setViewportSize(PHONE)
      await fits(page, 'the form of a card for one purchase on a phone')
      await fitsFingers(page, 'the form of a card for one purchase on a phone')
      await page.setViewportSize(DESK)
      await drawer.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      await expect(left).toBeVisible()
      await expect(drawer.getByRole('list', { name: t('controls.history.title') })).toContainText(usesEnds.CLOSE[lang])
    })

    await test.step('a purchase uses it up: the card says so, and the next charge is declined for it', async () => {
      const first = await buys(40_00)
      expect(first.approved).toBe(true)
      await expect(none).toBeVisible()
      // Above the tabs as well, where a card says what stops it.
      await expect(drawer.getByText(cardBlocks.CONTROL.name[lang], { exact: true })).toHaveCount(2)
      expect(await buys(41_00)).toMatchObject(usedUp)
      await page.setViewportSize(PHONE)
      await fits(page, 'a card that is used up on a phone')
      await fitsFingers(page, 'a card that is used up on a phone')
      await page.setViewportSize(DESK)
      await spotless(page, 'a card that is used up')
      await reverse(first.authorizationId)
      await expect(left).toBeVisible()
    })

    const kept = await buys(50_00)
    await test.step('the decline tells why, and its button opens the line, where one more can be allowed', async () => {
      expect(kept.approved).toBe(true)
      expect(await buys(51_00)).toMatchObject(usedUp)
      await page.goto('/#/cardRecord?tab=declined')
      await loaded(page)
      const row = page.getByRole('row').filter({ hasText: show(51_00) })
      await expect(row).toContainText(declineReasons.CONTROL_USED_UP.words[lang])
      await expect(row).toContainText(t('trades.stopped.line.uses'))
      await row.click()
      const decline = page.getByRole('dialog', { name: t('trades.one.auth') })
      await decline.getByRole('button', { name: t('trades.cure.control'), exact: true }).click()
      await expect(drawer.locator('[aria-current=true]')).toContainText(t('trades.stopped.line.uses'))
      await expect(none).toBeVisible()
      await drawer.getByRole('button', { name: t('controls.uses.more'), exact: true }).click()
      await expect(page.getByText(t('controls.uses.allowed'), { exact: true })).toBeVisible()
      await expect(left).toBeVisible()
    })

    await test.step('settled for 12 % more, it posts; with the last of them the card deletes itself, and its money is in the wallet', async () => {
      const second = await buys(100_00)
      expect(second.approved).toBe(true)
      expect(await buys(101_00)).toMatchObject(usedUp)
      const before = await inWallet()
      await clear(second.authorizationId, { amountCents: 112_00, final: true })
      await clear(kept.authorizationId)
      await expect.poll(inWallet, { timeout: 60_000 }).toBe(before + 300_00 - 112_00 - 50_00)
      await expect(drawer.getByText(cardStatuses.CLOSED[lang], { exact: true }).first()).toBeVisible()
      await expect(drawer.getByRole('button', { name: t('controls.uses.more'), exact: true })).toBeDisabled()
    })
  })
})
