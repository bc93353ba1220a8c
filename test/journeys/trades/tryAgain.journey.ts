import { paths } from '#web/account/paths.ts'
import { funded, intent, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { asks } from '../people.ts'

inBothLanguages(() => {
  test.describe('a declined charge', () => {
    test.use({ who: 'newcomer' })

    test('is tried again by the rules that decide: what is missing, and which card would take it', async ({
      page,
      request,
      person,
      t,
    }) => {
      await funded(request, person!)
      const card = await opened(request, person!, 10_00)
      const other = await asks<{ cardId: string }>(request, person!, 'POST /api/card/newCard', {
        ...{ vid: 'VISA-US-2', rechargeAmount: 100_00, firstName: 'Ana', lastName: 'Lopez', street: '1 Cedar Avenue' },
        ...{ city: 'Portland', state: 'OR', zipCode: '97201', requestNo: intent() },
      })
      const shown = () =>
        asks<{ card: { status: string; lastFour: string } }>(request, person!, 'POST /api/card/detail', other)
      await expect.poll(async () => (await shown()).card.status, { timeout: 60_000 }).toBe('ACTIVE')
      const { lastFour } = (await shown()).card
      const bought = await buy(card, { merchantId: 'mer_github', amountCents: 42_00 })
      expect(bought.reason).toBe('INSUFFICIENT_FUNDS')

      await page.goto(`/#${paths.cardRecord}`)
      await page.getByRole('row').filter({ hasText: '$42.00' }).first().click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('button', { name: t('trades.try.check'), exact: true }).click()
      const lines = drawer.getByRole('listitem')
      const own = lines.filter({ hasText: t('trades.try.thisCard') })
      await expect(own).toContainText(t('trades.try.short', { amount: '$32.00' }))
      await expect(lines.filter({ hasText: lastFour })).toContainText(t('trades.try.passes'))
      await loaded(page)
      await spotless(page, 'a declined charge, tried again')
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        await fits(page, `a declined charge at ${width} pixels`)
      }

      await test.step('once loaded, its own card would take it, and does', async () => {
        const load = { cardId: card.cardId, amount: 32_00, requestNo: intent() }
        await asks(request, person!, 'POST /api/card/recharge', load)
        await drawer.getByRole('button', { name: t('trades.try.again'), exact: true }).click()
        await expect(own).toContainText(t('trades.try.passes'))
        expect((await buy(card, { merchantId: 'mer_github', amountCents: 42_00 })).approved).toBe(true)
      })
    })
  })
})
