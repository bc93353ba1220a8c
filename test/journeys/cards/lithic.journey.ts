/** A card at Lithic: opened, looked at in its frame, its payments confirmed, and its whole life on Lithic's wire. */
import { show } from '#contract/core/money.ts'
import { threeDAnswers, threeDResults } from '#contract/threeD/threeD.ts'
import { elsewhere, expect, test } from '../journey.ts'
import { intent } from '../inHand.ts'
import { withOwnKaika } from '../ownKaika.ts'
import { asks } from '../people.ts'
import { sayIn } from '../words.ts'
import { becomes, buys, LOADED, livesItsLife } from './cardLife.ts'

const LIVE = { timeout: 30_000 }

test('a card of Lithic lives its whole life, and its number is never on our side', async ({ browser }) => {
  test.setTimeout(600_000)
  await withOwnKaika(
    async (kaika) => {
      const { url, holder, codesOn, outside } = kaika
      // In one language: a person gets one code a minute.
      const lang = 'en'
      const t = sayIn(lang)
      const page = await elsewhere(browser, lang, holder, url)
      const answers: string[] = []
      page.on('response', async (response) => {
        if (response.url().startsWith(`${url}/api/`)) answers.push(await response.text().catch(() => ''))
      })

      const { cardId, ...plastic } = await test.step('open a card and look at its number', async () => {
        const typed = { firstName: 'Ana', lastName: 'Lopez', street: '1 Cedar Avenue', city: 'Portland', state: 'OR' }
        const input = {
          vid: 'LITHIC-VISA-US-1',
          rechargeAmount: LOADED,
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
        return { cardId, cardNumber, expMonth: Number(month), expYear: 2000 + Number(year), cvc }
      })

      const life = { browser, kaika, page, lang, cardId, plastic } as const

      await test.step('a payment without a code is confirmed in the console, and another rejected', async () => {
        let confirmed = ''
        await page.goto('/#/cardThreeD')
        const rows = page.getByRole('list', { name: t('threeD.list') }).getByRole('listitem')
        for (const [answer, button, result, amountCents] of [
          ['APPROVE', 'threeD.confirm', 'PASSED', 12_00],
          ['DECLINE', 'threeD.reject', 'FAILED', 13_00],
        ] as const) {
          const bought = await buys(life, amountCents, { merchantId: 'mer_always_challenges' })
          expect(bought.approved).toBe(false)
          if (answer === 'APPROVE') confirmed = bought.at
          const row = rows.filter({ hasText: show(amountCents) })
          await expect(row).toContainText(t('threeD.noCode'), LIVE)
          await row.getByRole('button', { name: t(button) }).click()
          await expect(row).toContainText(threeDAnswers[answer][lang])
          await expect(row).toContainText(threeDResults[result][lang], LIVE)
        }
        await becomes(life, LOADED, 12_00)
        await outside(`${confirmed}/reverse`, {})
        await becomes(life, LOADED, 0)
      })

      await livesItsLife(life)
      expect(answers.length).toBeGreaterThan(5)
      expect(answers.filter((text) => text.includes(plastic.cardNumber))).toEqual([])
    },
    { issuers: ['lithic'] },
  )
})
