/** A 3-D code that comes while another page is shown. */
import { show } from '#contract/core/money.ts'
import { pages } from '#contract/core/permissions.ts'
import { expect, inBothLanguages, seesOverview, test } from '../journey.ts'
import { funded, opened } from '../inHand.ts'
import { fits, fitsFingers, loaded, spotless } from '../looks.ts'
import { countsHands } from '../handsOn.ts'
import { buy, enterCode } from '../outside.ts'
import { demo } from '../people.ts'

const LIVE = { timeout: 30_000 }

inBothLanguages((lang) => {
  test.use({ who: 'newcomer' })

  test('a code is seen and copied on the overview, and goes away when it is used', async ({
    page,
    t,
    request,
    person,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const me = person!
    await funded(request, me)
    const card = await opened(request, me, 50_00, 'VISA-US-1')
    const hands = await countsHands(page)
    await page.goto(`/#${pages['2001'].path}`)
    await seesOverview(page, t)
    await expect(page).toHaveTitle(`${pages['2001'].name[lang]} · Kaika`)
    const codes = page.getByRole('region', { name: t('threeD.open') })
    const menu = page.getByRole('navigation', { name: t('layout.menu') })
    const entry = menu.getByRole('link', { name: /3-?D/ })

    const bought = await buy(card, { merchantId: 'mer_always_challenges', amountCents: 7_31 })
    const toast = codes.getByRole('listitem')
    await expect(toast).toContainText('ALWAYS CHALLENGES', LIVE)
    await expect(toast).toContainText(show(7_31))
    await expect(toast).toContainText(`···· ${card.lastFour}`)
    await expect(toast.getByRole('timer')).toHaveText(/^[0-4]:[0-5]\d$/)
    const shown = /\d{3} \d{3}/.exec((await toast.textContent())!)![0]
    const code = shown.replace(' ', '')
    await expect(page).toHaveTitle(`(1) ${shown} · ${pages['2001'].name[lang]} · Kaika`)
    await expect(entry).toContainText('1')
    const said = t('layout.code.came', { merchant: 'ALWAYS CHALLENGES', lastFour: card.lastFour, code })
    await expect(page.getByRole('status').filter({ hasText: said })).toHaveCount(1)

    await test.step('one key copies it, but not where something is typed', async () => {
      await page.keyboard.press('c')
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code)
      await expect(page.getByText(t('threeD.copied', { code }))).toBeVisible()
      expect(hands.taken()).toMatchObject({ clicks: 1, fields: 0 })
      await page.evaluate(`navigator.clipboard.writeText('')`)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').pressSequentially('cc')
      await page.keyboard.press('Escape')
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('')
      await toast
        .getByRole('button', {
          name: new RegExp(`^${t('threeD.copyOf', { merchant: 'ALWAYS CHALLENGES', lastFour: card.lastFour })}`),
        })
        .click()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code)
    })

    await test.step('several stack, and one is dismissed', async () => {
      await buy(card, { merchantId: 'mer_always_challenges', amountCents: 8_42 })
      await expect(toast).toHaveCount(2, LIVE)
      await expect(toast.first()).toContainText(show(8_42))
      await expect(page).toHaveTitle(/^\(2\) /)
      await toast
        .first()
        .getByRole('button', { name: t('threeD.dismiss', { merchant: 'ALWAYS CHALLENGES', lastFour: card.lastFour }) })
        .click()
      await expect(toast).toHaveCount(1)
      await expect(toast).toContainText(show(7_31))
      await expect(entry).toContainText('2')
    })

    await test.step('its own page shows it instead', async () => {
      await entry.click()
      await expect(page.getByRole('list', { name: t('threeD.list') }).getByRole('listitem')).toHaveCount(2)
      await expect(codes).toHaveCount(0)
      await page.goBack()
      await expect(toast).toHaveCount(1)
    })

    await test.step('it is gone once it is used', async () => {
      expect(await enterCode(bought.authorizationId, code)).toMatchObject({ approved: true })
      await expect(codes).toHaveCount(0, LIVE)
      await expect(page).toHaveTitle(/^\(1\) /)
    })
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('it is at the bottom, and fingers find its buttons', async ({ page, t, request, person }) => {
      const me = person!
      await funded(request, me)
      const card = await opened(request, me, 50_00, 'VISA-US-1')
      await page.goto(`/#${pages['2005002'].path}`)
      await buy(card, { merchantId: 'mer_always_challenges', amountCents: 7_31 })
      const codes = page.getByRole('region', { name: t('threeD.open') })
      await expect(codes.getByRole('listitem')).toBeVisible(LIVE)
      const box = (await codes.boundingBox())!
      expect(box.y + box.height).toBeGreaterThan(800)
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(390)
      for (const button of await codes.getByRole('button').all()) {
        const { width, height } = (await button.boundingBox())!
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      }
    })
  })

  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const)
      test.describe(`${width} wide, ${colorScheme}`, () => {
        test.use({ who: demo.buyer, viewport: { width, height: 900 }, colorScheme })

        test('codes above a page, a command and the folded menu are there for everybody', async ({ page, t }) => {
          const now = Date.now()
          const code = (id: string, digits: string | null) => ({
            ...{ id, code: digits, answer: null, used: 0, result: null, createTime: now, expireTime: now + 290_000 },
            ...{ merchantName: 'ALWAYS CHALLENGES', amount: 7_31, unit: 'USD' },
            ...{ cardId: `crd_${'0'.repeat(26)}`, cardSeqNo: '100000000001', lastFour: '8623' },
          })
          const data = { list: [code('one', '889882'), code('two', null)], total: 2, serverTime: now }
          await page.route('**/api/card/getThreePool*', (route) =>
            route.fulfill({ json: { code: 200, msg: '', data, path: '', status: 200 } }),
          )
          const looksAt = async (where: string) => {
            await loaded(page)
            await spotless(page, where)
            await fits(page, where)
            if (width < 600) await fitsFingers(page, where)
          }
          await page.goto(`/#${pages['2005002'].path}`)
          const codes = page.getByRole('region', { name: t('threeD.open') }).getByRole('listitem')
          await expect(codes).toHaveCount(2)
          await expect(codes.last().getByRole('button', { name: t('threeD.confirm') })).toBeVisible()
          await looksAt('codes above the page')
          await page.keyboard.press('Control+k')
          await page
            .getByRole('dialog', { name: t('palette.title') })
            .getByRole('combobox')
            .fill('open 20 US Visa for tests, $50 each')
          await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('20')
          await looksAt('a command in the palette')
          await page.keyboard.press('Escape')
          if (width < 600) return
          await page.keyboard.press('Control+\\')
          await expect(page.getByRole('button', { name: t('layout.unfold') })).toBeVisible()
          await looksAt('the folded menu')
        })
      })
})
