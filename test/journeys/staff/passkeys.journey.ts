/** Passkeys at the desk: added with the authenticator, and used in its place. */
import { inBothLanguages, expect } from '../journey.ts'
import { sayAtDesk, twinOf } from '../desk.ts'
import { authenticatorNow } from '../outside.ts'
import { aDevice, test } from '../identity/passkeyDevice.ts'
import { DEMO_PASSWORD } from '../people.ts'

inBothLanguages((lang) => {
  const t = sayAtDesk(lang)
  test('a member of staff adds a passkey, signs in with it, and removes it', async ({ page }) => {
    test.setTimeout(420_000)
    const name = await twinOf('support')
    const device = await aDevice(page)
    const enters = async () => {
      await page.goto('/operator')
      await page.getByLabel(t('desk.username')).fill(name)
      await page.getByLabel(t('desk.password'), { exact: true }).fill(DEMO_PASSWORD)
    }
    const atHome = page.getByRole('heading', { name: t('desk.home'), level: 1 })
    /** Each code works once: the next one is waited for. */
    let used = ''
    const freshCode = async (): Promise<string> => {
      await expect.poll(async () => (await authenticatorNow()).code, { timeout: 60_000 }).not.toBe(used)
      return (used = (await authenticatorNow()).code)
    }

    await enters()
    await page.getByLabel(t('desk.code')).fill(await freshCode())
    await page.getByRole('button', { name: t('desk.signIn'), exact: true }).click()
    await expect(atHome).toBeVisible()

    const menu = page.getByRole('navigation', { name: t('desk.menu') })
    await menu.getByRole('link', { name: t('desk.passkeys') }).click()
    await expect(page.getByText(t('passkeys.none'))).toBeVisible()
    await page.getByRole('button', { name: t('passkeys.add') }).click()
    const adding = page.getByRole('dialog', { name: t('passkeys.add') })
    await adding.getByLabel(t('passkeys.name')).fill('Desk key')
    await adding.getByLabel(t('desk.code')).fill(await freshCode())
    await adding.getByRole('button', { name: t('passkeys.addGo') }).click()
    await expect(page.getByText('Desk key', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: new RegExp(t('desk.avatar')) }).click()
    await page.getByRole('menuitem', { name: t('desk.signOut') }).click()
    await enters()
    const before = await device.presses()
    await page.getByRole('button', { name: t('desk.byPasskey') }).click()
    await expect(atHome).toBeVisible()
    expect(await device.presses()).toBeGreaterThan(before)

    await menu.getByRole('link', { name: t('desk.passkeys') }).click()
    await page.getByRole('button', { name: `${t('passkeys.remove')} Desk key` }).click()
    const removing = page.getByRole('dialog', { name: t('passkeys.removeTitle') })
    await removing.getByLabel(t('desk.code')).fill(await freshCode())
    await removing.getByRole('button', { name: t('passkeys.remove') }).click()
    await expect(page.getByText(t('passkeys.none'))).toBeVisible()
  })
})
