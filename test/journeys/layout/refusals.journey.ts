import assert from 'node:assert/strict'
import type { Page, Route } from '@playwright/test'
import { pages } from '#contract/core/permissions.ts'
import { expect, inBothLanguages, store, stored, test } from '../journey.ts'
import { INVITE, newMobile, PASSWORD } from '../people.ts'
import { codeOn } from '../outside.ts'
import type { Say } from '../words.ts'

type Answer = { code: number; msg?: string }

/** Possible answers of the server, and the text shown (docs/reference/console.md#what-is-shown-for-a-code). */
const catalogue = (t: Say): [name: string, answer: Answer | ((route: Route) => Promise<void>), text: string][] => [
  ['400', { code: 400, msg: 'm' }, t('errors.badRequest')],
  ['404', { code: 404, msg: 'm' }, `${t('errors.noAddress')}/api/`],
  ['408', { code: 408, msg: 'm' }, t('errors.timeout')],
  ['500 with a message', { code: 500, msg: 'The vault is being swept' }, 'The vault is being swept'],
  ['500 without one', { code: 500, msg: '' }, t('errors.server')],
  ['500 about I/O', { code: 500, msg: 'java.io: I/O error on POST' }, t('errors.server')],
  ['500 about instances', { code: 500, msg: 'No available instances for kaika' }, t('errors.server')],
  ['500 about instances, the other way round', { code: 500, msg: 'no instances available' }, t('errors.server')],
  ['501', { code: 501, msg: 'm' }, t('errors.busy')],
  ['502', { code: 502, msg: 'm' }, t('errors.busy')],
  ['503', { code: 503, msg: 'm' }, t('errors.busy')],
  ['504', { code: 504, msg: 'm' }, t('errors.busy')],
  ['505', { code: 505, msg: 'm' }, t('errors.httpVersion')],
  ['another code', { code: 1509, msg: 'This segment is asleep' }, 'This segment is asleep'],
  ['no body', (route) => route.fulfill({ status: 200, body: '' }), `${t('errors.noAddress')}/api/`],
  [
    'an HTTP 404',
    (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>lost</h1>' }),
    `${t('errors.noAddress')}/api/`,
  ],
  ['no answer', (route) => route.abort(), `${t('errors.noAddress')}/api/`],
]

/** Pages whose list is refused, so that each visit causes one notification. */
const visits = [
  { id: '2005002', path: 'card/page' },
  { id: '2005004', path: 'cardTrade/authTrans/page' },
] as const

/** Stored where no script of the console runs: a page that is starting would ask with it, or clear it. */
async function startsWith(page: Page, entries: Record<string, string | number>): Promise<void> {
  await page.goto('/mark.svg')
  await store(page, entries)
}
const toastOf = (page: Page, text: string) => page.getByRole('status').getByText(text)

inBothLanguages((lang) => {
  test.describe('the catalogue of errors', () => {
    test.use({ who: 'lou' })

    test('every code shows its text for two seconds', async ({ page, t }) => {
      let now: Answer | ((route: Route) => Promise<void>) = { code: 400 }
      for (const { path } of visits)
        await page.route(`**/api/${path}*`, (route) =>
          typeof now === 'function'
            ? now(route)
            : route.fulfill({ json: { data: null, status: 1, path: `/api/${path}`, ...now } }),
        )
      await page.clock.install()
      await page.goto('/#/home')
      const menu = page.getByRole('navigation', { name: t('layout.menu') })
      await expect(menu).toBeVisible()
      await page.clock.pauseAt(Date.now() + 60_000)
      for (const [at, [name, answer, text]] of catalogue(t).entries()) {
        now = answer
        const { id, path } = visits[at % 2]!
        await menu.getByRole('link', { name: pages[id].name[lang] }).click()
        const said = text.endsWith('/api/') ? text + path : text
        await expect(toastOf(page, said), name).toBeVisible()
        await page.clock.runFor(1_900)
        await expect(toastOf(page, said), name).toBeVisible()
        await page.clock.runFor(200)
        await expect(toastOf(page, said), name).toHaveCount(0)
        // Leaves the page, so that nothing is requested again.
        await menu.getByRole('link', { name: pages['2001'].name[lang] }).click()
        await page.clock.runFor(5_000)
      }
    })

    test('a notification waits for whoever is reading it', async ({ page, t }) => {
      await page.route('**/api/card/page*', (route) =>
        route.fulfill({ json: { code: 1509, msg: 'Read me slowly', data: null, path: '', status: 1 } }),
      )
      await page.clock.install()
      await page.goto('/#/home')
      const cards = page
        .getByRole('navigation', { name: t('layout.menu') })
        .getByRole('link', { name: pages['2005002'].name[lang] })
      await expect(cards).toBeVisible()
      await page.clock.pauseAt(Date.now() + 60_000)
      await cards.click()
      const toast = toastOf(page, 'Read me slowly')
      await toast.hover()
      await page.clock.fastForward(10_000)
      await expect(toast).toBeVisible()
      await page.mouse.move(5, 5)
      await page.clock.fastForward(2_100)
      await expect(toast).toHaveCount(0)
      await page.clock.resume()
      // Anyone who missed it finds it under the bell.
      await page.getByRole('button', { name: t('layout.recentErrors', { count: 1 }) }).click()
      await expect(page.getByRole('dialog', { name: t('inbox.title') }).getByText(/Read me slowly/)).toBeVisible()
    })

    test('401, 403, 600 and 610 end the session and say so', async ({ page, t, context, lou }) => {
      let code = 0
      const refused = (route: Route) => route.fulfill({ json: { code, msg: 'm', data: null, path: '', status: 1 } })
      await page.route('**/api/oauth/token', refused)
      await page.route('**/api/card/page*', refused)
      for (code of [401, 403, 600, 610]) {
        await startsWith(page, { lang, ...lou.tokens })
        await page.goto('/#/')
        await expect(page).toHaveURL(/#\/home$/)
        // Expected before it appears: it is shown for two seconds.
        const said = expect(toastOf(page, t('errors.expired')), String(code)).toBeVisible()
        await page
          .getByRole('navigation', { name: t('layout.menu') })
          .getByRole('link', { name: pages['2005002'].name[lang], exact: true })
          .click()
        await said
        await expect(page).toHaveURL(/\/#\/$/)
        await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
        expect(Object.keys(await stored(context))).toEqual([])
      }
    })

    test('an answer that arrives after the end of its session is not stored', async ({ page, t, context, lou }) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const late = page.waitForResponse('**/api/user/info*')
      await page.route('**/api/user/info*', (route) => ended.then(() => route.continue()))
      const expired = { json: { code: 401, msg: 'm', data: null, path: '', status: 1 } }
      await page.route('**/api/oauth/token', (route) => route.fulfill(expired))
      await page.route('**/api/card/page*', (route) => route.fulfill(expired))
      await startsWith(page, { lang, ...lou.tokens })
      await page.goto('/#/')
      await expect(page).toHaveURL(/#\/home$/)
      await page
        .getByRole('navigation', { name: t('layout.menu') })
        .getByRole('link', { name: pages['2005002'].name[lang], exact: true })
        .click()
      await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
      end()
      assert.equal((await late).status(), 200)
      await page.evaluate('new Promise(requestAnimationFrame)')
      expect(Object.keys(await stored(context))).toEqual([])
    })

    test('a token that arrives after signing out does not sign in again', async ({ page, t, context, lou }) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      await startsWith(page, { lang, ...lou.tokens, access_overtime: 1 })
      const late = page.waitForResponse('**/api/oauth/token')
      await page.route('**/api/oauth/token', async (route) => {
        await ended
        const data = { ...lou.tokens, access_token: 'late', refresh_token: 'late' }
        await route.fulfill({ json: { code: 200, msg: '', data, path: '', status: 1 } })
      })
      const asked = page.waitForRequest('**/api/oauth/token')
      await page.goto('/#/')
      await asked
      // Another tab signs out.
      const other = await context.newPage()
      await other.goto('/mark.svg')
      await other.evaluate(() => localStorage.clear())
      await expect(page.getByRole('heading', { name: t('signIn.signIn') })).toBeVisible()
      end()
      await late
      await page.evaluate('new Promise(requestAnimationFrame)')
      expect(Object.keys(await stored(context))).not.toContain('access_token')
    })

    test('a request is given up after 180 seconds', async ({ page, t }) => {
      await page.clock.install()
      const unanswered = page.waitForRequest('**/api/card/page*')
      await page.route('**/api/card/page*', () => {})
      await page.goto('/#/cardList')
      await unanswered
      // The first script has requested it; the time begins when the list asks for it.
      const asked = `![...(globalThis.kaikaEarly?.answers.keys() ?? [])].some((url) => url.includes('/card/page'))`
      await expect.poll(() => page.evaluate<boolean>(asked)).toBe(true)
      await page.clock.runFor(179_000)
      await expect(toastOf(page, t('errors.timeout'))).toHaveCount(0)
      await page.clock.runFor(1_500)
      await expect(toastOf(page, t('errors.timeout'))).toBeVisible()
    })
  })

  test.describe('forms', () => {
    test('a second click within a second is no second wish', async ({ page, t }) => {
      let asked = 0
      await page.route('**/api/user/signup/code*', (route) => {
        asked++
        return route.fulfill({ json: { code: 1509, msg: 'Not now', data: null, path: '', status: 1 } })
      })
      await page.goto('/#/signup')
      await page.getByLabel(t('signIn.mobile')).fill(newMobile())
      const button = page.getByRole('button', { name: t('signIn.getCode') })
      await button.dblclick()
      await expect(toastOf(page, 'Not now')).toBeVisible()
      expect(asked).toBe(1)
      await expect(async () => {
        await button.click()
        await expect.poll(() => asked, { timeout: 2_000 }).toBe(2)
      }).toPass()
    })

    test('an invite code in the address is kept for sign-up, and only if it is one', async ({ page, t }) => {
      const kept = () => page.evaluate('sessionStorage.getItem("invite")')
      for (const [address, expected] of [
        ['/?code=1234567', null],
        ['/?code=abcdef', null],
        ['/?code=123456', '123456'],
        [`/#/signup?code=${INVITE}`, INVITE],
      ] as const) {
        await page.goto('about:blank')
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await kept(), address).toBe(expected)
      }
      await expect(page.getByLabel(t('signIn.invite'))).toHaveValue(INVITE)
      await page.getByRole('link', { name: t('signIn.signIn') }).click()
      await page.getByRole('link', { name: t('signIn.signUp') }).click()
      await expect(page.getByLabel(t('signIn.invite'))).toHaveValue(INVITE)
    })

    test('a refusal stands beside its field, and what was typed is kept', async ({ page, t }) => {
      const mobile = newMobile()
      await page.goto('/#/signup')
      const field = (key: Parameters<Say>[0]) => page.getByLabel(t(key), { exact: true })
      // Once: this button has no double-click guard, and only five wrong codes are allowed.
      const submit = async () => {
        const button = page.getByRole('button', { name: t('signIn.signUp') })
        await expect(button).toBeEnabled()
        await button.click()
      }
      const says = (key: Parameters<Say>[0], words: RegExp) => expect(field(key)).toHaveAccessibleDescription(words)

      // What the browser can check itself is never sent.
      let sent = 0
      page.on('request', (request) => request.url().endsWith('/api/user/signup') && sent++)
      await submit()
      await says('signIn.mobile', /\S/)
      await expect(field('signIn.mobile')).toHaveAttribute('aria-invalid', 'true')
      await field('signIn.mobile').fill(mobile)
      await field('signIn.password').fill(PASSWORD)
      await field('signIn.confirmPassword').fill('Kaika-walk-8')
      await submit()
      await says('signIn.confirmPassword', lang === 'cn' ? /不一致/ : /does not match/i)
      await expect(page.getByRole('alert').filter({ hasText: lang === 'cn' ? /隐私/ : /Privacy/ })).toBeVisible()
      expect(sent).toBe(0)

      await field('signIn.confirmPassword').fill(PASSWORD)
      await page.getByRole('checkbox', { name: t('signIn.agree') }).check()
      await page.getByRole('button', { name: t('signIn.getCode') }).click()
      await expect(toastOf(page, t('signIn.codeSent'))).toBeVisible()
      const code = await codeOn(mobile)
      await field('signIn.code').fill(code === '000000' ? '111111' : '000000')
      // Any other answer is reported with the failure: it is shown above the button.
      const answer = page.waitForResponse('**/api/user/signup')
      await field('signIn.code').press('Enter')
      expect(await (await answer).json()).toMatchObject({ data: { reason: 'CODE_WRONG' } })
      await says('signIn.code', /\S/)
      await expect(field('signIn.code')).toBeFocused()
      await expect(field('signIn.password')).toHaveValue(PASSWORD)
      await expect(field('signIn.mobile')).toHaveValue(mobile)

      // A weak password is refused with the reason, stays editable, and costs no code.
      await field('signIn.code').fill(code)
      for (const [weak, words] of [
        ['Sunshine1', lang === 'cn' ? /过于常见/ : /too common/],
        [`${mobile}a`, lang === 'cn' ? /手机号/ : /your mobile/],
      ] as const) {
        await field('signIn.password').fill(weak)
        await field('signIn.confirmPassword').fill(weak)
        await field('signIn.code').press('Enter')
        await says('signIn.password', words)
        await expect(field('signIn.password')).toHaveValue(weak)
        await expect(field('signIn.code')).toHaveValue(code)
      }
      await field('signIn.password').fill(PASSWORD)
      await field('signIn.confirmPassword').fill(PASSWORD)
      await field('signIn.code').press('Enter')
      await expect(page).toHaveURL(/#\/home$/)
    })
  })
})
