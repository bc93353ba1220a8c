/** Controls that only watch, limits that count only some merchants, and the notice of a limit that is nearly used up. */
import { controlNews } from '#contract/controls/news.ts'
import { limitWindows } from '#contract/controls/stoppedBy.ts'
import { show } from '#contract/core/money.ts'
import { merchantGroups } from '#contract/trades/merchantKinds.ts'
import { opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, fitsFingers, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { asks, topsUp, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

inBothLanguages((lang) => {
  test('controls can be watched first, a limit counts only the categories that are chosen, and its owner is told before it is used up', async ({
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
    const limit = drawer.getByRole('group', { name: t('controls.form.limit', { no: 1 }), exact: true })
    const buys = (merchantId: string, amountCents: number) => buy(card, { merchantId, amountCents })
    const saves = async () => {
      await drawer.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      await expect(page.getByText(t('controls.form.saved'))).toBeVisible()
    }
    const software = merchantGroups.SOFTWARE[lang]

    await test.step('100 a day for software only, told at 80 %, and only watched', async () => {
      await page.goto(`/#/cardList/${card.cardId}?tab=controls`)
      await drawer.getByRole('button', { name: t('controls.set'), exact: true }).click()
      await drawer.getByRole('button', { name: t('controls.form.addLimit') }).click()
      await limit.getByLabel(t('controls.form.amount')).fill('100')
      const told = limit.getByLabel(t('controls.form.warnAt'))
      await told.fill('20')
      await drawer.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      await expect(told).toHaveAccessibleDescription(t('controls.wrong.whole', { min: 50, max: 99 }))
      await told.fill('80')
      await limit.getByText(t('controls.form.onlySome'), { exact: true }).click()
      const groups = t('controls.form.add', { what: t('controls.counted.groups') })
      await limit.getByLabel(groups, { exact: true }).selectOption(software)
      await expect(limit.getByRole('button', { name: t('controls.form.remove', { what: software }) })).toBeVisible()
      await drawer.getByRole('switch', { name: t('controls.form.watch'), exact: true }).check()
      await spotless(page, 'a limit that counts some merchants')
      await page.setViewportSize(PHONE)
      await fits(page, 'a limit that counts some merchants on a phone')
      await fitsFingers(page, 'a limit that counts some merchants on a phone')
      await page.setViewportSize(DESK)
      await saves()
      await expect(drawer.getByText(t('controls.watch.none'))).toBeVisible()
    })

    await test.step('another category is not counted; what would have been declined passes, and says so', async () => {
      expect((await buys('mer_nike', 20_00)).approved).toBe(true)
      expect((await buys('mer_github', 90_00)).approved).toBe(true)
      expect((await buys('mer_github', 11_00)).approved).toBe(true)
      await expect(drawer.getByText(t('controls.watch.seen', { count: 1, amount: show(11_00) }))).toBeVisible()
      await expect(drawer.getByRole('meter', { name: limitWindows.DAY[lang] })).toHaveAttribute(
        'aria-valuenow',
        String(100_00),
      )
      await page.goto('/#/cardRecord')
      await loaded(page)
      const row = page.getByRole('row').filter({ hasText: show(11_00) })
      await expect(row).toContainText(t('trades.stopped.watched'))
      await row.click()
      const one = page.getByRole('dialog', { name: t('trades.one.auth') })
      await expect(one).toContainText(t('trades.one.watching'))
    })

    await test.step('one notice has told of it', async () => {
      type Mine = { list: { title: string; msg: string }[] }
      const { cn, en } = controlNews.limit_near.title
      const told = async () =>
        (await asks<Mine>(request, me, 'GET /api/notice/userNotice')).list.filter(({ title }) =>
          [cn, en].some((words) => title.startsWith(words)),
        )
      await expect.poll(async () => (await told()).length).toBe(1)
      expect((await told())[0]!.msg).toContain(show(90_00))
    })

    await test.step('from then on it declines', async () => {
      await page.goto(`/#/cardList/${card.cardId}?tab=controls`)
      await drawer.getByRole('button', { name: t('controls.edit'), exact: true }).click()
      await drawer.getByRole('switch', { name: t('controls.form.watch'), exact: true }).uncheck()
      await saves()
      expect((await buys('mer_github', 1_00)).approved).toBe(false)
      expect((await buys('mer_nike', 1_00)).approved).toBe(true)
    })
  })
})
