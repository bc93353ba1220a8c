/** Controls for a time, and dates in the life of a card: set in the console, and what was before, or the freeze, follows by itself. */
import { cardStatuses } from '#contract/cards/states.ts'
import { events } from '#contract/notices/notices.ts'
import { show } from '#contract/core/money.ts'
import { intent, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, fitsFingers, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { onTheBooks, sweeps } from '../papers.ts'
import { asks, topsUp, type Person } from '../people.ts'
import { picksDay } from '../widgets.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

inBothLanguages((lang) => {
  test('a maximum is raised for a time and is back afterwards; a card is frozen on the date that its owner sets', async ({
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
    const history = drawer.getByRole('list', { name: t('controls.history.title') }).getByRole('listitem')
    /** What follows the time in it. */
    const forATime = drawer.getByText(t('controls.until.shown', { time: '@' }).split('@').at(-1)!.trim())
    const passes = async () => (await buy(card, { merchantId: 'mer_github', amountCents: 60_00 })).approved
    const saves = async () => {
      await drawer.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      await expect(drawer.getByText(t('controls.allowed'))).toBeVisible()
    }
    const edits = () => drawer.getByRole('button', { name: t('controls.edit'), exact: true }).click()

    await test.step('50 a purchase, and 80 until the end of today', async () => {
      await page.goto(`/#/cardList/${card.cardId}?tab=controls`)
      await drawer.getByRole('button', { name: t('controls.set'), exact: true }).click()
      await single.fill('50')
      await saves()
      expect(await passes()).toBe(false)
      await edits()
      await single.fill('80')
      await drawer.getByRole('button', { name: t('controls.until.today'), exact: true }).click()
      await spotless(page, 'the form of controls with dates')
      await page.setViewportSize(PHONE)
      await expect(single, 'fields have grown for fingers').toHaveCSS('height', '44px')
      await fits(page, 'the form of controls with dates, on a phone')
      await fitsFingers(page, 'the form of controls with dates, on a phone')
      await page.setViewportSize(DESK)
      await saves()
      await expect(forATime).toBeVisible()
      await expect(forATime).toContainText(t('controls.diff.changed', { before: show(80_00), after: show(50_00) }))
      expect(await passes()).toBe(true)
      await spotless(page, 'controls for a time')
      await page.setViewportSize(PHONE)
      await fits(page, 'controls for a time, on a phone')
      await page.setViewportSize(DESK)
    })

    await test.step('the time is over: what was before is back, and the history says so', async () => {
      await onTheBooks('UPDATE control_return SET until = now() WHERE scope_id = $1', [card.cardId])
      await sweeps('controls.return')
      await expect(forATime).toBeHidden()
      await expect(history.first()).toContainText(t('controls.history.returned'))
      await expect(history.first()).toContainText(show(50_00))
      expect(await passes()).toBe(false)
    })

    await test.step('a change while a time runs keeps it, and without it the change stays', async () => {
      await edits()
      await single.fill('90')
      await drawer.getByRole('button', { name: t('controls.until.today'), exact: true }).click()
      await saves()
      await edits()
      await single.fill('95')
      await expect(drawer.getByText(t('controls.until.keep'))).toBeVisible()
      await saves()
      await expect(forATime).toContainText(t('controls.diff.changed', { before: show(95_00), after: show(50_00) }))
    })

    await test.step('a freeze and a deletion on dates are said on the page of the card and in the list', async () => {
      await edits()
      await picksDay(drawer, t('controls.life.freezeAt'), '2027-03-04T09:30')
      await picksDay(drawer, t('controls.life.closeAt'), '2027-05-06T18:00')
      await saves()
      await expect(drawer.getByText(t('controls.life.freezeAt'), { exact: true }).last()).toBeVisible()
      await drawer.getByRole('tab', { name: t('cards.drawer.overview') }).click()
      await expect(drawer.getByText(t('cards.drawer.freezeTime'), { exact: true }).first()).toBeVisible()
      await page.goto('/#/cardList')
      const row = page.getByRole('row').filter({ hasText: card.lastFour })
      await expect(row).toContainText(t('cards.drawer.freezeTime'))
      await page.setViewportSize(PHONE)
      await fits(page, 'the list of cards with dates, on a phone')
      await page.setViewportSize(DESK)
    })

    await test.step('on its date the card is frozen, and its owner is told', async () => {
      const life = { freezeAt: Date.now() + 2_000 }
      const input = { scope: 'CARD', scopeIds: card.cardId, controls: JSON.stringify({ life }), requestNo: intent() }
      await asks(request, me, 'POST /api/card/controls/save', input)
      const row = page.getByRole('row').filter({ hasText: card.lastFour })
      await expect(async () => {
        await sweeps('controls.lives')
        await expect(row).toContainText(cardStatuses.FROZEN[lang], { timeout: 3_000 })
      }).toPass()
      await expect
        .poll(async () => {
          // Calls without a page are answered in Chinese.
          type Notices = { list: { title: string }[] }
          const { list } = await asks<Notices>(request, me, 'GET /api/notice/userNotice', { unread: 0 })
          return list.map(({ title }) => title)
        })
        .toContain(events.card_frozen_by_controls.title.cn)
      await page.goto(`/#/cardList/${card.cardId}?tab=log`)
      await expect(drawer.getByText(/管控设定的冻结日期|freeze date in the card’s controls/)).toBeVisible()
    })
  })
})
