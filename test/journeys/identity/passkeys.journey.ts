/** Passkeys, with an authenticator that the browser simulates: added, signed in with, used to see a card number, and removed. */
import { loginTypes } from '#contract/audit/audit.ts'
import { events } from '#contract/notices/news.ts'
import { paths } from '#web/account/paths.ts'
import { expect, inBothLanguages, pressesUntil, signsOut } from '../journey.ts'
import { aDevice, test } from './passkeyDevice.ts'
import { funded, ordered } from '../inHand.ts'
import { codeOn, textsOn } from '../outside.ts'
import { signsUp } from '../people.ts'

inBothLanguages((lang) => {
  test('a passkey is added, signs in without a password, shows a card number, and is removed', async ({
    page,
    t,
    request,
  }) => {
    const owner = await signsUp(request)
    await funded(request, owner)
    const cardId = await ordered(request, owner, 10_00)
    const device = await aDevice(page)
    const dialog = (name: string) => page.getByRole('dialog', { name })
    /** As from a bookmark, in a fresh page. */
    const visits = async (path: string) => {
      await page.goto('/mark.svg')
      await page.goto(`/#${path}`)
    }
    const menu = page.getByRole('navigation', { name: t('layout.menu') })
    const comesHome = async () => {
      await expect(menu).toBeVisible()
      await expect(page).toHaveURL(/#\/home$/)
    }
    const signOut = async () => {
      await signsOut(page, t)
      await expect(page).toHaveURL(/\/#\/$/)
    }

    await test.step('add one, after a code to the phone', async () => {
      await page.goto('/#/')
      await page.getByLabel(t('signIn.username')).fill(owner.mobile)
      await page.getByLabel(t('signIn.password'), { exact: true }).fill(owner.password)
      await page.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
      await comesHome()
      await visits(paths.account)
      await expect(page.getByText(t('identity.passkeys.none'))).toBeVisible()
      await page.getByRole('button', { name: t('identity.passkeys.add') }).click()
      const adding = dialog(t('identity.passkeys.add'))
      await adding.getByLabel(t('identity.passkeys.name')).fill('Office laptop')
      const seen = await textsOn(owner.mobile)
      await adding.getByRole('button', { name: t('signIn.getCode') }).click()
      await adding.getByLabel(t('identity.passkeys.smsCode')).fill(await codeOn(owner.mobile, { after: seen }))
      await adding.getByRole('button', { name: t('identity.passkeys.addGo') }).click()
      await expect(adding).toBeHidden()
      await expect(page.getByText('Office laptop', { exact: true })).toBeVisible()
      await expect(page.getByText(t('identity.passkeys.unused'))).toBeVisible()
    })

    await test.step('the same device makes no second one, and the proof is not asked for again', async () => {
      await page.getByRole('button', { name: t('identity.passkeys.add') }).click()
      const adding = dialog(t('identity.passkeys.add'))
      await expect(adding.getByText(t('passkey.first'))).toBeVisible()
      await adding.getByRole('button', { name: t('identity.passkeys.addGo') }).click()
      await expect(adding.getByText(t('passkey.cancelled'))).toBeVisible()
      await adding.getByRole('button', { name: t('ui.cancel') }).click()
    })

    await test.step('rename it', async () => {
      await page.getByRole('button', { name: `${t('identity.passkeys.rename')} Office laptop` }).click()
      const renaming = dialog(t('identity.passkeys.rename'))
      await renaming.getByLabel(t('identity.passkeys.name')).fill('Home laptop')
      await renaming.getByRole('button', { name: t('identity.save') }).click()
      await expect(page.getByText('Home laptop', { exact: true })).toBeVisible()
    })

    await test.step('sign in with it: one press, no password', async () => {
      await device.suggested(false)
      await signOut()
      const before = await device.presses()
      await page.getByRole('button', { name: t('passkey.signIn') }).click()
      await comesHome()
      expect(await device.presses()).toBeGreaterThan(before)
    })

    await test.step('sign in from the suggestions of the name: nothing is pressed', async () => {
      await device.suggested(true)
      const signsIn = page.waitForResponse('**/api/user/passkey/login')
      await signsOut(page, t)
      await signsIn
      await comesHome()
    })

    await test.step('see the card number: two presses, no code', async () => {
      const texts = await textsOn(owner.mobile)
      await visits(paths.card(cardId))
      await page
        .getByRole('button', { name: t('cards.action.reveal') })
        .first()
        .click()
      const revealing = dialog(t('cards.reveal.title'))
      await revealing.getByRole('button', { name: t('passkey.show') }).click()
      const number = revealing.getByTestId('number')
      await expect(number).toHaveText(/^\d{4} \d{4} \d{4} \d{4}$/)
      expect(await textsOn(owner.mobile)).toEqual(texts)
      await revealing.getByRole('button', { name: t('cards.reveal.hideNow') }).click()
      await revealing.getByRole('button', { name: t('ui.close') }).click()
    })

    await test.step('a code is still possible', async () => {
      // The proof is remembered for a few minutes; a page that was loaded again does not know that.
      await visits(paths.card(cardId))
      const revealing = dialog(t('cards.reveal.title'))
      const first = page.getByRole('button', { name: t('cards.action.reveal') }).first()
      const offer = revealing.getByRole('button', { name: t('passkey.show') })
      await pressesUntil(first, (patience) => expect(offer).toBeVisible(patience))
      await revealing.getByRole('button', { name: t('passkey.useCode') }).click()
      const seen = await textsOn(owner.mobile)
      await revealing.getByRole('button', { name: t('cards.reveal.send') }).click()
      await revealing.getByLabel(t('cards.reveal.code')).fill(await codeOn(owner.mobile, { after: seen }))
      await expect(revealing.getByTestId('number')).toBeVisible()
      await revealing.getByRole('button', { name: t('ui.close') }).click()
    })

    await test.step('the sign-in is in the history, and its owner was told of the passkey', async () => {
      await visits(paths.operate)
      await page.getByRole('tab', { name: t('identity.log.signIns') }).click()
      await expect(page.getByText(loginTypes.PASSKEY[lang]).first()).toBeVisible()
      const unread = t('layout.myNotices', { count: 0 }).split('0')[0]!
      await page.getByRole('button', { name: unread }).click()
      await expect(page.getByText(events.passkey_changed.title[lang]).first()).toBeVisible()
    })

    await test.step('remove it, after a touch; then it signs nobody in', async () => {
      await visits(paths.account)
      await page.getByRole('button', { name: `${t('identity.passkeys.remove')} Home laptop` }).click()
      const removing = dialog(t('identity.passkeys.removeTitle'))
      await expect(removing.getByText(t('passkey.first'))).toBeVisible()
      await removing.getByRole('button', { name: t('identity.passkeys.remove') }).click()
      await expect(page.getByText(t('identity.passkeys.none'))).toBeVisible()
      await device.suggested(false)
      await signOut()
      await page.getByRole('button', { name: t('passkey.signIn') }).click()
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
      await expect(page).toHaveURL(/\/#\/$/)
    })
  })
})
