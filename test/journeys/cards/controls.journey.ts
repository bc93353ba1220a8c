/** What an owner allows on a card: set on its page, enforced at the till, told by the decline, and raised from there. */
import { controlScopes, limitWindows } from '#contract/controls/stoppedBy.ts'
import { show } from '#contract/core/money.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import { intent, opened } from '../inHand.ts'
import { elsewhere, expect, inBothLanguages, pressesUntil, test } from '../journey.ts'
import { fits, fitsFingers, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { asks, demo, signedInOnce, topsUp, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

inBothLanguages((lang) => {
  test('a card that is controlled declines what its owner does not allow, and says which line to raise', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(420_000)
    const me = person as Person
    await topsUp(request, me, 500)
    const card = await opened(request, me, 450_00)
    const drawer = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour: card.lastFour }) })
    const daily = limitWindows.DAY[lang]
    const buys = (amountCents: number) => buy(card, { merchantId: 'mer_github', amountCents })
    const limit = drawer.getByRole('group', { name: t('controls.form.limit', { no: 1 }), exact: true })
    const saves = async () => {
      await drawer.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      await expect(page.getByText(t('controls.form.saved'))).toBeVisible()
    }

    await test.step('a card without controls says so, and offers to set them', async () => {
      await page.goto(`/#/cardList/${card.cardId}`)
      await drawer.getByRole('tab', { name: t('cards.drawer.controls') }).click()
      await expect(drawer.getByText(t('controls.none'))).toBeVisible()
      await drawer.getByRole('button', { name: t('controls.set'), exact: true }).click()
    })

    await test.step('what is wrong is told at its field, and nothing is saved', async () => {
      await drawer.getByLabel(t('controls.form.singleMax')).fill('12 dollars')
      await drawer.getByRole('button', { name: t('controls.form.addLimit') }).click()
      await drawer.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      const single = drawer.getByLabel(t('controls.form.singleMax'))
      await expect(single).toHaveAccessibleDescription(
        t('controls.wrong.amount', { min: show(1), max: show(1_000_000_00) }),
      )
      await expect(single).toBeFocused()
      await expect(limit.getByLabel(t('controls.form.amount'))).toHaveAttribute('aria-invalid', 'true')
    })

    await test.step('120 a purchase and 300 a day, in the countries that are chosen', async () => {
      await drawer.getByLabel(t('controls.form.singleMax')).fill('120')
      await limit.getByLabel(t('controls.form.amount')).fill('300')
      const countries = t('trades.stopped.line.countries')
      const add = drawer.getByRole('combobox', { name: t('controls.form.add', { what: countries }) })
      const unitedStates = lang === 'cn' ? '美国' : 'United States'
      await add.click()
      await add.fill(unitedStates)
      await page.getByRole('option', { name: unitedStates, exact: true }).click()
      await expect(
        drawer.getByRole('button', { name: t('controls.form.remove', { what: unitedStates }) }),
      ).toBeVisible()
      await expect(add).toHaveValue('')
      await spotless(page, 'the form of controls')
      await page.setViewportSize(PHONE)
      await fits(page, 'the form of controls on a phone')
      await fitsFingers(page, 'the form of controls on a phone')
      await page.setViewportSize(DESK)
      await saves()
      await expect(drawer.getByText(t('controls.only', { what: unitedStates }), { exact: true })).toBeVisible()
      await expect(drawer.getByText(t('controls.used', { used: show(0), all: show(300_00) }))).toBeVisible()
    })

    await test.step('a charge of 121 is declined by the maximum, one over 300 by the limit', async () => {
      expect(await buys(121_00)).toMatchObject({ approved: false, isoCode: declineReasons.CONTROL_AMOUNT.iso })
      expect((await buys(119_00)).approved).toBe(true)
      expect((await buys(118_00)).approved).toBe(true)
      expect(await buys(100_00)).toMatchObject({ approved: false, isoCode: declineReasons.CONTROL_LIMIT.iso })
      await expect(drawer.getByRole('meter', { name: daily })).toHaveAttribute('aria-valuenow', String(237_00))
      await expect(drawer.getByText(t('trades.stopped.left', { amount: show(63_00) }))).toBeVisible()
      await spotless(page, 'controls with gauges')
      await page.setViewportSize(PHONE)
      await fits(page, 'controls on a phone')
      await fitsFingers(page, 'controls on a phone')
      await page.setViewportSize(DESK)
    })

    await test.step('the list of declines tells the line, what was left and when it renews', async () => {
      await page.goto('/#/cardRecord?tab=declined')
      await loaded(page)
      const row = page.getByRole('row').filter({ hasText: show(100_00) })
      await expect(row).toContainText(declineReasons.CONTROL_LIMIT.words[lang])
      await expect(row).toContainText(t('trades.stopped.left', { amount: show(63_00) }))
      await expect(row).toContainText(/ h \d+ min|小时 \d+ 分|min|分钟/)
      await expect(page.getByRole('row').filter({ hasText: show(121_00) })).toContainText(
        t('trades.stopped.line.singleMax'),
      )
      await row.click()
    })

    await test.step('its button opens the line; raised, the retry passes', async () => {
      const decline = page.getByRole('dialog', { name: t('trades.one.auth') })
      await expect(decline).toContainText(t('trades.stopped.left', { amount: show(63_00) }))
      await decline.getByRole('button', { name: t('trades.try.check'), exact: true }).click()
      await expect(decline.getByRole('listitem').filter({ hasText: t('trades.try.thisCard') })).toContainText(
        `${declineReasons.CONTROL_LIMIT.words[lang]} · ${daily} · ${t('trades.stopped.left', { amount: show(63_00) })}`,
      )
      const why = decline.getByRole('region', { name: t('trades.one.declined') })
      await why.getByRole('button', { name: t('trades.cure.control'), exact: true }).click()
      const line = drawer.locator('[aria-current=true]').filter({ hasText: daily })
      await expect(line).toBeFocused()
      await drawer.getByRole('button', { name: t('controls.edit'), exact: true }).click()
      const amount = limit.getByLabel(t('controls.form.amount'))
      await expect(amount).toBeFocused()
      await amount.fill('400')
      await saves()
      // What was counted before the change still counts.
      await expect(drawer.getByText(t('controls.used', { used: show(237_00), all: show(400_00) }))).toBeVisible()
      expect((await buys(101_00)).approved).toBe(true)
    })

    await test.step('a change by somebody else keeps the input and is shown before it is replaced', async () => {
      await drawer.getByRole('button', { name: t('controls.edit'), exact: true }).click()
      await limit.getByLabel(t('controls.form.amount')).fill('420')
      const other = { scope: 'CARD', scopeIds: card.cardId, controls: '{"singleMax":5000}', requestNo: intent() }
      await asks(request, me, 'POST /api/card/controls/save', other)
      await drawer.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      const changed = t('controls.diff.changed', { before: show(120_00), after: show(50_00) })
      await expect(drawer.getByText(changed)).toBeVisible()
      await expect(limit.getByLabel(t('controls.form.amount'))).toHaveValue('420')
      const submit = drawer.getByRole('button', { name: t('controls.form.submit'), exact: true })
      await pressesUntil(submit, (patience) =>
        expect(drawer.getByText(show(120_00), { exact: true })).toBeVisible(patience),
      )
    })

    await test.step('the transactions of the card lead to the line, and all controls can be removed', async () => {
      await drawer.getByRole('tab', { name: t('cards.drawer.trades') }).click()
      await drawer.getByRole('link', { name: t('trades.stopped.line.singleMax'), exact: true }).click()
      await expect(drawer.locator('[aria-current=true]').filter({ hasText: show(120_00) })).toBeVisible()
      await drawer.getByRole('button', { name: t('controls.remove.action'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: t('controls.remove.title') })
      await dialog.getByRole('button', { name: t('controls.remove.action'), exact: true }).click()
      await expect(drawer.getByText(t('controls.none'))).toBeVisible()
    })

    await test.step('the history tells each change in words, the newest first', async () => {
      const changes = drawer.getByRole('list', { name: t('controls.history.title') }).getByRole('listitem')
      await expect(changes).toHaveCount(5)
      await expect(changes.first()).toContainText(t('controls.history.removed'))
      await expect(changes.nth(2)).toContainText(
        t('controls.diff.changed', { before: show(120_00), after: show(50_00) }),
      )
      await expect(changes.nth(3)).toContainText(
        t('controls.diff.changed', { before: show(300_00), after: show(400_00) }),
      )
    })

    await test.step('selected cards get the same controls, each with its own result', async () => {
      await page.goto('/#/cardList')
      const row = page.getByRole('row').filter({ hasText: card.lastFour })
      await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: t('cards.batch.controls'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: t('controls.many.title', { count: 1 }) })
      await dialog.getByRole('switch', { name: t('controls.form.online') }).check()
      const add = t('controls.form.add', { what: t('trades.stopped.line.brands') })
      await dialog.getByRole('combobox', { name: add, exact: true }).click()
      await dialog.getByRole('combobox', { name: add, exact: true }).fill('GitHub')
      await page.getByRole('option', { name: 'GitHub', exact: true }).click()
      await dialog.getByLabel(t('controls.form.note')).fill('Ads only')
      await fits(page, 'controls of selected cards')
      await dialog.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      await expect(dialog.getByText(t('cards.batch.allGood', { ok: 1 }))).toBeVisible()
      await dialog.getByRole('button', { name: t('parts.done'), exact: true }).click()
      await page.goto(`/#/cardList/${card.cardId}?tab=controls`)
      await expect(drawer.getByText(t('controls.onlineOnly'), { exact: true })).toBeVisible()
      await expect(drawer.getByText(t('controls.only', { what: 'GitHub' }), { exact: true })).toBeVisible()
      await expect(drawer.getByRole('list', { name: t('controls.history.title') })).toContainText('Ads only')
    })

    await test.step('controls of the whole account are shown above, and a decline by them leads there', async () => {
      const whole = { scope: 'ACCOUNT', controls: '{"singleMax":2000}', requestNo: intent() }
      await asks(request, me, 'POST /api/card/controls/save', whole)
      expect((await buys(21_00)).approved).toBe(false)
      await drawer.getByRole('tab', { name: t('cards.drawer.trades') }).click()
      const account = controlScopes.ACCOUNT[lang]
      await drawer.getByRole('link', { name: `${account} · ${t('trades.stopped.line.singleMax')}` }).click()
      const above = drawer
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: t('controls.of.ACCOUNT', { name: '' }) }) })
      await expect(above.locator('[aria-current=true]')).toContainText(show(20_00))
      await spotless(page, 'controls of a card and its account')
    })
  })
})

test.describe('the card of a sub-account', () => {
  test.use({ who: demo.subAccount, lang: 'en' })

  test('has controls that its parent locks; without the permission nobody sees them', async ({
    page,
    browser,
    t,
    person,
    request,
  }) => {
    const parent = await signedInOnce(request, demo.agency)
    type Listed = { data: { cardId: string; lastFour: string }[] }
    const { data } = await asks<Listed>(request, person!, 'GET /api/card/page', { status: 'ACTIVE', pageSize: 1 })
    const { cardId, lastFour } = data[0]!
    const title = t('cards.cardEnding', { lastFour })

    await test.step('the parent sets and locks them', async () => {
      const parents = await elsewhere(browser, 'en', parent)
      await parents.goto('/')
      await loaded(parents)
      await parents.goto(`/#/subCardList/${cardId}?tab=controls`)
      const drawer = parents.getByRole('dialog', { name: title })
      await drawer.getByRole('button', { name: t('controls.set'), exact: true }).click()
      // More than the card holds, so that nothing else is declined.
      await drawer.getByLabel(t('controls.form.singleMax')).fill('1,000,000')
      await drawer.getByRole('switch', { name: t('controls.form.pinned') }).check()
      await drawer.getByRole('button', { name: t('controls.form.submit'), exact: true }).click()
      await expect(drawer.getByText(t('controls.pinned.text'), { exact: true })).toBeVisible()
      await drawer.getByRole('button', { name: t('controls.edit'), exact: true }).click()
      await expect(drawer.getByRole('switch', { name: t('controls.form.pinned') })).toBeChecked()
    })

    await test.step('a sub-account that may not view controls has no such tab', async () => {
      await page.goto(`/#/cardList/${cardId}?tab=controls`)
      const drawer = page.getByRole('dialog', { name: title })
      await expect(drawer.getByRole('tab', { name: t('cards.drawer.overview') })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await expect(drawer.getByRole('tab', { name: t('cards.drawer.controls') })).toHaveCount(0)
    })
    const nothing = { scope: 'CARD', scopeIds: cardId, controls: '{}', requestNo: intent() }
    await asks(request, parent, 'POST /api/card/controls/save', nothing)
  })
})
