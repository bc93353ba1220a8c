import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { wordsOf } from '#contract/core/refusals.ts'
import { nowMs } from '#server/core/clock.ts'
import { codeAt } from '#server/staff/staff.ts'
import { words } from '../desk.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { onTheBooks } from '../papers.ts'

const kaika = path.resolve(import.meta.dirname, '../../../bin/kaika')
/** What the operator is given, from the desk's page on. */
async function linksFor(...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(kaika, ['staff', ...args], { env: { ...process.env, KAIKA_DEMO: 'on' } })
  return [...stdout.matchAll(/\/operator\/#\S+/g)].map(([link]) => link)
}
const PASSWORD = 'four quiet herons'

inBothLanguages((lang) => {
  const { desk, enrolment } = words(lang)

  test('two people enrol by their links and sign in, and a link works once', async ({ page, browser }) => {
    test.setTimeout(240_000)
    const name = `feng${randomBytes(3).toString('hex')}`
    const [link] = await linksFor('add', name, 'ADMIN', '冯远', 'Feng Yuan')
    await page.goto(link!)
    await expect(page.getByRole('heading', { name: enrolment.title })).toBeVisible()
    await expect(page.getByText(name)).toBeVisible()
    await spotless(page, 'enrolment')
    await fits(page, 'enrolment')
    const secret = await page.locator('[data-secret]').innerText()

    await page.getByLabel(enrolment.password).fill('12345678')
    await page.getByLabel(desk.code).fill(codeAt(secret, nowMs() - 3_600_000))
    await page.getByRole('button', { name: enrolment.done }).click()
    await expect(page.getByLabel(enrolment.password)).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel(enrolment.password).fill(PASSWORD)
    await page.getByRole('button', { name: enrolment.done }).click()
    await expect(page.getByText(wordsOf('code_wrong', lang))).toBeVisible()
    await page.getByLabel(desk.code).fill(codeAt(secret))
    await page.getByRole('button', { name: enrolment.done }).click()
    await expect(page.getByRole('heading', { name: desk.home, level: 1 })).toBeVisible()

    // Signs in like everybody from now on; the code that enrolled is used up.
    const second = await elsewhere(browser, lang)
    await second.goto('/operator')
    await second.getByLabel(desk.username).fill(name)
    await second.getByLabel(desk.password, { exact: true }).fill(PASSWORD)
    await second.getByLabel(desk.code).fill(codeAt(secret, nowMs() + 30_000))
    await second.getByRole('button', { name: desk.signIn }).click()
    await expect(second.getByRole('heading', { name: desk.home, level: 1 })).toBeVisible()
    await second.context().close()

    const other = await elsewhere(browser, lang)
    await other.goto(link!)
    await expect(other.getByText(wordsOf('link_used', lang))).toBeVisible()
    await other.getByRole('button', { name: enrolment.toSignIn }).click()
    await expect(other.getByRole('heading', { name: desk.title })).toBeVisible()

    const [renewed] = await linksFor('renew', name)
    await page.reload()
    await expect(page.getByRole('heading', { name: desk.title }), 'the session is over').toBeVisible()
    const [newest] = await linksFor('renew', name)
    for (const [at, refusal] of [
      [renewed!, 'link_replaced'],
      [`${newest!}x`, 'link_unknown'],
    ] as const) {
      await other.goto(at)
      await expect(other.getByText(wordsOf(refusal, lang))).toBeVisible()
    }
    await onTheBooks(
      `UPDATE staff_enrolment SET expires_at = now() - interval '1 second'
        WHERE ended_at IS NULL AND staff_id = (SELECT staff_id FROM staff WHERE login_name = $1)`,
      [name],
    )
    await other.goto(newest!)
    await expect(other.getByText(wordsOf('link_expired', lang))).toBeVisible()
    await other.context().close()
  })
})
