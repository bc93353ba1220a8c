/** The staff's desk as a journey comes to it: its words, its people, and the door. */
import { expect, type Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import type { Lang } from '#contract/core/fields.ts'
import { demoAuthenticator, readSecrets } from '#server/core/config.ts'
import { newId } from '#server/core/ids.ts'
import { seal, useSecrets } from '#server/core/secrets.ts'
import type * as accounts from '#web/operator/accounts/text.cn.ts'
import type * as audit from '#web/operator/audit/text.cn.ts'
import type * as cards from '#web/operator/cards/text.cn.ts'
import type * as coupons from '#web/operator/coupons/text.cn.ts'
import type * as funding from '#web/operator/funding/text.cn.ts'
import type * as identity from '#web/operator/identity/text.cn.ts'
import type * as ledger from '#web/operator/ledger/text.cn.ts'
import type * as notices from '#web/operator/notices/text.cn.ts'
import type * as plans from '#web/operator/plans/text.cn.ts'
import type * as products from '#web/operator/products/text.cn.ts'
import type * as referrals from '#web/operator/referrals/text.cn.ts'
import type * as roles from '#web/operator/roles/text.cn.ts'
import type * as staff from '#web/operator/staff/text.cn.ts'
import type * as frame from '#web/operator/text.cn.ts'
import type * as trades from '#web/operator/trades/text.cn.ts'
import type * as forAll from '#web/text.cn.ts'
import { textsOf } from '../consoleTexts.ts'
import { authenticatorNow } from './outside.ts'
import { onTheBooks } from './papers.ts'
import { DEMO_PASSWORD } from './people.ts'

type Words = typeof forAll &
  typeof accounts &
  typeof audit &
  typeof cards &
  typeof coupons &
  typeof funding &
  typeof identity &
  typeof ledger &
  typeof notices &
  typeof plans &
  typeof products &
  typeof referrals &
  typeof roles &
  typeof staff &
  typeof frame &
  typeof trades
const texts = { cn: (await textsOf('operator', 'cn')) as Words, en: (await textsOf('operator', 'en')) as Words }

export const words = (lang: Lang): Words => texts[lang]

/**
 * Somebody new with the roles, the password and the authenticator of that one of the demo world. A code is good once for
 * one person and three sessions are all that one may have, so those whom every journey knew would wait for each other
 * and put each other out.
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

/** As somebody of this journey alone, with the roles of that one of the demo world. */
export async function signsInAtDesk(page: Page, lang: Lang, name: string): Promise<void> {
  const { desk } = words(lang)
  await page.goto('/operator')
  await page.getByLabel(desk.username).fill(await twinOf(name))
  await page.getByLabel(desk.password, { exact: true }).fill(DEMO_PASSWORD)
  // Again only where the half minute of the code ended on the way: five wrong ones close the door.
  await expect(async () => {
    await page.getByLabel(desk.code).fill((await authenticatorNow()).code)
    await page.getByRole('button', { name: desk.signIn }).click()
    await expect(page.getByRole('heading', { name: desk.home, level: 1 })).toBeVisible({ timeout: 20_000 })
  }).toPass()
}

/** A page by the desk's menu; where something waits, its name ends with how many. */
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
    | 'recon'
    | 'books'
    | 'events'
    | 'refunds',
): Promise<void> => {
  const { desk } = words(lang)
  const menu = page.getByRole('navigation', { name: desk.menu })
  return menu.getByRole('link', { name: new RegExp(`^${desk[what]}( ?\\d+)?$`) }).click()
}

/** Signed out and gone: a person has three sessions at most, and a fourth would end the first, in the midst of its journey. */
export async function leavesDesk(page: Page): Promise<void> {
  const token = await page.evaluate<string | null>(`sessionStorage.getItem('staff_token')`)
  if (token) await page.request.post('/api/operator/logout', { headers: { Authorization: `Bearer ${token}` } })
  await page.context().close()
}
