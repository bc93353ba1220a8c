import type { Page } from '@playwright/test'
import { show } from '#contract/core/money.ts'
import { inviteeStates, withdrawalStatuses } from '#contract/referrals/referrals.ts'
import { goesTo, leavesDesk, signsInAtDesk, words } from './desk.ts'
import { elsewhere, expect, inBothLanguages, pressesUntil, test } from './journey.ts'
import { intent } from './inHand.ts'
import { codeOn, textsOn } from './outside.ts'
import { codesAtOnce, isKnownAs, onTheBooks, sweeps } from './papers.ts'
import { asks, newMobile, PASSWORD, signsIn, topsUp, type Person } from './people.ts'
import { prove } from './prove.ts'

inBothLanguages((lang) => {
  const { desk, referrals, approvals } = words(lang)

  test.describe('inviting', () => {
    test.use({ who: 'newcomer' })

    test('brings commission, which matures and goes to the wallet, and by two people to a bank card', async ({
      page,
      t,
      request,
      person,
      browser,
    }) => {
      test.setTimeout(600_000)
      const me = person as Person
      const name = lang === 'cn' ? '林浩然' : 'Ana Lopez'
      await isKnownAs(request, me, { type: 'PERSON', name })
      const wallet = async () => (await asks<{ usdBalance: number }>(request, me, 'GET /api/user/wallet')).usdBalance
      const figure = (key: 'available' | 'pending' | 'withdrawn') =>
        page
          .getByText(t(`referrals.${key}`), { exact: true })
          .first()
          .locator('..')
      const records = (tab: 'invited' | 'flow' | 'withdrawals' | 'cards') =>
        page.getByRole('tab', { name: t(`referrals.tab.${tab}`) }).click()

      const mobile = newMobile()
      await test.step('somebody signs up by the link', async () => {
        await page.goto('/#/rebate')
        const link = (await page.getByText(/\/#\/signup\?code=\d{8}$/).textContent())!
        const other: Page = await elsewhere(browser, lang)
        await other.goto(link)
        await expect(other.getByLabel(t('signIn.invite'))).toHaveValue(link.slice(-8))
        await other.getByLabel(t('signIn.mobile')).fill(mobile)
        await other.getByRole('button', { name: t('signIn.getCode') }).click()
        await other.getByLabel(t('signIn.code'), { exact: true }).fill(await codeOn(mobile))
        await other.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
        await other.getByLabel(t('signIn.confirmPassword')).fill(PASSWORD)
        await other.getByRole('checkbox').check()
        await other.getByRole('button', { name: t('signIn.signUp') }).click()
        await expect(other).toHaveURL(/#\/home/)
        await other.context().close()
        await page.reload()
        const row = page.getByRole('row').filter({ hasText: mobile.slice(-4) })
        await expect(row).toContainText(inviteeStates.EARNING[lang])
      })

      await test.step('what they pay earns a twentieth of it, seen without a reload', async () => {
        const invited = await signsIn(request, mobile, PASSWORD)
        await isKnownAs(request, invited, { type: 'BUSINESS', name: 'Harbor Goods LLC' })
        await topsUp(request, invited, 2000)
        // Twelve months of Pro, less a fifth: 950.40, twice.
        for (const _ of [1, 2])
          await asks(request, invited, 'GET /api/group/open', { groupId: 'pln_pro', months: 12, requestNo: intent() })
        await expect(figure('pending')).toContainText(show(95_04), { timeout: 60_000 })
        await expect(figure('available')).toContainText(show(0))
        await expect(page.getByRole('button', { name: t('referrals.toWallet') })).toBeDisabled()
      })

      await test.step('after its week it can be taken out', async () => {
        await onTheBooks(
          `UPDATE commission SET mature_at = now() - interval '1 second'
            WHERE account_id = (SELECT account_id FROM account WHERE user_no = $1)`,
          [(await asks<{ userId: string }>(request, me, 'GET /api/user/info')).userId],
        )
        await sweeps('referrals.mature')
        await expect(figure('available')).toContainText(show(95_04), { timeout: 120_000 })
        await expect(figure('pending')).toContainText(show(0))
        await records('flow')
        await expect(page.getByRole('row').filter({ hasText: show(47_52) })).toHaveCount(4)
      })

      await test.step('some of it to the wallet, at once', async () => {
        await page.getByRole('button', { name: t('referrals.toWallet') }).click()
        const dialog = page.getByRole('dialog', { name: t('referrals.toWallet') })
        await dialog.getByLabel(t('referrals.amount')).fill('20.04')
        await dialog.getByRole('button', { name: t('referrals.confirmWallet') }).click()
        await expect(dialog).toHaveCount(0)
        await expect(figure('available')).toContainText(show(75_00))
        await expect(figure('withdrawn')).toContainText(show(20_04))
        expect(await wallet()).toBe(20_04)
      })

      const sendsCode = async (within: ReturnType<Page['getByRole']>) => {
        await codesAtOnce()
        const seen = await textsOn(me.mobile)
        await within.getByRole('button', { name: t('signIn.getCode') }).click()
        await within.getByLabel(t('referrals.smsCode')).fill(await codeOn(me.mobile, { after: seen }))
      }
      await test.step('a bank card in one’s own name', async () => {
        await records('cards')
        await page.getByRole('button', { name: t('referrals.addCard') }).click()
        const dialog = page.getByRole('dialog', { name: t('referrals.addCard') })
        await dialog.getByLabel(t('referrals.cardNo')).fill('6222021234567894')
        await dialog.getByLabel(t('referrals.holder')).fill('Somebody Else')
        await sendsCode(dialog)
        await dialog.getByRole('button', { name: t('referrals.save'), exact: true }).click()
        await expect(dialog.getByLabel(t('referrals.holder'))).toHaveAttribute('aria-invalid', 'true')
        await dialog.getByLabel(t('referrals.holder')).fill(name)
        await pressesUntil(dialog.getByRole('button', { name: t('referrals.save'), exact: true }), (patience) =>
          expect(dialog).toHaveCount(0, patience),
        )
        await expect(page.getByRole('article')).toContainText('7894')
        await onTheBooks(`UPDATE payout_card SET usable_at = created_at WHERE usable_at > created_at`)
      })

      const withdrawalNo = await test.step('the rest of it to the card', async () => {
        await page.reload()
        await page.getByRole('button', { name: t('referrals.toBank') }).click()
        const dialog = page.getByRole('dialog', { name: t('referrals.toBank') })
        await dialog.getByLabel(t('referrals.amount')).fill('75')
        await expect(dialog.getByText(/[¥￥][\d,]+\.\d\d/).first()).toBeVisible()
        await sendsCode(dialog)
        await dialog.getByRole('button', { name: t('referrals.confirmBank') }).click()
        await expect(dialog).toHaveCount(0)
        const row = page.getByRole('row').filter({ hasText: '7894' })
        await expect(row).toContainText(withdrawalStatuses.REVIEWING[lang])
        await expect(figure('available')).toContainText(show(0))
        return /W\d{11}/.exec((await row.textContent())!)![0]
      })

      const maker = await elsewhere(browser, lang)
      const found = maker.getByRole('dialog', { name: withdrawalNo })
      const opens = async () => {
        await goesTo(maker, lang, 'payouts')
        await maker.getByRole('row').filter({ hasText: withdrawalNo }).click()
      }
      await test.step('one at the desk looks where it was earned, and asks', async () => {
        await signsInAtDesk(maker, lang, 'finance1')
        await opens()
        await expect(found).toContainText(show(95_04))
        await found.getByLabel(desk.reason).fill('both plans are paid')
        await found.getByRole('button', { name: referrals.approve }).click()
        await found.getByRole('link', { name: referrals.waiting }).click()
        await expect(maker.getByText(approvals.whyNot.own)).toBeVisible()
      })
      await test.step('another agrees', async () => {
        const checker = await elsewhere(browser, lang)
        await signsInAtDesk(checker, lang, 'finance2')
        await checker.goto(maker.url())
        await checker.getByRole('button', { name: approvals.approve }).click()
        await expect(checker.getByText(approvals.done.APPROVED)).toBeVisible()
        await leavesDesk(checker)
      })
      await test.step('it is sent to the bank, and paid', async () => {
        await maker.keyboard.press('Escape')
        await opens()
        await found.getByLabel(referrals.bank).fill('ICBC Shanghai')
        await found.getByRole('button', { name: referrals.send }).click()
        await found.getByLabel(referrals.ref).fill(`PO${Date.now()}`)
        await found.getByRole('button', { name: referrals.confirm }).click()
        await expect(found.getByText(withdrawalStatuses.PAID[lang], { exact: true }).first()).toBeVisible()
        await leavesDesk(maker)
      })

      await test.step('and its owner sees that', async () => {
        await expect(page.getByRole('row').filter({ hasText: withdrawalNo })).toContainText(
          withdrawalStatuses.PAID[lang],
          { timeout: 40_000 },
        )
        await expect(figure('withdrawn')).toContainText(show(95_04), { timeout: 40_000 })
        expect(await prove()).toContain('the books are proven')
      })
    })
  })
})
