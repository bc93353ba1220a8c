/** A card at Stripe: opened, looked at in the frame that Stripe's script fills, and its whole life on Stripe's wire. */
import { cardStatuses } from '#contract/cards/states.ts'
import { show } from '#contract/core/money.ts'
import { authStatuses } from '#contract/trades/trades.ts'
import { elsewhere, expect, test } from '../journey.ts'
import { intent } from '../inHand.ts'
import { withOwnKaika } from '../ownKaika.ts'
import { asks } from '../people.ts'
import { sayIn } from '../words.ts'

const LIVE = { timeout: 30_000 }
const PROVEN = 'the books are proven'

test('a card of Stripe lives its whole life, and its number is never on our side', async ({ browser }) => {
  test.setTimeout(480_000)
  await withOwnKaika(
    async ({ url, holder, outside, codesOn, prove }) => {
      // In one language: a person gets one code a minute.
      const lang = 'cn'
      const t = sayIn(lang)
      const page = await elsewhere(browser, lang, holder, url)
      const answers: string[] = []
      page.on('response', async (response) => {
        if (response.url().startsWith(`${url}/`)) answers.push(await response.text().catch(() => ''))
      })
      let cardId = ''
      const balances = () =>
        asks<{ balance: number; available: number }>(page.request, holder, 'POST /api/card/getCardBalance', { cardId })
      /** What is on the card and what of it is held, once it is so. */
      const becomes = (balance: number, held: number) =>
        expect
          .poll(async () => {
            const now = await balances()
            return [now.balance, now.balance - now.available]
          }, LIVE)
          .toEqual([balance, held])

      const details = await test.step('open a card and look at its number', async () => {
        const typed = { firstName: 'Ana', lastName: 'Lopez', street: '1 Cedar Avenue', city: 'Portland', state: 'OR' }
        const input = {
          vid: 'STRIPE-VISA-US-1',
          rechargeAmount: 500_00,
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

      const buys = async (amountCents: number, more: object = {}) => {
        const bought = await outside<{ approved: boolean; authorizationId: string; amountCents: number }>(
          '/network/purchases',
          { ...details, ...{ merchantId: 'mer_google_ads', amountCents, ...more } },
        )
        return { ...bought, at: `/network/authorizations/${bought.authorizationId}` }
      }

      await test.step('it is charged, and the charge is in the list', async () => {
        const { approved, at } = await buys(30_00)
        expect(approved).toBe(true)
        await page.goto('/#/cardRecord')
        const list = page.getByRole('region', { name: t('trades.tab.auth'), exact: true })
        const row = list.getByRole('row').filter({ hasText: details.cardNumber.slice(-4) })
        await expect(row).toContainText(authStatuses.PENDING[lang], LIVE)
        await expect(row).toContainText(show(30_00))
        await outside(`${at}/increment`, { amountCents: 5_00 })
        await becomes(500_00, 35_00)
        await outside(`${at}/clear`, { amountCents: 10_00, final: false })
        await becomes(490_00, 25_00)
        await outside(`${at}/clear`, { amountCents: 20_00 })
        await becomes(470_00, 0)
        await page.reload()
        await expect(row).toContainText(authStatuses.COMPLETE[lang], LIVE)
        await outside(`${at}/refund`, { amountCents: 7_00 })
        await becomes(477_00, 0)
        expect(await prove()).toContain(PROVEN)
      })

      await test.step('it clears for more, approves a part, is reversed, expires and is charged without a request', async () => {
        const tip = await buys(10_00, { merchantId: 'mer_bistro' })
        await outside(`${tip.at}/clear`, { amountCents: 12_00 })
        await becomes(465_00, 0)
        const part = await buys(600_00, { partialOk: true })
        expect([part.approved, part.amountCents]).toEqual([true, 465_00])
        await outside(`${part.at}/reverse`, {})
        await becomes(465_00, 0)
        const forgotten = await buys(40_00)
        await becomes(465_00, 40_00)
        await outside(`${forgotten.at}/expire`, {})
        await becomes(465_00, 0)
        const loose = { cardNumber: details.cardNumber, merchantId: 'mer_google_ads', amountCents: 5_00 }
        await outside('/network/forced-posts', loose)
        await becomes(460_00, 0)
        expect(await prove()).toContain(PROVEN)
      })

      await test.step('frozen it pays nothing, closed its money is back', async () => {
        await asks(page.request, holder, 'POST /api/card/frozen', { cardId, frozen: 1, requestNo: intent() })
        await expect.poll(async () => (await buys(1_00)).approved, LIVE).toBe(false)
        await page.goto('/#/cardList')
        const row = page
          .getByRole('region', { name: t('cards.list') })
          .getByRole('row')
          .filter({ hasText: details.cardNumber.slice(-4) })
        await expect(row).toContainText(cardStatuses.FROZEN[lang], LIVE)
        const input = { cardId, requestNo: intent() }
        const closed = await asks<{ status: string; returned: number }>(
          page.request,
          holder,
          'POST /api/card/delete',
          input,
        )
        expect(closed).toMatchObject({ status: 'CLOSED', returned: 460_00 })
        expect((await buys(1_00)).approved).toBe(false)
        expect(answers.length).toBeGreaterThan(5)
        expect(answers.filter((text) => text.includes(details.cardNumber))).toEqual([])
      })
      expect(await prove()).toContain(PROVEN)
    },
    { issuers: ['stripe'] },
  )
})
