/** The staff's desk as a journey comes to it: its words, its people, and the door. */
import { expect, type Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import type { Lang } from '#contract/core/fields.ts'
import { demoAuthenticator, readSecrets } from '#server/config.ts'
import { newId } from '#server/ids.ts'
import { seal, useSecrets } from '#server/secrets.ts'
import { cnDesk } from '#web/text/cnDesk.ts'
import { enDesk } from '#web/text/enDesk.ts'
import { authenticatorNow } from './outside.ts'
import { onTheBooks } from './papers.ts'
import { DEMO_PASSWORD } from './people.ts'

export const words = (lang: Lang) => (lang === 'cn' ? cnDesk : enDesk)

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

/** As somebody of this journey alone, with the roles of that one of the demo world; through the page, as people do. */
export async function comesToDesk(page: Page, lang: Lang, name: string): Promise<void> {
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

/** The same person, who has signed in already: the page is opened with the session in its tab. */
export async function signsInAtDesk(page: Page, lang: Lang, name: string): Promise<void> {
  const { desk } = words(lang)
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
  // Into this tab once: whoever signs out, or is signed out, is not let in again by a reload.
  await page.addInitScript(
    `if (location.pathname.startsWith('/operator') && sessionStorage.getItem('walks as') !== '${username}') {
       sessionStorage.setItem('walks as', '${username}')
       sessionStorage.setItem('staff_token', '${token}')
     }`,
  )
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: desk.home, level: 1 })).toBeVisible()
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
