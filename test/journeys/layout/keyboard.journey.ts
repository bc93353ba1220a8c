import { pages } from '#contract/core/permissions.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { loaded } from '../looks.ts'
import { demo } from '../people.ts'

const everyPage = ['2001', '2003001001', '2003001002', '2003003', '2005001', '2005002', '2005004'] as const

inBothLanguages(() => {
  test.describe('by keyboard', () => {
    test.use({ who: demo.buyer })

    test('whoever has no mouse opens a card, acts, and is back where they were', async ({ page, t }) => {
      const focused = (): Promise<string> =>
        page.evaluate('document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""')
      await page.goto(`/#${pages['2005002'].path}?status=ACTIVE`)
      await loaded(page)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: t('layout.skip') })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()

      const row = page
        .getByRole('region', { name: t('cards.list') })
        .getByRole('row')
        .filter({ has: page.getByRole('cell') })
        .first()
      await row.focus()
      await page.keyboard.press('Enter')
      const drawer = page.getByRole('dialog')
      await expect(drawer).toBeVisible()
      expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
      // All the way round, and never out of it.
      for (let step = 0; step < 25; step++) {
        await page.keyboard.press('Tab')
        expect(
          await page.evaluate(
            'document.activeElement === document.body || document.activeElement.closest("[role=dialog]") !== null',
          ),
          await focused(),
        ).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expect(drawer).toHaveCount(0)
      await expect(row).toBeFocused()

      const menu = row.getByRole('button', { name: new RegExp(t('cards.action.menu')) })
      await menu.hover() // scrolling is over by then: it would close a menu
      await menu.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu).toBeFocused()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: t('cards.action.delete') }).focus()
      await page.keyboard.press('Enter')
      const deleting = page.getByRole('dialog', { name: t('acting.delete.title') })
      await expect(deleting).toBeVisible()
      expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
      await page.keyboard.press('Escape')
      await expect(deleting).toHaveCount(0)
      await expect(menu).toBeFocused()
    })

    test('where the focus is can be seen', async ({ page }) => {
      for (const id of everyPage) {
        await page.goto(`/#${pages[id].path}`)
        await loaded(page)
        for (let step = 0; step < 12; step++) {
          await page.keyboard.press('Tab')
          const seen = await page.evaluate<boolean>(`(() => {
            const at = document.activeElement
            if (at === document.body) return true // round once, by way of the browser's own bar
            const looks = [at, at.parentElement, at.nextElementSibling, at.closest('label')].filter(Boolean).map((one) => getComputedStyle(one))
            return looks.some(({ outlineStyle, outlineWidth, boxShadow }) => (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none')
          })()`)
          expect(
            seen,
            `step ${step} on ${pages[id].path}: ${await page.evaluate('document.activeElement.outerHTML.slice(0, 200)')}`,
          ).toBe(true)
        }
      }
    })
  })
})
