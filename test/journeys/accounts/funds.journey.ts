import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { FORFEIT_AFTER_DAYS } from '#contract/accounts/funds.ts'
import { approvalKinds, type ApprovalKind } from '#contract/staff/approvals.ts'
import { plain, show } from '#contract/core/money.ts'
import { rails } from '#contract/funding/funding.ts'
import { flowTypes } from '#contract/ledger/ledger.ts'
import { signsInAtDesk, words } from '../desk.ts'
import { funded, opened } from '../inHand.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { buy, payOrder, takePaymentBack } from '../outside.ts'
import { onTheBooks } from '../papers.ts'
import { asks, type Person } from '../people.ts'

test.use({ actionTimeout: 20_000, who: 'newcomer' })

/** Updates without a reload may take until the page's next poll. */
const LIVE = { timeout: 60_000 }
type Wallet = { usdBalance: number; usdCard: number; usdFundsFrozen: number; usdReceivable: number }
const walletOf = (request: APIRequestContext, who: Person) => asks<Wallet>(request, who, 'GET /api/user/wallet')

inBothLanguages((lang) => {
  const { desk, funds, approvals } = words(lang)
  const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true })
  const panel = (clerk: Page) =>
    clerk.locator('section').filter({ has: clerk.getByRole('heading', { name: funds.title }) })

  /** Opens the account's page at the desk. */
  async function opensAccount(browser: Browser, name: string, userNo: string): Promise<Page> {
    const clerk = await elsewhere(browser, lang)
    await signsInAtDesk(clerk, lang, name)
    await clerk.goto(`/operator/#/accounts?q=${userNo}`)
    await clerk.getByRole('link', { name: userNo }).click()
    await expect(clerk.getByRole('heading', { name: funds.title })).toBeVisible()
    return clerk
  }

  /** Fills in a dialog of the panel and requests the approval. */
  async function asksFor(clerk: Page, what: string, fields: Record<string, string>, sees: readonly string[] = []) {
    await button(panel(clerk), what).click()
    const dialog = clerk.getByRole('dialog')
    for (const text of sees) await expect(dialog).toContainText(text)
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
    await dialog.getByLabel(desk.reason).fill('as the file says')
    await spotless(clerk, what)
    await button(dialog, funds.ask).click()
    await expect(dialog).toHaveCount(0)
  }

  async function agrees(
    browser: Browser,
    name: string,
    kind: ApprovalKind,
    userNo: string,
    submit: string = approvals.approve,
  ) {
    const checker = await elsewhere(browser, lang)
    await signsInAtDesk(checker, lang, name)
    await checker.goto('/operator/#/approvals')
    await checker
      .getByRole('row')
      .filter({ hasText: approvalKinds[kind].name[lang] })
      .filter({ hasText: userNo })
      .click()
    await button(checker.getByRole('dialog'), submit).click()
    await expect(checker.getByText(approvals.done[submit === approvals.approve ? 'APPROVED' : 'WAITING'])).toBeVisible()
    await checker.context().close()
  }

  test('funds are frozen by two people, told to their holder, released, frozen again and forfeited by three', async ({
    page,
    t,
    request,
    person,
    browser,
  }) => {
    test.setTimeout(480_000)
    const me = person!
    const { userId: userNo } = await asks<{ userId: string }>(request, me, 'GET /api/user/info')
    await funded(request, me)
    const card = await opened(request, me, 50_00)
    const before = await walletOf(request, me)
    const all = before.usdBalance + before.usdCard
    const clerk = await opensAccount(browser, 'risk1', userNo)
    const freeze = () =>
      asksFor(clerk, funds.freeze, { [funds.legalRef]: 'Court order 4711' }, [show(before.usdCard), card.lastFour])
    const banner = page.getByRole('region', { name: t('layout.frozen.title') })

    await test.step('frozen: the holder reads how much, and the card buys nothing', async () => {
      await page.goto('/#/home')
      await freeze()
      await expect(panel(clerk).getByRole('link', { name: funds.waits.freeze })).toBeVisible()
      await agrees(browser, 'finance3', 'funds.freeze', userNo)
      await expect(banner).toContainText(t('layout.frozen.amount', { amount: show(all) }), LIVE)
      expect(await walletOf(request, me)).toMatchObject({ usdBalance: 0, usdCard: 0, usdFundsFrozen: all })
      expect(await buy(card, { merchantId: 'mer_github', amountCents: 5_00 })).toMatchObject({
        approved: false,
        reason: 'FUNDS_FROZEN',
      })
      await page.goto('/#/financeRecord')
      await expect(page.getByText(flowTypes.FREEZE_FUNDS[lang]).first()).toBeVisible()
      await expect(asks(request, me, 'GET /api/group/open', { groupId: 'pln_pro', months: 1 })).rejects.toThrow(/1602/)
    })

    await test.step('both consoles look as they should, on a phone too', async () => {
      await expect(panel(clerk)).toContainText('Court order 4711', LIVE)
      for (const size of [
        { width: 1440, height: 900 },
        { width: 390, height: 844 },
      ]) {
        await clerk.setViewportSize(size)
        await fits(clerk, `frozen funds at the desk, ${size.width}`)
        await spotless(clerk, `frozen funds at the desk, ${size.width}`)
        await page.setViewportSize(size)
        await page.goto('/#/home')
        await expect(banner).toBeVisible()
        await fits(page, `frozen funds at home, ${size.width}`)
        await spotless(page, `frozen funds at home, ${size.width}`)
      }
      await clerk.setViewportSize({ width: 1440, height: 900 })
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('released: the card and the wallet have theirs again', async () => {
      await asksFor(clerk, funds.release, {}, [show(all)])
      await agrees(browser, 'risk2', 'funds.release', userNo)
      await expect(banner).toHaveCount(0, LIVE)
      expect(await walletOf(request, me)).toMatchObject({ ...before, usdFundsFrozen: 0 })
    })

    await test.step('frozen again, and after half a year forfeited by two beside the one who asked', async () => {
      await expect(panel(clerk)).toContainText(funds.none, LIVE)
      await freeze()
      await agrees(browser, 'finance3', 'funds.freeze', userNo)
      await expect(panel(clerk)).toContainText('Court order 4711', LIVE)
      await expect(button(panel(clerk), funds.forfeit)).toHaveCount(0)
      await onTheBooks(
        `UPDATE funds_freeze SET created_at = created_at - make_interval(days => $2)
          WHERE account_id = (SELECT account_id FROM account WHERE user_no = $1) AND released_at IS NULL`,
        [userNo, FORFEIT_AFTER_DAYS + 1],
      )
      await expect(button(panel(clerk), funds.forfeit)).toBeVisible(LIVE)
      await asksFor(clerk, funds.forfeit, { [funds.legalNote]: 'Clause 12, confirmed by counsel' }, [show(all)])
      await agrees(browser, 'risk2', 'funds.forfeit', userNo, approvals.agree)
      expect((await walletOf(request, me)).usdFundsFrozen).toBe(all)
      await agrees(browser, 'finance4', 'funds.forfeit', userNo)
      expect((await walletOf(request, me)).usdFundsFrozen).toBe(0)
      await panel(clerk).locator('summary').last().click()
      await expect(panel(clerk)).toContainText('Clause 12, confirmed by counsel', LIVE)
    })
    await clerk.context().close()
  })

  test('a debt is written off by two people, and the account works again', async ({
    page,
    t,
    request,
    person,
    browser,
  }) => {
    test.setTimeout(300_000)
    const me = person!
    const { userId: userNo } = await asks<{ userId: string }>(request, me, 'GET /api/user/info')
    await page.goto('/#/FinanceRechargeOnline?rail=ONLINE_WECHAT&amount=735.35')
    await page.getByRole('button', { name: t('funding.yuan.submit') }).click()
    await expect(page.getByLabel(t('funding.yuan.scan', { rail: rails.ONLINE_WECHAT[lang] }))).toBeVisible()
    const orderNo = new URL(page.url().replace('/#/', '/')).searchParams.get('order')!
    const { paymentRefs } = await payOrder(orderNo)
    await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible()
    // The fees of the card are spent: that much is owed when the payment is taken back.
    await opened(request, me, 50_00)
    await takePaymentBack(paymentRefs[0]!)
    const owed = async () => (await walletOf(request, me)).usdReceivable
    await expect.poll(owed, LIVE).toBeGreaterThan(0)
    await expect.poll(async () => (await walletOf(request, me)).usdCard, LIVE).toBe(0)
    const debt = await owed()
    const banner = page.getByRole('region', { name: t('layout.debt.title') })
    await page.goto('/#/home')
    await expect(banner).toBeVisible(LIVE)

    const clerk = await opensAccount(browser, 'finance1', userNo)
    await asksFor(clerk, funds.writeOff, { [funds.amount]: plain(debt) }, [show(debt)])
    await agrees(browser, 'finance3', 'debt.writeOff', userNo)
    await expect(banner).toHaveCount(0, LIVE)
    expect(await owed()).toBe(0)
    await panel(clerk).locator('summary').last().click()
    await expect(panel(clerk)).toContainText(`${funds.wroteOff} ${show(debt)}`, LIVE)
    await clerk.context().close()
  })
})
