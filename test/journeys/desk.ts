/** The staff's desk as a journey comes to it: its words, and the door. */
import { expect, type Page } from '@playwright/test'
import type { Lang } from '../../contract/fields.ts'
import { cnDesk } from '../../web/text/cnDesk.ts'
import { enDesk } from '../../web/text/enDesk.ts'
import { authenticatorNow } from './outside.ts'
import { DEMO_PASSWORD } from './people.ts'

export const words = (lang: Lang) => (lang === 'cn' ? cnDesk : enDesk)

export async function signsInAtDesk(page: Page, lang: Lang, name: string): Promise<void> {
  const { desk } = words(lang)
  await page.goto('/operator')
  await page.getByLabel(desk.username).fill(name)
  await page.getByLabel(desk.password, { exact: true }).fill(DEMO_PASSWORD)
  let tries = 0
  // A code is good once, and others may just have signed in as the same person: the next one is good already.
  await expect(async () => {
    const { code, nextCode } = await authenticatorNow()
    await page.getByLabel(desk.code).fill(tries++ % 2 ? nextCode : code)
    await page.getByRole('button', { name: desk.signIn }).click()
    await expect(page.getByRole('heading', { name: desk.home, level: 1 })).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 100_000, intervals: [1, 16_000] })
}

/** A page by the desk's menu; where something waits, its name ends with how many. */
export const goesTo = (page: Page, lang: Lang, what: 'approvals' | 'statements' | 'payouts'): Promise<void> => {
  const { desk } = words(lang)
  const menu = page.getByRole('navigation', { name: desk.menu })
  return menu.getByRole('link', { name: new RegExp(`^${desk[what]}( ?\\d+)?$`) }).click()
}
