import { gallery as cn } from '#web/gallery/text.cn.ts'
import { gallery as en } from '#web/gallery/text.en.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { dateParts } from '../widgets.ts'
import type { Locator, Page } from '@playwright/test'

/** What is spoken without the focus moving: React Aria's announcements. */
const announced = (page: Page): Locator => page.locator('[data-live-announcer]')
/** The layer that has the focus, by its name. */
const FOCUSED_LAYER = `document.activeElement.closest('[role=dialog]')?.getAttribute('aria-label') ?? ''`
/** Out of reach for the keyboard, a pointer and a screen reader. */
const isInert = (what: Locator): Promise<boolean> =>
  what.evaluate((node) => (node as unknown as { closest(what: string): unknown }).closest('[inert]') !== null)
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Every widget of the gallery by keyboard alone, as the accessibility tree has it. */
inBothLanguages((lang) => {
  const g = { cn, en }[lang]
  test.beforeEach(async ({ page }) => {
    await page.goto('/ui')
    await expect(page.getByRole('heading', { level: 1, name: g.title })).toBeVisible()
  })

  test('a menu is walked by arrows and letters, says why an action is unavailable, and gives the focus back', async ({
    page,
  }) => {
    const opener = page.getByRole('button', { name: g.openMenu })
    await opener.focus()
    await press(page, 'Enter')
    const item = (name: string) => page.getByRole('menuitem', { name })
    await expect(item(g.edit)).toBeFocused()
    await expect(page.getByRole('menu', { name: g.openMenu })).toMatchAriaSnapshot(`
      - menu "${g.openMenu}":
        - menuitem "${g.edit}"
        - menuitem "${g.freeze}"
        - menuitem "${g.remove}" [disabled]: ${g.remove} ${g.whyNot}
    `)
    await press(page, 'ArrowDown')
    await expect(item(g.freeze)).toBeFocused()
    await press(page, 'End')
    await expect(item(g.remove)).toBeFocused()
    await expect(item(g.remove)).toHaveAccessibleDescription(g.whyNot)
    await press(page, 'Enter')
    await expect(item(g.remove)).toBeVisible()
    await press(page, 'ArrowDown')
    await expect(item(g.edit)).toBeFocused()
    if (lang === 'en') {
      await press(page, 'f')
      await expect(item(g.freeze)).toBeFocused()
    }
    await press(page, 'Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(opener).toBeFocused()
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await press(page, 'ArrowUp')
    await expect(item(g.remove)).toBeFocused()
    await press(page, 'Home', 'ArrowDown', 'Enter')
    await expect(page.getByRole('status').filter({ hasText: g.toastText })).toBeVisible()
    await expect(opener).toBeFocused()
  })

  test('a select is the system’s own, and skips what is unavailable', async ({ page }) => {
    const select = page.getByRole('combobox', { name: g.kind })
    await select.focus()
    await press(page, 'ArrowDown')
    await expect(select).toHaveValue('ads')
    await press(page, 'End')
    await expect(select).toHaveValue('tools')
    await expect(select).toMatchAriaSnapshot(`
      - combobox "${g.kind}":
        - option "${g.chooseKind}"
        - option "${g.kindAds}"
        - option "${g.kindTools}" [selected]
        - option "${g.kindTravel}" [disabled]
    `)
  })

  test('of three hundred one is chosen by typing, and how many are left is said', async ({ page, t }) => {
    // By its label: while another list is open, it has no role.
    const box = page.getByLabel(g.country, { exact: true }).first()
    await box.focus()
    await expect(page.getByRole('option')).toHaveCount(300)
    await expect(page.getByRole('listbox')).toBeVisible()
    await page.keyboard.type(`${g.country} 29`)
    await expect(page.getByRole('option')).toHaveCount(11)
    await expect(announced(page)).toContainText(lang === 'cn' ? '有 11 个选项可用' : '11 options available')
    await press(page, 'ArrowDown', 'ArrowDown')
    const second = page.getByRole('option', { name: `${g.country} 290` })
    await expect(second).toHaveAttribute('data-focused', 'true')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await second.getAttribute('id'))
    await expect(second).toHaveAccessibleDescription('+290')
    await press(page, 'Enter')
    await expect(box).toHaveValue(`${g.country} 290`)
    await expect(box).toHaveAttribute('aria-expanded', 'false')
    // What is no option is not taken; what is chosen comes back.
    await box.fill('xyz')
    await expect(page.getByText(t('ui.noMatch'))).toBeVisible()
    await press(page, 'Escape', 'Shift+Tab')
    await expect(box).toHaveValue(`${g.country} 290`)
    // An empty field is no choice.
    await box.fill('')
    await press(page, 'Escape', 'Shift+Tab')
    await expect(box).toHaveValue('')
  })

  test('the field that is refused says so, and its list is empty', async ({ page, t }) => {
    const box = page.getByRole('combobox', { name: g.country }).last()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await expect(box).toHaveAccessibleDescription(g.chooseKind)
    await box.focus()
    await expect(page.getByText(t('ui.noMatch'))).toBeVisible()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await expect(box).toHaveAccessibleDescription(g.chooseKind)
  })

  test('in a dialog, Escape closes the list of a combobox, then the dialog, and the choice stays', async ({ page }) => {
    await page.getByRole('button', { name: g.openDialog }).press('Enter')
    const dialog = page.getByRole('dialog', { name: g.openDialog })
    const box = dialog.getByRole('combobox', { name: g.status })
    await box.focus()
    await expect(page.getByRole('listbox')).toBeVisible()
    await press(page, 'Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await expect(box).toHaveValue(g.frozen)
    await press(page, 'Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: g.openDialog }).press('Enter')
    await expect(dialog.getByRole('combobox', { name: g.status })).toHaveValue(g.frozen)
  })

  test('a range of days is typed, chosen in the calendar or by its name, and can stay open at either end', async ({
    page,
    t,
  }) => {
    const parts = await dateParts(page, g.days)
    await expect(parts).toHaveCount(6)
    const shown = async () => (await parts.allTextContents()).map((text) => (/\d/.test(text) ? text : '')).join(' ')
    await expect.poll(shown).toBe('2026 11 01 2026 11 23')
    await expect(parts.nth(0)).toBeFocused()
    for (const end of [t('ui.startDay'), t('ui.endDay')])
      await expect(page.getByRole('group', { name: end }).getByRole('spinbutton')).toHaveCount(3)
    // Figures go on to the next part by themselves; arrows change one and move between them.
    await page.keyboard.type('20261005')
    await expect.poll(shown).toBe('2026 10 05 2026 11 23')
    await press(page, 'ArrowUp')
    await expect.poll(shown).toBe('2026 10 06 2026 11 23')
    await press(page, 'ArrowRight')
    await expect(parts.nth(3)).toBeFocused()
    await page.keyboard.type('2026')
    await page.keyboard.type('0901')
    await expect(page.getByText(t('ui.daysReversed'))).toBeVisible()
    await expect(parts.nth(3)).toHaveAttribute('aria-invalid', 'true')
    await expect(parts.nth(3)).toHaveAccessibleDescription(new RegExp(t('ui.daysReversed')))
    await parts.nth(4).focus()
    await page.keyboard.type('1125')
    await expect(page.getByText(t('ui.daysReversed'))).toHaveCount(0)

    const calendar = page.getByRole('dialog', { name: g.days })
    const opener = page.getByRole('group', { name: g.days }).getByRole('button', { name: t('ui.openCalendar') })
    await opener.press('Enter')
    await expect(calendar.getByRole('grid').first()).toBeVisible()
    await calendar
      .getByRole('button', { name: lang === 'cn' ? /10月6日/ : /October 6/ })
      .first()
      .focus()
    await press(page, 'ArrowRight', 'Enter', 'ArrowDown', 'ArrowRight', 'Enter')
    await expect(calendar).toHaveCount(0)
    await expect(announced(page)).toContainText(lang === 'cn' ? '选定的范围：' : 'Selected Range:')
    await expect.poll(shown).toBe('2026 10 07 2026 10 16')
    await expect(opener).toBeFocused()

    await opener.press('Enter')
    await calendar.getByRole('button', { name: t('ui.anyEnd') }).press('Enter')
    await expect.poll(shown).toBe('2026 10 07   ')
    await opener.press('Enter')
    await calendar.getByRole('button', { name: g.month }).press('Enter')
    await expect.poll(shown).toBe('2026 11 01 2026 11 30')
    // The first day emptied by keyboard: up to the last.
    await parts.nth(0).focus()
    await press(page, 'Delete', 'Delete', 'Delete', 'Delete')
    await opener.focus()
    await expect.poll(shown).toBe('   2026 11 30')
    await page
      .getByRole('group', { name: g.days })
      .getByRole('button', { name: t('ui.clearDates') })
      .press('Enter')
    await expect.poll(shown).toBe('     ')
    await expect(parts.nth(0)).toBeFocused()
  })

  test('a day keeps to its limits, and a moment has hours and minutes', async ({ page, t }) => {
    const day = await dateParts(page, g.from)
    await page.keyboard.type('20261101')
    await expect(day.nth(2)).toHaveAttribute('aria-invalid', 'true')
    await press(page, 'ArrowLeft', 'ArrowRight')
    await page.keyboard.type('23')
    await expect(day.nth(2)).not.toHaveAttribute('aria-invalid', 'true')
    const moment = await dateParts(page, g.moment)
    await expect(moment).toHaveCount(5)
    await moment.nth(3).focus()
    await page.keyboard.type('0930')
    await expect(moment.nth(3)).toHaveText('09')
    await expect(moment.nth(4)).toHaveText('30')
    // It is required, so nothing clears it.
    await expect(
      page.getByRole('group', { name: g.moment }).getByRole('button', { name: t('ui.clearDates') }),
    ).toHaveCount(0)
  })

  test('tabs are one stop, walked by arrows, Home and End, and name their panel', async ({ page }) => {
    const tab = (name: string) => page.getByRole('tab', { name })
    await tab(g.trades).focus()
    const walk = [
      ['ArrowRight', g.bill],
      ['End', g.log],
      ['ArrowRight', g.trades],
      ['ArrowLeft', g.log],
      ['Home', g.trades],
    ] as const
    for (const [key, name] of walk) {
      await press(page, key)
      await expect(tab(name)).toBeFocused()
      await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
      const panel = page.getByRole('tabpanel', { name })
      await expect(panel).toContainText(name)
      expect(await tab(name).getAttribute('aria-controls')).toBe(await panel.getAttribute('id'))
    }
    await expect(page.getByRole('tablist', { name: g.tabs })).toMatchAriaSnapshot(`
      - tablist "${g.tabs}":
        - tab "${g.trades}" [selected]
        - tab "${g.bill}"
        - tab "${g.log}"
    `)
    await press(page, 'Tab')
    await expect(tab(g.bill)).not.toBeFocused()
  })

  test('why a button is unavailable appears on focus, is read out, and Escape hides it', async ({ page }) => {
    const off = page.getByRole('button', { name: g.off }).first()
    await page.getByRole('button', { name: g.busy }).first().focus()
    await press(page, 'Tab')
    await expect(off).toBeFocused()
    await expect(page.getByRole('tooltip')).toHaveText(g.whyOff)
    await expect(off).toHaveAccessibleDescription(g.whyOff)
    await expect(off).toHaveAttribute('aria-disabled', 'true')
    await press(page, 'Escape')
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await expect(off).toBeFocused()
  })

  test('what is on or off, agreed to or one of a few is changed by Space and arrows', async ({ page }) => {
    const check = page.getByRole('checkbox', { name: g.agree })
    const alerts = page.getByRole('switch', { name: g.alerts })
    await expect(check).toBeChecked()
    await check.press('Space')
    await expect(check).not.toBeChecked()
    // Both show the same state here.
    await expect(alerts).not.toBeChecked()
    await alerts.press('Space')
    await expect(alerts).toBeChecked()
    await expect(alerts).toHaveAccessibleDescription(g.alertsHint)
    await expect(page.getByRole('group', { name: g.channels }).getByRole('checkbox', { name: g.mobile })).toBeDisabled()

    const period = page.getByRole('radiogroup', { name: g.period })
    await period.getByRole('radio', { name: g.weekly }).focus()
    await press(page, 'ArrowRight')
    await expect(period).toMatchAriaSnapshot(`
      - radiogroup "${g.period}":
        - radio "${g.daily}"
        - radio "${g.weekly}"
        - radio "${g.monthly}" [checked]
    `)
    const colours = page.getByRole('radiogroup', { name: g.tags })
    await colours.getByRole('radio', { name: 'blue' }).focus()
    await press(page, 'ArrowRight')
    await expect(colours.getByRole('radio', { name: 'purple' })).toBeChecked()
  })

  test('a dialog in a drawer keeps the focus, makes the rest inert, and Escape closes the upper one only', async ({
    page,
  }) => {
    const opener = page.getByRole('button', { name: g.openDrawer })
    await opener.press('Enter')
    const drawer = page.getByRole('dialog', { name: g.openDrawer })
    const inner = drawer.getByRole('button', { name: g.openDialog })
    await expect(inner).toBeVisible()
    // The page behind is out of reach, for the keyboard and for a screen reader.
    expect(await isInert(page.getByRole('main'))).toBe(true)
    expect(await isInert(drawer)).toBe(false)
    await inner.press('Enter')
    const dialog = page.getByRole('dialog', { name: g.openDialog })
    await expect(dialog).toBeVisible()
    expect(await isInert(drawer)).toBe(true)
    expect(await isInert(dialog)).toBe(false)
    for (let step = 0; step < 6; step++) {
      await press(page, 'Tab')
      expect(await page.evaluate<string>(FOCUSED_LAYER)).toBe(g.openDialog)
    }
    await dialog.getByRole('button', { name: g.save }).focus()
    await press(page, 'Escape')
    await expect(dialog).toHaveCount(0)
    await expect(drawer).toBeVisible()
    expect(await isInert(drawer)).toBe(false)
    await expect(inner).toBeFocused()
    await press(page, 'Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
    expect(await isInert(page.getByRole('main'))).toBe(false)
  })

  test('a notification is read out, also over an open dialog, and disappears', async ({ page }) => {
    await page.getByRole('button', { name: g.openDialog }).press('Enter')
    const dialog = page.getByRole('dialog', { name: g.openDialog })
    await dialog.getByRole('button', { name: g.save }).press('Enter')
    const toast = page.getByRole('status').filter({ hasText: g.toastText })
    await expect(toast).toBeVisible()
    await expect(toast).toHaveAttribute('aria-live', 'polite')
    // A pointer holds it, and pressing it is no press outside of the dialog.
    await toast.getByText(g.toastText).hover()
    await toast.getByText(g.toastText).click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: g.save }).hover()
    await expect(toast).toHaveCount(0)
  })

  test('a file is chosen by a button that says what it is for and what is wrong', async ({ page, t }) => {
    const button = page.getByRole('button', { name: t('parts.file.choose') })
    await expect(button).toHaveAccessibleDescription(new RegExp(`${g.file}.*${g.noFile}`))
    const chooser = page.waitForEvent('filechooser')
    await button.press('Enter')
    await (await chooser).setFiles({ name: 'slip.png', mimeType: 'image/png', buffer: Buffer.from('png') })
    await expect(button).toHaveAccessibleDescription(new RegExp(`${g.file}.*slip\\.png`))
    await expect(page.getByText(g.noFile)).toHaveCount(0)
  })

  test('an amount that is refused is marked and described by the reason', async ({ page }) => {
    const amount = page.getByRole('textbox', { name: g.load })
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(amount).toHaveAccessibleDescription(g.tooLittle)
    await expect(amount).toHaveAttribute('inputmode', 'decimal')
    await expect(page.getByRole('textbox', { name: g.amount, exact: true })).toHaveAccessibleDescription(g.amountHint)
  })
})
