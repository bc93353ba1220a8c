/** A browser that remembers a login: what it stores, and its value elsewhere. */
import type { Page } from '@playwright/test'
import { events } from '#contract/notices/news.ts'
import { elsewhere, expect, inBothLanguages, store, stored, test, signsOut } from '../journey.ts'
import { signsUp } from '../people.ts'

/** Runs in the page: the result of trying to read each stored key. */
const READ_KEYS = `
  new Promise((resolve) => { indexedDB.open('keyval-store').onsuccess = ({ target }) => resolve(target.result) })
    .then((database) => new Promise((resolve) => {
      database.transaction('keyval').objectStore('keyval').getAll().onsuccess = ({ target }) => resolve(target.result)
    }))
    .then((entries) => Promise.all(entries.map(({ key }) =>
      crypto.subtle.exportKey('pkcs8', key).then(() => 'read out', ({ name }) => name))))`

inBothLanguages((lang) => {
  test('what a browser keeps opens nothing in another one, and its owner hears of it', async ({
    page,
    t,
    context,
    browser,
    request,
  }) => {
    const owner = await signsUp(request)
    const unread = t('layout.myNotices', { count: 0 }).split('0')[0]!
    const password = () => page.getByLabel(t('signIn.password'), { exact: true })
    const signIn = async (on: Page) => {
      await on.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
      await expect(on).toHaveURL(/#\/home$/)
    }
    const signOut = async () => {
      await signsOut(page, t)
      await expect(page).toHaveURL(/\/#\/$/)
    }
    await page.goto('/#/')
    await page.getByLabel(t('signIn.username')).fill(owner.mobile)
    await password().fill(owner.password)
    await page.getByLabel(t('signIn.autoLogin')).check()
    await signIn(page)
    await signOut()
    await signIn(page)
    await signOut()

    // A copy of everything that a script could read. The key is not part of it.
    expect(await page.evaluate(READ_KEYS)).toEqual(['InvalidAccessError'])
    const copied = await stored(context)
    const thief = await elsewhere(browser, lang)
    await thief.goto('/mark.svg')
    await store(thief, copied)
    await thief.goto('/#/')
    await expect(thief.getByLabel(t('signIn.username'))).toHaveValue(owner.mobile)
    await thief.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
    await expect(thief.getByRole('alert').getByText(t('signIn.keyGone'))).toBeVisible()
    // The console sends no credential without its key; sending one by hand revokes it.
    const tried = await request.post('/api/user/loginPwd', {
      headers: { Authorization: `Basic ${btoa('kaika-web:kaika')}` },
      form: { username: owner.mobile, password: copied.password! },
    })
    expect(await tried.json()).toMatchObject({ code: 1412 })

    await page.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
    await password().fill(owner.password)
    await signIn(page)
    await page.getByRole('button', { name: unread }).click()
    await expect(page.getByText(events.remember_copied.title[lang]).first()).toBeVisible()
  })

  test('a browser without a place for the key is not offered to be remembered', async ({ page, t, lou }) => {
    await page.addInitScript('Object.defineProperty(globalThis, "indexedDB", { value: undefined })')
    await page.goto('/#/')
    await page.getByLabel(t('signIn.username')).fill(lou.mobile)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(lou.password)
    await expect(page.getByLabel(t('signIn.autoLogin'))).toHaveCount(0)
    await page.getByRole('button', { name: t('signIn.signIn'), exact: true }).click()
    await expect(page).toHaveURL(/#\/home$/)
  })
})
