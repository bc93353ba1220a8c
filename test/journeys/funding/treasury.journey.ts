import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { acquirers, treasuryMoves } from '#contract/funding/desk/treasury.ts'
import { refusals } from '#contract/core/refusals.ts'
import { goesTo, leavesDesk, sayAtDesk, signsInAtDesk, words } from '../desk.ts'
import { funded, intent } from '../inHand.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { payOrder } from '../outside.ts'
import { asks } from '../people.ts'

// The desk has few people, and their codes are valid once: one language after the other.
test.describe.configure({ mode: 'serial' })
test.use({ actionTimeout: 30_000, who: 'newcomer' })

inBothLanguages((lang) => {
  const { treasury, ledger, approvals, desk } = words(lang)
  const say = sayAtDesk(lang)

  test('money of the rails comes to hand: a settlement, a sweep and a sale, each by two people', async ({
    request,
    person,
    browser,
  }) => {
    test.setTimeout(300_000)
    const me = person!
    const ref = (kind: string) => `${kind}-${randomBytes(4).toString('hex')}`.toUpperCase()

    await test.step('one pays by WeChat, and sends USDT', async () => {
      await funded(request, me)
      const price = { rail: 'ONLINE_WECHAT', amount: 735_35 }
      const { quote } = await asks<{ quote: { quoteId: string } }>(request, me, 'POST /api/account/rechargeInfo', price)
      const order = { quoteId: quote.quoteId, rail: 'ONLINE_WECHAT', requestNo: intent() }
      const made = await asks<{ orderNo: string }>(request, me, 'POST /api/account/recharge/qrCreate', order)
      // The order reaches the provider by a job.
      await expect(() => payOrder(made.orderNo)).toPass()
      const wallet = async () => (await asks<{ usdBalance: number }>(request, me, 'GET /api/user/wallet')).usdBalance
      await expect.poll(wallet, { timeout: 60_000 }).toBe(345_00)
    })

    const [maker, checker] = [await elsewhere(browser, lang), await elsewhere(browser, lang)]
    await Promise.all([signsInAtDesk(maker, lang, 'finance1'), signsInAtDesk(checker, lang, 'finance2')])
    const form = maker.getByRole('dialog')
    const fills = async (values: Readonly<Record<string, string>>) => {
      for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value)
      await form.getByLabel(desk.reason, { exact: true }).fill('on the statement of the day')
    }
    const sends = (what: string) => form.getByRole('button', { name: what, exact: true }).click()
    /** A second press within a second is ignored: the button guards against double-clicks. */
    const sendsAgain = (what: string) =>
      expect(async () => {
        if ((await form.count()) > 0) await sends(what)
        await expect(form).toHaveCount(0, { timeout: 5_000 })
      }).toPass()
    const rowOf = (reference: string): Locator => maker.getByRole('row').filter({ hasText: reference })

    /** The second person sees the frozen amounts, agrees, and the movement is in the list. */
    async function agrees(
      move: keyof typeof treasuryMoves,
      reference: string,
      shown: readonly string[],
    ): Promise<void> {
      await expect(form).toHaveCount(0)
      const waiting = say('treasury.waiting', { move: treasuryMoves[move][lang], reference })
      const link = maker.getByRole('link', { name: waiting, exact: true })
      await checker.goto(new URL((await link.getAttribute('href'))!, maker.url()).href)
      for (const text of shown) await expect(checker.getByRole('dialog')).toContainText(text)
      await checker.getByRole('button', { name: approvals.approve, exact: true }).click()
      await expect(checker.getByText(approvals.done.APPROVED).first()).toBeVisible()
      await reloads(maker)
      await expect(link).toHaveCount(0)
      await expect(rowOf(reference)).toContainText(treasuryMoves[move][lang])
    }
    const reloads = async (page: Page) => {
      await page.reload()
      await expect(page.getByRole('heading', { name: treasury.positions })).toBeVisible()
    }

    await test.step('the page says where the money is, and looks as it should', async () => {
      await goesTo(maker, lang, 'treasury')
      const positions = maker.getByRole('group', { name: treasury.positions })
      await expect(positions).toContainText(acquirers.WECHAT[lang])
      await expect(positions).toContainText('USDT')
      await fits(maker, 'treasury')
      await spotless(maker, 'treasury')
    })

    const settlement = ref('SET')
    await test.step('a settlement: amounts that do not add up are refused, and then two people book it', async () => {
      await maker.getByRole('button', { name: treasury.settle, exact: true }).click()
      await fills({
        [treasury.gross]: '735.35',
        [treasury.fee]: '4.41',
        [treasury.net]: '730.00',
        [treasury.reference]: settlement,
      })
      await sends(treasury.settle)
      await expect(form.getByLabel(treasury.net, { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await form.getByLabel(treasury.net, { exact: true }).fill('730.94')
      await sendsAgain(treasury.settle)
      await agrees('SETTLEMENT', settlement, ['¥735.35', '¥730.94', settlement])
    })

    await test.step('the same reference is refused', async () => {
      await maker.getByRole('button', { name: treasury.settle, exact: true }).click()
      await fills({
        [treasury.gross]: '1.00',
        [treasury.fee]: '0',
        [treasury.net]: '1.00',
        [treasury.reference]: settlement.toLowerCase(),
      })
      await sends(treasury.settle)
      await expect(form).toContainText(refusals.reference_used[lang])
      await maker.keyboard.press('Escape')
      await expect(form).toHaveCount(0)
    })

    await test.step('yuan are sold; more than there are is refused', async () => {
      const sale = ref('SELL')
      await maker.getByRole('button', { name: treasury.sell, exact: true }).click()
      await fills({ [treasury.amount]: '900000000', [treasury.got]: '125000000', [treasury.reference]: sale })
      await sends(treasury.sell)
      await expect(form.getByLabel(treasury.amount, { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await fills({ [treasury.amount]: '720', [treasury.got]: '99.95' })
      await sendsAgain(treasury.sell)
      await agrees('SALE', sale, ['¥720.00', '$99.95', '7.20'])
    })

    await test.step('USDT are swept', async () => {
      const txHash = randomBytes(32).toString('hex')
      await maker.getByRole('button', { name: treasury.sweep, exact: true }).click()
      await fills({ [treasury.amount]: '250', [treasury.networkFee]: '1.20', [treasury.txHash]: txHash })
      await sends(treasury.sweep)
      await agrees('SWEEP', `${txHash.slice(0, 10)}…${txHash.slice(-6)}`, ['250.00 USDT', '$1.20', txHash])
    })

    await test.step('its entries stand in the books, which hold', async () => {
      await rowOf(settlement).focus()
      await rowOf(settlement).press('Enter')
      const entries = maker.getByRole('dialog')
      await expect(entries.getByRole('table', { name: /^1210/ })).toContainText('735.35')
      await expect(entries.getByRole('table', { name: /^1030/ })).toContainText('730.94')
      await expect(entries.getByText(ledger.unbalanced)).toHaveCount(0)
      await maker.keyboard.press('Escape')
      await maker.getByRole('button', { name: ledger.prove, exact: true }).click()
      const newest = maker.getByRole('list', { name: ledger.proofs }).getByRole('listitem').first()
      await expect(newest).toContainText(ledger.HOLDS, { timeout: 60_000 })
    })
    await Promise.all([leavesDesk(maker), leavesDesk(checker)])
  })
})
