/** A monthly fee and a decline fee, from the desk to the bill of the card. */
import { billTypes, transferKinds } from '#contract/ledger/ledger.ts'
import { priceFields } from '#contract/cards/desk/ranges.ts'
import { events } from '#contract/notices/notices.ts'
import { show } from '#contract/core/money.ts'
import { pages } from '#contract/core/permissions.ts'
import { signsInAtDesk, words } from '../desk.ts'
import { funded, opened } from '../inHand.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { onTheBooks, sweeps } from '../papers.ts'
import { asks, type Person } from '../people.ts'
import { prove } from '../prove.ts'

// Both languages announce the fees of the same day.
test.describe.configure({ mode: 'serial' })
test.use({ who: 'newcomer', actionTimeout: 60_000 })

/** Three days from now in Shanghai: the day whose fees are announced now. */
const DUE = `(date_trunc('day', now() AT TIME ZONE 'Asia/Shanghai') + interval '3 days')`
const accountOf = `(SELECT account_id FROM account WHERE user_no = $1)`

inBothLanguages((lang) => {
  const { desk, approvals, products, ranges } = words(lang)

  test('fees are priced at the desk, shown before a card is opened, told three days before, taken, and on the bill', async ({
    page,
    t,
    person,
    request,
    browser,
  }) => {
    test.setTimeout(400_000)
    const me = person as Person
    await funded(request, me)
    const { userId } = await asks<{ userId: string }>(request, me, 'GET /api/user/info')
    const [maker, checker] = [await elsewhere(browser, lang), await elsewhere(browser, lang)]

    await test.step('staff set a price for the account, and a second approver agrees', async () => {
      await signsInAtDesk(maker, lang, 'product')
      await maker.getByRole('link', { name: desk.ranges, exact: true }).click()
      await maker.getByRole('row').filter({ hasText: 'VISA-US-2' }).click()
      await maker.getByRole('button', { name: ranges.addException, exact: true }).click()
      const dialog = maker.getByRole('dialog')
      const fill = (label: string, value: string) => dialog.getByLabel(label, { exact: true }).fill(value)
      await fill(products.userNo, userId)
      await fill(priceFields.monthFee[lang], '1,x')
      await expect(dialog.getByLabel(priceFields.monthFee[lang], { exact: true })).toHaveAttribute(
        'aria-invalid',
        'true',
      )
      await fill(priceFields.monthFee[lang], '1')
      await fill(priceFields.declineFee[lang], '0.5')
      await fill(priceFields.freeDeclines[lang], '1')
      await fill(desk.reason, `as agreed with ${userId}`)
      // The change itself stands above its effect, which lists the same prices.
      await expect(dialog.getByRole('listitem').filter({ hasText: priceFields.monthFee[lang] }).first()).toContainText(
        '$1.00',
      )
      await dialog.getByRole('button', { name: products.propose, exact: true }).click()
      await expect(dialog).toHaveCount(0)
      const link = maker.getByRole('link', { name: new RegExp(`${products.waiting}.*${userId}`) })
      await signsInAtDesk(checker, lang, 'finance2')
      await checker.goto(new URL((await link.getAttribute('href'))!, maker.url()).href)
      await checker.getByLabel(approvals.reason).fill('agreed')
      await checker.getByRole('button', { name: approvals.approve, exact: true }).click()
      await expect(checker.getByText(approvals.done.APPROVED)).toBeVisible()
      await maker.context().close()
      await checker.context().close()
    })

    await test.step('whoever opens a card sees them before', async () => {
      await page.goto(`/#${pages['2005001'].path}`)
      await page.getByRole('radio', { name: /42424200/ }).check()
      const price = page.getByRole('complementary', { name: t('cards.open.priceTitle') })
      await expect(price).toContainText(t('cards.open.monthFeeText', { fee: show(100) }))
      await expect(price).toContainText(t('cards.open.declineFeeText', { fee: show(50), free: 1 }))
      // Figures that are no longer binding are pale.
      await expect(price.locator('[aria-busy=true]')).toHaveCount(0)
      await spotless(page, 'opening with later fees')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'opening with later fees on a phone')
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    const card = await opened(request, me, 2000)
    const toCard = async (tab: 'overview' | 'bill') => {
      await page.goto(`/#${pages['2005002'].path}/${card.cardId}?tab=${tab}`)
      await page.reload()
      return page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour: card.lastFour }) })
    }

    await test.step('three days before, one notice tells of it, and the page of the card says when', async () => {
      await onTheBooks(
        `UPDATE range_price SET effective_from = effective_from - interval '9 days' WHERE account_id = ${accountOf}`,
        [userId],
      )
      await onTheBooks(
        `UPDATE card SET opened_at = (${DUE} - interval '48 months') AT TIME ZONE 'Asia/Shanghai' WHERE account_id = ${accountOf}`,
        [userId],
      )
      await onTheBooks(`DELETE FROM month_fee_day WHERE day = ${DUE}::date - date '1970-01-01'`)
      await sweeps('cards.tellMonthFees')
      type Notices = { unread: number; list: { title: string; msg: string }[] }
      const notices = () => asks<Notices>(request, me, 'GET /api/notice/userNotice', { unread: 0 })
      const title = events.card_month_fee_ahead.title[lang]
      // Calls without a page are answered in Chinese.
      const told = async () =>
        (await notices()).list.filter((one) => one.title === events.card_month_fee_ahead.title.cn)
      await expect.poll(async () => (await told()).length, { timeout: 60_000 }).toBe(1)
      expect((await told())[0]!.msg).toContain(show(100))
      const name = t('layout.myNotices', { count: (await notices()).unread })
      await page.goto('/#/account')
      await page.getByRole('button', { name }).click()
      const inbox = page.getByRole('dialog', { name: t('inbox.title') })
      await expect(inbox.getByText(title).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(inbox).toBeHidden()
      const drawer = await toCard('overview')
      await expect(drawer.getByText(t('cards.drawer.nextMonthFee'), { exact: true })).toBeVisible()
      await spotless(page, 'a card with fees')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'a card with fees on a phone')
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('on its day it is taken from the card, and a declined purchase after the free ones costs its fee', async () => {
      const wrong = { ...card, expYear: card.expYear + 1 }
      for (const amountCents of [3_01, 3_02])
        expect(await buy(wrong, { merchantId: 'mer_nike', amountCents })).toMatchObject({ reason: 'EXPIRY_MISMATCH' })
      await onTheBooks(
        `UPDATE card_month_fee SET told_at = told_at - interval '4 days', due_at = due_at - interval '4 days', try_at = try_at - interval '4 days'
          WHERE account_id = ${accountOf}`,
        [userId],
      )
      await sweeps('cards.takeMonthFees')
      const drawer = await toCard('bill')
      await expect(drawer.getByText(new RegExp(`^${transferKinds.CARD_MONTH_FEE[lang]} · \\d{4}-\\d\\d$`))).toBeVisible(
        { timeout: 60_000 },
      )
      await expect(drawer.getByText(new RegExp(`^${transferKinds.DECLINE_FEE[lang]} · `))).toBeVisible({
        timeout: 60_000,
      })
      await expect(drawer).toContainText(show(-100, 'USD', 'always'))
      await expect(drawer).toContainText(show(-50, 'USD', 'always'))
      await expect(drawer.getByText(billTypes.FEE[lang], { exact: true }).filter({ visible: true })).toHaveCount(2)
      await spotless(page, 'a bill with fees')
    })
    expect(await prove()).not.toMatch(/month-fee|decline-fee/)
  })
})
