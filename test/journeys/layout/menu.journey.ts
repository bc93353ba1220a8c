/** The menu folds to icons and remembers it; the line of the decline rate stays one line. */
import { pages } from '#contract/core/permissions.ts'
import { paths } from '#web/account/paths.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { loaded } from '../looks.ts'
import { demo } from '../people.ts'

inBothLanguages((lang) => {
  test.describe('somebody with sub-accounts', () => {
    test.use({ who: demo.agency, viewport: { width: 1440, height: 900 } })

    test('folds the menu to icons, whose names are told, and finds every page in it', async ({ page, t }) => {
      await page.goto(`/#${pages['2001'].path}`)
      await loaded(page)
      const menu = page.getByRole('navigation', { name: t('layout.menu') })
      const overview = menu.getByRole('link', { name: pages['2001'].name[lang], exact: true })
      await expect(overview).toHaveText(pages['2001'].name[lang])

      await test.step('nothing is below the fold, with every group open', async () => {
        for (const group of await menu.getByRole('button', { expanded: false }).all()) await group.click()
        await expect(menu.getByRole('button', { expanded: false })).toHaveCount(0)
        expect(
          await menu.evaluate((nav: unknown) => {
            const { scrollHeight, clientHeight } = nav as { scrollHeight: number; clientHeight: number }
            return scrollHeight - clientHeight
          }),
        ).toBeLessThanOrEqual(0)
        const heights = await menu
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => (link as unknown as { offsetHeight: number }).offsetHeight))
        expect(Math.max(...heights), 'a name breaks into two lines').toBeLessThanOrEqual(36)
      })

      await test.step('by key; the page is wider then, and it stays so', async () => {
        const width = async () => (await page.getByRole('main').boundingBox())!.width
        const before = await width()
        await page.keyboard.press('Control+\\')
        await expect(overview).toHaveText('')
        expect(await width()).toBeGreaterThan(before)
        await page.reload()
        await loaded(page)
        await expect(overview).toHaveText('')
      })

      await test.step('an icon says its name, and a group opens its pages', async () => {
        await menu.getByRole('link', { name: pages['2002'].name[lang], exact: true }).hover()
        await expect(page.getByRole('tooltip')).toHaveText(pages['2002'].name[lang])
        await menu.getByRole('button', { name: pages['2005'].name[lang], exact: true }).click()
        await page.getByRole('menuitem', { name: pages['2005004'].name[lang] }).click()
        await expect(page).toHaveURL(new RegExp(`${pages['2005004'].path}$`))
      })

      await test.step('its button brings it back', async () => {
        await page.getByRole('button', { name: t('layout.unfold') }).click()
        await expect(overview).toHaveText(pages['2001'].name[lang])
      })
    })
  })

  test.describe('with a high decline rate, on a phone', () => {
    test.use({ who: demo.buyer, viewport: { width: 390, height: 844 } })

    for (const [rateBps, left] of [
      [370, 4],
      [430, 2],
    ] as const)
      test(`the rate of ${rateBps / 100} % is told in one line of 44 pixels`, async ({ page, t }) => {
        const ladder = (body: { data: Record<string, unknown> }) => ({
          ...body,
          data: {
            ...body.data,
            rung: rateBps >= 400 ? 'URGENT' : 'WARN',
            rateBps,
            rungs: (body.data['rungs'] as { rung: string }[]).map((one) => ({ ...one, more: left + 1 })),
          },
        })
        await page.route('**/api/user/info*', async (route) => {
          const response = await route.fetch()
          const body = (await response.json()) as { data: { statusList: object } }
          await route.fulfill({
            json: { ...body, data: { ...body.data, statusList: { ...body.data.statusList, risk: 'WARN' } } },
          })
        })
        await page.route('**/api/cardTrade/refuse/ladder*', async (route) => {
          const response = await route.fetch()
          await route.fulfill({ json: ladder((await response.json()) as { data: Record<string, unknown> }) })
        })
        await page.goto(`/#${paths.account}`)
        const line = page.getByRole('region', { name: t('layout.risk.title') })
        await expect(line).toContainText(`${(rateBps / 100).toFixed(2)}%`)
        const box = (await line.boundingBox())!
        expect(box.height).toBeLessThanOrEqual(44)
        await loaded(page)
        const wide = `[...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > 390.5).map((one) => one.outerHTML.slice(0, 200))`
        if ((await page.evaluate('document.documentElement.scrollWidth')) !== 390)
          expect(await page.evaluate(wide)).toEqual([])
        const hide = line.getByRole('button', { name: t('layout.risk.hide') })
        if (rateBps >= 400) {
          await expect(hide).toHaveCount(0)
          return
        }
        await hide.click()
        await expect(line).toHaveCount(0)
        await page.reload()
        await loaded(page)
        await expect(line).toHaveCount(0)
      })
  })
})
