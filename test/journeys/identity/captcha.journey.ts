/** A message to a stranger costs its sender work: the browser does it, and people have nothing to solve. */
import { elsewhere, expect, seesOverview, test } from '../journey.ts'
import { withOwnKaika } from '../ownKaika.ts'
import { newMobile, PASSWORD } from '../people.ts'
import { langs, sayIn } from '../words.ts'

/** The work at its full price, on a machine with few and busy cores. */
const WORKED_OUT = { timeout: 120_000 }

test('signing up and signing in on a new device take work of the browser, and none of the person', async ({
  browser,
}) => {
  test.setTimeout(480_000)
  await withOwnKaika(
    async ({ url, holder, codesOn }) => {
      for (const lang of langs) {
        const t = sayIn(lang)
        const page = await elsewhere(browser, lang, undefined, url)
        const violations: string[] = []
        page.on('console', (message) => message.type() === 'error' && violations.push(message.text()))
        const mobile = newMobile()

        await test.step(`${lang}: a code comes without anything to solve`, async () => {
          await page.goto('/#/signup')
          await page.getByLabel(t('signIn.mobile')).fill(mobile)
          // Before it is requested.
          await expect(page.getByText(t('signIn.workDone'))).toBeVisible(WORKED_OUT)
          await page.getByRole('button', { name: t('signIn.getCode') }).click()
          await expect.poll(() => codesOn(mobile)).toHaveLength(1)
          await expect(page.getByRole('form').or(page.locator('form')).locator('img, input[type=range]')).toHaveCount(0)
          expect(violations).toEqual([])
        })

        await test.step(`${lang}: with it, the account`, async () => {
          const [code] = await codesOn(mobile)
          await page.getByLabel(t('signIn.code')).fill(code!)
          await page.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
          await page.getByLabel(t('signIn.confirmPassword')).fill(PASSWORD)
          await page.getByText(t('signIn.agree')).click()
          await page.getByRole('button', { name: t('signIn.signUp') }).click()
          await seesOverview(page, t)
        })

        await test.step(`${lang}: a browser that cannot do the work says so and keeps what was typed`, async () => {
          const other = await elsewhere(browser, lang, undefined, url)
          await other.route('**/solver.worker*', (route) => route.abort())
          await other.goto('/#/signup')
          const next = newMobile()
          const field = other.getByLabel(t('signIn.mobile'))
          await field.fill(next)
          await other.getByRole('button', { name: t('signIn.getCode') }).click()
          await expect(other.getByText(t('signIn.workFailed'))).toBeVisible(WORKED_OUT)
          await expect(field).toHaveValue(next)
          expect(await codesOn(next)).toEqual([])
          await other.unroute('**/solver.worker*')
          // A press within a second of the last one counts as a double-click.
          await expect(async () => {
            await other.getByRole('button', { name: t('signIn.getCode') }).click()
            await expect(other.getByText(t('signIn.workFailed'))).toHaveCount(0, { timeout: 500 })
          }).toPass()
          await expect.poll(() => codesOn(next), WORKED_OUT).toHaveLength(1)
          await expect(other.getByText(t('signIn.workFailed'))).toHaveCount(0)
        })

        await test.step(`${lang}: a password on a device that was never seen is judged after work`, async () => {
          const device = await browser.newContext({ userAgent: `a new device, ${lang}`, baseURL: url })
          const entered = await device.newPage()
          await entered.addInitScript((chosen) => localStorage.setItem('lang', chosen), lang)
          await entered.goto('/#/')
          await entered.getByLabel(t('signIn.username'), { exact: true }).fill(holder.mobile)
          await entered.getByLabel(t('signIn.password'), { exact: true }).fill(holder.password)
          const asked = entered.waitForResponse('**/api/user/verify')
          await entered.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
          expect((await (await asked).json()) as { code: number }).toMatchObject({ code: 200 })
          await seesOverview(entered, t)
        })
      }
    },
    { captcha: 'on' },
  )
})
