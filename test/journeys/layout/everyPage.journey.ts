/**
 * Every page of both consoles, and what opens in it, loaded as by a visitor with an empty page: nothing inaccessible in either colour scheme, nothing wider than the
 * screen, nothing that moves while it loads or when the colour scheme changes, nothing that the content security policy stops; on a phone, nothing too small for a
 * finger. In Chinese every page is looked at in both schemes and by all rules; in English, where only words and their lengths differ, by those that depend on them.
 */
import type { Page } from '@playwright/test'
import { paths } from '#web/account/paths.ts'
import { paths as deskPaths } from '#web/operator/paths.ts'
import { sayAtDesk, signsInAtDesk } from '../desk.ts'
import { expect, storageOf, test } from '../journey.ts'
import {
  fits,
  fitsFingers,
  loaded,
  opensFirstRow,
  spotless,
  stays,
  stoppedByPolicy,
  watchLoading,
  wellNamed,
} from '../looks.ts'
import { asks, demo, signsUp } from '../people.ts'
import { sayIn } from '../words.ts'
import { atDesk, ofAgency, ofBuyer, ofOthers, type Walk } from './walks.ts'

const variants = [
  { lang: 'cn', width: 1440, colorScheme: 'light' },
  { lang: 'cn', width: 390, colorScheme: 'dark' },
  { lang: 'en', width: 1440, colorScheme: 'dark' },
  { lang: 'en', width: 390, colorScheme: 'light' },
] as const

test('the walks at the desk go everywhere', () => {
  const walked = Object.values(atDesk).flatMap((walk) => walk.pages)
  const all = Object.values(deskPaths).filter((path) => typeof path === 'string' && path !== deskPaths.signIn)
  expect(all.filter((path) => !walked.includes(path))).toEqual([])
})

for (const { lang, width, colorScheme } of variants)
  test.describe(`${lang}, ${width} wide, ${colorScheme}`, () => {
    test.use({ lang, viewport: { width, height: 900 }, colorScheme })
    test.beforeEach(({ page }) => {
      test.setTimeout(420_000)
      page.setDefaultTimeout(30_000)
      return watchLoading(page)
    })
    const narrow = width < 600
    const isFine = lang === 'cn' ? spotless : wellNamed
    const opened = (page: Page) => page.getByRole('dialog').or(page.getByRole('menu'))

    /** Loads the page anew, and checks it as it is. */
    async function opens(page: Page, address: string): Promise<void> {
      await page.goto('about:blank')
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(address)
      await loaded(page)
      expect.soft(page.url(), `${address} is left for another page`).toContain(address)
      await isFine(page, address)
      await stays(page, address)
      await checks(page, address)
    }
    /** Checks what has been opened on a page. */
    async function looksAt(page: Page, where: string, within?: string): Promise<void> {
      await loaded(page)
      await isFine(page, where, within)
      await checks(page, where)
    }
    async function checks(page: Page, where: string): Promise<void> {
      await fits(page, where)
      if (narrow) await fitsFingers(page, where)
      expect.soft(await stoppedByPolicy(page), `${where}: stopped by the policy`).toEqual([])
    }

    /** Opens every page and the detail of its first row, and presses there what is to be pressed. */
    async function walks<K extends string>(
      page: Page,
      console: string,
      { pages: all, presses = [] }: Walk<K>,
      say: (key: K, values: Record<string, string>) => string,
    ): Promise<void> {
      const named = (key: K) => {
        const words = say(key, ANYTHING).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        return new RegExp(`(^|\\s)${words.replaceAll('\0', '.*')}(\\s|$)`)
      }
      const toPress = new Set(
        presses.flatMap((press): (readonly K[])[] => {
          if (typeof press === 'string') return [[press]]
          if (press instanceof Array) return [press]
          return 'wide' in press === narrow ? [] : [['wide' in press ? press.wide : press.narrow]]
        }),
      )
      const pressesThere = async (where: string) => {
        for (const press of toPress) {
          const [button, item] = press.map(named)
          const around = opened(page)
          const before = await around.count()
          const target = (before ? around.last() : page)
            .getByRole('button', { name: button! })
            .and(page.locator(':not([aria-disabled=true])'))
            .filter({ visible: true })
            .first()
          if ((await target.count()) === 0) continue
          toPress.delete(press)
          await target.click()
          if (item) await page.getByRole('menuitem', { name: item }).click()
          await expect(around, `${where}, ${press.join(' › ')} opens nothing`).not.toHaveCount(before)
          await looksAt(page, `${where}, ${press.join(' › ')}`)
          await expect(async () => {
            await page.keyboard.press('Escape')
            await expect(around).toHaveCount(before, { timeout: 2_000 })
          }).toPass({ timeout: 30_000 })
        }
      }
      for (const path of all) {
        await opens(page, `${console}#${path}`)
        const filters = page.getByRole('button', { name: openFilters, expanded: false }).first()
        if ((await opened(page).count()) === 0 && (await filters.isVisible())) {
          await filters.click()
          await looksAt(page, `${path}, its filters`)
        }
        await pressesThere(path)
        if (await opensFirstRow(page)) {
          await looksAt(page, `${path}, its first row`)
          await pressesThere(`${path}, its first row`)
        }
      }
      expect([...toPress], 'found nowhere').toEqual([])
    }

    test('before sign-in, and in the outside world', async ({ page, t }) => {
      for (const address of ['/#/', '/#/signup', '/operator/', ...ofReference]) {
        await page.goto('about:blank')
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await isFine(page, address)
        await stays(page, address)
        await checks(page, address)
      }
      await page.goto(`${process.env.KAIKA_SIMULATORS_URL}/`)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await isFine(page, 'the outside world')
      await page.goto('/#/signup')
      await page.getByRole('button', { name: t('signIn.signUp') }).click()
      await isFine(page, 'sign-up with everything refused')
    })

    for (const [who, all] of [
      [demo.buyer, ofBuyer],
      [demo.agency, ofAgency],
    ] as const)
      test.describe(who === demo.buyer ? 'a buyer' : 'an agency', () => {
        test.use({ who })
        for (const [name, walk] of Object.entries(all)) test(name, ({ page }) => walks(page, '/', walk, sayIn(lang)))
      })

    test.describe('a buyer', () => {
      test.use({ who: demo.buyer })

      test('all notices', async ({ page, t }) => {
        await page.goto(`/#${paths.home}`)
        await page
          .getByRole('region', { name: t('notices.board') })
          .getByRole('button')
          .first()
          .click()
        await expect(opened(page)).toHaveCount(1)
        await looksAt(page, 'all notices')
      })

      test('a card and what is done to it', async ({ page, request, person, t }) => {
        const first = await asks<{ data: { cardId: string }[] }>(request, person!, 'GET /api/card/page', {
          status: 'ACTIVE',
          pageSize: 1,
        })
        const { cardId } = first.data[0]!
        await opens(page, `/#${paths.card(cardId)}`)
        // Whatever the length of a billing address: it may leave room for the button beside it, or fill lines.
        const address = page
          .getByRole('dialog')
          .getByRole('button', { name: t('ui.copyWhat', { what: t('cards.drawer.address') }) })
        for (const length of narrow ? [8, 16, 24, 32, 40, 48, 64, 96] : []) {
          await address.evaluate(
            (button, shown) => (button.previousSibling!.textContent = shown),
            'N Main '.repeat(16).slice(0, length),
          )
          await checks(page, `a card, an address of ${length} letters`)
        }
        for (const tab of await page.getByRole('dialog').getByRole('tab').all()) {
          await tab.click()
          await looksAt(page, `a card, ${await tab.textContent()}`)
        }
        for (const move of ['reveal', 'load', 'withdraw', 'freeze', 'address', 'delete'] as const)
          await opens(page, `/#${paths.cardAction(cardId, move)}`)
        for (const at of [paths.cardPage(cardId), paths.cardPageAction(cardId, 'load')]) await opens(page, `/#${at}`)
      })
    })

    for (const [what, walk] of Object.entries(ofOthers))
      test.describe(what, () => {
        test.use({ who: walk.who })
        test('their pages', ({ page }) => walks(page, '/', walk, sayIn(lang)))
      })

    test.describe('an agency', () => {
      test.use({ who: demo.agency })

      test('what is found and understood', async ({ page, t }) => {
        await opens(page, `/#${paths.cardList}`)
        for (const typed of ['', lang === 'cn' ? '充值' : 'load', 'GOOGLE', '88', 'zzzz']) {
          const palette = page.getByRole('dialog', { name: t('palette.title') })
          await page.getByRole('button', { name: t('layout.search') }).click()
          await palette.getByRole('combobox').fill(typed)
          await looksAt(page, `the palette, “${typed}”`)
          await page.keyboard.press('Escape')
          await expect(palette).toHaveCount(0)
        }
      })
    })

    // A phone selects no rows, and has one menu and one height of rows.
    if (!narrow)
      test.describe('an agency with a wide screen', () => {
        test.use({ who: demo.agency })

        test('selected cards, and what is done to them', async ({ page, t }) => {
          await opens(page, `/#${paths.cardList}?status=ACTIVE`)
          await page.getByLabel(t('parts.selectPage')).click()
          const bar = page.getByRole('region', { name: t('cards.list') })
          await looksAt(page, 'selected cards')
          for (const does of [
            ...(['freeze', 'load', 'withdraw', 'delete'] as const).map((move) => t(`cards.action.${move}`)),
            ...(['handOver', 'controls', 'pass'] as const).map((what) => t(`cards.batch.${what}`)),
            ...(['group', 'tags'] as const).map((what) => t(`cards.label.${what}`)),
          ]) {
            await bar.getByRole('button', { name: does, exact: true }).click()
            await expect(opened(page), `${does} opens nothing`).toHaveCount(1)
            await looksAt(page, `selected cards, ${does}`)
            await page.keyboard.press('Escape')
            await expect(opened(page)).toHaveCount(0)
          }
        })

        test('a folded menu, and compact rows', async ({ page, t }) => {
          await opens(page, `/#${paths.cardList}`)
          await page.getByRole('button', { name: t('layout.fold') }).click()
          await page.getByRole('button', { name: t('parts.compact') }).click()
          await looksAt(page, 'a folded menu, and compact rows')
          const menu = page.getByRole('navigation', { name: t('layout.menu') })
          await menu.getByRole('button').first().click()
          await expect(page.getByRole('menuitem').first()).toBeVisible()
          await looksAt(page, 'a group of the folded menu')
        })
      })

    test('the first steps of somebody who is new, and the tour', async ({ page, request, context, t }) => {
      const person = await signsUp(request, { guided: false })
      for (const { name, value } of storageOf(lang, person).origins[0]!.localStorage)
        await context.addInitScript(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
      await page.goto(`/#${paths.home}`)
      await looksAt(page, 'the first steps')
      await page.getByRole('button', { name: t('start.around') }).click()
      await expect(page.getByRole('dialog', { name: t('guide.step.welcome') })).toBeVisible()
      // It floats over a page that can still be used, and what it happens to cover is not too small.
      await looksAt(page, 'the tour', '[role=dialog]')
    })

    for (const [name, walk] of Object.entries(atDesk))
      test(`at the desk: ${name}`, async ({ page }) => {
        await signsInAtDesk(page, lang, walk.who)
        await walks(page, '/operator/', walk, sayAtDesk(lang))
      })

    const openFilters = sayIn(lang)('parts.openFilters')
  })

const ofReference = ['', '#/calls/openCard', '#/guides/openCard', '#/errors'].map((place) => `/api/docs/${place}`)
/** Stands for whatever is filled into a text. */
const ANYTHING = new Proxy({}, { get: () => '\0' })
