/** A card that locks itself to the brand of its first purchase, is armed again by its owner, locked to a brand and unlocked. */
import { lockStates } from '#contract/controls/locks.ts'
import { show } from '#contract/core/money.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import { opened } from '../inHand.ts'
import { expect, inBothLanguages, pressesUntil, test } from '../journey.ts'
import { fits, fitsFingers, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { topsUp, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

inBothLanguages((lang) => {
  test('a card locks to the first brand that charges it, until its owner arms it again, names a brand or unlocks it', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(240_000)
    const me = person as Person
    await topsUp(request, me, 300)
    const card = await opened(request, me, 250_00)
    const drawer = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour: card.lastFour }) })
    const buys = (merchantId: string, amountCents: number) => buy(card, { merchantId, amountCents })
    const declined = { approved: false, isoCode: declineReasons.CONTROL_LOCK.iso }
    const step = (name: string) => drawer.getByRole('button', { name, exact: true })
    const isState = (state: keyof typeof lockStates) =>
      expect(drawer.getByText(lockStates[state][lang], { exact: true })).toBeVisible()
    const onlyFacebook = t('lock.only', { what: 'Facebook' })

    await test.step('in the form of controls, the lock is armed', async () => {
      await page.goto(`/#/cardList/${card.cardId}?tab=controls`)
      await expect(drawer.getByText(t('lock.none'), { exact: true })).toBeVisible()
      await step(t('controls.set')).click()
      const way = drawer.getByLabel(t('lock.field'), { exact: true })
      await way.selectOption(t('lock.to'))
      await spotless(page, 'the lock in the form of controls')
      await page.setViewportSize(PHONE)
      await fits(page, 'the lock in the form of controls on a phone')
      await fitsFingers(page, 'the lock in the form of controls on a phone')
      await page.setViewportSize(DESK)
      await step(t('controls.form.submit')).click()
      await expect(drawer.getByRole('combobox', { name: t('lock.brand') })).toHaveAccessibleDescription(
        t('lock.needed'),
      )
      await way.selectOption(t('lock.first.BRAND'))
      await pressesUntil(step(t('controls.form.submit')), (patience) =>
        expect(drawer.getByText(t('lock.armed.BRAND'), { exact: true })).toBeVisible(patience),
      )
      await isState('ARMED')
    })

    await test.step('the first charge, of Facebook, locks it; Google is declined', async () => {
      expect((await buys('mer_facebook_ads', 20_00)).approved).toBe(true)
      await expect(drawer.getByText(onlyFacebook, { exact: true })).toBeVisible()
      await isState('LOCKED')
      expect(await buys('mer_google_ads', 21_00)).toMatchObject(declined)
      await spotless(page, 'a locked card')
      await page.setViewportSize(PHONE)
      await fits(page, 'a locked card on a phone')
      await fitsFingers(page, 'a locked card on a phone')
      await page.setViewportSize(DESK)
    })

    await test.step('the list of cards says so', async () => {
      await page.goto('/#/cardList')
      const row = page.getByRole('row').filter({ hasText: card.lastFour })
      await expect(row).toContainText(t('cards.lock.to', { what: 'Facebook' }))
      await page.goto('/#/cardList?lock=0')
      await expect(row).toHaveCount(0)
      await page.goto('/#/cardList?lock=1')
      await expect(row).toContainText(t('cards.lock.to', { what: 'Facebook' }))
    })

    await test.step('the decline says what the card is locked to, and its button opens the lock', async () => {
      await page.goto('/#/cardRecord?tab=declined')
      await loaded(page)
      const row = page.getByRole('row').filter({ hasText: show(21_00) })
      await expect(row).toContainText(declineReasons.CONTROL_LOCK.words[lang])
      await expect(row).toContainText(t('trades.stopped.only', { what: 'Facebook' }))
      await row.click()
      const decline = page.getByRole('dialog', { name: t('trades.one.auth') })
      await decline.getByRole('button', { name: t('trades.cure.control'), exact: true }).click()
      await expect(drawer.locator('[aria-current=true]').filter({ hasText: onlyFacebook })).toBeFocused()
    })

    await test.step('armed again, the same charge passes and locks the card to Google', async () => {
      await step(t('lock.rearm')).click()
      await expect(page.getByText(t('lock.armedNow'))).toBeVisible()
      await isState('ARMED')
      expect((await buys('mer_google_ads', 21_00)).approved).toBe(true)
      await expect(drawer.getByText(t('lock.only', { what: 'Google Ads' }), { exact: true })).toBeVisible()
      expect(await buys('mer_facebook_ads', 22_00)).toMatchObject(declined)
    })

    await test.step('it can be locked to a brand by name', async () => {
      await step(t('lock.set')).click()
      const dialog = page.getByRole('dialog', { name: t('lock.dialog') })
      const submit = dialog.getByRole('button', { name: t('lock.submit'), exact: true })
      const brand = dialog.getByRole('combobox', { name: t('lock.brand') })
      await submit.click()
      await expect(brand).toHaveAccessibleDescription(t('lock.needed'))
      await brand.click()
      await brand.fill('Facebook')
      await page.getByRole('option', { name: 'Facebook', exact: true }).click()
      await spotless(page, 'the brand to lock to')
      await pressesUntil(submit, (patience) =>
        expect(drawer.getByText(onlyFacebook, { exact: true })).toBeVisible(patience),
      )
      expect((await buys('mer_facebook_ads', 22_00)).approved).toBe(true)
      expect(await buys('mer_google_ads', 23_00)).toMatchObject(declined)
    })

    await test.step('unlocked, it takes both, and the history tells each step in words', async () => {
      await step(t('lock.unlock')).click()
      await expect(drawer.getByText(t('lock.none'), { exact: true })).toBeVisible()
      expect((await buys('mer_google_ads', 23_00)).approved).toBe(true)
      expect((await buys('mer_facebook_ads', 24_00)).approved).toBe(true)
      const changes = drawer.getByRole('list', { name: t('controls.history.title') }).getByRole('listitem')
      await expect(changes).toHaveCount(4)
      const first = t('lock.first.BRAND')
      await expect(changes.first()).toContainText(t('controls.diff.removed', { before: onlyFacebook }))
      await expect(changes.nth(1)).toContainText(t('controls.diff.changed', { before: first, after: onlyFacebook }))
      await expect(changes.nth(2)).toContainText(t('lock.again'))
      await expect(changes.nth(3)).toContainText(t('controls.diff.added', { after: first }))
    })
  })
})
