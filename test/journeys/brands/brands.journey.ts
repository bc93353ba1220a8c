/** Brands at the desk, and what an account holder finds a moment later. */
import type { Locator } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { paths } from '#web/account/paths.ts'
import { signsInAtDesk, words } from '../desk.ts'
import { funded, opened } from '../inHand.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { fits, loaded, spotless } from '../looks.ts'
import { buy } from '../outside.ts'
import { onTheBooks } from '../papers.ts'
import { asks } from '../people.ts'

/** A merchant without a brand, for each language: two brands cannot have the same words. */
const shops = {
  cn: { merchantId: 'mer_trial_box', name: 'TRIAL BOX' },
  en: { merchantId: 'mer_red_cross', name: 'RED CROSS' },
}
const letters = (): string =>
  randomBytes(5)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)

inBothLanguages((lang) => {
  test.describe('a brand', () => {
    test.use({ who: 'newcomer' })

    test('is made for a merchant that has none, found under its alias, and merged with another one', async ({
      page,
      request,
      person,
      browser,
    }) => {
      test.setTimeout(300_000)
      const { desk, brands } = words(lang)
      const shop = shops[lang]
      const [name, alias, other] = [`Box ${letters()}`, letters(), `Old ${letters()}`]
      // Left by a try that broke.
      await onTheBooks('DELETE FROM merchant_brand WHERE words @> ARRAY[$1]', [shop.name])
      await funded(request, person!)
      const card = await opened(request, person!, 20_00)
      expect((await buy(card, { merchantId: shop.merchantId, amountCents: 3_21 })).approved).toBe(true)
      const found = async (merchant: string): Promise<number> =>
        (await asks<{ data: unknown[] }>(request, person!, 'GET /api/cardTrade/authTrans/page', { merchant })).data
          .length
      expect(await found(alias)).toBe(0)

      const maker = await elsewhere(browser, lang)
      await signsInAtDesk(maker, lang, 'product')
      await maker.getByRole('link', { name: desk.brands, exact: true }).click()
      const list = maker.getByRole('region', { name: desk.brands })
      const row = (text: string): Locator => list.getByRole('row').filter({ hasText: text })
      const dialog = maker.getByRole('dialog')
      const searches = async (text: string) => {
        await maker.getByLabel(brands.search).fill(text)
        await maker.getByLabel(brands.search).press('Enter')
      }
      const saves = async (fields: Record<string, string>, submit: string) => {
        for (const [label, value] of Object.entries({ ...fields, [desk.reason]: 'seen on statements' }))
          await dialog.getByLabel(label).fill(value)
        await dialog.getByRole('button', { name: submit, exact: true }).click()
        await expect(dialog).toHaveCount(0)
      }

      await test.step('the catalogue is searched by what people type', async () => {
        await searches('meta')
        await expect(row('Facebook')).toContainText('FACEBK')
        await expect(row('Netflix')).toHaveCount(0)
        await searches('')
        await loaded(maker)
        await spotless(maker, 'the brands at the desk')
        for (const width of [390, 1440]) {
          await maker.setViewportSize({ width, height: 844 })
          await fits(maker, `the brands at the desk at ${width} pixels`)
        }
      })

      await test.step('a merchant without a brand is the beginning of one', async () => {
        await maker.getByRole('list', { name: brands.unmatched }).getByRole('button').first().click()
        await expect(dialog.getByLabel(brands.words)).toHaveValue(/[A-Z]{2}/)
        await maker.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      })

      await test.step('a word of another brand is refused, with the reason at its field', async () => {
        await maker.getByRole('button', { name: brands.add, exact: true }).first().click()
        await dialog.getByLabel(brands.name).fill(name)
        await dialog.getByLabel(brands.words).fill('FACEBK')
        await dialog.getByLabel(desk.reason).fill('seen on statements')
        await dialog.getByRole('button', { name: brands.save, exact: true }).click()
        await expect(
          dialog.getByText(lang === 'cn' ? '其中的关键词已属于其他品牌' : /Another brand already has/),
        ).toBeVisible()
        await spotless(maker, 'a new brand')
        await maker.setViewportSize({ width: 390, height: 844 })
        await fits(maker, 'a new brand on a phone')
        await maker.setViewportSize({ width: 1440, height: 844 })
      })

      await test.step('with words of its own it is made, and its merchant has it', async () => {
        await saves({ [brands.words]: shop.name.toLowerCase(), [brands.aliases]: alias }, brands.save)
        await searches(name)
        await expect(row(name)).toContainText(shop.name)
        await expect.poll(() => found(alias), { timeout: 60_000 }).toBe(1)
        await page.goto(`/#${paths.cardRecord}?merchant=${alias}`)
        await expect(page.getByRole('row').filter({ hasText: '$3.21' }).first()).toBeVisible()
      })

      await test.step('another one gives it its words and its name', async () => {
        await maker.getByRole('button', { name: brands.add, exact: true }).first().click()
        await saves({ [brands.name]: other, [brands.words]: other }, brands.save)
        await searches(other)
        await row(other)
          .getByRole('button', { name: `${brands.merge} ${other}` })
          .click()
        await dialog.getByLabel(brands.mergeInto).fill(name)
        await maker.getByRole('option', { name, exact: true }).click()
        await saves({}, brands.merge)
        // Its name is an alias of the other one now.
        await expect(row(name)).toContainText(other)
        await expect(list.getByRole('row')).toHaveCount(2)
      })

      await test.step('edited, it keeps what was not touched', async () => {
        await row(name).click()
        await expect(dialog.getByLabel(brands.words)).toHaveValue(new RegExp(`^${shop.name}\nOLD`))
        await saves({ [brands.mccs]: '5968\n8398' }, brands.save)
        await expect(row(name)).toContainText('5968, 8398')
        await expect(row(name)).toContainText(shop.name)
      })
      await onTheBooks('DELETE FROM merchant_brand WHERE words @> ARRAY[$1]', [shop.name])
      await maker.context().close()
    })
  })
})
