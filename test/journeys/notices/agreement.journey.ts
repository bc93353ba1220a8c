/** A new agreement interrupts all existing users: this journey runs after all others (bin/journeys.ts). */
import { agreementStates } from '#contract/notices/agreements.ts'
import { signsInAtDesk, words } from '../desk.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { asks, signsUp, type Person } from '../people.ts'

// One version after another: users of either language would have to accept the other's version.
test.describe.configure({ mode: 'serial' })
test.use({ who: 'newcomer' })

inBothLanguages((lang) => {
  const { desk, notices, approvals } = words(lang)

  test('a new version is written, agreed to by two of the staff, and accepted by whoever was there before', async ({
    page,
    t,
    person,
    request,
    browser,
  }) => {
    test.setTimeout(400_000)
    const me = person as Person
    const { userId } = await asks<{ userId: string }>(request, me, 'GET /api/user/info')
    const name = `Terms ${userId.slice(-4)} ${test.info().retry}`
    const leaving = await signsUp(request)
    const staff = await elsewhere(browser, lang)
    const row = staff.getByRole('region', { name: notices.agreements }).getByRole('row').filter({ hasText: name })
    const asked = page.getByRole('dialog', { name: new RegExp(name) })

    await test.step('written, with what people will see beside it', async () => {
      await signsInAtDesk(staff, lang, 'content')
      await staff.getByRole('link', { name: desk.agreements, exact: true }).click()
      await staff.getByRole('button', { name: notices.addVersion, exact: true }).click()
      const dialog = staff.getByRole('dialog', { name: notices.addVersion })
      await dialog.getByLabel(notices.titleCn).fill(name)
      await dialog.getByLabel(notices.titleEn).fill(name)
      for (const label of [notices.htmlCn, notices.htmlEn]) {
        await dialog.getByRole('textbox', { name: label }).fill(`<h3>What is new</h3><p>All of <b>${name}</b></p>`)
        const preview = dialog.getByRole('region', { name: `${notices.preview} ${label}` })
        await expect(preview.getByRole('heading', { name: 'What is new' })).toBeVisible()
      }
      await dialog.getByLabel(notices.mustAccept).check()
      await dialog.getByRole('button', { name: notices.save }).click()
      await expect(row).toContainText(agreementStates.DRAFT[lang])
    })

    await test.step('it stops nobody until a second person has agreed', async () => {
      await row.getByRole('link', { name: notices.publish }).click()
      const dialog = staff.getByRole('dialog', { name: notices.publish })
      await expect(dialog).toContainText(notices.mustAcceptText)
      await dialog.getByLabel(desk.reason).fill('new rules of the networks')
      await dialog.getByRole('button', { name: notices.publish }).click()
      const waits = row.getByRole('link', { name: notices.pending })
      const address = (await waits.getAttribute('href'))!
      await page.goto('/#/home')
      await expect(page.getByRole('main')).not.toBeEmpty()
      await expect(asked).toHaveCount(0)
      const second = await elsewhere(browser, lang)
      await signsInAtDesk(second, lang, 'product')
      await second.goto(`/operator/${address.replace(/^.*#/, '#')}`)
      await expect(second.getByText(`All of ${name}`).first()).toBeVisible()
      await second.getByRole('button', { name: approvals.approve }).click()
      await expect(second.getByText(approvals.done.APPROVED)).toBeVisible()
      await second.context().close()
    })

    await test.step('it cannot be closed: one agrees', async () => {
      await page.reload()
      await expect(asked).toContainText(`All of ${name}`)
      await expect(asked.getByRole('button', { name: t('ui.close') })).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(asked).toBeVisible()
      await asked.getByRole('button', { name: t('notices.agreement.accept') }).click()
      await expect(asked).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('main')).not.toBeEmpty()
      expect(await asks<unknown[]>(request, me, 'GET /api/content/agreementsToAccept')).toEqual([])
      await expect(asked).toHaveCount(0)
    })

    await test.step('or signs out; who comes later has agreed by signing up', async () => {
      const other = await elsewhere(browser, lang, leaving)
      await other.goto('/#/home')
      const dialog = other.getByRole('dialog', { name: new RegExp(name) })
      await dialog.getByRole('button', { name: t('notices.agreement.refuse') }).click()
      await expect(other).toHaveURL(/\/#\/$/)
      await other.context().close()
      const late = await signsUp(request)
      expect(await asks<unknown[]>(request, late, 'GET /api/content/agreementsToAccept')).toEqual([])
    })

    await test.step('the desk sees who has, and its owner that it was agreed to', async () => {
      await staff.reload()
      await expect(row).toContainText(agreementStates.IN_FORCE[lang])
      await expect(row.getByRole('cell').nth(5)).toHaveText('1')
      await staff.context().close()
      const log = await asks<{ data: { content: string }[] }>(request, me, 'GET /api/user/operateLog')
      expect(log.data.map(({ content }) => content).join()).toMatch(/同意新版协议|Accepted a new agreement/)
    })
  })
})
