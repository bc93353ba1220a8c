/** Passkeys, with an authenticator that the browser simulates: added, signed in with, used to see a card number, and removed. */
import type { CDPSession, Page } from '@playwright/test'
import { loginTypes } from '#contract/audit/audit.ts'
import { events } from '#contract/notices/news.ts'
import { paths } from '#web/account/paths.ts'
import { expect, inBothLanguages, storageOf, test as base } from '../journey.ts'
import { funded, opened } from '../inHand.ts'
import { codeOn, textsOn } from '../outside.ts'
import { signsUp } from '../people.ts'

/** Browsers keep passkeys for names only, so this journey comes to the same Kaika by its name. */
const byName = (): string => `http://localhost:${new URL(process.env.KAIKA_URL ?? 'http://127.0.0.1:4000').port}`

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(byName()),
  storageState: async ({ lang, person }, use) => use(storageOf(lang, person, {}, byName())),
})

type Device = { presses: () => Promise<number> }

/** A device that is unlocked by a finger, which is always there. */
async function aDevice(page: Page): Promise<Device> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    presses: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.reduce((sum, { signCount }) => sum + signCount, 0)
    },
  }
}

inBothLanguages((lang) => {
  test('a passkey is added, signs in without a password, shows a card number, and is removed', async ({
    page,
    t,
    request,
  }) => {
    const owner = await signsUp(request)
    await funded(request, owner)
    const card = await opened(request, owner, 10_00)
    const device = await aDevice(page)
    const dialog = (name: string) => page.getByRole('dialog', { name })
    const signOut = async () => {
      const menu = page.getByRole('navigation', { name: t('layout.menu') })
      await menu.getByRole('button', { name: t('layout.signOut') }).click()
      await expect(page).toHaveURL(/\/#\/$/)
    }

    await test.step('add one, after a code to the phone', async () => {
      await page.goto('/#/')
      await page.getByLabel(t('signIn.username')).fill(owner.mobile)
      await page.getByLabel(t('signIn.password'), { exact: true }).fill(owner.password)
      await page.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
      await expect(page).toHaveURL(/#\/home$/)
      await page.goto(`/#${paths.account}`)
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
      await expect(adding.getByText(t('errors.passkeyCancelled'))).toBeVisible()
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
      await signOut()
      const before = await device.presses()
      await page.getByRole('button', { name: t('signIn.byPasskey') }).click()
      await expect(page).toHaveURL(/#\/home$/)
      expect(await device.presses()).toBeGreaterThan(before)
    })

    await test.step('see the card number: two presses, no code', async () => {
      const texts = await textsOn(owner.mobile)
      await page.goto(`/#${paths.card(card.cardId)}`)
      await page
        .getByRole('button', { name: t('cards.action.reveal') })
        .first()
        .click()
      const revealing = dialog(t('cards.reveal.title'))
      await revealing.getByRole('button', { name: t('cards.reveal.byPasskey') }).click()
      const number = revealing.getByTestId('number')
      await expect(number).toHaveText(card.cardNumber.replace(/(\d{4})(?=\d)/g, '$1 '))
      expect(await textsOn(owner.mobile)).toEqual(texts)
      await revealing.getByRole('button', { name: t('cards.reveal.hideNow') }).click()
      await revealing.getByRole('button', { name: t('ui.close') }).click()
    })

    await test.step('a code is still possible', async () => {
      await page
        .getByRole('button', { name: t('cards.action.reveal') })
        .first()
        .click()
      const revealing = dialog(t('cards.reveal.title'))
      await expect(revealing.getByRole('button', { name: t('cards.reveal.byPasskey') })).toBeVisible()
      await revealing.getByRole('button', { name: t('passkey.useCode') }).click()
      const seen = await textsOn(owner.mobile)
      await revealing.getByRole('button', { name: t('cards.reveal.send') }).click()
      await revealing.getByLabel(t('cards.reveal.code')).fill(await codeOn(owner.mobile, { after: seen }))
      await expect(revealing.getByTestId('number')).toBeVisible()
      await revealing.getByRole('button', { name: t('ui.close') }).click()
    })

    await test.step('the sign-in is in the history, and its owner was told of the passkey', async () => {
      await page.goto(`/#${paths.operate}`)
      await page.getByRole('tab', { name: t('identity.log.signIns') }).click()
      await expect(page.getByText(loginTypes.PASSKEY[lang]).first()).toBeVisible()
      const unread = t('layout.myNotices', { count: 0 }).split('0')[0]!
      await page.getByRole('button', { name: unread }).click()
      await page.getByRole('menuitem', { name: unread }).click()
      await expect(page.getByText(events.passkey_changed.title[lang]).first()).toBeVisible()
    })

    await test.step('remove it, after a touch; then it signs nobody in', async () => {
      await page.goto(`/#${paths.account}`)
      await page.getByRole('button', { name: `${t('identity.passkeys.remove')} Home laptop` }).click()
      const removing = dialog(t('identity.passkeys.removeTitle'))
      await expect(removing.getByText(t('passkey.first'))).toBeVisible()
      await removing.getByRole('button', { name: t('identity.passkeys.remove') }).click()
      await expect(page.getByText(t('identity.passkeys.none'))).toBeVisible()
      await signOut()
      await page.getByRole('button', { name: t('signIn.byPasskey') }).click()
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
      await expect(page).toHaveURL(/\/#\/$/)
    })
  })
})
