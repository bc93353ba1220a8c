import { pages } from '#contract/core/permissions.ts'
import { expect, inBothLanguages, store, stored, seesOverview, test, signsOut } from '../journey.ts'
import { loaded } from '../looks.ts'
import { demo, DEMO_PASSWORD, PASSWORD } from '../people.ts'

const HOUR = 3_600_000
inBothLanguages((lang) => {
  test.describe('nobody is signed in', () => {
    test('every page but sign-in and sign-up leads to sign-in, and what was stored is gone', async ({
      page,
      t,
      context,
    }) => {
      for (const path of ['/#/home', '/#/cardList', '/#/noPermission']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
        await expect(page).toHaveURL(/\/#\/$/)
      }
      await store(page, { userInfo: '{"nickname":"left over"}', username: 'kept', autoLogin: '0', guide: '1' })
      await page.goto('/#/cardOpen')
      await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
      expect(Object.keys(await stored(context)).filter((key) => !['lang', 'theme'].includes(key))).toEqual([
        'username',
        'autoLogin',
      ])
    })

    test('an address that does not exist leads to its own page, and from there to sign-in', async ({ page, t }) => {
      for (const path of ['/#/no-such-page', '/#/cardList/a/b/c/d', '/#/404']) {
        await page.goto('about:blank')
        await page.goto(path)
        await expect(page).toHaveURL(/#\/404$/)
        await expect(page.getByRole('heading', { name: t('layout.lost.notFound') })).toBeVisible()
      }
      await page.getByRole('button', { name: t('layout.lost.goSignIn') }).click()
      await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
    })

    test('/index.html is sign-in, and sign-up is a page of its own', async ({ page, t }) => {
      await page.goto('/index.html')
      await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
      await expect(page).toHaveURL(/:\d+\/(#\/)?$/)
      await page.goto('/#/index.html')
      await expect(page).toHaveURL(/\/#\/$/)
      await page.getByRole('link', { name: t('signIn.signUp') }).click()
      await expect(page).toHaveURL(/#\/signup$/)
      await expect(page.getByRole('heading', { name: t('signIn.signUp') })).toBeVisible()
      await expect(page.getByText(`${t('parts.version')} 1.0.0 · © ${new Date().getFullYear()}`)).toBeVisible()
    })

    test('the language changes at once and stays, and so does the theme', async ({ page, t, context }) => {
      await page.goto('/#/')
      await page.evaluate('window.stillTheSamePage = true')
      await page.getByRole('button', { name: t('parts.otherLanguage') }).click()
      await expect(page.getByRole('heading', { name: lang === 'cn' ? 'Sign in' : '登录' })).toBeVisible()
      expect((await stored(context)).lang).toBe(lang === 'cn' ? 'en' : 'cn')
      await page.getByRole('button', { name: lang === 'cn' ? '中文' : 'English' }).click()
      await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
      await page.getByRole('button', { name: t('parts.darkTheme') }).click()
      await expect(page.getByRole('button', { name: t('parts.lightTheme') })).toBeVisible()
      expect(await page.evaluate('window.stillTheSamePage')).toBe(true)

      await page.reload()
      await expect(page.getByRole('button', { name: t('parts.lightTheme') })).toBeVisible()
      expect(await stored(context)).toMatchObject({ lang, theme: 'dark' })
    })
  })

  test.describe('signing in and out', () => {
    test('no password is ever stored, and only the name and the wish to be remembered outlive the session', async ({
      page,
      t,
      context,
      lou,
    }) => {
      await page.clock.install()
      await page.goto('/#/')
      await page.getByLabel(t('signIn.username')).fill(lou.mobile)
      await page.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
      await page.getByLabel(t('signIn.autoLogin')).check()
      await page.getByRole('button', { name: t('signIn.signIn') }).click()
      await expect(page).toHaveURL(/#\/home$/)
      await expect(page.getByRole('navigation', { name: t('layout.menu') })).toBeVisible()

      const during = await stored(context)
      for (const key of [
        'access_token',
        'access_overtime',
        'refresh_token',
        'userInfo',
        'Auths',
        'AuthsMenu',
        'subPermission',
        'lang',
      ])
        expect(during[key], key).toBeTruthy()
      expect(during).toMatchObject({ username: lou.mobile, autoLogin: '1', subAccount: '0' })
      expect(JSON.stringify(during)).not.toContain(PASSWORD)
      expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(PASSWORD)
      const menu = JSON.parse(during.AuthsMenu!) as { path: string; title: string; icon: string; children: object[] }[]
      expect(menu.find(({ path }) => path === '/card')).toMatchObject({
        title: pages['2005'].name[lang],
        icon: 'cards',
        children: [{ id: '2005001', title: pages['2005001'].name[lang] }, {}, {}, {}, {}, {}, {}, {}],
      })

      // Opened first: its code loads by the clock.
      await page.getByRole('button', { name: t('layout.avatar') }).click()
      const out = page.getByRole('menuitem', { name: t('layout.signOut') })
      await expect(out).toBeVisible()
      await page.clock.pauseAt(Date.now() + 1_000)
      await out.click()
      const goodBye = page.getByRole('status').getByText(t('parts.signedOut'))
      await expect(goodBye).toBeVisible()
      await page.clock.runFor(900)
      await expect(goodBye).toBeVisible()
      await page.clock.runFor(200)
      await expect(goodBye).toBeHidden()
      await page.clock.resume()
      await expect(page).toHaveURL(/\/#\/$/)
      const after = await stored(context)
      expect(
        Object.keys(after)
          .filter((key) => key !== 'lang')
          .sort(),
      ).toEqual(['autoLogin', 'password', 'username'])
      expect(after.password).not.toBe(PASSWORD)

      // The credential that replaces the password is valid for one sign-in.
      await expect(page.getByLabel(t('signIn.username'))).toHaveValue(lou.mobile)
      await page.getByRole('button', { name: t('signIn.signIn') }).click()
      await expect(page).toHaveURL(/#\/home$/)
      expect((await stored(context)).password).not.toBe(after.password)
    })

    test('a wrong password says so in the form, and keeps what was typed', async ({ page, t, lou }) => {
      await page.goto('/#/')
      await page.getByLabel(t('signIn.username')).fill(lou.mobile)
      await page.getByLabel(t('signIn.password'), { exact: true }).fill('Kaika-wrong-1')
      await page.getByRole('button', { name: t('signIn.signIn') }).click()
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
      await expect(page.getByLabel(t('signIn.username'))).toHaveValue(lou.mobile)
      await expect(page.getByLabel(t('signIn.password'), { exact: true })).toHaveValue('Kaika-wrong-1')
    })
  })

  test.describe('an account holder is signed in', () => {
    test.use({ who: 'lou' })

    test('sign-in and sign-up lead home, and an address that does not exist to its own page', async ({ page, t }) => {
      for (const path of ['/#/', '/#/signup']) {
        await page.goto(path)
        await expect(page).toHaveURL(/#\/home$/)
      }
      await page.goto('/#/no-such-page')
      await expect(page).toHaveURL(/#\/404$/)
      await expect(page.getByRole('heading', { name: t('layout.lost.notFound') })).toBeVisible()
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await page.getByRole('button', { name: t('layout.lost.goHome') }).click()
      await expect(page).toHaveURL(/#\/home$/)
    })

    test('a group leads to its first page, and without permission there is a page that says so', async ({
      page,
      t,
    }) => {
      await page.goto('/#/card')
      await expect(page).toHaveURL(/#\/cardOpen$/)
      await page.goto('/#/FinanceRecharge')
      await expect(page).toHaveURL(/#\/FinanceRechargeIndex$/)

      const without = (hidden: readonly string[]) =>
        page.route('**/api/sub/role/permission', async (route) => {
          const answer = await (await route.fetch()).json()
          answer.data.auths = answer.data.auths.filter(({ id }: { id: string }) => !hidden.includes(id))
          await route.fulfill({ json: answer })
        })
      await page.goto('/#/home')
      await without(['2005001'])
      await page.evaluate('localStorage.removeItem("Auths")')
      await page.reload()
      await page.goto('/#/card')
      await expect(page).toHaveURL(/#\/cardList$/)
      await page.goto('/#/cardOpen')
      await expect(page).toHaveURL(/#\/noPermission\?page=2005001$/)
      const refused = t('layout.lost.noPermissionTo', { page: pages['2005001'].name[lang] })
      await expect(page.getByRole('heading', { name: refused })).toBeVisible()
      await expect(page.getByText(t('layout.lost.serviceGrants'))).toBeVisible()
      await expect(page.getByRole('button', { name: t('layout.lost.askParent') })).toHaveCount(0)
    })

    test('somebody who is here for the first time finds the groups open', async ({ page, t }) => {
      await page.goto('/#/home')
      const menu = page.getByRole('navigation', { name: t('layout.menu') })
      for (const id of ['2003', '2005'] as const)
        await expect(menu.getByRole('button', { name: pages[id].name[lang] })).toHaveAttribute('aria-expanded', 'true')
      await expect(menu.getByRole('button', { name: t('layout.signOut') })).toHaveCount(0)
      await page.getByRole('button', { name: t('layout.avatar') }).click()
      await expect(page.getByRole('menuitem').last()).toHaveText(t('layout.signOut'))
      await expect(page.getByRole('menuitem', { name: t('layout.contact') })).toBeVisible()
      await page.keyboard.press('Escape')

      const group = menu.getByRole('button', { name: pages['2003'].name[lang] })
      await group.click()
      await expect(group).toHaveAttribute('aria-expanded', 'false')
      await page.reload()
      await expect(group).toHaveAttribute('aria-expanded', 'false')
      await group.click()
      await expect(group).toHaveAttribute('aria-expanded', 'true')
    })

    test('the header loads who, wallet, plan, permissions and, at home, notices, in this order', async ({ page }) => {
      const names = {
        'user/info': 'who',
        'user/wallet': 'wallet',
        'user/userPrivilege': 'plan',
        'sub/role/permission': 'permissions',
        'notice/list': 'notices',
      }
      const asked: string[] = []
      page.on('request', (request) => {
        const name = names[new URL(request.url()).pathname.replace('/api/', '') as keyof typeof names]
        if (name && !asked.includes(name)) asked.push(name)
      })
      await page.goto('/#/cardList')
      await expect.poll(() => asked.length).toBeGreaterThanOrEqual(4)
      expect(asked).not.toContain('notices')
      await page.goto('/#/home')
      await expect.poll(() => asked).toContain('notices')

      // Permissions are stored by now: the whole sequence is the header's own.
      asked.length = 0
      await page.reload()
      await expect.poll(() => asked.length).toBe(5)
      expect(asked).toEqual(['who', 'wallet', 'plan', 'permissions', 'notices'])
    })

    test('the header says nothing when it is refused', async ({ page, t }) => {
      for (const path of [
        'user/info',
        'user/wallet',
        'user/userPrivilege',
        'notice/list',
        'notice/noticeForUser',
        'notice/moveNotice',
      ])
        await page.route(`**/api/${path}*`, (route) =>
          route.fulfill({ json: { code: 1234, msg: 'not for people', path, status: 0 } }),
        )
      await page.goto('/#/home')
      await seesOverview(page, t)
      await expect(page.getByText('not for people')).toHaveCount(0)
    })

    test('the title stands in the header on every page, version and year below', async ({ page, t }) => {
      await page.goto('/#/home')
      await expect(page.getByRole('heading', { level: 1, name: pages['2001'].name[lang] })).toBeVisible()
      await page.goto('/#/cardList')
      await expect(page.getByRole('heading', { level: 1, name: pages['2005002'].name[lang] })).toBeVisible()
      await expect(page.getByText(`${t('parts.version')} 1.0.0 · © ${new Date().getFullYear()}`)).toBeVisible()
      await page.goto('/#/FinanceRechargeOnline')
      const here = page
        .getByRole('navigation', { name: t('layout.menu') })
        .getByRole('link', { name: pages['2003001001'].name[lang] })
      await expect(here).toHaveAttribute('aria-current', 'page')
    })
  })

  test.describe('time passes', () => {
    test.use({ who: 'lou' })

    test('after two quiet hours the session is over, and says why', async ({ page, t, context }) => {
      await page.clock.install()
      await page.goto('/#/home')
      await expect.poll(async () => (await stored(context)).lastActiveTime).toBeTruthy()
      // Nothing is in progress when the hours begin: a later answer would count as activity.
      await loaded(page)
      await page.clock.pauseAt(Date.now() + 1_000)
      await loaded(page)
      // Expected before it appears: it is shown for two seconds, and any request may trigger it.
      const said = expect(page.getByRole('status').getByText(t('errors.idle'))).toBeVisible()
      await page.clock.fastForward(2 * HOUR + 60_000)
      await page.clock.resume()
      await page.goto('/#/cardList')
      await said
      await expect(page).toHaveURL(/\/#\/$/)
      expect(Object.keys(await stored(context)).filter((key) => key !== 'lang')).toEqual([])
      // The storage is empty, and the tab still knows its language.
      await page.reload()
      await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
    })

    test('activity is written at most once a minute', async ({ page, context }) => {
      await page.clock.install()
      await page.goto('/#/home')
      const active = async () => Number((await stored(context)).lastActiveTime)
      await expect.poll(active).toBeGreaterThan(0)
      // From here the clock is moved by hand: loading time on a slow machine is not part of the minute.
      await page.clock.pauseAt(Date.now() + 1_000)
      const look = async (id: '2005002' | '2003003') => {
        const answer = page.waitForResponse(id === '2005002' ? '**/api/card/page*' : '**/api/account/flowPage*')
        await page.getByRole('link', { name: pages[id].name[lang] }).click()
        await (await answer).finished()
      }
      const before = await active()
      await page.clock.fastForward(70_000)
      await look('2003003')
      await expect.poll(active).toBeGreaterThan(before)
      const first = await active()
      await page.clock.fastForward(40_000)
      await look('2005002')
      expect(await active()).toBe(first)
      await page.clock.fastForward(25_000)
      await look('2003003')
      await expect.poll(active).toBeGreaterThanOrEqual(first + 60_000)
    })
  })

  test.describe('a sub-account’s role', () => {
    test.use({ who: demo.subAccount })

    test('offers to open a card only with the key for it', async ({ page, t }) => {
      let keys = ['card:view', 'card:open']
      await page.route('**/api/sub/role/permission*', async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: { auths: object[]; subPermission: string[] } }
        answer.data.subPermission = keys
        answer.data.auths = (['2005', '2005001', '2005002'] as const).map((id) => ({ id, ...pages[id], name: id }))
        await route.fulfill({ json: answer })
      })
      const open = page.getByRole('main').getByRole('button', { name: t('cards.open.go'), exact: true })
      await page.goto('/#/cardList')
      await expect(open.first()).toBeVisible()
      keys = ['card:view', 'card:import']
      await page.reload()
      await expect(
        page
          .getByRole('table')
          .or(page.getByText(t('cards.none')))
          .first(),
      ).toBeVisible()
      await expect(open).toHaveCount(0)
      // What is still asked is answered before the page goes.
      await page.unrouteAll({ behavior: 'wait' })
    })
  })

  test.describe('a sub-account', () => {
    test('lands on its own home, with its own name and its own pages', async ({ page, t, context }) => {
      await page.goto('/#/')
      await page.getByLabel(t('signIn.username')).fill(demo.subAccount)
      await page.getByLabel(t('signIn.password'), { exact: true }).fill(DEMO_PASSWORD)
      await page.getByRole('button', { name: t('signIn.signIn') }).click()
      await expect(page).toHaveURL(/#\/subHome$/)
      expect((await stored(context)).subAccount).toBe('1')

      const user = JSON.parse((await stored(context)).userInfo!) as { nickname: string; userId: string; mobile: string }
      await page.getByRole('button', { name: t('layout.avatar') }).click()
      await expect(page.getByText(`${user.mobile} · ${user.userId}`)).toBeVisible()
      expect(user.mobile).toMatch(/0003$/)
      await page.keyboard.press('Escape')

      const menu = page.getByRole('navigation', { name: t('layout.menu') })
      await expect(menu.getByRole('link', { name: pages['2003001001'].name[lang] })).toHaveCount(0)
      await expect(menu.getByRole('link', { name: pages['2005002'].name[lang] })).toBeVisible()
      await page.goto('/#/')
      await expect(page).toHaveURL(/#\/subHome$/)
      for (const path of ['/#/home', '/#/FinanceRechargeIndex', '/#/shop']) {
        await page.goto(path)
        await expect(page).toHaveURL(/#\/404$/)
      }
      // A refused page begins the request for it.
      await page.goto('/#/noPermission?page=2005001')
      const opening = { page: pages['2005001'].name[lang] }
      await expect(page.getByRole('heading', { name: t('layout.lost.noPermissionTo', opening) })).toBeVisible()
      await page.getByRole('button', { name: t('layout.lost.askParent') }).click()
      await expect(page.getByLabel(t('subaccounts.ask.note'))).toHaveValue(t('subaccounts.ask.forPage', opening))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      // Its other journeys share a session, which a fourth would end.
      await page.goto('/#/subHome')
      await signsOut(page, t)
      await expect(page).toHaveURL(/\/#\/$/)
    })
  })
})
