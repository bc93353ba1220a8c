/** A card at Stripe: opened, looked at in the frame that Stripe's script fills, and its whole life on Stripe's wire. */
import { elsewhere, expect, test } from '../journey.ts'
import { intent } from '../inHand.ts'
import { withOwnKaika } from '../ownKaika.ts'
import { asks } from '../people.ts'
import { sayIn } from '../words.ts'
import { LOADED, livesItsLife } from './cardLife.ts'

test('a card of Stripe lives its whole life, and its number is never on our side', async ({ browser }) => {
  test.setTimeout(600_000)
  await withOwnKaika(
    async (kaika) => {
      const { url, holder, codesOn } = kaika
      // In one language: a person gets one code a minute.
      const lang = 'cn'
      const t = sayIn(lang)
      const page = await elsewhere(browser, lang, holder, url)
      const answers: string[] = []
      page.on('response', async (response) => {
        if (response.url().startsWith(`${url}/`)) answers.push(await response.text().catch(() => ''))
      })
      let cardId = ''
      const plastic = await test.step('open a card and look at its number', async () => {
        const typed = { firstName: 'Ana', lastName: 'Lopez', street: '1 Cedar Avenue', city: 'Portland', state: 'OR' }
        const input = {
          vid: 'STRIPE-VISA-US-1',
          rechargeAmount: LOADED,
          ...typed,
          zipCode: '97201',
          requestNo: intent(),
        }
        const opened = await asks<{ cardId: string }>(page.request, holder, 'POST /api/card/newCard', input)
        cardId = opened.cardId
        await page.goto(`/#/cardList/${cardId}/reveal`)
        const dialog = page.getByRole('dialog', { name: t('cards.reveal.title') })
        const seen = (await codesOn(holder.mobile)).length
        await dialog.getByRole('button', { name: t('cards.reveal.send') }).click()
        await expect.poll(async () => (await codesOn(holder.mobile)).length).toBe(seen + 1)
        await dialog.getByLabel(t('cards.reveal.code')).fill((await codesOn(holder.mobile))[0]!)
        const frame = dialog.frameLocator('iframe')
        await expect(frame.getByText('卡号', { exact: true })).toBeVisible()
        const valueIn = (place: string) => frame.frameLocator(`#${place} iframe`).locator('#value').innerText()
        const cardNumber = (await valueIn('number')).replaceAll(/\s/g, '')
        const [month, year] = (await valueIn('expiry')).split('/')
        const cvc = await valueIn('code')
        expect(cardNumber).toMatch(/^40000099\d{8}$/)
        await expect(dialog.getByText(t('cards.reveal.byIssuer'))).toBeVisible()
        await dialog.getByRole('button', { name: t('cards.reveal.hideNow') }).click()
        await expect(dialog.locator('iframe')).toHaveCount(0)
        await dialog.getByRole('button', { name: t('ui.close') }).click()
        return { cardNumber, expMonth: Number(month), expYear: 2000 + Number(year), cvc }
      })

      await livesItsLife({ browser, kaika, page, lang, cardId, plastic })
      expect(answers.length).toBeGreaterThan(5)
      expect(answers.filter((text) => text.includes(plastic.cardNumber))).toEqual([])
    },
    { issuers: ['stripe'] },
  )
})
