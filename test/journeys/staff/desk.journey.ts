import { wordsOf } from '#contract/core/refusals.ts'
import { revealKinds } from '#contract/staff/staff.ts'
import { staffRoles } from '#contract/core/staffRoles.ts'
import { paths } from '#web/operator/paths.ts'
import { comesToDesk, signsInAtDesk, twinOf, words } from '../desk.ts'
import { elsewhere, expect, inBothLanguages, test } from '../journey.ts'
import { onTheBooks } from '../papers.ts'
import { asks } from '../people.ts'

inBothLanguages((lang) => {
  const { desk, approvals, accounts, staff, audit } = words(lang)

  test.describe('the staff’s desk', () => {
    test.use({ who: 'newcomer' })

    test('an account is looked up, a mobile revealed for a reason, and its owner sees that', async ({
      page,
      person,
      request,
    }) => {
      test.setTimeout(420_000)
      await comesToDesk(page, lang, lang === 'cn' ? 'support' : 'risk1')
      await page.getByRole('link', { name: desk.accounts, exact: true }).click()
      await page.getByLabel(accounts.search).fill(person!.mobile)
      await page.getByRole('button', { name: accounts.go }).click()
      const masked = `${person!.mobile.slice(0, 3)}****${person!.mobile.slice(-4)}`
      await page.getByRole('link', { name: masked }).click()
      await expect(page.getByText(accounts.balance)).toBeVisible()
      await expect(page.getByText(person!.mobile)).toHaveCount(0)

      await page.getByRole('button', { name: accounts.reveal }).click()
      const dialog = page.getByRole('dialog', { name: accounts.revealTitle })
      await dialog.getByLabel(desk.reason).fill('called back about a card')
      await dialog.getByRole('button', { name: accounts.reveal }).click()
      await expect(page.getByText(`+86 ${person!.mobile}`)).toBeVisible()

      // The daily limit is reached: the dialog says so, and keeps the input.
      await onTheBooks(
        `UPDATE staff_reveal SET times = $1
          WHERE staff_id IN (SELECT staff_id FROM staff_audit WHERE action = 'REVEAL' AND content_en LIKE '%' || $2)`,
        [revealKinds.MOBILE.perDay, masked],
      )
      await page.reload()
      await page.getByRole('button', { name: accounts.reveal }).click()
      await dialog.getByLabel(desk.reason).fill('called back once more')
      await dialog.getByRole('button', { name: accounts.reveal }).click()
      await expect(dialog.getByText(wordsOf('reveal_cap_reached', lang))).toBeVisible()
      await expect(dialog.getByLabel(desk.reason)).toHaveValue('called back once more')
      await page.keyboard.press('Escape')
      await page.getByText(accounts.tab.log, { exact: true }).click()
      await expect(page.getByRole('row').filter({ hasText: 'called back about a card' })).toBeVisible()

      const log = await asks<{ data: { content: string; actorName: string }[] }>(
        request,
        person!,
        'GET /api/user/operateLog',
      )
      const told = log.data.map(({ content }) => content)
      expect(told).toContainEqual(expect.stringContaining('called back about a card'))
      expect(told).toContainEqual(expect.stringMatching(/查看了您的账户|viewed your account/))
    })
  })

  test('what one asks for, one cannot decide, and another does', async ({ page, browser }) => {
    test.setTimeout(420_000)
    // At the top of the list, however many there are.
    const person = await twinOf('support', 'aa')
    const role = staffRoles[lang === 'cn' ? 'CONTENT' : 'SRE'].name[lang]
    await signsInAtDesk(page, lang, 'admin')
    await page.getByRole('link', { name: desk.people, exact: true }).click()
    const row = page.getByRole('row', { name: person })
    await row.getByRole('button', { name: staff.changeRoles }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(role, { exact: true }).check()
    await dialog.getByLabel(desk.reason).fill('helps out at the desk')
    await dialog.getByRole('button', { name: staff.propose }).click()
    await row.getByRole('link', { name: staff.pending }).click()
    await expect(page.getByText(approvals.whyNot.own)).toBeVisible()
    await expect(page.getByRole('button', { name: approvals.approve })).toHaveCount(0)
    const address = page.url()

    const second = await elsewhere(browser, lang)
    await signsInAtDesk(second, lang, 'auditor')
    await second.goto(address)
    await expect(second.getByRole('row', { name: role })).toBeVisible()
    await second.getByRole('button', { name: approvals.approve }).click()
    await expect(second.getByText(approvals.done.APPROVED)).toBeVisible()
    // Other items waiting for a decision are open now, over the menu.
    await second.goto(`/operator/#${paths.people}`)
    await expect(second.getByRole('dialog')).toHaveCount(0)
    await expect(second.getByRole('row', { name: person })).toContainText(role)
    await second.getByRole('link', { name: desk.audit, exact: true }).click()
    await second.getByRole('button', { name: audit.verify }).click()
    await expect(second.getByText(audit.whole.split(/\{\{|：|:/)[0]!)).toBeVisible()
    await second.context().close()
  })
})
