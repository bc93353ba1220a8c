import { show } from '#contract/core/money.ts'
import { threeDResults } from '#contract/threeD/threeD.ts'
import { expect, inBothLanguages, test } from './journey.ts'
import { funded, opened } from './inHand.ts'
import { buy, enterCode } from './outside.ts'
import { demo } from './people.ts'

const LIVE = { timeout: 30_000 }

inBothLanguages((lang) => {
  test.describe('as somebody with a card', () => {
    test.use({ who: 'newcomer' })

    test('a 3-D challenge is passed with the code from the pool', async ({ page, t, request, person, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const me = person!
      await funded(request, me)
      const card = await opened(request, me, 50_00, 'VISA-US-1')
      const pool = page.getByRole('list', { name: t('threeD.list') })

      await test.step('the pool says what it is for while it is empty', async () => {
        await page.goto('/#/cardThreeD?merchant=NOBODY+AT+ALL')
        await expect(page.getByText(t('threeD.noneFound'))).toBeVisible()
        await page.goto(`/#/cardThreeD?lastFour=${card.lastFour}`)
        await expect(page.getByText(t('threeD.live'))).toBeVisible()
      })

      const bought = await test.step('a purchase is challenged, and its code appears by itself', async () => {
        const answer = await buy(card, { merchantId: 'mer_always_challenges', amountCents: 7_31 })
        expect(answer).toMatchObject({ approved: false, reason: 'THREEDS_REQUIRED', challenge: { triesLeft: 3 } })
        const row = pool.getByRole('listitem').first()
        await expect(row).toContainText('ALWAYS CHALLENGES', LIVE)
        await expect(row).toContainText(show(7_31))
        await expect(row).toContainText(card.lastFour)
        await expect(row.getByRole('timer')).toHaveText(/^[0-4]:[0-5]\d$/)
        return answer
      })

      await test.step('one key copies it, and the shop takes it', async () => {
        await page.keyboard.press('c')
        const code = await page.evaluate('navigator.clipboard.readText()')
        expect(code).toMatch(/^\d{6}$/)
        await expect(page.getByText(t('threeD.copied', { code: String(code) }))).toBeVisible()
        const wrong = code === '111111' ? '222222' : '111111'
        await expect(enterCode(bought.authorizationId, wrong)).rejects.toThrow('CODE_WRONG')
        expect(await enterCode(bought.authorizationId, String(code))).toMatchObject({ approved: true, isoCode: '00' })
        await expect(enterCode(bought.authorizationId, String(code))).rejects.toThrow('CODE_USED')
        await expect(pool.getByRole('listitem').first()).toContainText(threeDResults.PASSED[lang], LIVE)
      })

      await test.step('the card shows its latest code', async () => {
        await pool
          .getByRole('link', { name: `···· ${card.lastFour}` })
          .first()
          .click()
        const latest = page.getByRole('region', { name: t('threeD.latest') })
        await expect(latest).toContainText(threeDResults.PASSED[lang])
      })
    })
  })

  test.describe('as somebody with cards', () => {
    test.use({ who: demo.buyer })

    test('the scenario query compares segments, and says where it cannot', async ({ page, t }) => {
      const query = async (merchant: string) => {
        await page.getByRole('textbox', { name: t('grades.merchant') }).fill(merchant)
        await page.getByRole('button', { name: t('parts.search'), exact: true }).click()
      }
      const rows = page.getByRole('list', { name: t('grades.list') }).getByRole('listitem')

      await test.step('before anything is asked', async () => {
        await page.goto('/#/cardGrande')
        const used = page.getByRole('list', { name: t('grades.mostUsed') }).getByRole('button')
        await expect(used).toHaveCount(12)
        // The page's own example, only typed: the merchant is suggested under the network's name.
        await page.getByRole('textbox', { name: t('grades.merchant') }).fill('Facebook')
        await page
          .getByRole('list', { name: t('grades.suggested') })
          .getByRole('button', { name: /FACEBK/ })
          .first()
          .click()
        await expect(rows.first()).toContainText(/\d(\.\d+)?%/)
        await expect(page.getByRole('list', { name: t('grades.suggested') })).toHaveCount(0)
      })
      await test.step('a merchant that is often paid', async () => {
        await query('facebk')
        await expect(rows).toHaveCount(6)
        const best = rows.first()
        await expect(best).toContainText(t('grades.recommend'))
        await expect(best).toContainText(/\d(\.\d+)?%/)
        await expect(rows.last()).not.toContainText('%')
        await expect(page.getByRole('status').filter({ hasText: t('grades.few') })).toHaveCount(0)
      })
      await test.step('a merchant that nobody has paid', async () => {
        await query('no such shop')
        await expect(page.getByText(t('grades.unknown'))).toBeVisible()
        await expect(rows).toHaveCount(6)
        await expect(page.getByRole('list', { name: t('grades.list') })).not.toContainText('%')
      })
      await test.step('a segment is opened from there', async () => {
        await query('facebk')
        await expect(rows.first()).toContainText(t('grades.recommend'))
        await rows
          .first()
          .getByRole('button', { name: t('grades.open') })
          .click()
        await expect(page).toHaveURL(/#\/cardOpen\?vid=[A-Z0-9-]+/)
      })
    })
  })
})
