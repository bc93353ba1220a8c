import { gallery as cn } from '#web/gallery/text.cn.ts'
import { gallery as en } from '#web/gallery/text.en.ts'
import { expect, test } from '../journey.ts'
import { inPictures, looksAs } from '../pictures.ts'
import { dateParts } from '../widgets.ts'

test.beforeEach(({ page }) => inPictures(page))

const sections = [
  'buttons',
  'fields',
  'choices',
  'pickers',
  'dialogs',
  'tabs',
  'tags',
  'figures',
  'lines',
  'notes',
  'steps',
] as const

/** Every widget of the gallery, and what opens over the page. */
for (const lang of ['cn', 'en'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      test.describe(`${lang}, ${colorScheme}, ${width} wide`, () => {
        test.use({ lang, colorScheme, viewport: { width, height: 900 } })
        const g = { cn, en }[lang]
        const name = (what: string) => `widgets/${lang}-${colorScheme}-${width}/${what}`

        test('widgets look as they did', async ({ page, t }) => {
          await page.goto('/ui')
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          // Those that load when first used.
          for (const label of [g.days, g.from, g.moment]) await dateParts(page, label)
          const heading = page.getByRole('heading', { level: 1 })
          await heading.click()
          for (const section of sections)
            await looksAs(
              page,
              page.locator('section').filter({ has: page.getByRole('heading', { name: g[section], exact: true }) }),
              name(section),
            )
          await looksAs(page, page.getByRole('region', { name: g.table }), name('table'))

          await page
            .getByRole('group', { name: g.days })
            .getByRole('button', { name: t('ui.openCalendar') })
            .click()
          await looksAs(page, page.getByRole('dialog', { name: g.days }), name('calendar'))
          await page.keyboard.press('Escape')
          await page.getByLabel(g.country, { exact: true }).first().focus()
          await looksAs(page, page.getByRole('listbox'), name('options'))
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: g.openMenu }).click()
          await looksAs(page, page.getByRole('menu'), name('menu'))
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: g.openDialog }).click()
          await looksAs(page, page.getByRole('dialog', { name: g.openDialog }), name('dialog'))
        })
      })
