import { paths } from '#web/account/paths.ts'
import { show } from '#contract/core/money.ts'
import { funded, opened } from '../inHand.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { buy } from '../outside.ts'
import { onTheBooks } from '../papers.ts'

/** More than one search compares. */
const DECLINES = 25_000

inBothLanguages(() => {
  test.describe('a search in very many transactions', () => {
    test.use({ who: 'newcomer' })

    test('says how far back it got, and goes on from there', async ({ page, request, person, t }) => {
      await funded(request, person!)
      const card = await opened(request, person!, 100_00)
      expect((await buy(card, { merchantId: 'mer_github', amountCents: 77_77 })).approved).toBe(true)
      await onTheBooks(
        `INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents, merchant_amount,
                           merchant_currency, status, reason, iso_code, pos, occurred_at)
         SELECT cell, account_no, auth_id + n, la_id, ref_hash + n, issuer_id, issuer_ref || '-' || n, merchant_no, descriptor, 0, 1, 1, 'USD', 'DECLINED', 'CARD_FROZEN', '62', pos, occurred_at
           FROM (SELECT auth.* FROM auth JOIN card USING (cell, la_id) WHERE card_id = $1) AS bought, generate_series(1, ${DECLINES}) AS n`,
        [card.cardId],
      )
      const list = page.getByRole('region', { name: t('trades.tab.auth') })
      const bought = list.getByRole('row').filter({ hasText: show(77_77) })
      const goOn = page.getByRole('button', { name: t('trades.searchFurther') })

      await page.goto(`/#${paths.cardRecord}?minAmount=7000`)
      await expect(goOn).toBeVisible()
      await expect(bought).toHaveCount(0)
      await goOn.click()
      await expect(bought).toBeVisible()
      await expect(goOn).toBeHidden()
      await page.getByRole('button', { name: t('trades.toFirst') }).click()
      await expect(goOn).toBeVisible()
    })
  })
})
