import type { Locator, Page } from '@playwright/test'
import { pages } from '#contract/core/permissions.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { loaded } from '../looks.ts'
import { demo } from '../people.ts'
import type { Say } from '../words.ts'

const cardList = `/#${pages['2005002'].path}`
const box = async (place: Locator) => (await place.boundingBox())!
const scrollSideways = (list: Locator, by: number) =>
  list.locator('tbody').evaluate((body: { scrollLeft: number }, to) => void (body.scrollLeft = to), by)

inBothLanguages(() => {
  test.describe('a list', () => {
    test.use({ who: demo.buyer })
    const listOf = (page: Page, t: Say) => page.getByRole('region', { name: t('cards.list') })
    const head = (list: Locator, t: Say, column: 'card' | 'status' | 'balance' | 'holder') =>
      list.getByRole('columnheader', { name: t(`cards.column.${column}`), exact: true })
    const edge = (list: Locator, t: Say, column: 'card' | 'status') =>
      list.locator(`[role=separator][aria-valuetext^="${t(`cards.column.${column}`)}:"]`)
    const rows = (list: Locator, page: Page) => list.getByRole('row').filter({ has: page.getByRole('cell') })
    const opensMenu = (list: Locator, t: Say) => list.getByRole('button', { name: t('parts.columns') }).click()

    test('has the density that this browser chose, also after a reload', async ({ page, t }) => {
      await page.goto(`${cardList}?cols=card,status,balance`)
      const list = listOf(page, t)
      const row = rows(list, page).first()
      expect((await box(row)).height).toBe(56)
      const density = (name: 'comfortable' | 'compact') =>
        list.getByRole('group', { name: t('parts.density') }).getByRole('button', { name: t(`parts.${name}`) })
      await expect(density('comfortable')).toHaveAttribute('aria-pressed', 'true')
      await density('compact').click()
      await expect(density('compact')).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(async () => (await box(row)).height).toBe(40)
      await page.reload()
      await expect(row).toBeVisible()
      expect((await box(row)).height).toBe(40)
    })

    test('shows eighteen compact cards on a laptop, each with all columns, and the serial number only where there is room', async ({
      page,
      t,
    }) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(cardList)
      const list = listOf(page, t)
      await loaded(page)
      const serial = list.getByRole('button', { name: t('ui.copyWhat', { what: t('cards.column.serial') }) })
      await expect(serial.first()).toBeVisible()
      await list.getByRole('button', { name: t('parts.compact') }).click()
      await expect(serial.first()).toBeHidden()
      await expect.poll(async () => (await box(rows(list, page).nth(17))).height).toBe(40)
      const last = await box(rows(list, page).nth(17))
      expect(last.y + last.height).toBeLessThanOrEqual(900)
      const place = await box(list)
      for (const menu of await list.getByRole('button', { name: t('cards.action.menu') }).all()) {
        const { x, width } = await box(menu)
        expect(x + width).toBeLessThanOrEqual(place.x + place.width)
      }
      expect(
        await list
          .locator('tbody')
          .evaluate((body: { scrollWidth: number; clientWidth: number }) => body.scrollWidth - body.clientWidth),
      ).toBe(0)
      // All filters are behind one button.
      await page
        .getByRole('search')
        .getByRole('button', { name: t('parts.filter'), exact: true })
        .click()
      const sheet = page.getByRole('dialog', { name: t('parts.filters') })
      await sheet.getByLabel(t('cards.filter.holder'), { exact: true }).fill('Nobody')
      await sheet.getByRole('button', { name: t('parts.search') }).click()
      await expect(
        page.getByRole('search').getByRole('button', { name: t('parts.filterCount', { count: 1 }) }),
      ).toBeVisible()
      await expect(list.getByText(t('parts.nothingFound'))).toBeVisible()
    })

    for (const [id, name] of [
      ['2005004', 'transactions'],
      ['2005002', 'cards'],
    ] as const)
      test(`has nine ${name} on a phone before one scrolls`, async ({ page, t }) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto(`/#${pages[id].path}`)
        await loaded(page)
        const row = page.locator('main li').filter({ has: page.getByRole('button', { name: t('parts.openRow') }) })
        const ninth = await box(row.nth(8))
        expect(ninth.y + ninth.height).toBeLessThanOrEqual(844)
        // The title of the page is whole.
        const title = page.getByRole('heading', { level: 1 })
        expect(
          await title.evaluate(
            (one: { scrollWidth: number; clientWidth: number }) => one.scrollWidth - one.clientWidth,
          ),
        ).toBe(0)
        await row
          .nth(1)
          .getByRole('button', { name: t('parts.openRow') })
          .click()
        // A card is a page of its own there.
        if (name === 'cards') await expect(page).toHaveURL(/\/crd_\w+\/page/)
        else await expect(page.getByRole('dialog')).toBeVisible()
      })

    test('has columns that are resized by pointer and by keyboard, and remembered', async ({ page, t }) => {
      await page.goto(cardList)
      const list = listOf(page, t)
      await expect(rows(list, page).first()).toBeVisible()
      const width = async (column: 'card' | 'status') => Math.round((await box(head(list, t, column))).width)
      const before = await width('card')
      await expect(edge(list, t, 'card')).toHaveAttribute('aria-valuenow', String(before))
      await edge(list, t, 'card').focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => width('card')).toBe(before + 32)
      await expect(edge(list, t, 'card')).toHaveAttribute('aria-valuenow', String(before + 32))

      const status = await width('status')
      const from = await box(edge(list, t, 'status'))
      await page.mouse.move(from.x + 4, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(from.x + 64, from.y + 8, { steps: 4 })
      await page.mouse.up()
      await expect.poll(() => width('status')).toBe(status + 60)
      expect(Math.round((await box(edge(list, t, 'status'))).x - from.x)).toBe(60)
      expect((await box(rows(list, page).first().getByRole('cell').nth(2))).width).toBe(status + 60)

      await page.reload()
      await expect(rows(list, page).first()).toBeVisible()
      expect([await width('card'), await width('status')]).toEqual([before + 32, status + 60])
      await edge(list, t, 'card').focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => width('card')).toBeLessThan(before + 32)
      await opensMenu(list, t)
      await page.getByRole('menuitem', { name: t('parts.resetLayout') }).click()
      await expect.poll(() => width('status')).toBe(status)
    })

    test('keeps its head, its first column and what is pinned in sight', async ({ page, t }) => {
      await page.setViewportSize({ width: 1100, height: 700 })
      await page.goto(cardList)
      const list = listOf(page, t)
      await expect(rows(list, page).first()).toBeVisible()
      const cell = (row: number, at: number) => rows(list, page).nth(row).getByRole('cell').nth(at)
      const [select, card, holder] = [await box(cell(0, 0)), await box(cell(0, 1)), await box(head(list, t, 'holder'))]
      await scrollSideways(list, 300)
      await expect.poll(async () => (await box(head(list, t, 'holder'))).x).toBe(holder.x - 300)
      expect([(await box(cell(0, 0))).x, (await box(cell(0, 1))).x]).toEqual([select.x, card.x])
      expect((await box(head(list, t, 'card'))).x).toBe(card.x)

      await cell(9, 1).hover()
      await page.mouse.wheel(0, 500)
      await expect.poll(async () => (await box(head(list, t, 'card'))).y).toBe(56)

      // By keyboard alone.
      const menu = list.getByRole('button', { name: t('parts.columns') })
      await menu.hover() // scrolling is over by then: it would close a menu
      await menu.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: t('parts.pinColumns') }).focus()
      await page.keyboard.press('Enter')
      const status = page.getByRole('menuitemcheckbox', { name: t('cards.column.status'), exact: true })
      await status.focus()
      await page.keyboard.press('Enter')
      await expect(status).toBeChecked()
      await expect(status).toBeFocused()
      await page.keyboard.press('Escape')
      const pinned = await box(head(list, t, 'status'))
      await scrollSideways(list, 0)
      await scrollSideways(list, 250)
      await expect.poll(async () => (await box(head(list, t, 'status'))).x).toBe(pinned.x)
      expect(pinned.x).toBe(card.x + card.width)
    })

    test('selects everything that matches, announces it, and acts on all of it', async ({ page, t }) => {
      await page.goto(`${cardList}?n=10&status=ACTIVE`)
      const list = listOf(page, t)
      await expect(rows(list, page)).toHaveCount(10)
      const total = Number(/\d+/.exec((await list.getByRole('navigation').textContent())!)![0])
      const offer = list.getByRole('button', {
        name: t('parts.selectMatching', { count: total, shown: total.toLocaleString('en') }),
      })
      const bar = async () => (await box(list)).y - (await box(list.getByRole('table'))).y
      const height = await bar()
      await rows(list, page).nth(2).getByRole('checkbox').check()
      await rows(list, page)
        .nth(5)
        .getByRole('checkbox')
        .click({ modifiers: ['Shift'] })
      await expect(list.getByRole('status')).toHaveText(t('parts.selected', { count: 4 }))
      await expect(offer).toHaveCount(0)
      await list.getByRole('checkbox', { name: t('parts.selectPage') }).check()
      await expect(list.getByRole('status')).toHaveText(t('parts.selected', { count: 10 }))
      expect(await bar()).toBe(height)

      // Too slow, cancelled: the selection is as before.
      const slow = (url: URL) => url.searchParams.get('pageSize') === '200'
      await page.route(slow, () => {})
      await offer.click()
      await expect(list.getByRole('status')).toHaveText(t('parts.selecting', { done: 0, total }))
      await list.getByRole('button', { name: t('ui.cancel') }).click()
      await expect(list.getByRole('status')).toHaveText(t('parts.selected', { count: 10 }))
      await page.unroute(slow)

      await offer.click()
      await expect(list.getByRole('status')).toHaveText(t('parts.selectedAll', { count: total }))
      await list.getByRole('button', { name: t('parts.next') }).click()
      await expect(list.getByRole('checkbox', { name: t('parts.selectPage') })).toBeChecked()
      await list.getByRole('button', { name: t('cards.action.freeze'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(String(total))
      await page.keyboard.press('Escape')
      await list.getByRole('button', { name: t('parts.unselect') }).click()
      await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(0)
    })

    test('sorts by its heads, and tells so', async ({ page, t }) => {
      await page.goto(cardList)
      const list = listOf(page, t)
      const balance = head(list, t, 'balance')
      for (const order of ['descending', 'ascending', null]) {
        await balance.getByRole('button').press('Enter')
        if (order) await expect(balance).toHaveAttribute('aria-sort', order)
        else await expect(balance).not.toHaveAttribute('aria-sort')
      }
    })

    test('is a table for screen readers, and its rows are moved through by arrows', async ({ page, t }) => {
      await page.goto(`${cardList}?cols=status,holder&n=10`)
      const list = listOf(page, t)
      await loaded(page)
      await expect(list.getByRole('table', { name: t('cards.list') })).toMatchAriaSnapshot(`
        - table ${JSON.stringify(t('cards.list'))}:
          - rowgroup:
            - row:
              - columnheader:
                - checkbox ${JSON.stringify(t('parts.selectPage'))}
              - columnheader ${JSON.stringify(t('cards.column.status'))}
              - columnheader ${JSON.stringify(t('cards.column.holder'))}
          - rowgroup:
            - row:
              - cell:
                - checkbox
              - cell
              - cell
      `)
      await expect(rows(list, page).first().getByRole('checkbox')).toHaveAccessibleName(
        new RegExp(`^${t('parts.selectRow')} .+`),
      )
      await rows(list, page).first().focus()
      await page.keyboard.press('ArrowDown')
      await expect(rows(list, page).nth(1)).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
    })

    for (const width of [1440, 390])
      test(`does not move while it loads, ${width} wide`, async ({ page }) => {
        await page.setViewportSize({ width, height: 860 })
        await page.addInitScript(
          `window.shift = 0
           new PerformanceObserver((list) => list.getEntries().forEach((one) => one.hadRecentInput || (window.shift += one.value)))
             .observe({ type: 'layout-shift', buffered: true })`,
        )
        for (const id of ['2005002', '2005004', '2003003'] as const) {
          await page.goto('about:blank')
          await page.goto(`/#${pages[id].path}`)
          await loaded(page)
          expect.soft(await page.evaluate<number>('window.shift'), pages[id].path).toBeLessThanOrEqual(0.05)
        }
      })

    test('has controls as large as a finger on a phone', async ({ page, t }) => {
      await page.setViewportSize({ width: 390, height: 860 })
      await page.goto(cardList)
      await loaded(page)
      const controls = page
        .getByRole('search')
        .or(listOf(page, t))
        .locator('button:visible, select:visible, input:visible')
      for (const one of await controls.all()) {
        const { width, height } = await box(one)
        expect
          .soft(Math.min(width, height), await one.evaluate((at: { outerHTML: string }) => at.outerHTML.slice(0, 120)))
          .toBeGreaterThanOrEqual(44)
      }
    })
  })
})
