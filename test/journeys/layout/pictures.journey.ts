import { paths } from '#web/account/paths.ts'
import { expect, test } from '../journey.ts'
import { loaded, scrollsWithPromises } from '../looks.ts'
import { demo } from '../people.ts'
import { inPictures, looksAs } from '../pictures.ts'

/** Measurements of an element in the page; these files have no browser types. */
type Shown = {
  textContent: string
  getBoundingClientRect(): { left: number; right: number; height: number }
  querySelectorAll(what: string): Iterable<Shown>
}

test.beforeEach(({ page }) => inPictures(page))

/** Twelve pages as somebody sees them who has just signed up: everything on them is the same each time. */
const everyonesPages = {
  overview: paths.home,
  plans: paths.shop,
  'top-up': paths.rechargeIndex,
  'wire-transfer': paths.rechargeBank,
  'new-forecast': paths.forecastNew,
  scenario: paths.scenario,
  'open-card': paths.cardOpen,
  import: paths.cardImport,
  'card-list': paths.cardList,
  roles: paths.roles,
  account: paths.account,
  security: paths.accountDialog('password'),
} as const

for (const lang of ['cn', 'en'] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      test.describe(`${lang}, ${colorScheme}, ${width} wide`, () => {
        const variant = `${lang}-${colorScheme}-${width}`
        test.use({ lang, colorScheme, viewport: { width, height: 900 }, who: 'newcomer' })

        test('pages look as they did', async ({ page }) => {
          test.setTimeout(420_000)
          // A journey at the desk sets it, with more digits.
          await page.route('**/api/account/rechargeInfo', async (route) => {
            const answer = await route.fetch()
            const body = (await answer.text()).replaceAll(/"midRate":"7\.\d+"/g, '"midRate":"7.20"')
            await route.fulfill({ response: answer, body })
          })
          for (const [name, path] of Object.entries(everyonesPages)) {
            await page.goto(`/#${path}`)
            await loaded(page)
            await looksAs(page, page, `${variant}/${name}`)
          }
        })
      })

test.describe('in English', () => {
  test.use({ lang: 'en', viewport: { width: 1440, height: 900 }, colorScheme: 'light' })

  test('the sign-in page has its three cards, its slogan and its form, whichever style comes first', async ({
    page,
    t,
  }) => {
    await page.goto('/#/')
    await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
    await expect(page.getByText(t('signIn.claim'))).toBeInViewport({ ratio: 1 })
    await page.waitForLoadState('networkidle')
    await looksAs(page, page.locator('body'), 'sign-in')
  })

  test.describe('signed in', () => {
    test.use({ who: 'newcomer' })

    test('the plans stay inside their cards, and no figure breaks', async ({ page, t }) => {
      await page.goto(`/#${paths.shop}`)
      await loaded(page)
      const plans = page.getByRole('list').filter({ has: page.getByRole('heading', { name: 'Enterprise' }) })
      await expect(plans.getByText(t('plans.perLoad')).first()).toBeVisible()
      // In any font: nothing overflows its card, and each figure is on one line.
      const out = await plans.evaluate((list) => {
        const faults: string[] = []
        for (const plan of (list as unknown as Shown).querySelectorAll('li')) {
          const edge = plan.getBoundingClientRect()
          for (const part of plan.querySelectorAll('dt, dd, header > *, p > *, button')) {
            const { left, right, height } = part.getBoundingClientRect()
            if (left < edge.left + 12 || right > edge.right - 12) faults.push(`${part.textContent} sticks out`)
            if (/^[$\d.,%]+$/.test(part.textContent) && height > 48) faults.push(`${part.textContent} breaks`)
          }
        }
        return faults
      })
      expect.soft(out).toEqual([])
      await looksAs(page, plans, 'plans', 0.003)
    })

    test('the palette shows what it knows, and stays when it is walked through', async ({ page, t }) => {
      await scrollsWithPromises(page)
      await page.goto(`/#${paths.account}`)
      await expect(page.getByRole('button', { name: t('layout.search') })).toBeVisible()
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('dialog', { name: t('palette.title') })
      await expect(palette.getByRole('option').nth(2)).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await looksAs(page, palette, 'palette')
    })
  })

  test.describe('with cards of one status', () => {
    test.use({ who: demo.stopped })

    test('the ring of the overview is whole', async ({ page, t }) => {
      await page.goto(`/#${paths.home}`)
      await loaded(page)
      const notice = page.getByRole('dialog')
      await expect(notice).toBeVisible()
      await notice
        .getByRole('button', { name: t('ui.close') })
        .first()
        .click()
      await expect(notice).toHaveCount(0)
      const ring = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: t('overview.cards'), exact: true }) })
      await looksAs(page, ring, 'ring')
    })
  })
})
