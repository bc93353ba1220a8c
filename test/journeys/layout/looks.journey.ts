import type { Page } from '@playwright/test'
import { pages } from '#contract/core/permissions.ts'
import { paths } from '#web/account/paths.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fine, fits, loaded, spotless, spotlessPages } from '../looks.ts'
import { demo } from '../people.ts'

/** Every page, and what shows that it has loaded. */
const everyPage = ['2001', '2003001001', '2003001002', '2003003', '2005001', '2005002', '2005004'] as const
/** Pages added later, and what opens in them: each in one colour scheme; the other width uses the other. */
const laterPages = [
  pages['2002'].path,
  pages['2003001003'].path,
  pages['2003001004'].path,
  paths.financeAudit,
  paths.forecastNew,
  pages['2004'].path,
  paths.cardImport,
  paths.cardBatchOpen,
  paths.batches,
  paths.exportOf(paths.cardList),
  pages['2005003'].path,
  paths.threeD,
  paths.subHome,
  paths.subAccounts,
  `${paths.subAccounts}?tab=asks`,
  paths.roles,
  paths.role('rol_senior'),
  paths.subCardList,
  paths.subCardRecord,
  paths.rebate,
  paths.rebateDialog('card'),
  paths.account,
  ...['password', 'mobile', 'identity', 'close'].map((what) => paths.accountDialog(what)),
  paths.googleAuth,
  paths.operate,
  `${paths.operate}?tab=signIns`,
]

for (const { lang, width, dialogs } of [
  { lang: 'cn', width: 1440, dialogs: 'dark' },
  { lang: 'en', width: 390, dialogs: 'light' },
] as const)
  test.describe(`${lang}, ${width} wide`, () => {
    test.use({ lang, viewport: { width, height: 860 } })
    const looks = (page: Page, path: string, schemes?: readonly ('light' | 'dark')[]) =>
      lang === 'cn' && spotlessPages.has(path) ? spotless(page, path) : fine(page, path, schemes)

    test('the pages before sign-in are usable by everybody', async ({ page, t }) => {
      for (const path of ['/#/', '/#/signup']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await fine(page, path)
        await fits(page, path)
      }
      await page.getByRole('button', { name: t('signIn.signUp') }).click()
      await fine(page, 'sign-up with everything refused')
    })

    test.describe('signed in', () => {
      test.use({ who: demo.buyer })

      test('every page is usable by everybody', async ({ page }) => {
        test.setTimeout(420_000)
        for (const path of [
          ...everyPage.map((id) => pages[id].path),
          `${pages['2005004'].path}?tab=settled`,
          `${pages['2005004'].path}?tab=declined`,
          '/404',
          '/noPermission',
        ]) {
          await page.goto(`/#${path}`)
          await loaded(page)
          await looks(page, path)
          await fits(page, path)
        }
      })

      test.describe('as an agency', () => {
        test.use({ who: demo.agency })

        test('every page that came later is usable by everybody', async ({ page, t }) => {
          test.setTimeout(420_000)
          for (const path of laterPages) {
            await page.goto(`/#${path}`)
            await loaded(page)
            expect.soft(page.url(), path).toContain(path)
            await looks(page, path, [dialogs])
            await fits(page, path)
          }
          await page.goto(`/#${paths.home}`)
          await page.getByRole('button', { name: t('layout.myNotices', { count: 0 }).slice(0, 4) }).click()
          await page.getByRole('menuitem').last().click()
          await loaded(page)
          await fine(page, 'my notices', [dialogs])
          await page.keyboard.press('Escape')
          await page
            .getByRole('region', { name: t('notices.board') })
            .getByRole('button')
            .first()
            .click()
          await loaded(page)
          await fine(page, 'all notices', [dialogs])
        })
      })

      test('every dialog is usable by everybody', async ({ page, t }) => {
        test.setTimeout(420_000)
        const look = async (what: string) => {
          await loaded(page)
          await expect(page.getByRole('dialog').last()).toBeVisible()
          await fine(page, what, [dialogs])
          await fits(page, what)
        }
        await page.goto(`/#${pages['2005002'].path}?status=ACTIVE`)
        await loaded(page)
        const first = page.getByRole('region', { name: t('cards.list') })
        const row =
          width < 640
            ? first.getByRole('listitem').first()
            : first
                .getByRole('row')
                .filter({ has: page.getByRole('cell') })
                .first()
        await row.click()
        await look('a card')
        for (const tab of ['trades', 'bill', 'log'] as const) {
          await page.getByRole('tab', { name: t(`cards.drawer.${tab}`) }).click()
          await look(`a card's ${tab}`)
        }
        const card = /cardList\/(crd_\w+)/.exec(page.url())![1]!
        for (const move of ['reveal', 'load', 'withdraw', 'freeze', 'delete']) {
          await page.goto(`/#${pages['2005002'].path}/${card}/${move}`)
          await look(move)
        }
        for (const path of [pages['2005004'].path, `${pages['2005004'].path}?tab=declined`, pages['2003003'].path]) {
          await page.goto(`/#${path}`)
          await loaded(page)
          const list = page.getByRole('main').getByRole('region').last()
          await (
            width < 640
              ? list.getByRole('listitem').first()
              : list
                  .getByRole('row')
                  .filter({ has: page.getByRole('cell') })
                  .first()
          ).click()
          await look(`one of ${path}`)
        }
      })
    })
  })

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
      await page.getByRole('menuitem', { name: t('cards.action.freeze') }).focus()
      await page.keyboard.press('Enter')
      const freeze = page.getByRole('dialog', { name: t('cards.freeze.title') })
      await expect(freeze).toBeVisible()
      expect(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
      await page.keyboard.press('Escape')
      await expect(freeze).toHaveCount(0)
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
