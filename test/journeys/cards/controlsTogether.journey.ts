/** Controls that cards share: of a group, of a sub-account and of the account, set from where these are. */
import { limitWindows } from '#contract/controls/stoppedBy.ts'
import { show } from '#contract/core/money.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import { intent, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { codesAtOnce } from '../papers.ts'
import { asks, topsUp, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

inBothLanguages((lang) => {
  test('two cards of a group share its limit, and all cards that of the account', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(300_000)
    const me = person as Person
    await topsUp(request, me, 500)
    const name = lang === 'cn' ? '广告' : 'Ads'
    const { gid } = await asks<{ gid: string }>(request, me, 'POST /api/cardGroup/add', { name, requestNo: intent() })
    const first = await opened(request, me, 100_00)
    await codesAtOnce()
    const second = await opened(request, me, 100_00)
    await asks(request, me, 'POST /api/cardGroup/editBatchGroup', {
      cardIds: [first.cardId, second.cardId].join(),
      gid,
    })
    const buys = (card: typeof first, amountCents: number) => buy(card, { merchantId: 'mer_github', amountCents })
    const daily = limitWindows.DAY[lang]
    const sets = async (title: string, amount: string, beforeSaving = async () => {}) => {
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog.getByText(t('controls.none'))).toBeVisible()
      await dialog.getByRole('button', { name: t('controls.set'), exact: true }).click()
      await dialog.getByRole('button', { name: t('controls.form.addLimit') }).click()
      await dialog.getByLabel(t('controls.form.amount')).fill(amount)
      await beforeSaving()
      await dialog.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      await expect(page.getByText(t('controls.form.saved'))).toBeVisible()
      return dialog
    }

    await test.step('from the menu of the group: 50 a day for its cards together', async () => {
      await page.goto('/#/cardGroup')
      await page.getByRole('button', { name: t('groups.actions', { name }) }).click()
      await page.getByRole('menuitem', { name: t('groups.controls'), exact: true }).click()
      const dialog = await sets(t('controls.of.GROUP', { name }), '50')
      expect(await buys(first, 30_00)).toMatchObject({ approved: true })
      expect(await buys(second, 30_00)).toMatchObject({ approved: false, isoCode: declineReasons.CONTROL_LIMIT.iso })
      expect((await buys(second, 15_00)).approved).toBe(true)
      await expect(dialog.getByRole('meter', { name: daily })).toHaveAttribute('aria-valuenow', String(45_00))
      await expect(dialog.getByText(t('controls.used', { used: show(45_00), all: show(50_00) }))).toBeVisible()
      await spotless(page, 'the controls of a group')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'the controls of a group on a phone')
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.keyboard.press('Escape')
    })

    await test.step('from the list of cards: 46 a day for all', async () => {
      await page.goto('/#/cardList')
      await page.getByRole('button', { name: t('cards.accountControls'), exact: true }).click()
      await sets(t('controls.of.ACCOUNT'), '44', async () => {
        await page.getByRole('button', { name: t('tryOn.run'), exact: true }).click()
        // 30 on one card and 15 on the other are more than 44 together.
        const stopped = { count: 1, judged: 2, days: 30, amount: show(15_00) }
        await expect(page.getByText(t('tryOn.stopped', stopped))).toBeVisible()
        await page.getByLabel(t('controls.form.amount')).fill('46')
      })
      // The limit counts from when it is set.
      expect((await buys(second, 4_00)).approved).toBe(true)
      expect(await buys(second, 2_00)).toMatchObject({ approved: false, isoCode: declineReasons.CONTROL_LIMIT.iso })
      await expect(page.getByText(t('controls.used', { used: show(4_00), all: show(46_00) }))).toBeVisible()
      await page.keyboard.press('Escape')
    })
  })
})
