/** The page of the simulated outside world: buying with one's own card, without typing its number. */
import { funded, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'

/** What the page says: it has texts of its own. */
const words = {
  cn: {
    ...{
      buy: '用卡购物',
      ownCard: '选择卡片（自动填写）',
      number: '卡号',
      cvc: '安全码',
      zip: '账单邮编',
      merchant: '商户',
    },
    ...{ pay: '付款', approved: '已批准', toConsole: '打开控制台' },
  },
  en: {
    ...{ buy: 'Buy something', ownCard: 'Card (fills in the rest)', number: 'Card number', cvc: 'Security code' },
    ...{ zip: 'Billing ZIP', merchant: 'Merchant', pay: 'Pay', approved: 'Approved', toConsole: 'Open the console' },
  },
} as const

inBothLanguages((lang) => {
  test.use({ who: 'newcomer' })

  test('one click fills in a card; what is approved says so; a link leads back', async ({ page, request, person }) => {
    await funded(request, person!)
    const card = await opened(request, person!, 50_00)
    const said = words[lang]
    await page.addInitScript((language) => {
      ;(globalThis as unknown as { localStorage: { language: string } }).localStorage.language = language
    }, lang)
    await page.goto(process.env.KAIKA_SIMULATORS_URL ?? 'http://127.0.0.1:4100')
    const buy = page.getByRole('region', { name: said.buy })
    await buy.getByLabel(said.ownCard).selectOption(card.cardNumber)
    await expect(buy.getByLabel(said.number, { exact: true })).toHaveValue(card.cardNumber)
    await expect(buy.getByLabel(said.cvc)).toHaveValue(card.cvc)
    await expect(buy.getByLabel(said.zip)).toHaveValue('97201')
    await buy.getByLabel(said.merchant).selectOption('mer_github')
    await buy.getByRole('button', { name: said.pay }).click()
    await expect(buy.getByRole('status')).toContainText(said.approved)
    const row = page.getByRole('row').filter({ hasText: `·· ${card.lastFour}` })
    await expect(row).toContainText(said.approved)
    await expect(row).toContainText('$0.00')

    await spotless(page, 'the outside world')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await fits(page, `the outside world at ${width} pixels`)
    }
    const link = page.getByRole('link', { name: said.toConsole })
    const port = new URL(process.env.KAIKA_URL ?? 'http://127.0.0.1:4000').port
    expect(new URL((await link.getAttribute('href'))!).port).toBe(port)
    await link.click()
    await expect(page.locator('#root')).toBeAttached()
  })
})
