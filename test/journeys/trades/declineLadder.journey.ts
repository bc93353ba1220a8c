import type { Page } from '@playwright/test'
import { cardReasons, cardStatuses } from '#contract/cards/states.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import { show } from '#contract/core/money.ts'
import { goesTo, signsInAtDesk, words } from '../desk.ts'
import { countsHands } from '../handsOn.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { funded, opened } from '../inHand.ts'
import { buy } from '../outside.ts'
import { asks } from '../people.ts'

inBothLanguages((lang) => {
  test.describe('the decline ladder', () => {
    test.use({ who: 'newcomer' })

    test('an address is changed, a deletion rehearsed, and above five in a hundred every card stops', async ({
      page,
      t,
      request,
      person,
      browser,
    }) => {
      test.setTimeout(420_000)
      await funded(request, person!)
      const card = await opened(request, person!, 100_00)

      await test.step('the address of a card is changed through the issuer', async () => {
        await page.goto(`/#/cardList/${card.cardId}/address`)
        const dialog = page.getByRole('dialog', { name: t('cards.address.title') })
        await dialog.getByRole('textbox', { name: t('cards.open.street') }).fill('2 Elm Court')
        await dialog.getByRole('textbox', { name: t('cards.open.zipCode') }).fill('9730')
        await expect(dialog.getByRole('textbox', { name: t('cards.open.zipCode') })).toHaveAttribute(
          'aria-invalid',
          'true',
        )
        await dialog.getByRole('textbox', { name: t('cards.open.zipCode') }).fill('97301')
        await dialog.getByRole('textbox', { name: t('cards.open.city') }).fill('Salem')
        await dialog.getByRole('button', { name: t('cards.address.submit') }).click()
        await expect(dialog.getByRole('heading', { name: t('cards.address.done') })).toBeVisible()
        await expect(dialog.getByText('2 Elm Court, Salem, OR 97301, US')).toBeVisible()
        card.zipCode = '97301'
      })

      await test.step('deleting it is rehearsed: what is held, and what comes back', async () => {
        expect((await buy(card, { merchantId: 'mer_github', amountCents: 25_00 })).approved).toBe(true)
        await page.goto(`/#/cardList/${card.cardId}/delete`)
        const dialog = page.getByRole('dialog', { name: t('acting.delete.title') })
        // One list: what comes back, what is held, and that it is final.
        const consequences = dialog.getByRole('list', { name: t('acting.rehearsal.title') })
        await expect(consequences).toContainText(show(25_00))
        await expect(consequences).toContainText(show(75_00))
        await expect(consequences).toContainText(t('acting.delete.forever'))
        await dialog.getByRole('button', { name: t('ui.cancel') }).click()
      })

      await test.step('fifty purchases and two declines: the console counts what is left', async () => {
        for (let i = 1; i < 50; i++)
          expect((await buy(card, { merchantId: 'mer_nike', amountCents: 50 + i })).approved).toBe(true)
        for (let i = 0; i < 2; i++) await buy(card, { merchantId: 'mer_coin_exchange', amountCents: 20_00 + i })
        await page.goto('/#/cardRecord?tab=declined')
        const ladder = page.getByRole('region', { name: t('trades.ladder.title') })
        // 50 approvals: the fifth decline is one of 55, the minimum sample.
        await expect(ladder.getByText(t('trades.ladder.left', { count: 3 }))).toHaveCount(2)
        await ladder.getByText(t('trades.ladder.more')).click()
        await expect(ladder.getByText(declineReasons.MCC_BLOCKED.words[lang]).first()).toBeVisible()
      })

      await test.step('after the first visit the list comes first, below one line that unfolds and stays as it was left', async () => {
        await page.reload()
        const rate = page.getByRole('region', { name: t('trades.rate.title'), exact: true })
        const ladder = page.getByRole('region', { name: t('trades.ladder.title') })
        await expect(rate.getByText(t('trades.rate.left', { count: 3 }))).toBeVisible()
        await expect(ladder).toHaveCount(0)
        expect((await rate.boundingBox())!.height).toBeLessThanOrEqual(56)
        const row = page.getByRole('row').filter({ hasText: declineReasons.MCC_BLOCKED.words[lang] }).first()
        expect((await row.boundingBox())!.y).toBeLessThan(560)
        await rate.getByText(t('trades.rate.left', { count: 3 })).click()
        await expect(ladder).toBeVisible()
        await page.reload()
        await expect(ladder).toBeVisible()
      })

      await test.step('above five in a hundred every card stops, and says why', async () => {
        for (let i = 0; i < 3; i++) await buy(card, { merchantId: 'mer_coin_exchange', amountCents: 30_00 + i })
        const again = async () => (await buy(card, { merchantId: 'mer_nike', amountCents: 7_00 })).reason
        await expect.poll(again, { timeout: 60_000, intervals: [500] }).toBe('ACCOUNT_SHUTDOWN')
        await page.goto('/#/cardList')
        await page.reload()
        const news = page.getByRole('dialog')
        await expect(news).toContainText(/[89]\.\d\d%/)
        await news
          .getByRole('button', { name: t('ui.close') })
          .first()
          .click()
        await expect(news).toHaveCount(0)
        const banner = page.getByRole('region', { name: t('layout.risk.title') })
        await expect(banner).toContainText(t('layout.risk.STOP.title'))
        await expect(banner).toContainText(/[89]\.\d\d%/)
        const row = page.getByRole('row').filter({ hasText: card.lastFour })
        await expect(row).toContainText(cardStatuses.RISK_FROZEN[lang])
        await page.goto(`/#/cardList/${card.cardId}?tab=log`)
        await expect(page.getByText(cardReasons.DECLINE_RATE[lang])).toBeVisible()
      })

      await test.step('restored by two people: nothing left to confirm, and how much it can take on probation', async () => {
        const { desk, risk, approvals } = words(lang)
        const { userId } = await asks<{ userId: string }>(request, person!, 'GET /api/user/info')
        const [maker, checker] = [await elsewhere(browser, lang), await elsewhere(browser, lang)]
        await Promise.all([signsInAtDesk(maker, lang, 'risk1'), signsInAtDesk(checker, lang, 'risk2')])
        const [makes, checks] = [await countsHands(maker), await countsHands(checker)]
        await maker.getByRole('link', { name: new RegExp(`^${desk.risk}( ?\\d+)?$`) }).click()
        const row = maker.getByRole('row').filter({ hasText: userId })
        await row.getByRole('button', { name: risk.restore }).click()
        // What stopped it stands in the dialog, by reason, with the probation that follows.
        const evidence = (page: Page) => page.getByRole('dialog').or(page.getByRole('main'))
        await expect(evidence(maker).getByText(declineReasons.MCC_BLOCKED.words[lang]).first()).toBeVisible()
        await maker.getByRole('dialog').getByLabel(desk.reason).fill('the merchant is unbound')
        await maker.getByRole('dialog').getByRole('button', { name: risk.restore }).click()
        await expect(row.getByRole('link', { name: risk.waiting })).toBeVisible()
        expect(makes.taken()).toMatchObject({ clicks: 3, fields: 1 })
        await goesTo(checker, lang, 'approvals')
        await checker.getByRole('row').filter({ hasText: userId }).click()
        await expect(evidence(checker).getByText(declineReasons.MCC_BLOCKED.words[lang]).first()).toBeVisible()
        await checker.getByLabel(approvals.reason).fill('agreed')
        await checker.getByRole('button', { name: approvals.approve, exact: true }).click()
        await expect(checker.getByText(approvals.done.APPROVED)).toBeVisible()
        expect(checks.taken()).toMatchObject({ clicks: 3, fields: 1 })
        await Promise.all([maker.context().close(), checker.context().close()])

        await page.goto('/#/home')
        await page.reload()
        const [before, after] = t('overview.declineRestored', { count: 19, time: '|', days: 14, until: '|' }).split('|')
        await expect(page.getByText(before!)).toContainText(after!)
        await expect(page.getByRole('region', { name: t('layout.risk.title') })).toHaveCount(0)
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    })
  })
})
