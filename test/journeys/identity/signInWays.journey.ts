import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import { expect, inBothLanguages, pressesUntil, test, signsOut } from '../journey.ts'
import { codeOn, textsOn } from '../outside.ts'
import { asks, demo, PASSWORD, signsIn, signsUp } from '../people.ts'
import type { Say } from '../words.ts'

const NEW_PASSWORD = 'Kaika-anew-8'
/** The app's digits for that secret, this many 30-second steps from now. */
const digitsOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Presses a form's only send button, and reads the code on the phone. */
async function codeFor(page: Page, t: Say, mobile: string): Promise<string> {
  const after = await textsOn(mobile)
  await page.getByRole('button', { name: t('signIn.getCode') }).click()
  return codeOn(mobile, { after })
}
async function withPassword(page: Page, t: Say, mobile: string, password: string): Promise<void> {
  await page.getByLabel(t('signIn.username')).fill(mobile)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
}

inBothLanguages(() => {
  test.describe('ways in', () => {
    test('by a code to the phone', async ({ page, t, request }) => {
      const { mobile } = await signsUp(request)
      await page.goto('/#/')
      await page.getByRole('button', { name: t('signIn.byCode') }).click()
      await page.getByLabel(t('signIn.mobile')).fill(mobile)
      const code = await codeFor(page, t, mobile)
      await page.getByLabel(t('signIn.code')).fill(code === '000000' ? '111111' : '000000')
      await page.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
      await expect(page.getByLabel(t('signIn.code'))).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel(t('signIn.mobile'))).toHaveValue(mobile)
      await page.getByLabel(t('signIn.code')).fill(code)
      await pressesUntil(page.getByRole('button', { name: t('signIn.signIn'), exact: true }), (patience) =>
        expect(page).toHaveURL(/#\/home$/, patience),
      )
    })

    test('with a new password in the place of a forgotten one', async ({ page, t, request }) => {
      const { mobile } = await signsUp(request)
      await page.goto('/#/')
      await page.getByRole('button', { name: t('signIn.forgotten') }).click()
      await page.getByLabel(t('signIn.mobile')).fill(mobile)
      const code = await codeFor(page, t, mobile)
      await page.getByLabel(t('signIn.code')).fill(code)
      await page.getByLabel(t('signIn.way.newPassword'), { exact: true }).fill(NEW_PASSWORD)
      await page.getByLabel(t('signIn.confirmPassword'), { exact: true }).fill(NEW_PASSWORD)
      await page.getByRole('button', { name: t('signIn.way.save') }).click()
      await expect(page.getByRole('status').getByText(t('signIn.way.saved'))).toBeVisible()
      await withPassword(page, t, mobile, PASSWORD)
      await expect(
        page.getByRole('alert').filter({ hasText: /\S/ }).or(page.locator('[aria-invalid=true]')).first(),
      ).toBeVisible()
      await page.getByLabel(t('signIn.password'), { exact: true }).fill(NEW_PASSWORD)
      await pressesUntil(page.getByRole('button', { name: t('signIn.signIn'), exact: true }), (patience) =>
        expect(page).toHaveURL(/#\/home$/, patience),
      )
    })
  })

  test.describe('a newcomer', () => {
    test.use({ who: 'newcomer' })

    test('binds Google verification by the code on the page, and signs in with the app', async ({
      page,
      t,
      person,
    }) => {
      const { mobile } = person!
      await page.goto('/#/googleAuth')
      await page.getByRole('button', { name: t('identity.bindTitle') }).click()
      const secret = (await page.locator('[data-secret]').textContent())!
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      await page.getByLabel(t('identity.smsCode')).fill(await codeFor(page, t, mobile))
      // Generated last before the press: the digits are valid for this half minute and the next, however long the SMS took.
      const digits = digitsOf(secret)
      await page.getByLabel(t('identity.ticketCode')).fill(digits)
      await page.getByRole('button', { name: t('identity.bindNow'), exact: true }).click()
      await expect(page.getByRole('list', { name: t('identity.recovery') }).getByRole('listitem')).toHaveCount(10)
      await page.getByRole('button', { name: t('identity.recoveryDone') }).click()
      await expect(page.getByText(t('identity.googleOn')).first()).toBeVisible()

      await signsOut(page, t)
      await expect(page).toHaveURL(/\/#\/$/)
      await withPassword(page, t, mobile, PASSWORD)
      await expect(page.getByRole('heading', { name: t('signIn.way.google') })).toBeVisible()
      await page.getByLabel(t('signIn.way.google')).fill(digits)
      await page.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
      await expect(page.getByLabel(t('signIn.way.google'))).toHaveAttribute('aria-invalid', 'true')
      // The next step: accepted half a minute early, and later than the used one.
      await page.getByLabel(t('signIn.way.google')).fill(digitsOf(secret, 1))
      await pressesUntil(page.getByRole('button', { name: t('signIn.signIn'), exact: true }), (patience) =>
        expect(page).toHaveURL(/#\/home$/, patience),
      )
    })

    test('signs out elsewhere', async ({ page, t, person, request }) => {
      const other = await signsIn(request, person!.mobile, PASSWORD)
      await page.goto('/#/account')
      await page.getByRole('button', { name: t('identity.signOutOthers') }).click()
      await expect(page.getByRole('button', { name: t('identity.signOutOthers') })).toHaveCount(0)
      // A device that shows notifications says the same.
      await expect(page.getByText(t('identity.thisSession')).first()).toBeVisible()
      await expect(asks(request, other, 'GET /api/user/info')).rejects.toThrow(/600/)
    })

    test('closes the account, and can only look from then on', async ({ page, t, person }) => {
      await page.goto('/#/account/close')
      const dialog = page.getByRole('dialog')
      const label = dialog.locator('label').filter({ hasText: /\d{8}/ })
      const userNo = /\d{8}/.exec((await label.textContent())!)![0]
      await dialog.getByLabel(t('identity.closingReason')).fill('Moving on')
      await dialog.getByLabel(t('identity.closingConfirm', { userNo })).fill(userNo)
      await dialog.getByLabel(t('identity.smsCode')).fill(await codeFor(page, t, person!.mobile))
      await dialog.getByRole('button', { name: t('identity.closingGo'), exact: true }).click()
      await expect(dialog.getByText(t('identity.closingBegun'))).toBeVisible()
      await page.goto('/#/operate')
      await expect(page.getByRole('table').or(page.getByRole('list')).first()).toBeVisible()
    })
  })

  test.describe('somebody with cards', () => {
    test.use({ who: demo.agency })

    test('reads what stands in the way of closing', async ({ page, t }) => {
      await page.goto('/#/account/close')
      await expect(page.getByRole('dialog').getByText(t('identity.closingBlocked'))).toBeVisible()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await expect(page.getByRole('dialog').getByLabel(t('identity.closingReason'))).toHaveCount(0)
    })
  })
})
