/** The staff desk as used by journeys: its texts, its people, and its sign-in. */
import { expect, type Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import type { Lang } from '#contract/core/fields.ts'
import { demoAuthenticator, readSecrets } from '#server/core/settings/storedSecrets.ts'
import { newId } from '#server/core/ids.ts'
import { seal, useSecrets } from '#server/core/secrets.ts'
import type * as accounts from '#web/operator/accounts/text.cn.ts'
import type * as audit from '#web/operator/audit/text.cn.ts'
import type * as brands from '#web/operator/brands/text.cn.ts'
import type * as cards from '#web/operator/cards/text.cn.ts'
import type * as coupons from '#web/operator/coupons/text.cn.ts'
import type * as disputes from '#web/operator/disputes/text.cn.ts'
import type * as funding from '#web/operator/funding/text.cn.ts'
import type * as identity from '#web/operator/identity/text.cn.ts'
import type * as ledger from '#web/operator/ledger/text.cn.ts'
import type * as notices from '#web/operator/notices/text.cn.ts'
import type * as plans from '#web/operator/plans/text.cn.ts'
import type * as products from '#web/operator/products/text.cn.ts'
import type * as programs from '#web/operator/programs/text.cn.ts'
import type * as referrals from '#web/operator/referrals/text.cn.ts'
import type * as roles from '#web/operator/roles/text.cn.ts'
import type * as staff from '#web/operator/staff/text.cn.ts'
import type * as deskPalette from '#web/operator/layout/palette/text.cn.ts'
import type * as frame from '#web/operator/text.cn.ts'
import type * as trades from '#web/operator/trades/text.cn.ts'
import type * as forAll from '#web/text.cn.ts'
import { leaves, phrase, type Keys, type Values } from '#web/phrases.ts'
import { textsOf } from '../rules/consoleTexts.ts'
import { authenticatorNow } from './outside.ts'
import { onTheBooks } from './papers.ts'
import { DEMO_PASSWORD } from './people.ts'

type Words = typeof forAll &
  typeof accounts &
  typeof audit &
  typeof brands &
  typeof cards &
  typeof coupons &
  typeof disputes &
  typeof funding &
  typeof identity &
  typeof ledger &
  typeof notices &
  typeof plans &
  typeof products &
  typeof programs &
  typeof referrals &
  typeof roles &
  typeof staff &
  typeof deskPalette &
  typeof frame &
  typeof trades
const texts = { cn: (await textsOf('operator', 'cn')) as Words, en: (await textsOf('operator', 'en')) as Words }

export const words = (lang: Lang): Words => texts[lang]

export type DeskKey = Keys<Words>
const keyed = { cn: new Map(leaves(texts.cn)), en: new Map(leaves(texts.en)) }
export const sayAtDesk =
  (lang: Lang) =>
  (key: DeskKey, values?: Values): string =>
    phrase(keyed[lang], key, values)

/**
 * Creates a new member of staff with the roles, password and authenticator of one in the demo world. A code is valid once per person and each may have only
 * three sessions, so journeys sharing one person would wait for each other and sign each other out.
 */
export async function twinOf(name: string, called = name): Promise<string> {
  const secrets = readSecrets(process.env.KAIKA_DATA ?? '.kaika')
  useSecrets(secrets)
  const [staffId, loginName] = [newId('stf'), `${called}-${randomBytes(3).toString('hex')}`]
  await onTheBooks(
    `INSERT INTO staff (staff_id, login_name, name_cn, name_en, password_hash, secret_enc, roles, created_at, updated_at)
     SELECT $1, $2, name_cn, name_en, password_hash, $3, roles, now(), now() FROM staff WHERE login_name = $4`,
    [staffId, loginName, seal(staffId, demoAuthenticator(secrets)), name],
  )
  return loginName
}

/** As somebody of this journey alone, with the roles of that one of the demo world; through the page, as people do. */
export async function comesToDesk(page: Page, lang: Lang, name: string): Promise<void> {
  const { desk } = words(lang)
  await page.goto('/operator')
  await page.getByLabel(desk.username).fill(await twinOf(name))
  await page.getByLabel(desk.password, { exact: true }).fill(DEMO_PASSWORD)
  // Retries only if the code's half minute ended in between: five wrong ones lock sign-in.
  await expect(async () => {
    await page.getByLabel(desk.code).fill((await authenticatorNow()).code)
    await page.getByRole('button', { name: desk.signIn }).click()
    await expect(page.getByRole('heading', { name: desk.home, level: 1 })).toBeVisible({ timeout: 20_000 })
  }).toPass()
}

/** The same person, who has signed in already: the page is opened with the session in its tab. */
export async function signsInAtDesk(page: Page, lang: Lang, name: string): Promise<void> {
  const username = await twinOf(name)
  let token: string | undefined
  await expect(async () => {
    const answer = await page.request.post('/api/operator/login', {
      headers: { Authorization: `Basic ${btoa('kaika-web:kaika')}` },
      form: { username, password: DEMO_PASSWORD, code: (await authenticatorNow()).code },
    })
    token = ((await answer.json()) as { data: { access_token?: string } }).data.access_token
    expect(token).toBeTruthy()
  }).toPass()
  await opensDesk(page, lang, token!)
}

/** Opens the desk in this tab with a session of it. */
export async function opensDesk(page: Page, lang: Lang, token: string): Promise<void> {
  // Into this tab once: whoever signs out, or is signed out, is not let in again by a reload.
  await page.addInitScript(
    `if (location.pathname.startsWith('/operator') && sessionStorage.getItem('walks with') !== '${token}') {
       sessionStorage.setItem('walks with', '${token}')
       sessionStorage.setItem('staff_token', '${token}')
     }`,
  )
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: words(lang).desk.home, level: 1 })).toBeVisible()
}

/** Opens a page by the desk's menu; if items are waiting, its name ends with their number. */
export const goesTo = (
  page: Page,
  lang: Lang,
  what:
    | 'approvals'
    | 'statements'
    | 'payouts'
    | 'leaving'
    | 'suspense'
    | 'rails'
    | 'treasury'
    | 'programs'
    | 'recon'
    | 'books'
    | 'events'
    | 'refunds'
    | 'disputes',
): Promise<void> => {
  const { desk } = words(lang)
  const menu = page.getByRole('navigation', { name: desk.menu })
  return menu.getByRole('link', { name: new RegExp(`^${desk[what]}( ?\\d+)?$`) }).click()
}

/** Signs out: a person has three sessions at most, and a fourth would end the first in the middle of its journey. */
export async function leavesDesk(page: Page): Promise<void> {
  const token = await page.evaluate<string | null>(`sessionStorage.getItem('staff_token')`)
  if (token) await page.request.post('/api/operator/logout', { headers: { Authorization: `Bearer ${token}` } })
  await page.context().close()
}
