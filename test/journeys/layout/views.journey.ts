import { pages } from '#contract/core/permissions.ts'
import { expect, inBothLanguages, ofNow, test } from '../journey.ts'
import { scrollsWithPromises } from '../looks.ts'
import { asks, demo, type Person } from '../people.ts'

// One person's views and columns: concurrent changes would affect the other journey.
test.describe.configure({ mode: 'default' })

inBothLanguages((lang) => {
  test.describe('lists in one’s own way', () => {
    test.use({ who: demo.buyer })

    test('a view is saved with its filters and columns, and is there after a reload', async ({ page, t }) => {
      const name = `view ${lang} ${ofNow()}`
      await page.goto(`/#${pages['2005002'].path}?status=FROZEN`)
      const list = page.getByRole('region', { name: t('cards.list') })
      await expect(list.getByRole('columnheader', { name: t('cards.column.holder') })).toBeVisible()
      await list.getByRole('button', { name: t('parts.columns'), exact: true }).click()
      await page.getByRole('menuitemcheckbox', { name: t('cards.column.holder') }).click()
      await page.keyboard.press('Escape')
      await expect(list.getByRole('columnheader', { name: t('cards.column.holder') })).toBeHidden()
      await page.getByRole('button', { name: t('views.save') }).click()
      const dialog = page.getByRole('dialog', { name: t('views.save') })
      await dialog.getByLabel(t('views.saveAs')).fill(name)
      await dialog.getByRole('button', { name: t('views.save') }).click()
      await expect(dialog).toBeHidden()
      const frozen = await list.getByRole('row').count()

      await page.goto(`/#${pages['2005002'].path}`)
      await page.reload()
      await expect(list.getByRole('columnheader', { name: t('cards.column.holder') })).toBeVisible()
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')
      await expect(list.getByRole('columnheader', { name: t('cards.column.holder') })).toBeHidden()
      await expect(list.getByRole('row')).toHaveCount(frozen)
      await page.getByRole('button', { name: t('views.remove', { name }) }).click()
      await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
    })

    test('the palette opens, moves, closes and gives the focus back; the page behind it stays', async ({ page, t }) => {
      const faults: string[] = []
      page.on('pageerror', ({ message }) => faults.push(message))
      await scrollsWithPromises(page)
      await page.goto(`/#${pages['2001'].path}`)
      const home = page.getByRole('heading', { name: t('overview.title'), level: 1 })
      await expect(home).toBeAttached()
      const search = page.getByRole('button', { name: t('layout.search') })
      await search.focus()
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: t('palette.title') })
      const field = palette.getByRole('combobox')
      await expect(field).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(palette).toHaveCount(0)
      await expect(search).toBeFocused()
      await expect(home).toBeAttached()

      await page.keyboard.press('Control+k')
      const chosen = palette.getByRole('option', { selected: true })
      const options = palette.getByRole('option')
      await expect(options.nth(1)).toBeVisible()
      for (const [key, at] of [
        ['ArrowDown', 1],
        ['ArrowDown', 2],
        ['ArrowUp', 1],
        ['ArrowUp', 0],
      ] as const) {
        await page.keyboard.press(key)
        await expect(options.nth(at)).toHaveAttribute('aria-selected', 'true')
        await expect(chosen).toHaveCount(1)
      }
      await page.keyboard.press('ArrowUp') // round, to the last
      await expect(options.last()).toHaveAttribute('aria-selected', 'true')
      await expect(options.last()).toBeInViewport()

      const title = pages['2005004'].name[lang]
      await field.fill(title)
      await expect(chosen).toContainText(title)
      await page.keyboard.press('Enter')
      await expect(palette).toHaveCount(0)
      await expect(page).toHaveURL(new RegExp(`${pages['2005004'].path}$`))
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeAttached()
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('')
      await page.keyboard.press('Escape')
      await expect(page.getByText(t('errors.crashTitle'))).toHaveCount(0)
      expect(faults).toEqual([])
    })

    test('everything is found from one field by keyboard', async ({ page, t, request, person }) => {
      const me = person as Person
      const { data } = await asks<{ data: { lastFour: string }[] }>(request, me, 'GET /api/card/page', {
        pageSize: 1,
        status: 'ACTIVE',
      })
      const [{ lastFour }] = data as [{ lastFour: string }]
      await page.goto(`/#${pages['2001'].path}`)
      await expect(page.getByRole('button', { name: t('layout.search') })).toBeVisible()
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: t('palette.title') })
      await palette.getByRole('combobox').fill(lastFour)
      await expect(
        palette
          .getByRole('option')
          .filter({ hasText: `···· ${lastFour}` })
          .first(),
      ).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`${pages['2005002'].path}/crd_`))
      const card = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour }) })
      await expect(card).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(card).toBeHidden()
      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill('openai')
      const trades = palette.getByRole('group', { name: t('palette.trades') })
      await expect(trades.getByRole('option').first()).toBeVisible()
      await trades.getByRole('option').first().click()
      await expect(page).toHaveURL(new RegExp(`${pages['2005004'].path}/`))
    })
  })
})
