/**
 * The fixtures of every journey: `t`, the texts of its language; `page`, signed in as `who` if there is one; `lou`, an account used only by this worker.
 * Journeys use roles and visible texts only.
 */
import { randomBytes } from 'node:crypto'
import { expect, test as base, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { Lang } from '#contract/core/fields.ts'
import { renewed, signedInOnce, signsUp, type Person } from './people.ts'
import { langs, sayIn, type Say } from './words.ts'

type Choices = {
  lang: Lang
  /** Nobody, someone shared with other journeys, someone who has just signed up, or a mobile of the demo world. */
  who: 'nobody' | 'lou' | 'newcomer' | (string & {})
  /** What is shown attacks the page, so the page's policy has something to refuse. */
  attacked: boolean
}

export const test = base.extend<Choices & { t: Say; person: Person | undefined }, { lou: Person }>({
  lang: ['cn', { option: true }],
  who: ['nobody', { option: true }],
  attacked: [false, { option: true }],
  t: async ({ lang }, use) => use(sayIn(lang)),
  lou: [
    async ({ playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: baseUrl() })
      await use(await signsUp(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  // Its own, because the built-in one is created with the browser's storage.
  request: async ({ playwright }, use) => {
    const request = await playwright.request.newContext({ baseURL: baseUrl() })
    await use(request)
    await request.dispose()
  },
  person: async ({ who, lou, request }, use) => {
    if (who === 'nobody') return use(undefined)
    if (who === 'lou') return use(await renewed(request, lou))
    if (who === 'newcomer') return use(await signsUp(request))
    await use(await signedInOnce(request, who))
  },
  context: async ({ context, attacked }, use) => {
    await asksSooner(context)
    const refused = refusedByPolicy(context)
    await use(context)
    if (!attacked) expect.soft(refused, 'refused by the content security policy').toEqual([])
  },
  storageState: async ({ lang, person }, use) => use(storageOf(lang, person)),
})
export { expect } from '@playwright/test'

/** Expects the home page, with or without cards. */
export const seesOverview = (page: Page, t: Say): Promise<void> =>
  expect(
    page
      .getByText(t('overview.where'))
      .or(page.getByText(t('overview.balance')))
      .first(),
  ).toBeVisible()

/** Through the menu of the avatar. */
export async function signsOut(page: Page, t: Say): Promise<void> {
  await page.getByRole('button', { name: t('layout.avatar') }).click()
  await page.getByRole('menuitem', { name: t('layout.signOut') }).click()
}

/**
 * What a page asks again by the clock, after ten seconds or thirty, it asks every four seconds here: whoever waits for what others have
 * done does not wait for the clock. Only what repeats; what is shown for a while or counted down takes its time. Not sooner: several pages
 * of one person are open at once, and together they stay below what a login may ask in a minute.
 */
async function asksSooner(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    `{ const repeat = window.setInterval
       window.setInterval = (act, ms, ...more) => repeat(act, ms > 4000 && ms <= 60_000 ? 4000 : ms, ...more) }`,
  )
}

/** What the browser reports as forbidden by the page's policy: inline styles and scripts, evaluation, texts that should be Trusted Types. */
function refusedByPolicy(context: BrowserContext): string[] {
  const refused: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|requires 'Trusted/.test(text)) refused.push(`${message.page()?.url()}: ${text}`)
  })
  return refused
}

const baseUrl = (): string => process.env.KAIKA_URL ?? 'http://127.0.0.1:4000'

/** What the browser stores between two visits. */
export const storageOf = (lang: Lang, person?: Person, more: Record<string, string> = {}, origin = baseUrl()) => ({
  cookies: [],
  origins: [
    {
      origin,
      localStorage: Object.entries({
        lang,
        ...(person && Object.fromEntries(Object.entries(person.tokens).map(([name, value]) => [name, String(value)]))),
        ...more,
      }).map(([name, value]) => ({ name, value })),
    },
  ],
})

/** Makes a name unique to this attempt: a failed attempt leaves its things behind, and the next one runs in the same world. */
export const ofNow = (): string => randomBytes(2).toString('hex')

/** Declares the same journeys twice, once in each language. */
export function inBothLanguages(declare: (lang: Lang) => void): void {
  for (const lang of langs)
    test.describe(lang, () => {
      test.use({ lang })
      declare(lang)
    })
}

/** A second window that shares nothing with the first; also on another Kaika. */
export async function elsewhere(browser: Browser, lang: Lang, person?: Person, baseURL = baseUrl()): Promise<Page> {
  const storageState = storageOf(lang, person, {}, baseURL)
  const context = await browser.newContext({ storageState, baseURL, reducedMotion: 'reduce' })
  await asksSooner(context)
  return context.newPage()
}

export async function stored(context: BrowserContext): Promise<Record<string, string>> {
  const { origins } = await context.storageState()
  return Object.fromEntries(origins.flatMap(({ localStorage }) => localStorage.map(({ name, value }) => [name, value])))
}

/**
 * Pressed again after words were corrected: within a second of the press before it would be taken for a double click (web/ui/forms/Button.tsx),
 * so it is pressed until `done` is seen.
 */
export const pressesUntil = (
  button: Locator,
  done: (patience: { timeout: number }) => Promise<unknown>,
): Promise<void> =>
  expect(async () => {
    if (await button.isEnabled({ timeout: 500 }).catch(() => false)) await button.click({ timeout: 2_000 })
    await done({ timeout: 1_500 })
  }).toPass({ intervals: [0] })

/** Writes to the storage, as another tab would. */
export const store = (page: Page, entries: Record<string, string | number>): Promise<unknown> =>
  page.evaluate(
    `Object.entries(${JSON.stringify(entries)}).forEach(([key, value]) => localStorage.setItem(key, value))`,
  )
