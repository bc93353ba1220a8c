import type { Page } from '@playwright/test'
import { funded, opened } from './inHand.ts'
import { signsInAtDesk, words } from './desk.ts'
import { elsewhere, expect, inBothLanguages, test } from './journey.ts'
import { buy } from './outside.ts'

// Exactly one set of rules is live, and one person has one authenticator.
test.describe.configure({ mode: 'serial' })

inBothLanguages((lang) => {
  const { desk, approvals, riskDesk, ruleDesk } = words(lang)
  const merchantId = lang === 'cn' ? 'mer_github' : 'mer_nike'
  const name = lang === 'cn' ? '某商户暂停' : 'not this merchant'

  /** From the inbox, as a checker works it off. */
  async function approves(page: Page): Promise<void> {
    await page.getByRole('link', { name: desk.approvals }).first().click()
    await page.getByRole('row').nth(1).click()
    await page.getByLabel(approvals.reason).fill('agreed')
    await page.getByRole('button', { name: approvals.approve, exact: true }).click()
    await expect(page.getByText(approvals.done.APPROVED)).toBeVisible()
  }

  test.describe('the risk desk', () => {
    test.use({ who: 'newcomer' })

    test('a rule is drafted, tried, agreed to, effective, and rolled back; an account stopped and restored', async ({
      page,
      person,
      request,
      browser,
    }) => {
      test.setTimeout(400_000)
      await funded(request, person!)
      const card = await opened(request, person!, 100_00)
      let cents = 300
      const says = async () => (await buy(card, { merchantId, amountCents: ++cents })).reason ?? 'approved'
      expect(await says()).toBe('approved')

      await signsInAtDesk(page, lang, 'risk1')
      const second = await elsewhere(browser, lang)
      await signsInAtDesk(second, lang, 'risk2')
      const because = async (button: string, reason: string) => {
        await page.getByRole('button', { name: button }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(desk.reason).fill(reason)
        await dialog.getByRole('button', { name: button }).click()
        await expect(dialog).toHaveCount(0)
      }

      await test.step('drafted, back-tested and put into the shadow', async () => {
        await page.getByRole('link', { name: desk.rules }).click()
        await page.getByRole('button', { name: ruleDesk.draft }).click()
        await page.getByLabel(ruleDesk.note, { exact: true }).fill('too many complaints')
        await page.getByRole('button', { name: ruleDesk.addRule }).click()
        await page.getByLabel(ruleDesk.name).fill(name)
        await page.getByLabel(ruleDesk.merchants).fill(merchantId)
        await page.getByRole('button', { name: ruleDesk.save }).click()
        await expect(page.getByRole('button', { name: ruleDesk.publish })).toHaveAttribute('title', ruleDesk.untried)
        await page.getByRole('button', { name: ruleDesk.run }).click()
        await expect(page.getByText(ruleDesk.worst)).toBeVisible({ timeout: 60_000 })
        await page.getByRole('button', { name: ruleDesk.shadowOn }).click()
        await expect(page.getByRole('button', { name: ruleDesk.shadowOff })).toBeVisible()
        await expect.poll(says, { timeout: 10_000 }).toBe('approved')
        await expect(page.getByText(ruleDesk.judged)).toBeVisible()
      })

      await test.step('live by two people, effective, and back by two people', async () => {
        await because(ruleDesk.publish, 'complaints of cardholders')
        await approves(second)
        await expect.poll(says).toBe('MERCHANT_BLOCKED')
        await because(ruleDesk.rollBack, 'the merchant has answered')
        await approves(second)
        await expect.poll(says).toBe('approved')
      })

      await test.step('an account is stopped at once and restored by two people', async () => {
        await page.goto('/operator#/accounts')
        await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill(person!.mobile)
        await page.keyboard.press('Enter')
        const masked = `${person!.mobile.slice(0, 3)}****${person!.mobile.slice(-4)}`
        const line = page.getByRole('link', { name: masked })
        const userNo = /\d{6,12}/.exec((await line.innerText()).replace(masked, ''))![0]
        await page.getByRole('link', { name: desk.risk }).click()
        await expect(page.getByText(riskDesk.running)).toBeVisible()
        const stops = await buy(card, { merchantId: 'mer_coin_exchange', amountCents: 500 })
        expect(stops.approved).toBe(false)
        await page.reload()
        const row = page.getByRole('row').filter({ hasText: userNo })
        await row.getByRole('button', { name: riskDesk.stop }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel(desk.reason).fill('cards are being tested')
        await dialog.getByRole('button', { name: riskDesk.stop }).click()
        await expect(dialog).toHaveCount(0)
        expect(await says()).toBe('ACCOUNT_SHUTDOWN')
        await row.getByRole('button', { name: riskDesk.restore }).click()
        await dialog.getByLabel(desk.reason).fill('explained by the holder')
        await dialog.getByRole('button', { name: riskDesk.restore }).click()
        await expect(dialog).toHaveCount(0)
        await approves(second)
        await expect.poll(says).toBe('approved')
      })
      await second.context().close()
    })
  })
})
