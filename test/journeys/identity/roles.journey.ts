import type { Page } from '@playwright/test'
import { elements, pages, type ElementKey, type PageId } from '#contract/core/permissions.ts'
import { systemRoles } from '#contract/roles/roles.ts'
import { elsewhere, expect, inBothLanguages, ofNow, pressesUntil, test } from '../journey.ts'
import { asks, demo, signsIn, type Person } from '../people.ts'

/** A change reaches signed-in users within five seconds; a busy machine takes longer. */
const WITHIN_MS = 20_000
/** Each language takes a separate seat, and returns it. */
const seat = {
  cn: { mobile: '13800000023', role: 'rol_senior' },
  en: { mobile: '13800000033', role: 'rol_finance' },
} as const

inBothLanguages((lang) => {
  const named = (id: PageId) => pages[id].name[lang]
  const does = (key: ElementKey) => elements[key].name[lang]

  test.describe('the three sets of routes', () => {
    for (const [who, has, lacks, closed] of [
      [demo.buyer, ['2001', '2002', '2004', '2005003'], [], '/subHome'],
      [demo.agency, ['2001', '2002', '2004', '2005003'], [], '/nowhere'],
      [demo.subAccount, ['2008', '2003003', '2005002', '2005004'], ['2002', '2004', '2005003', '2003001001'], '/home'],
    ] as const) {
      test.describe(who, () => {
        test.use({ who })
        test(`each has its own menu and no other’s pages`, async ({ page, t }) => {
          await page.goto(who === demo.subAccount ? '/#/subHome' : '/#/home')
          const menu = page.getByRole('navigation', { name: t('layout.menu') })
          for (const id of has) await expect(menu.getByRole('link', { name: named(id), exact: true })).toBeVisible()
          for (const id of lacks) await expect(menu.getByRole('link', { name: named(id), exact: true })).toHaveCount(0)
          const subs = menu.getByRole('link', { name: lang === 'cn' ? '子账户总览' : 'Sub-accounts overview' })
          await expect(subs).toHaveCount(who === demo.agency ? 1 : 0)
          await page.goto(`/#${closed}`)
          await expect(page).toHaveURL(/#\/404$/)
        })
      })
    }
  })

  test.describe('what a role gives', () => {
    test.use({ who: demo.agency })

    test('is edited as a tree, and reaches whoever is signed in', async ({ page, t, request, person, browser }) => {
      test.setTimeout(420_000)
      const { mobile, role: before } = seat[lang]
      const sub = await signsIn(request, mobile)
      const { subUid } = await asks<{ subUid: string }>(request, sub, 'GET /api/user/infoForSub')
      const gives = (roleId: string) => asks(request, person as Person, 'POST /api/sub/editRole', { subUid, roleId })
      const name = `Seat ${lang} ${ofNow()}`
      const tree = page.getByRole('tree', { name: t('roles.tree') })
      const item = (text: string) => tree.getByRole('treeitem', { name: text, exact: true })
      const save = async () => {
        await page.getByRole('button', { name: t('roles.apply') }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: t('roles.apply') }).click()
        await expect(dialog).toBeHidden()
      }
      let roleId = ''

      await test.step('a copy of a system role', async () => {
        await page.goto('/#/subAccountManage/roles')
        await page.getByRole('button', { name: t('roles.add') }).click()
        const dialog = page.getByRole('dialog', { name: t('roles.add') })
        await dialog.getByLabel(t('roles.name')).fill(systemRoles.viewer.name[lang])
        await dialog.getByLabel(t('roles.from')).selectOption({ label: systemRoles.senior.name[lang] })
        await dialog.getByRole('button', { name: t('roles.create') }).click()
        await expect(dialog.getByLabel(t('roles.name'))).toHaveAttribute('aria-invalid', 'true')
        await dialog.getByLabel(t('roles.name')).fill(name)
        await pressesUntil(dialog.getByRole('button', { name: t('roles.create') }), (patience) =>
          expect(page).toHaveURL(/roles\/rol_/, patience),
        )
        roleId = page.url().split('/').at(-1)!
        await expect(item(does('card:export'))).toHaveAttribute('aria-checked', 'true')
        await expect(item(named('2005002'))).toHaveAttribute('aria-checked', 'mixed')
      })

      await test.step('searched, ticked by keyboard, seen before it is saved', async () => {
        const preview = page.getByRole('region', { name: t('roles.preview') })
        await page.getByRole('searchbox', { name: t('roles.search') }).fill(does('wallet:view'))
        await expect(tree.getByRole('treeitem')).toHaveCount(2)
        await item(named('2008')).focus()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Space')
        await expect(item(does('wallet:view'))).toHaveAttribute('aria-checked', 'true')
        await expect(preview).toContainText(does('wallet:view'))
        await page.getByRole('searchbox', { name: t('roles.search') }).fill('')

        await page
          .getByRole('navigation')
          .getByRole('link', { name: named('2001'), exact: true })
          .click()
        const leave = page.getByRole('dialog', { name: t('roles.leave') })
        await leave.getByRole('button', { name: t('roles.stay') }).click()
        await expect(item(does('wallet:view'))).toHaveAttribute('aria-checked', 'true')
        await save()
        await expect(page.getByText(t('roles.unchanged'))).toBeVisible()
      })

      await gives(roleId)
      const desk: Page = await elsewhere(browser, lang, sub)
      const menu = desk.getByRole('navigation', { name: t('layout.menu') })

      await test.step('a key that is taken away: its button is gone, and the call refused', async () => {
        await desk.goto(`/#${pages['2005002'].path}`)
        const button = desk.getByRole('button', { name: t('parts.export') })
        await expect(button).toBeVisible()
        await desk.evaluate('window.stillTheSamePage = true')
        await page.reload()
        await item(does('card:export')).locator('> div').click()
        await save()
        await expect(button).toHaveCount(0, { timeout: WITHIN_MS })
        await expect(desk.getByText(t('layout.rightsChanged'))).toBeVisible()
        expect(await desk.evaluate('window.stillTheSamePage')).toBe(true)
        await expect(asks(request, sub, 'GET /api/card/cardDown')).rejects.toThrow(/1403/)
      })

      await test.step('a page that is taken away leads to the first that its group has left', async () => {
        await menu.getByRole('link', { name: named('2005004') }).click()
        await expect(desk).toHaveURL(new RegExp(`#${pages['2005004'].path}`))
        await item(named('2005004')).locator('> div').click()
        await expect(item(named('2005004'))).toHaveAttribute('aria-checked', 'true') // all of it first
        await item(named('2005004')).locator('> div').click()
        await expect(item(named('2005004'))).toHaveAttribute('aria-checked', 'false')
        await save()
        await expect(desk).toHaveURL(new RegExp(`#${pages['2005001'].path}$`), { timeout: WITHIN_MS })
        await expect(menu.getByRole('link', { name: named('2005004') })).toHaveCount(0)
      })

      await test.step('without any page of the group there is a page that says so', async () => {
        for (const id of ['2005001', '2005002', '2005005', '2005006'] as const) {
          await item(named(id)).locator('> div').click()
          if ((await item(named(id)).getAttribute('aria-checked')) === 'true')
            await item(named(id)).locator('> div').click()
          await expect(item(named(id))).toHaveAttribute('aria-checked', 'false')
        }
        await save()
        await expect(desk).toHaveURL(/#\/noPermission\?page=2005$/, { timeout: WITHIN_MS })
        await desk.getByRole('button', { name: t('layout.lost.goHome') }).click()
        await expect(desk).toHaveURL(/#\/subHome$/)
      })

      await test.step('it goes when nobody has it', async () => {
        await page.getByRole('link', { name: t('roles.back') }).click()
        const row = page.getByRole('listitem', { name, exact: true })
        await row.getByRole('button', { name: t('roles.actions', { name }) }).click()
        await expect(page.getByRole('menuitem', { name: t('roles.remove') })).toHaveAttribute('aria-disabled', 'true')
        await page.keyboard.press('Escape')
        await gives(before)
        await expect(menu.getByRole('link', { name: named('2005002') })).toBeVisible({ timeout: WITHIN_MS })
        await page.reload()
        await row.getByRole('button', { name: t('roles.actions', { name }) }).click()
        await page.getByRole('menuitem', { name: t('roles.remove') }).click()
        const dialog = page.getByRole('dialog', { name: t('roles.removeTitle', { name }) })
        await dialog.getByRole('button', { name: t('roles.remove') }).click()
        await expect(row).toHaveCount(0)
      })
      await desk.context().close()
    })
  })
})
