/** A template of controls: made once, opened from many times, and enforced on each of its cards from the first charge on. */
import { limitWindows } from '#contract/controls/stoppedBy.ts'
import { show } from '#contract/core/money.ts'
import { declineReasons } from '#contract/trades/declines.ts'
import { revealed } from '../inHand.ts'
import { expect, inBothLanguages, pressesUntil, test } from '../journey.ts'
import { fits, fitsFingers, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { isKnownAs } from '../papers.ts'
import { asks, topsUp, type Person } from '../people.ts'

test.use({ who: 'newcomer', actionTimeout: 60_000 })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }
const COUNT = 5
const NAME = 'FB daily 300'
const PAGE = '/#/cardControls'

inBothLanguages((lang) => {
  test('five cards from a template take what it allows, and its page says where it is in force', async ({
    page,
    t,
    person,
    request,
  }) => {
    test.setTimeout(480_000)
    const me = person as Person
    await isKnownAs(request, me, { type: 'PERSON', name: 'ANA LOPEZ' })
    await topsUp(request, me, 1_500)
    const dialog = page.getByRole('dialog')
    const limit = dialog.getByRole('group', { name: t('controls.form.limit', { no: 1 }), exact: true })
    const daily = limitWindows.DAY[lang]
    type Listed = { data: { cardId: string; remark: string; status: string }[] }
    const cards = async () =>
      (await asks<Listed>(request, me, 'GET /api/card/page', { status: 'ACTIVE', sort: 'openDate' })).data
    const fitsPhone = async (where: string) => {
      await spotless(page, where)
      await page.setViewportSize(PHONE)
      await fits(page, `${where} on a phone`)
      await fitsFingers(page, `${where} on a phone`)
      await page.setViewportSize(DESK)
    }

    await test.step('the page is reached by the menu, and begins with what a template is', async () => {
      await page.goto('/#/cardList')
      await page
        .getByRole('navigation', { name: t('layout.menu') })
        .getByRole('link', { name: t('templates.tabs'), exact: true })
        .click()
      await expect(page.getByText(t('templates.noneText'))).toBeVisible()
      await fitsPhone('the page of controls without a template')
      await page.getByRole('button', { name: t('templates.make'), exact: true }).click()
    })

    await test.step('only Facebook, 300 a day, 120 a purchase', async () => {
      await dialog.getByRole('button', { name: t('templates.save'), exact: true }).click()
      await expect(dialog.getByLabel(t('templates.name'))).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByLabel(t('templates.name')).fill(NAME)
      await dialog.getByLabel(t('templates.segment')).selectOption('VISA-US-1')
      await dialog.getByLabel(t('templates.amount')).fill('250')
      await dialog.getByLabel(t('templates.remark'), { exact: true }).fill('FB {n}')
      await dialog.getByLabel(t('controls.form.singleMax')).fill('120')
      await dialog.getByRole('button', { name: t('controls.form.addLimit') }).click()
      await limit.getByLabel(t('controls.form.amount')).fill('300')
      const brands = t('trades.stopped.line.brands')
      const add = dialog.getByRole('combobox', { name: t('controls.form.add', { what: brands }), exact: true })
      await add.click()
      await add.fill('Facebook')
      await page.getByRole('option', { name: 'Facebook', exact: true }).click()
      await expect(dialog.getByRole('button', { name: t('controls.form.remove', { what: 'Facebook' }) })).toBeVisible()
      await fitsPhone('the form of a template')
      await pressesUntil(dialog.getByRole('button', { name: t('templates.save'), exact: true }), (patience) =>
        expect(dialog).toBeHidden(patience),
      )
      const row = page.getByRole('listitem', { name: NAME })
      await expect(row).toContainText(t('controls.only', { what: 'Facebook' }))
      await expect(row).toContainText(show(250_00))
      await fitsPhone('the page of controls with a template')
    })

    await test.step('five cards are opened from it; what it fills in is said', async () => {
      await page.getByRole('button', { name: t('templates.actions', { name: NAME }) }).click()
      await page.getByRole('menuitem', { name: t('templates.openMany'), exact: true }).click()
      await expect(page.getByLabel(t('templates.choose'))).toHaveValue(/^tpl_/)
      await expect(page.getByRole('textbox', { name: t('batches.open.each') })).toHaveValue('250')
      await expect(page.getByRole('textbox', { name: t('cards.open.remark') })).toHaveValue('FB {n}')
      const fields = (['vid', 'rechargeAmount', 'remark'] as const)
        .map((name) => t(`templates.fieldNames.${name}`))
        .join(lang === 'cn' ? '、' : ', ')
      await expect(page.getByText(t('templates.filled', { fields }))).toBeVisible()
      await page.getByRole('textbox', { name: t('batches.open.num') }).fill(String(COUNT))
      await page.setViewportSize(PHONE)
      await fits(page, 'the form for many cards with a template on a phone')
      await page.setViewportSize(DESK)
      await loaded(page)
      await spotless(page, 'the form for many cards with a template')
      const total = COUNT * (5_00 + 250_00 + 7_50)
      await page
        .getByRole('button', { name: t('batches.open.submitFor', { total: show(total), count: COUNT }) })
        .click()
      await expect(page).toHaveURL(/B\d{11}/)
      await expect.poll(async () => (await cards()).length, { timeout: 60_000 }).toBe(COUNT)
      expect((await cards()).map(({ remark }) => remark).toSorted()).toEqual(['FB 1', 'FB 2', 'FB 3', 'FB 4', 'FB 5'])
    })

    await test.step('a charge of 121 is declined by the maximum, one at Google Ads by the brand', async () => {
      const card = await revealed(request, me, (await cards())[0]!.cardId)
      const buys = (merchant: string, amountCents: number) => buy(card, { merchantId: `mer_${merchant}`, amountCents })
      expect(await buys('facebook_ads', 121_00)).toMatchObject({
        approved: false,
        isoCode: declineReasons.CONTROL_AMOUNT.iso,
      })
      expect(await buys('google_ads', 10_00)).toMatchObject({
        approved: false,
        isoCode: declineReasons.CONTROL_BRAND.iso,
      })
      expect((await buys('facebook_ads', 120_00)).approved).toBe(true)
      await page.goto('/#/cardRecord?tab=declined')
      await loaded(page)
      const row = (amount: number) => page.getByRole('row').filter({ hasText: show(amount) })
      await expect(row(121_00)).toContainText(declineReasons.CONTROL_AMOUNT.words[lang])
      await expect(row(10_00)).toContainText(declineReasons.CONTROL_BRAND.words[lang])
      expect((await buys('facebook_ads', 119_50)).approved).toBe(true)
      expect((await buys('facebook_ads', 1_00)).approved).toBe(true)
    })

    await test.step('the document is in force on five cards, which the list shows', async () => {
      await page.goto(`${PAGE}?tab=inForce`)
      const link = page.getByRole('link', { name: t('templates.inForce.ofCards', { count: COUNT }), exact: true })
      await expect(link).toBeVisible()
      await fitsPhone('what is in force')
      await link.click()
      await expect(page.getByRole('region', { name: t('cards.list') }).getByRole('checkbox')).toHaveCount(COUNT + 1)
      await expect(
        page.getByRole('search').getByLabel(t('cards.filter.controls'), { exact: true }).locator('option:checked'),
      ).toHaveText(t('cards.filter.sameControls', { count: COUNT }))
    })

    await test.step('the card that has used 80 % of its limit is near it, and leads to its line', async () => {
      await page.goto(`${PAGE}?tab=near`)
      const near = page.getByRole('region', { name: t('templates.near.list') })
      await expect(near.getByText(t('templates.near.used', { percent: 80 }), { exact: true })).toBeVisible()
      await expect(near.getByText(t('templates.near.looked', { looked: COUNT, found: 1, percent: 80 }))).toBeVisible()
      await fitsPhone('cards near a limit')
      await near.getByRole('link').click()
      await expect(page.locator('[aria-current=true]').filter({ hasText: daily })).toBeFocused()
    })

    await test.step('the form for one card keeps itself as another template', async () => {
      await page.goto('/#/cardOpen')
      await page.getByLabel(t('templates.choose')).selectOption({ label: NAME })
      const amount = page.getByRole('textbox', { name: t('cards.price.amount') })
      await expect(amount).toHaveValue('250')
      await amount.fill('20')
      const fields = (['vid', 'remark'] as const)
        .map((name) => t(`templates.fieldNames.${name}`))
        .join(lang === 'cn' ? '、' : ', ')
      await expect(page.getByText(t('templates.filled', { fields }))).toBeVisible()
      await page.setViewportSize(PHONE)
      await fits(page, 'the form for one card with a template on a phone')
      await page.setViewportSize(DESK)
      await loaded(page) // with its price
      await spotless(page, 'the form for one card with a template')
      await page.getByRole('button', { name: t('templates.saveAs'), exact: true }).click()
      await expect(dialog.getByLabel(t('templates.amount'))).toHaveValue(/^20(\.00)?$/)
      await dialog.getByLabel(t('templates.name')).fill(NAME)
      const save = dialog.getByRole('button', { name: t('templates.save'), exact: true })
      await save.click()
      await expect(dialog.getByLabel(t('templates.name'))).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByLabel(t('templates.name')).fill('FB small')
      await pressesUntil(save, (patience) => expect(dialog).toBeHidden(patience))
      await expect(page.getByLabel(t('templates.choose')).getByRole('option', { name: 'FB small' })).toBeAttached()
    })

    await test.step('a template that is removed leaves its cards as they are', async () => {
      await page.goto(PAGE)
      await page.getByRole('button', { name: t('templates.actions', { name: NAME }) }).click()
      await page.getByRole('menuitem', { name: t('templates.remove'), exact: true }).click()
      await dialog.getByRole('button', { name: t('templates.remove'), exact: true }).click()
      await expect(page.getByRole('listitem', { name: NAME })).toHaveCount(0)
      await expect(page.getByRole('listitem', { name: 'FB small' })).toBeVisible()
      await page.getByRole('tab', { name: t('templates.tab.inForce'), exact: true }).click()
      await expect(
        page.getByRole('link', { name: t('templates.inForce.ofCards', { count: COUNT }), exact: true }),
      ).toBeVisible()
    })
  })
})
