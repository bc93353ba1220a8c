import { expect, inBothLanguages, test, elsewhere } from '../journey.ts'
import { show } from '#contract/core/money.ts'
import { closingPayoutStates } from '#contract/identity/closing.ts'
import { goesTo, leavesDesk, signsInAtDesk, words } from '../desk.ts'
import { intent } from '../inHand.ts'
import { codeOn, sendUsdt, textsOn } from '../outside.ts'
import { asks } from '../people.ts'

test.describe.configure({ mode: 'serial' })
test.use({ actionTimeout: 30_000, who: 'newcomer' })

inBothLanguages((lang) => {
  const { closing, ledger, approvals, desk } = words(lang)

  test('an account is closed, two people pay its balance out, and the books are verified', async ({
    page,
    t,
    request,
    person,
    browser,
  }) => {
    test.setTimeout(600_000)
    const me = person!
    const { userId: userNo } = await asks<{ userId: string }>(request, me, 'GET /api/user/info')

    await test.step('a balance comes in, and its holder closes the account', async () => {
      const price = { rail: 'USDT_TRC20', amountStr: '120.000000' }
      const { quote } = await asks<{ quote: { quoteId: string } }>(request, me, 'POST /api/account/rechargeInfo', price)
      const order = { quoteId: quote.quoteId, rail: 'USDT_TRC20', requestNo: intent() }
      const { address } = await asks<{ address: string }>(request, me, 'POST /api/account/recharge/qrCreate', order)
      await sendUsdt({ toAddress: address, units: '120.000000', confirmations: 30 })
      const wallet = async () => (await asks<{ usdBalance: number }>(request, me, 'GET /api/user/wallet')).usdBalance
      await expect.poll(wallet, { timeout: 60_000 }).toBe(117_60)
      await page.goto('/#/account/close')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('identity.closingReason')).fill('Moving on')
      await dialog.getByLabel(t('identity.closingConfirm', { userNo })).fill(userNo)
      const after = await textsOn(me.mobile)
      await dialog.getByRole('button', { name: t('signIn.getCode') }).click()
      await dialog.getByLabel(t('identity.smsCode')).fill(await codeOn(me.mobile, { after }))
      await dialog.getByRole('button', { name: t('identity.closingGo'), exact: true }).click()
      await expect(dialog.getByText(t('identity.closingBegun'))).toBeVisible()
      await expect(dialog).toContainText(show(117_60))
      await expect(dialog).toContainText(t('identity.closingExpect'))
    })

    const [maker, checker] = [await elsewhere(browser, lang), await elsewhere(browser, lang)]
    await Promise.all([signsInAtDesk(maker, lang, 'finance1'), signsInAtDesk(checker, lang, 'finance2')])
    const drawer = maker.getByRole('dialog')

    await test.step('one person requests the payout to a bank account', async () => {
      await goesTo(maker, lang, 'leaving')
      const row = maker.getByRole('row').filter({ hasText: userNo })
      await expect(row).toContainText(show(117_60), { timeout: 30_000 })
      await row.focus()
      await row.press('Enter')
      await drawer.getByLabel(closing.payTo).selectOption('other')
      await drawer.getByLabel(closing.bankName).fill('First Platypus Bank')
      await drawer.getByLabel(closing.accountNo).fill('000123456789')
      await drawer.getByLabel(closing.holder, { exact: true }).fill('Ana Lin')
      await drawer.getByLabel(desk.reason).fill('balance checked with the holder')
      await drawer.getByRole('button', { name: closing.request, exact: true }).click()
      await expect(drawer.getByRole('link', { name: closing.waitsForApproval })).toBeVisible()
    })

    await test.step('a second approver agrees, and the bank’s reference is recorded', async () => {
      const waiting = drawer.getByRole('link', { name: closing.waitsForApproval })
      await checker.goto(new URL((await waiting.getAttribute('href'))!, maker.url()).href)
      await expect(checker.getByRole('dialog')).toContainText(show(117_60))
      await checker.getByRole('button', { name: approvals.approve, exact: true }).click()
      await expect(checker.getByText(approvals.done.APPROVED).first()).toBeVisible()
      await expect(drawer.getByText(closingPayoutStates.SENT[lang])).toBeVisible({ timeout: 40_000 })
      await drawer.getByLabel(closing.referenceOrReason).fill(`FPB-${userNo}`)
      await drawer.getByRole('button', { name: closing.record, exact: true }).click()
      await expect(drawer.getByText(closingPayoutStates.PAID[lang])).toBeVisible()
      await expect(drawer).toContainText(`FPB-${userNo}`)
    })

    await test.step('the account is closed, and the books are verified', async () => {
      await expect(asks(request, me, 'GET /api/user/info')).rejects.toThrow(/6[01]0/)
      await maker.keyboard.press('Escape')
      await goesTo(maker, lang, 'books')
      await maker.getByRole('button', { name: ledger.prove, exact: true }).click()
      const newest = maker.getByRole('list', { name: ledger.proofs }).getByRole('listitem').first()
      await expect(newest).toContainText(ledger.HOLDS, { timeout: 60_000 })
    })
    await Promise.all([leavesDesk(maker), leavesDesk(checker)])
  })
})
