/**
 * Every page of both consoles, and what opens in it, loaded as by a visitor with an empty page: nothing inaccessible in either colour scheme, nothing wider than the
 * screen, nothing that moves while it loads, nothing that the content security policy stops; on a phone, nothing too small for a finger.
 * A walk of several minutes: KAIKA_EVERY_PAGE=on bin/check test/journeys/layout/everyPage.journey.ts
 */
import type { Page } from '@playwright/test'
import { pages } from '#contract/core/permissions.ts'
import { paths } from '#web/account/paths.ts'
import { paths as deskPaths } from '#web/operator/paths.ts'
import { signsInAtDesk } from '../desk.ts'
import { expect, test } from '../journey.ts'
import { fits, fitsFingers, loaded, spotless, stays, stoppedByPolicy, watchLoading } from '../looks.ts'
import { asks, demo } from '../people.ts'

const variants = [
  { lang: 'cn', width: 1440, colorScheme: 'light' },
  { lang: 'cn', width: 390, colorScheme: 'dark' },
  { lang: 'en', width: 1440, colorScheme: 'dark' },
  { lang: 'en', width: 390, colorScheme: 'light' },
] as const

const ofBuyer = [
  ...(['2001', '2002', '2003001001', '2003001002', '2003001003', '2003001004', '2003003', '2004'] as const).map(
    (id) => pages[id].path,
  ),
  paths.cardOpen,
  paths.cardImport,
  paths.cardBatchOpen,
  paths.cardList,
  paths.batches,
  paths.cardGroup,
  paths.cardRecord,
  `${paths.cardRecord}?tab=settled`,
  `${paths.cardRecord}?tab=declined`,
  paths.threeD,
  paths.exportOf(paths.cardList),
  paths.notFound,
  paths.noPermission,
]
const ofAgency = [
  paths.financeAudit,
  paths.forecastNew,
  paths.subHome,
  paths.subAccounts,
  `${paths.subAccounts}?tab=asks`,
  paths.subCardList,
  paths.subCardRecord,
  paths.roles,
  paths.role('rol_senior'),
  paths.rebate,
  paths.rebateDialog('card'),
  paths.rebateDialog('wallet'),
  paths.account,
  ...['password', 'mobile', 'identity', 'close'].map((what) => paths.accountDialog(what)),
  paths.googleAuth,
  paths.operate,
  `${paths.operate}?tab=signIns`,
]
const notInMenu: readonly string[] = [
  deskPaths.signIn,
  deskPaths.noPermission,
  deskPaths.noticeNew,
  deskPaths.agreementNew,
]
const ofDesk = Object.values(deskPaths).filter((path) => typeof path === 'string' && !notInMenu.includes(path))
/** Together they may open every page of the desk. */
const deskPeople = ['finance1', 'risk1', 'support', 'product', 'content', 'admin', 'auditor']

for (const { lang, width, colorScheme } of process.env.KAIKA_EVERY_PAGE === 'on' ? variants : [])
  test.describe(`${lang}, ${width} wide, ${colorScheme}`, () => {
    test.use({ lang, viewport: { width, height: 900 }, colorScheme })
    test.beforeEach(({ page }) => {
      test.setTimeout(900_000)
      return watchLoading(page)
    })

    /** Loads the page anew, and checks it as it is. */
    async function opens(page: Page, address: string): Promise<void> {
      await page.goto('about:blank')
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(address)
      await loaded(page)
      await stays(page, address)
      await checks(page, address)
    }
    async function checks(page: Page, where: string): Promise<void> {
      await fits(page, where)
      if (width < 600) await fitsFingers(page, where)
      await spotless(page, where)
      expect.soft(await stoppedByPolicy(page), `${where}: stopped by the policy`).toEqual([])
    }
    /** The detail of the first row, if rows open. */
    async function opensFirstRow(page: Page, where: string): Promise<void> {
      const row = page.locator('main :is(tr[tabindex="0"], li:has(> div > button))').first()
      if ((await row.count()) === 0) return
      await row.click({ position: { x: 8, y: 8 } })
      if (!(await page.getByRole('dialog').last().isVisible())) return
      await loaded(page)
      await checks(page, `${where}, its first row`)
    }

    test('before sign-in', async ({ page }) => {
      for (const address of ['/#/', '/#/signup', '/operator']) {
        await page.goto('about:blank')
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await stays(page, address)
        await checks(page, address)
      }
    })

    test.describe('of a buyer', () => {
      test.use({ who: demo.buyer })

      test('pages', async ({ page }) => {
        for (const path of ofBuyer) {
          await opens(page, `/#${path}`)
          if (path.includes('Record') || path === paths.threeD) await opensFirstRow(page, path)
        }
      })

      test('a card and what is done to it', async ({ page, request, person }) => {
        const first = await asks<{ data: { cardId: string }[] }>(request, person!, 'GET /api/card/page', {
          status: 'ACTIVE',
          pageSize: 1,
        })
        const { cardId } = first.data[0]!
        await opens(page, `/#${paths.card(cardId)}`)
        for (const tab of await page.getByRole('dialog').getByRole('tab').all()) {
          await tab.click()
          await loaded(page)
          await checks(page, `a card, ${await tab.textContent()}`)
        }
        for (const move of ['reveal', 'load', 'withdraw', 'freeze', 'address', 'delete'] as const)
          await opens(page, `/#${paths.cardAction(cardId, move)}`)
      })
    })

    test.describe('of an agency', () => {
      test.use({ who: demo.agency })

      test('pages', async ({ page }) => {
        for (const path of ofAgency) await opens(page, `/#${path}`)
      })
    })

    test('at the desk', async ({ page }) => {
      const seen = new Set<string>()
      for (const name of deskPeople) {
        await page.goto('/operator')
        await page.evaluate('sessionStorage.clear()')
        await signsInAtDesk(page, lang, name)
        for (const path of await inMenu(page)) {
          if (seen.has(path)) continue
          seen.add(path)
          await opens(page, `/operator#${path}`)
          await opensFirstRow(page, path)
        }
      }
      expect(seen).toEqual(new Set(ofDesk))
    })
  })

/** The addresses of the desk's menu, also where it is folded away. */
const inMenu = async (page: Page): Promise<string[]> => {
  const opener = page.locator('header button[aria-label]').first()
  if ((await page.locator('nav a[href^="#/"]').count()) === 0) await opener.click()
  const links = page.locator('nav a[href^="#/"]')
  return (await links.evaluateAll((all: { hash: string }[]) => all.map(({ hash }) => hash.slice(1)))).filter(
    (path, at, all) => all.indexOf(path) === at,
  )
}
