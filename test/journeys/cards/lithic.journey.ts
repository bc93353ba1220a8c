/** A card of an issuer that shows numbers itself: opened, looked at in its frame, charged on its own wire. */
import { cardStatuses } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { threeDAnswers, threeDResults } from '#contract/threeD/threeD.ts'
import { authStatuses } from '#contract/trades/trades.ts'
import { elsewhere, expect, test } from '../journey.ts'
import { intent } from '../inHand.ts'
import { withOwnKaika } from '../ownKaika.ts'
import { asks } from '../people.ts'
import { sayIn } from '../words.ts'

const LIVE = { timeout: 30_000 }

test('a number that its issuer shows itself is seen in the console, and never on our side', async ({ browser }) => {
  test.setTimeout(480_000)
  await withOwnKaika(
    async ({ url, holder, outside, codesOn, prove }) => {
      // In one language: a person gets one code a minute.
      const lang = 'en'
      const t = sayIn(lang)
      const page = await elsewhere(browser, lang, holder, url)
      const answers: string[] = []
      page.on('response', async (response) => {
        if (response.url().startsWith(`${url}/api/`)) answers.push(await response.text().catch(() => ''))
      })

      const details = await test.step('open a card and look at its number', async () => {
        const typed = { firstName: 'Ana', lastName: 'Lopez', street: '1 Cedar Avenue', city: 'Portland', state: 'OR' }
        const input = {
          vid: 'LITHIC-VISA-US-1',
          rechargeAmount: 100_00,
          ...typed,
          zipCode: '97201',
          requestNo: intent(),
        }
        const { cardId } = await asks<{ cardId: string }>(page.request, holder, 'POST /api/card/newCard', input)
        await page.goto(`/#/cardList/${cardId}/reveal`)
        const dialog = page.getByRole('dialog', { name: t('cards.reveal.title') })
        const seen = (await codesOn(holder.mobile)).length
        await dialog.getByRole('button', { name: t('cards.reveal.send') }).click()
        await expect.poll(async () => (await codesOn(holder.mobile)).length).toBe(seen + 1)
        await dialog.getByLabel(t('cards.reveal.code')).fill((await codesOn(holder.mobile))[0]!)
        const frame = dialog.frameLocator('iframe')
        const cardNumber = (await frame.locator('#pan').innerText()).replaceAll(/\s/g, '')
        const [month, year] = [await frame.locator('#month').innerText(), await frame.locator('#year').innerText()]
        const cvc = await frame.locator('#cvv').innerText()
        expect(cardNumber).toMatch(/^44841200\d{8}$/)
        await expect(dialog.getByText(t('cards.reveal.byIssuer'))).toBeVisible()
        await dialog.getByRole('button', { name: t('cards.reveal.hideNow') }).click()
        await expect(dialog.locator('iframe')).toHaveCount(0)
        await dialog.getByRole('button', { name: t('ui.close') }).click()
        return { cardNumber, expMonth: Number(month), expYear: 2000 + Number(year), cvc }
      })

      await test.step('it is charged, and the charge is in the list', async () => {
        const bought = await outside<{ approved: boolean }>('/network/purchases', {
          ...details,
          ...{ merchantId: 'mer_github', amountCents: 30_00 },
        })
        expect(bought.approved).toBe(true)
        await page.goto('/#/cardRecord')
        const list = page.getByRole('region', { name: t('trades.tab.auth'), exact: true })
        const row = list.getByRole('row').filter({ hasText: details.cardNumber.slice(-4) })
        await expect(row).toContainText(authStatuses.PENDING[lang], LIVE)
        await expect(row).toContainText(show(30_00))
      })

      await test.step('a payment without a code is confirmed in the console, and another rejected', async () => {
        const buys = (amountCents: number) =>
          outside<{ approved: boolean }>('/network/purchases', {
            ...details,
            ...{ merchantId: 'mer_always_challenges', amountCents },
          })
        await page.goto('/#/cardThreeD')
        const rows = page.getByRole('list', { name: t('threeD.list') }).getByRole('listitem')
        for (const [answer, button, result, amountCents] of [
          ['APPROVE', 'threeD.confirm', 'PASSED', 12_00],
          ['DECLINE', 'threeD.reject', 'FAILED', 13_00],
        ] as const) {
          expect((await buys(amountCents)).approved).toBe(false)
          const row = rows.filter({ hasText: show(amountCents) })
          await expect(row).toContainText(t('threeD.noCode'), LIVE)
          await row.getByRole('button', { name: t(button) }).click()
          await expect(row).toContainText(threeDAnswers[answer][lang])
          await expect(row).toContainText(threeDResults[result][lang], LIVE)
        }
        await page.goto('/#/cardRecord')
        const list = page.getByRole('region', { name: t('trades.tab.auth'), exact: true })
        const held = list.getByRole('row').filter({ hasText: show(12_00) })
        await expect(held).toContainText(authStatuses.PENDING[lang], LIVE)
      })

      await test.step('in the list of cards it is one among others, and no answer of ours had its number', async () => {
        await page.goto('/#/cardList')
        const row = page
          .getByRole('region', { name: t('cards.list') })
          .getByRole('row')
          .filter({ hasText: details.cardNumber.slice(-4) })
        await expect(row).toContainText(cardStatuses.ACTIVE[lang])
        expect(answers.length).toBeGreaterThan(5)
        expect(answers.filter((text) => text.includes(details.cardNumber))).toEqual([])
      })
      expect(await prove()).toContain('the books are proven')
    },
    { issuers: ['lithic'] },
  )
})
