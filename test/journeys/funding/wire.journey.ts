import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { topupStatuses } from '#contract/funding/forecasts.ts'
import { show } from '#contract/core/money.ts'
import { pages } from '#contract/core/permissions.ts'
import { lineStates } from '#contract/funding/desk/wires.ts'
import { goesTo, leavesDesk, signsInAtDesk, words } from '../desk.ts'
import { countsHands } from '../handsOn.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { isKnownAs } from '../papers.ts'
import { asks, type Person } from '../people.ts'
import { prove } from '../prove.ts'

/** A photo of a receipt, of the size that a phone takes. */
const slip = async (shade: string) => ({
  name: 'slip.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1600, height: 1200, channels: 3, background: shade } })
    .jpeg()
    .toBuffer(),
})

inBothLanguages((lang) => {
  const { wires, approvals } = words(lang)
  const stateOf = (drawer: Locator, status: keyof typeof topupStatuses) =>
    drawer.getByText(topupStatuses[status][lang], { exact: true }).first()

  test.describe('a wire in dollars', () => {
    test.use({ who: 'newcomer' })

    test('is announced, revoked, sent in again, matched with less, and credited by a second person', async ({
      page,
      t,
      request,
      person,
      browser,
    }) => {
      test.setTimeout(600_000)
      const me = person as Person
      const company = lang === 'cn' ? 'Cedar Trading LLC' : 'Maple Supply Inc.'
      const bankRef = `FT${Date.now()}${lang}`
      await isKnownAs(request, me, { type: 'BUSINESS', name: company })
      const wallet = async () => (await asks<{ usdBalance: number }>(request, me, 'GET /api/user/wallet')).usdBalance
      const drawer = page.getByRole('dialog')

      const reference = await test.step('where to send it, and what arrives', async () => {
        await page.goto(`/#${pages['2003001003'].path}?amount=1000`)
        const found = page.getByText(/^KK\d+$/).first()
        await expect(found).toBeVisible()
        await expect(page.getByText(show(1000_00), { exact: true })).toBeVisible()
        return (await found.textContent())!
      })

      await test.step('it is announced with a slip: two clicks, three fields and a picture', async () => {
        const hands = await countsHands(page)
        await page.getByRole('button', { name: t('forecasts.wire.next') }).click()
        const form = page.getByRole('dialog', { name: t('forecasts.form.title') })
        await expect(form.getByLabel(t('forecasts.field.amount'))).toHaveValue(/^1,?000/)
        await form.getByLabel(t('forecasts.field.payerName')).fill(company)
        await form.getByLabel(t('forecasts.field.payerBank')).fill('Chase')
        await form.getByLabel(t('forecasts.field.payerAccount')).fill('US 9900 1234')
        await form.getByLabel(t('forecasts.field.slips')).setInputFiles(await slip('#f4f1ea'))
        await expect(form.getByRole('progressbar')).toHaveCount(0)
        await form.getByRole('button', { name: t('forecasts.form.submit'), exact: true }).click()
        await expect(stateOf(drawer, 'SUBMITTED')).toBeVisible()
        expect(hands.taken()).toMatchObject({ clicks: 2, fields: 3 })
      })
      const orderNo = (await drawer.getByRole('heading').first().textContent())!
      const topupId = page.url().split('/').at(-1)!.split('?')[0]!

      await test.step('it is revoked, and comes again as another version', async () => {
        const revoke = drawer.getByRole('button', { name: t('forecasts.one.revoke'), exact: true })
        await revoke.click()
        await expect(drawer.getByText(t('forecasts.one.revokeSure'))).toBeVisible()
        await revoke.click()
        await expect(stateOf(drawer, 'REVOKED')).toBeVisible()
        await drawer.getByRole('button', { name: t('forecasts.one.again') }).click()
        const form = page.getByRole('dialog', { name: t('forecasts.form.again') })
        await form.getByLabel(t('forecasts.field.amount')).fill('1200')
        await form.getByRole('button', { name: t('forecasts.form.submitAgain') }).click()
        await expect(stateOf(drawer, 'SUBMITTED')).toBeVisible()
        await expect(drawer.getByText(t('forecasts.one.version', { version: 2 }))).toBeVisible()
        await expect(drawer.getByText(t('forecasts.one.changed', { what: t('forecasts.field.amount') }))).toBeVisible()
      })

      const maker = await elsewhere(browser, lang)
      const address =
        await test.step('one at the desk takes it, and finds the money on the bank’s statement', async () => {
          await signsInAtDesk(maker, lang, 'finance1')
          const hands = await countsHands(maker)
          await goesTo(maker, lang, 'statements')
          // Intermediary banks kept 15 dollars.
          await maker
            .getByLabel(wires.import)
            .setInputFiles({
              name: 'statement.csv',
              mimeType: 'text/csv',
              buffer: Buffer.from(
                `Value date,Reference,Amount,Currency,Payer,Payer account,Details\r\n2026-11-20,${bankRef},1185.00,USD,"${company}",US99001234,"/INV 7/ ${reference}"\r\n`,
              ),
            })
          await expect(maker.getByRole('status').filter({ hasText: /1/ })).toBeVisible()
          await maker.getByRole('row').filter({ hasText: bankRef }).click()
          const line = maker.getByRole('dialog', { name: bankRef })
          await expect(line.getByText(lineStates.OPEN[lang], { exact: true })).toBeVisible()
          await line.getByRole('link', { name: orderNo }).click()
          const forecast = maker.getByRole('dialog', { name: orderNo })
          await forecast.getByRole('button', { name: wires.take, exact: true }).click()
          await expect(stateOf(forecast, 'REVIEWING')).toBeVisible()
          const before = hands.taken()
          await forecast.getByRole('button', { name: words(lang).wires.slip.replace('{{n}}', '1') }).click()
          const enlarge = forecast.getByRole('button', { name: wires.slipLarger.replace('{{n}}', '1') })
          await enlarge.click()
          const large = maker.getByRole('dialog', { name: wires.slipName.replace('{{n}}', '1') })
          await expect(large.getByRole('img')).toBeVisible()
          await maker.keyboard.press('Escape')
          await expect(enlarge).toBeFocused()
          hands.taken()
          await forecast.getByLabel(wires.reason).fill('matches the reference')
          await forecast
            .getByRole('listitem')
            .filter({ hasText: bankRef })
            .getByRole('button', { name: wires.match })
            .click()
          await expect(stateOf(forecast, 'MATCHED')).toBeVisible()
          // Besides the look at the slip: menu, line, forecast, take and match, with a reason.
          expect([before.clicks + hands.taken().clicks, before.fields]).toEqual([5, 0])
          await expect(forecast.getByRole('button', { name: wires.match })).toHaveCount(0)
          await maker.keyboard.press('Escape')
          await expect(forecast).toHaveCount(0)
          await goesTo(maker, lang, 'approvals')
          await maker.getByText(approvals.scope.mine, { exact: true }).click()
          await maker.getByRole('row').filter({ hasText: orderNo }).click()
          await expect(maker.getByText(approvals.whyNot.own)).toBeVisible()
          return maker.url()
        })
      await expect(stateOf(drawer, 'MATCHED')).toBeVisible()
      expect(await wallet()).toBe(0)

      await test.step('another one agrees: menu, line, approve', async () => {
        const checker = await elsewhere(browser, lang)
        await signsInAtDesk(checker, lang, 'finance2')
        const hands = await countsHands(checker)
        await goesTo(checker, lang, 'approvals')
        await checker.getByRole('row').filter({ hasText: orderNo }).click()
        await expect(checker.getByRole('dialog')).toContainText(show(1185_00))
        expect(address).toContain(new URL(checker.url()).hash)
        await checker.getByRole('button', { name: approvals.approve }).click()
        await expect(checker.getByText(approvals.done.APPROVED)).toBeVisible()
        expect(hands.taken()).toMatchObject({ clicks: 3, fields: 0 })
        await leavesDesk(checker)
      })

      await test.step('the account holder sees it where they were left waiting', async () => {
        await expect(stateOf(drawer, 'CREDITED')).toBeVisible()
        await expect(drawer).toContainText(show(1185_00))
        expect(await wallet()).toBe(1185_00)
        await drawer.getByRole('button', { name: t('forecasts.one.toFlows') }).click()
        await expect(page.getByRole('row').filter({ hasText: show(1185_00, 'USD', 'always') })).toHaveCount(1)
      })
      await leavesDesk(maker)
      expect(topupId).toMatch(/^fct_/)
      expect(await prove()).toContain('the books are proven')
    })
  })
})
