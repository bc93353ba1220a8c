import type { Page } from '@playwright/test'
import { pages } from '#contract/core/permissions.ts'
import { show, type Cents } from '#contract/core/money.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { sendUsdt } from '../outside.ts'
import { onTheBooks } from '../papers.ts'
import type { Say } from '../words.ts'

/** From the price to the deposit address; the price is for 120 USDT. */
async function asksFor120(page: Page, t: Say): Promise<string> {
  await page.goto('/#/FinanceRechargeOnline?amount=120')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - term: ${t('funding.usdt.pay')}
    - definition: 120.000000 USDT
  `)
  await page.getByRole('button', { name: t('funding.usdt.submit') }).click()
  const address = page.getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
  await expect(address).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(00:59:\d\d|01:00:00)$/)
  return (await address.textContent())!
}

const hourEnds = (address: string): Promise<void> =>
  onTheBooks(`UPDATE recharge_order SET expires_at = now() - interval '1 second' WHERE address = $1`, [address])

inBothLanguages((lang) => {
  test.describe('the wallet', () => {
    test.use({ who: 'newcomer' }) // the initial limit is 500 dollars a day

    test('what arrives is credited as it arrived, told in words, and found in the statement', async ({ page, t }) => {
      const cases: [what: string, units: string, credit: Cents][] = [
        ['exactly', '120.000000', 117_60],
        ['more', '130.500000', 127_89],
        ['less', '115.000000', 112_70],
      ]
      let [sum, count] = [0, 0]
      for (const [what, units, credit] of cases)
        await test.step(what, async () => {
          const toAddress = await asksFor120(page, t)
          await sendUsdt({ toAddress, confirmations: 30, units })
          const title = what === 'exactly' ? t('funding.usdt.done.title') : t('funding.usdt.mismatch.title')
          await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 60_000 })
          sum += credit
          count++
          await expect(page.getByText(show(credit)).first()).toBeVisible()
          await page.getByRole('button', { name: t('funding.usdt.toFlows') }).click()
          await expect(page.getByRole('row').filter({ hasText: show(credit, 'USD', 'always') })).toBeVisible()
        })

      await test.step('the figure of the wallet leads to the entries that make it', async () => {
        await page.getByRole('link', { name: pages['2001'].name[lang], exact: true }).click()
        const figure = page.getByRole('link', { name: /^\$[\d,]+\.\d\d$/ })
        await expect(figure).toBeVisible()
        const balance = (await figure.textContent())!
        await figure.click()
        await expect(page).toHaveURL(/#\/financeRecord/)
        await expect(page.getByRole('main')).toMatchAriaSnapshot(`
          - term: ${t('funding.flows.available')}
          - definition: ${balance}
          - term: ${t('funding.flows.in')}
          - definition: +${balance}
          - term: ${t('funding.flows.out')}
          - definition: $0.00
          - term: ${t('funding.flows.net')}
          - definition: +${balance}
        `)
        const rows = page
          .getByRole('region', { name: t('funding.flows.title') })
          .getByRole('row')
          .filter({ has: page.getByRole('cell') })
        await expect(rows.first()).toContainText(balance)
        const credits = (await rows.allInnerTexts()).map((text) => cents(/\+\$[\d,]+\.\d\d/.exec(text)![0]))
        expect(credits.reduce((a, b) => a + b)).toBe(cents(balance))
        expect(credits.slice(0, count).reduce((a, b) => a + b)).toBe(sum)

        await rows.first().click()
        const entry = page.getByRole('dialog')
        await expect(entry).toContainText(t('funding.flows.one.madeOf'))
        await expect(entry).toContainText(balance)
        await page.keyboard.press('Escape')
        await expect(entry).toHaveCount(0)
      })
    })

    test('what cannot be credited is said in words, and the wallet stays as it is', async ({ page, t }) => {
      await test.step('too little waits for the rest, and for a person when the hour is over', async () => {
        const toAddress = await asksFor120(page, t)
        await sendUsdt({ toAddress, units: '20.000000', confirmations: 30 })
        await expect(page.getByText(t('funding.usdt.remainingHint', { received: '20.00' }))).toBeVisible({
          timeout: 60_000,
        })
        await expect(page.getByText('100.00', { exact: true })).toBeVisible()
        await hourEnds(toAddress)
        await expect(
          page.getByText(t('funding.usdt.mismatch.text', { asked: '120.00', received: '20.00', unit: 'USDT' })),
        ).toBeVisible({ timeout: 90_000 })
        await expect(page.getByRole('button', { name: t('funding.usdt.toFlows') })).toHaveCount(0)
      })
      await test.step('another token is no money', async () => {
        const toAddress = await asksFor120(page, t)
        await sendUsdt({ toAddress, units: '120.000000', token: 'FAKE', confirmations: 30 })
        await page.getByRole('button', { name: t('funding.usdt.check') }).click()
        await expect(page.getByRole('status').getByText(t('funding.usdt.notSeen'))).toBeVisible()
        await expect(page.getByText(t('funding.usdt.networkWarn'))).toBeVisible()
        // It can still be found after losing the page.
        await page.getByRole('link', { name: t('funding.usdt.back') }).click()
        await expect(page.getByRole('link', { name: t('funding.open.title') }).first()).toBeVisible()
      })
      await page.getByRole('link', { name: pages['2003003'].name[lang], exact: true }).click()
      await expect(page.getByText(t('funding.flows.none'))).toBeVisible()
    })

    test('what comes in two parts within the hour is credited as one', async ({ page, t }) => {
      const toAddress = await asksFor120(page, t)
      await sendUsdt({ toAddress, units: '50.000000', confirmations: 30 })
      await expect(page.getByText(t('funding.usdt.remainingHint', { received: '50.00' }))).toBeVisible({
        timeout: 60_000,
      })
      await sendUsdt({ toAddress, units: '70.000000', confirmations: 30 })
      await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible({ timeout: 60_000 })
      await expect(page.getByText(show(117_60)).first()).toBeVisible()
    })

    test('what comes above the identity limit is kept whole, and leads to the verification', async ({ page, t }) => {
      const toAddress = await asksFor120(page, t)
      await sendUsdt({ toAddress, units: '600.000000', confirmations: 30 })
      await expect(page.getByRole('heading', { name: t('funding.usdt.mismatch.title') })).toBeVisible({
        timeout: 60_000,
      })
      await expect(page.getByRole('button', { name: t('funding.usdt.toFlows') })).toHaveCount(0)
      await page.getByRole('button', { name: t('funding.usdt.verify') }).click()
      await expect(page.getByRole('dialog', { name: t('identity.identity') })).toBeVisible()
    })

    test('what comes after the hour is credited all the same, if it is exact', async ({ page, t }) => {
      const toAddress = await asksFor120(page, t)
      await hourEnds(toAddress)
      await expect(page.getByRole('heading', { name: t('funding.usdt.expired.title') })).toBeVisible({
        timeout: 90_000,
      })
      await sendUsdt({ toAddress, units: '120.000000', confirmations: 30 })
      await expect(async () => {
        await page.getByRole('button', { name: t('funding.usdt.check') }).click({ timeout: 10_000 })
        await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible({ timeout: 10_000 })
      }).toPass()
      await page.getByRole('button', { name: t('funding.usdt.toFlows') }).click()
      await expect(page.getByRole('row').filter({ hasText: show(117_60, 'USD', 'always') })).toHaveCount(1)
    })

    test('below the minimum nothing is asked for, and it says why', async ({ page, t }) => {
      await page.goto('/#/FinanceRechargeOnline?amount=109.99')
      const amount = page.getByLabel(t('funding.usdt.amount'))
      await expect(amount).toHaveAccessibleDescription(t('funding.usdt.belowMin', { min: '110.00' }))
      await expect(page.getByRole('button', { name: t('funding.usdt.submit') })).toBeDisabled()
      await amount.fill('12x')
      await expect(amount).toHaveAccessibleDescription(t('funding.usdt.shape'))
    })

    test('an address is good for an hour', async ({ page, t }) => {
      await page.clock.install()
      await asksFor120(page, t)
      await page.clock.fastForward(30 * 60_000)
      await expect(page.getByRole('timer')).toHaveText(/^00:(29|30):\d\d$/)
      await page.clock.fastForward(31 * 60_000)
      await expect(page.getByRole('timer')).toHaveText('00:00:00')
    })
  })
})

const cents = (text: string): Cents => Number(text.replaceAll(/[^\d]/g, ''))
