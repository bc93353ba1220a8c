import { readFile } from 'node:fs/promises'
import { show } from '#contract/core/money.ts'
import { batchStatuses } from '#contract/cards/batchStates.ts'
import { elements } from '#contract/core/permissions.ts'
import { sheetRows } from '#server/files/sheetRows.ts'
import { COUNT, fiftyCards } from '../fiftyCards.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { intent } from '../inHand.ts'
import { isKnownAs } from '../papers.ts'
import { asks, topsUp } from '../people.ts'
import { prove } from '../prove.ts'

type Told = { batchNo: string; charged: number; released: number; success: number; status: string }

inBothLanguages((lang) => {
  test.describe('an account holder with a plan', () => {
    test.use({ who: 'newcomer' })

    test('fifty cards from an Excel file with three faulty rows', async ({ page, t, request, person }) => {
      test.setTimeout(420_000)
      await isKnownAs(request, person!, { type: 'BUSINESS', name: 'Import Trading LLC' })
      await topsUp(request, person!, 1000)
      await asks(request, person!, 'GET /api/group/open', { groupId: 'pln_pro', months: 1, requestNo: intent() })
      const stamp = `walk ${lang} ${Date.now()}`
      const choose = (mended: boolean) => page.getByLabel(t('imports.drop')).setInputFiles(fiftyCards(stamp, mended))

      await test.step('come from quick open, and take the template', async () => {
        await page.goto('/#/cardOpen')
        await expect(page.getByRole('heading', { name: t('cards.open.segments') })).toBeVisible()
        await page
          .getByRole('navigation', { name: elements['card:open'].name[lang] })
          .getByRole('link', { name: elements['card:import'].name[lang] })
          .click()
        const saved = page.waitForEvent('download')
        await page.getByRole('button', { name: t('imports.template') }).click()
        const rows = await sheetRows(await readFile(await (await saved).path()), { maxRows: 10, maxColumns: 32 })
        expect(rows.length).toBe(2)
      })

      await test.step('every fault is beside its cell, and nothing can be opened', async () => {
        await choose(false)
        const grid = page.getByRole('region', { name: t('imports.rows') })
        await expect(page.getByText(t('imports.wrong', { count: 3 }))).toBeVisible()
        await expect(page.getByText(t('imports.mend'))).toBeVisible()
        const pay = page.getByRole('button', { name: t('imports.submit'), exact: true })
        await expect(pay).toHaveAttribute('aria-disabled', 'true')
        await page.getByText(t('imports.faulty'), { exact: true }).click()
        await expect(grid.getByRole('row')).toHaveCount(4)
        const second = grid.getByRole('row').filter({ hasText: 'Nowhere' })
        await expect(second.locator('[data-bad=true]')).toHaveCount(2)
      })

      const total = await test.step('mended, it has a price', async () => {
        await choose(true)
        await expect(page.getByText(t('imports.allRight'))).toBeVisible()
        await expect(page.getByText(t('imports.right', { count: COUNT }))).toBeVisible()
        const words = t('imports.submitFor', { total: '¤', count: COUNT }).split('¤')
        const pay = page.getByRole('button', { name: words[1]!.trim() })
        return /[\d,]+\.\d\d/.exec(await pay.innerText())![0]
      })

      const batchNo = await test.step('paid, it opens while one watches, and after a reload', async () => {
        await page.getByRole('button', { name: t('imports.submitFor', { total: `$${total}`, count: COUNT }) }).click()
        await expect(page).toHaveURL(/batch=B\d{11}/)
        await page.reload()
        await expect(page.getByText(batchStatuses.DONE[lang], { exact: true })).toBeVisible({ timeout: 90_000 })
        await expect(page.getByText(t('imports.progress', { done: COUNT, total: COUNT }))).toBeVisible()
        await expect(page.getByText(`$${total}`)).toBeVisible()
        return /batch=(B\d{11})/.exec(page.url())![1]!
      })

      await test.step('the file comes back with a serial beside every row', async () => {
        const saved = page.waitForEvent('download')
        await page.getByRole('button', { name: t('imports.result') }).click()
        const path = await (await saved).path()
        const rows = await sheetRows(await readFile(path), { maxRows: 100, maxColumns: 32 })
        expect(rows.slice(1).filter(({ cells }) => /^\d{10}$/.test(cells[12]!))).toHaveLength(COUNT)
        await page.getByRole('button', { name: t('imports.new') }).click()
        await page.getByLabel(t('imports.drop')).setInputFiles(path)
        await expect(page.getByText(t('imports.skipped', { count: COUNT }))).toBeVisible()
      })

      await test.step('the books explain every cent', async () => {
        const batch = await asks<Told>(request, person!, 'POST /api/card/batchCard', { batchNo })
        expect([batch.success, batch.released, show(batch.charged)]).toEqual([COUNT, 0, `$${total}`])
        expect(await prove()).toMatch(/^the books are proven/m)
      })
    })
  })
})
