import { pages } from '#contract/core/permissions.ts'
import { show } from '#contract/core/money.ts'
import { expect, inBothLanguages, test } from './journey.ts'
import { newId } from '#server/core/ids.ts'
import { intent } from './inHand.ts'
import { onTheBooks } from './papers.ts'
import { asks, topsUp, type Person } from './people.ts'
import { prove } from './prove.ts'

const plan = { cn: { standard: '标准版', pro: '专业版' }, en: { standard: 'Standard', pro: 'Pro' } }

inBothLanguages((lang) => {
  const { standard, pro } = plan[lang]

  test.describe('a plan', () => {
    test.use({ who: 'newcomer' })
    test('is bought, extended and upgraded, and every cent is in the statement', async ({
      page,
      t,
      request,
      person,
    }) => {
      const me = person as Person
      await topsUp(request, me, 450)
      const wallet = async () => (await asks<{ usdBalance: number }>(request, me, 'GET /api/user/wallet')).usdBalance
      const before = await wallet()
      await page.goto(`/#${pages['2002'].path}`)
      const act = async (word: 'BUY' | 'STACK' | 'UPGRADE', name: string, months?: string) => {
        await page.getByRole('button', { name: `${t(`plans.act.${word}`)} ${name}` }).click()
        const dialog = page.getByRole('dialog', { name: t(`plans.buyTitle.${word}`, { plan: name }) })
        if (months) await dialog.getByRole('radiogroup').getByText(months, { exact: true }).click()
        const pay = dialog.getByRole('button', { name: t('plans.pay', { amount: '' }).trim() })
        await expect(pay).toBeEnabled()
        const amount = (await pay.textContent())!.replace(/[^\d.]/g, '')
        await pay.click()
        await expect(dialog.getByRole('heading', { name: t('plans.done') })).toBeVisible()
        await dialog.getByRole('button', { name: t('parts.done') }).click()
        return Math.round(Number(amount) * 100)
      }
      // 29.00 × 3 less 5 %.
      expect(await act('BUY', standard, t('plans.monthsOff', { n: 3, off: '5%' }))).toBe(82_65)
      await expect(page.locator('[aria-current=true]').filter({ hasText: standard })).toBeVisible()
      expect(await act('STACK', standard)).toBe(29_00)
      // 120 days at 99.00, less the two bought for 82.65 and 29.00.
      expect(await act('UPGRADE', pro)).toBe(396_00 - 82_65 - 29_00)
      await expect(page.locator('[aria-current=true]').filter({ hasText: pro })).toBeVisible()
      await page.getByRole('button', { name: t('layout.avatar') }).click()
      await expect(page.getByText(`${t('layout.plan')} ${pro}`)).toBeVisible()
      await page.keyboard.press('Escape')
      expect(await wallet()).toBe(before - 82_65 - 29_00 - (396_00 - 82_65 - 29_00))
      await page.goto(`/#${pages['2003003'].path}`)
      await expect(page.getByText(show(-284_35)).first()).toBeVisible()
      await prove()
    })
  })

  test.describe('a coupon', () => {
    test.use({ who: 'newcomer' })
    test('takes ten dollars off, once', async ({ page, t, request, person }) => {
      const me = person as Person
      await topsUp(request, me, 250)
      await asks(request, me, 'GET /api/group/open', { groupId: 'pln_pro', months: 1, requestNo: intent() })
      const { userId } = await asks<{ userId: string }>(request, me, 'GET /api/user/info')
      await onTheBooks(
        `INSERT INTO coupon (cell, account_id, coupon_id, template_id, status, starts_at, expires_at, created_at)
         SELECT cell_of(account_id), account_id, $2, template_id, 'UNUSED', now(), now() + interval '7 days', now()
           FROM account, coupon_template WHERE user_no = $1 AND type = 'PLAN_OFF' AND value = 1000 LIMIT 1`,
        [userId, newId('cpn')],
      )
      const unused = async () =>
        (await asks<{ total: number }>(request, me, 'GET /api/coupon/list', { status: 'UNUSED', type: 'PLAN_OFF' }))
          .total
      const before = await unused()
      expect(before).toBeGreaterThan(0)
      await page.goto(`/#${pages['2002'].path}`)
      await page.getByRole('button', { name: `${t('plans.act.STACK')} ${pro}` }).click()
      const dialog = page.getByRole('dialog', { name: t('plans.buyTitle.STACK', { plan: pro }) })
      const coupon = dialog.getByLabel(t('plans.coupon'))
      const option = coupon
        .locator('option')
        .filter({ hasText: show(10_00) })
        .first()
      await coupon.selectOption({ label: (await option.textContent())! })
      await dialog.getByRole('button', { name: t('plans.pay', { amount: show(89_00) }) }).click()
      await expect(dialog.getByRole('heading', { name: t('plans.done') })).toBeVisible()
      await dialog.getByRole('button', { name: t('parts.done') }).click()
      await page.getByRole('radiogroup').getByText(t('plans.couponState.USED'), { exact: true }).click()
      await expect(page.getByText(/pod_/).first()).toBeVisible()
      expect(await unused()).toBeLessThan(before)
    })
  })
})
