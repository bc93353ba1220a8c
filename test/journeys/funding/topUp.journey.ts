import type { Page } from '@playwright/test'
import { rails } from '#contract/funding/funding.ts'
import { show } from '#contract/core/money.ts'
import { pages } from '#contract/core/permissions.ts'
import { alone } from '../alone.ts'
import { countsHands } from '../handsOn.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { codeOn, payOrder, textsOn } from '../outside.ts'
import { newMobile } from '../people.ts'

/** The order number of the current page. */
const orderNoOf = (page: Page): string => new URL(page.url().replace('/#/', '/')).searchParams.get('order')!

inBothLanguages((lang) => {
  test.describe('money from a bank', () => {
    test.use({ who: 'newcomer' })

    test('the cheapest way by WeChat: a doubled notification credits once', async ({ page, t }) => {
      const wechat = rails.ONLINE_WECHAT[lang]
      await page.goto('/#/FinanceRechargeIndex?amount=100')
      const cheapest = page.getByRole('region').filter({ hasText: t('funding.rail.best') })
      await expect(cheapest).toHaveCount(1)
      await expect(cheapest).toHaveAccessibleName(rails.UNIONPAY[lang])
      await page.getByRole('button', { name: t('funding.rail.choose', { rail: wechat }) }).click()
      await expect(page).toHaveURL(/FinanceRechargeOnline\?rail=ONLINE_WECHAT&amount=735\.35/)
      const arrives = page.getByRole('definition').filter({ hasText: show(100_00) })
      await expect(arrives).toBeVisible()
      await page.getByRole('button', { name: t('funding.yuan.submit') }).click()
      await expect(page.getByLabel(t('funding.yuan.scan', { rail: wechat }))).toBeVisible()
      await expect(page.getByRole('timer')).toHaveText(/^00:1[45]:\d\d$/)

      await payOrder(orderNoOf(page), { copies: 5 })
      await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible()
      await page.getByRole('button', { name: t('funding.usdt.toFlows') }).click()
      await expect(page.getByRole('row').filter({ hasText: show(100_00, 'USD', 'always') })).toHaveCount(1)
    })

    test('200 dollars are compared in one table, and three clicks lead to the address', async ({ page, t }) => {
      await page.goto('/#/home')
      const hands = await countsHands(page)
      const menu = page.getByRole('navigation', { name: t('layout.menu') })
      await menu.getByRole('link', { name: pages['2003001'].name[lang], exact: true }).click()
      await page.getByLabel(t('funding.amount'), { exact: true }).first().fill('200')
      const lines = page.getByRole('region')
      // A wire is for businesses: it comes last, without a price, and says how to get there.
      await expect(lines.last()).toHaveAccessibleName(rails.USD_WIRE[lang])
      await expect(lines.last().getByRole('link', { name: t('funding.rail.verifyBusiness') })).toBeVisible()
      await expect(lines.first()).toContainText(t('funding.rail.best'))
      await page.getByRole('button', { name: t('funding.rail.choose', { rail: rails.USDT_TRC20[lang] }) }).click()
      await page.getByRole('button', { name: t('funding.usdt.submit') }).click()
      await expect(page.getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)).toBeVisible()
      expect(hands.taken()).toMatchObject({ clicks: 3, fields: 1 })
    })

    test('by Alipay without a word from the provider: "I have paid" finds it', async ({ page, t }) => {
      test.setTimeout(300_000)
      await alone('ONLINE_ALIPAY', async () => {
        await page.goto('/#/FinanceRechargeOnline?rail=ONLINE_ALIPAY&amount=500')
        await page.getByRole('button', { name: t('funding.yuan.submit') }).click()
        await expect(page.getByLabel(t('funding.yuan.scan', { rail: rails.ONLINE_ALIPAY[lang] }))).toBeVisible()
      })
      await payOrder(orderNoOf(page), { tell: 'none' })
      await page.getByRole('button', { name: t('funding.yuan.check') }).click()
      await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible()
    })

    test('by bank card: the code of the bank, once wrong and then right', async ({ page, t }) => {
      await page.goto('/#/FinanceRechargeUnionPay?amount=499')
      const amount = page.getByLabel(t('funding.yuan.amount'))
      await expect(amount).toHaveAccessibleDescription(t('funding.rail.belowMin', { min: show(500_00, 'CNY') }))
      await amount.fill('2000')
      const mobile = newMobile()
      const card = page.getByLabel(t('funding.yuan.field.bankCardNo'))
      await card.fill('6222020200112233440')
      await page.getByLabel(t('funding.yuan.field.holderName')).fill('Lin Anna')
      await expect(card).toHaveAccessibleDescription(t('funding.yuan.wrong.bankCardNo'))
      await card.fill('6222020200112233446')
      await page.getByLabel(t('funding.yuan.field.mobile')).fill(mobile)
      await page.getByLabel(t('funding.yuan.field.idNo')).fill('110101199003074477')
      await expect(page.getByRole('definition').filter({ hasText: show(272_52) })).toBeVisible()
      await page.getByRole('button', { name: t('funding.yuan.askCode') }).click()
      await expect(page.getByText('**** 3446')).toBeVisible()

      const code = page.getByLabel(t('funding.yuan.code'))
      const right = await codeOn(mobile)
      expect(await textsOn(mobile)).toBe(1)
      await code.fill(right === '000000' ? '111111' : '000000')
      await page.getByRole('button', { name: t('funding.yuan.confirm') }).click()
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      await code.fill(right)
      const confirm = page.getByRole('button', { name: t('funding.yuan.confirm') })
      // A second press within a second is ignored: the button guards against double-clicks.
      await expect(async () => {
        if (await confirm.isVisible()) await confirm.click({ timeout: 10_000 })
        await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible({ timeout: 10_000 })
      }).toPass()
      await expect(page.getByText(show(272_52)).first()).toBeVisible()
      // The browser stores nothing of the card.
      const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage])')
      expect(String(kept)).not.toContain('6222020200112233446')
    })

    test('above what the text names, customer service takes over', async ({ page, t }) => {
      const over = lang === 'cn' ? '10000.01' : '3000.01'
      await page.goto(`/#/FinanceRechargeUnionPay?amount=${over}`)
      await page.getByRole('button', { name: t('funding.handOver.open') }).click()
      const dialog = page.getByRole('dialog', { name: t('funding.handOver.title') })
      await expect(dialog).toContainText(show(lang === 'cn' ? 10_000_01 : 3_000_01, 'CNY'))
    })
  })
})
