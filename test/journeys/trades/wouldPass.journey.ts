/** Whether a charge would pass, before it is made: from the palette and from the list, with the cheapest cure of each card. */
import { limitWindows } from '#contract/controls/stoppedBy.ts'
import { show } from '#contract/core/money.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import { paths } from '#web/account/paths.ts'
import { intent, opened } from '../inHand.ts'
import { expect, inBothLanguages, pressesUntil, test } from '../journey.ts'
import { fits, fitsFingers, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { asks, topsUp, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

inBothLanguages((lang) => {
  test('a charge is tried before it is made, and the card that is short is loaded from there', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(420_000)
    const me = person as Person
    await topsUp(request, me, 500)
    const short = await opened(request, me, 45_80)
    const input = {
      vid: 'VISA-US-2',
      rechargeAmount: 200_00,
      firstName: 'Ana',
      lastName: 'Lopez',
      street: '1 Cedar Avenue',
    }
    const { cardId } = await asks<{ cardId: string }>(request, me, 'POST /api/card/newCard', {
      ...{ ...input, city: 'Portland', state: 'OR', zipCode: '97201', requestNo: intent() },
    })
    type Shown = { card: { cardId: string; status: string; lastFour: string } }
    const shown = async () => (await asks<Shown>(request, me, 'POST /api/card/detail', { cardId })).card
    await expect.poll(async () => (await shown()).status, { timeout: 60_000 }).toBe('ACTIVE')
    const limited = await shown()
    const limit = { limitId: 'perday', window: 'DAY', amount: 20_00, refunds: 'KEEP' }
    await asks(request, me, 'POST /api/card/controls/save', {
      ...{ scope: 'CARD', scopeIds: limited.cardId, requestNo: intent() },
      controls: JSON.stringify({ limits: [limit] }),
    })
    const drawer = page.getByRole('dialog', { name: t('trades.try.page'), exact: true })
    const amount = drawer.getByRole('textbox', { name: t('trades.try.amount'), exact: true })
    const line = ({ lastFour }: { lastFour: string }) => drawer.getByRole('listitem').filter({ hasText: lastFour })

    await test.step('the palette opens it filled in and tried', async () => {
      await page.goto(`/#${paths.cardList}`)
      await loaded(page)
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: t('palette.title') })
      await palette.getByRole('combobox').fill(lang === 'cn' ? '能付 facebook 49' : 'pass facebook 49')
      await expect(palette.getByRole('option').filter({ hasText: show(49_00) })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await spotless(page, 'the palette with a charge')
      await page.keyboard.press('Enter')
      await expect(amount).toHaveValue('49.00')
      await expect(line(short)).toContainText(t('trades.try.short', { amount: show(3_20) }))
      await expect(line(limited)).toContainText(
        `${declineReasons.CONTROL_LIMIT.words[lang]} · ${limitWindows.DAY[lang]} · ${t('trades.stopped.left', { amount: show(20_00) })}`,
      )
      await expect(drawer.getByText(t('trades.try.count', { passing: 0, count: 2 }))).toBeVisible()
      await loaded(page)
      await spotless(page, 'a charge that no card takes')
      await page.setViewportSize(PHONE)
      await fits(page, 'a charge that no card takes, on a phone')
      await fitsFingers(page, 'a charge that no card takes, on a phone')
      await page.setViewportSize(DESK)
      await fits(page, 'a charge that no card takes')
    })

    await test.step('what is missing is loaded with one button; it passes, and it does', async () => {
      const price = { cardId: short.cardId, amount: 3_20 }
      const { total } = await asks<{ total: number }>(request, me, 'POST /api/card/rechargeCost', price)
      await expect(line(short)).toContainText(t('trades.try.loadTotal', { total: show(total) }))
      await line(short)
        .getByRole('button', { name: t('trades.try.load', { amount: show(3_20) }) })
        .click()
      await expect(line(short)).toContainText(t('trades.try.passes'))
      await expect(drawer.getByText(t('trades.try.count', { passing: 1, count: 2 }))).toBeVisible()
      expect((await buy(short, { merchantId: 'mer_facebook_ads', amountCents: 49_00 })).approved).toBe(true)
    })

    await test.step('by keyboard a merchant takes a part of it, of the selected card', async () => {
      await page.goto(`/#${paths.cardList}`)
      await page.getByRole('row').filter({ hasText: limited.lastFour }).getByRole('checkbox').check()
      await page.getByRole('button', { name: t('cards.batch.pass'), exact: true }).click()
      await expect(drawer.getByText(t('trades.try.chosen', { count: 1 }))).toBeVisible()
      await expect(drawer.getByLabel(t('trades.try.merchant'))).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(drawer.getByLabel(t('trades.try.merchant'))).toHaveAttribute('aria-invalid', 'true')
      await page.keyboard.type('Nobody Knows')
      await amount.fill('49')
      const check = drawer.getByRole('button', { name: t('trades.try.check'), exact: true })
      const again = drawer.getByRole('button', { name: t('trades.try.again'), exact: true })
      await pressesUntil(check, (patience) => expect(drawer.getByText(t('trades.try.unknown'))).toBeVisible(patience))
      await expect(line(limited)).toContainText(declineReasons.CONTROL_LIMIT.words[lang])
      await expect(line(short)).toHaveCount(0)
      await drawer.getByLabel(t('trades.try.partialOk')).check()
      const part = t('trades.try.part', { amount: show(20_00), of: show(49_00) })
      await pressesUntil(again, (patience) => expect(line(limited)).toContainText(part, patience))
      await drawer.getByLabel(t('trades.try.partialOk')).uncheck()
      const opens = line(limited).getByRole('button', { name: t('trades.cure.control'), exact: true })
      await pressesUntil(again, (patience) => expect(opens).toBeVisible(patience))
    })

    await test.step('a limit opens at its line', async () => {
      await line(limited)
        .getByRole('button', { name: t('trades.cure.control'), exact: true })
        .click()
      const card = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour: limited.lastFour }) })
      await expect(card.locator('[aria-current=true]').filter({ hasText: limitWindows.DAY[lang] })).toBeFocused()
    })

    await test.step('a frozen card is unfrozen from there, and a filter that finds no card says so', async () => {
      await asks(request, me, 'POST /api/card/frozen', { cardIds: short.cardId, frozen: 1, requestNo: intent() })
      await page.goto(`/#${paths.cardList}?lastFour=${short.lastFour}`)
      await page.reload() // without the selection
      await page.getByRole('button', { name: t('cards.batch.pass'), exact: true }).click()
      await drawer.getByLabel(t('trades.try.merchant')).fill('Facebook')
      await amount.fill('0')
      await amount.press('Enter')
      await expect(line(short)).toContainText(declineReasons.CARD_PAUSED.words[lang])
      await line(short)
        .getByRole('button', { name: t('trades.try.unfreeze') })
        .click()
      await expect(line(short)).toContainText(t('trades.try.passes'))

      await page.goto(`/#${paths.passOf('Facebook', '49')}&lastFour=0000`)
      await expect(drawer.getByText(t('trades.try.none'))).toBeVisible()
      await spotless(page, 'no cards to try')
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(page).toHaveURL(/#\/cardList\?lastFour=0000$/)
    })
  })
})
