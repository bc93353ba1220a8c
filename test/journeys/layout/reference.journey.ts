/** The API reference: found by words, read by everybody, and its samples run. */
import { spawn } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Lang } from '#contract/core/fields.ts'
import { leaves, phrase } from '#web/phrases.ts'
import * as cn from '#web/reference/text.cn.ts'
import * as en from '#web/reference/text.en.ts'
import { expect, test } from '../journey.ts'
import { fits, fitsFingers, spotless, stays, watchLoading } from '../looks.ts'

const texts = { cn: new Map(leaves(cn)), en: new Map(leaves(en)) }
const sayIn = (lang: Lang) => (key: string) => phrase(texts[lang], `reference.${key}`)

/** What each sees in the menu: the product's words, not those of the addresses. */
const groups = {
  cn: ['套餐', '邀请返佣', '场景查询', '复核'],
  en: ['Rate plans', 'Referrals', 'Scenario query', 'Approvals'],
}
const words = {
  cn: { search: '开卡报价', call: '开卡报价：开卡费 + 充值 + 手续费', field: '最小货币单位' },
  en: { search: 'quote opening', call: 'Quote opening a card: opening fee + load + load fee', field: 'minor units' },
}

for (const lang of ['cn', 'en'] as const)
  for (const width of [1440, 390])
    test.describe(`the reference, ${lang}, ${width} wide`, () => {
      test.use({ lang, viewport: { width, height: 860 } })
      const say = sayIn(lang)
      const narrow = width < 600

      test('is searched by keyboard, and each call has an address', async ({ page }) => {
        const faults: string[] = []
        page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
        await watchLoading(page)
        await page.goto('/api/docs')
        await expect(page).toHaveTitle('Kaika API')
        const contents = page.getByRole('navigation', { name: say('contents') })
        const opens = async () => {
          if (narrow) await page.getByRole('button', { name: say('contents'), exact: true }).click()
        }
        await opens()
        for (const name of groups[lang]) await expect(contents.getByText(name, { exact: true }).first()).toBeVisible()
        for (const name of ['group', 'agent', 'cardGrade', 'Other'])
          await expect(contents.getByText(name, { exact: true })).toHaveCount(0)
        await stays(page, 'the overview')
        await spotless(page, 'the overview')
        if (narrow) await fitsFingers(page, 'the contents')

        await page.getByRole('heading', { level: 1 }).focus()
        await page.keyboard.press('/')
        const search = page.getByRole('searchbox', { name: say('search') })
        await expect(search).toBeFocused()
        await page.keyboard.type(words[lang].search)
        const found = page.getByRole('list', { name: say('results') }).getByRole('link')
        await expect(found.first()).toContainText(words[lang].call)
        await spotless(page, 'what a search finds')
        if (narrow) await fitsFingers(page, 'what a search finds')
        await page.keyboard.press('ArrowDown')
        await expect(found.first()).toBeFocused()
        await page.keyboard.press('ArrowUp')
        await expect(search).toBeFocused()
        await page.keyboard.press('Enter')

        await expect(page).toHaveURL(/#\/calls\/priceOpening$/)
        const heading = page.getByRole('heading', { level: 1, name: words[lang].call })
        await expect(heading).toBeFocused()
        await expect(page).toHaveTitle(`${words[lang].call} · Kaika API`)
        await expect(page.getByRole('article')).toContainText(words[lang].field)
        await expect(page.getByRole('article')).toContainText('amount_above_max')
        await spotless(page, 'a call')
        if (narrow) await fitsFingers(page, 'a call')
        await fits(page, 'a call')

        await page.getByRole('link', { name: '1503' }).first().click()
        await expect(page.getByRole('row', { name: /amount_above_max/ })).toBeInViewport()
        await page.goBack()
        await expect(heading).toBeVisible()
        await page.reload()
        await expect(heading).toBeVisible()

        // The other language shows the same page.
        await page.getByRole('button', { name: say('otherLanguage') }).click()
        await expect(
          page.getByRole('heading', { level: 1, name: words[lang === 'cn' ? 'en' : 'cn'].call }),
        ).toBeVisible()
        expect(faults).toEqual([])
      })

      test('says so when a page is missing', async ({ page }) => {
        await page.goto('/api/docs/#/calls/nothing')
        await expect(page.getByRole('heading', { level: 1, name: say('missing') })).toBeVisible()
        await spotless(page, 'nothing')
      })
    })

test.describe('samples', () => {
  test.use({ lang: 'en', who: 'newcomer' })
  const say = sayIn('en')

  test('run as they are: signing in, listing cards, pricing one, and the programs of the guides', async ({
    page,
    person,
  }) => {
    const sample = async (name: string, token?: string): Promise<string> => {
      // Not by the hash alone: the page before would still be there.
      await page.goto('about:blank')
      await page.goto(`/api/docs/#/${name}`)
      await expect(page.locator('pre').first()).toBeVisible()
      if (token) await page.getByRole('textbox', { name: say('token') }).fill(token)
      const tab = page.getByRole('tab', { name: 'JavaScript' }).first()
      if (await tab.isVisible()) await tab.click()
      const code = page.locator('pre').filter({ hasText: 'await fetch' }).first()
      await expect(code).toContainText(token ?? 'btoa')
      return code.innerText()
    }
    const signIn = await sample('calls/signIn')
    await runs(
      signIn.replace('13800000001', person!.mobile).replace('your-password', person!.password),
      /access_token: 'ka_/,
    )
    const { access_token: token } = person!.tokens
    await runs(await sample('calls/listCards', token), /haveNext: false/)
    await runs(await sample('calls/priceOpening', token), /amount: 10000/)
    await runs(await sample('guides/errors', token), /amount: 10000/)
    await runs(await sample('guides/paging', token), /^0$/m)
  })

  test('are copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/api/docs/#/calls/listCards')
    await page.getByRole('tab', { name: 'curl' }).press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'JavaScript' })).toBeFocused()
    await page.getByRole('button', { name: `Copy ${say('sample')}` }).click()
    await expect(page.getByRole('status')).toHaveText(say('copied'))
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('await fetch(')
  })
})

test('the page has no framework to wait for', async ({ page }) => {
  const scripts: Promise<Buffer>[] = []
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js'))
      scripts.push(request.response().then((answer) => answer!.body()))
  })
  await page.goto('/api/docs/#/calls/openCard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  expect(bytes / 1000, 'kB of JavaScript, gzip').toBeLessThanOrEqual(60)
  expect(await styled(page)).toBe(true)
})

const styled = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("getComputedStyle(document.body).getPropertyValue('--brand') !== ''")

/** Runs a program as a module of Node, and expects it to print this. */
async function runs(code: string, prints: RegExp): Promise<void> {
  const program = spawn(process.execPath, ['--input-type=module', '-'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  let said = ''
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (said += String(text)))
  program.stdin.end(code)
  const status = await new Promise((resolve) => program.once('close', resolve))
  expect(said, code).toMatch(prints)
  expect(status, said).toBe(0)
}
