/** The desk's one field: what a role opens is found in it, and nothing else. */
import { expect, inBothLanguages, test } from '../journey.ts'
import { sayAtDesk, signsInAtDesk } from '../desk.ts'
import { asks, demo, signedInOnce } from '../people.ts'

inBothLanguages((lang) => {
  const t = sayAtDesk(lang)

  test('support finds an account by its mobile, and pages by their name', async ({ page, request }) => {
    const buyer = await signedInOnce(request, demo.buyer)
    const { userId, nickname } = await asks<{ userId: string; nickname: string }>(request, buyer, 'GET /api/user/info')
    await signsInAtDesk(page, lang, 'support')
    await page.goto('/operator/#/')
    await expect(page.getByRole('button', { name: t('desk.search') })).toBeVisible()
    const palette = page.getByRole('dialog', { name: t('deskPalette.title') })
    const field = palette.getByRole('combobox')
    const chosen = palette.getByRole('option', { selected: true })

    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.fill(demo.buyer)
    await expect(chosen).toContainText(nickname)
    await expect(chosen).toContainText(userId)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#\/accounts\/usr_/)

    await page.keyboard.press('Control+k')
    await field.fill(t('desk.approvals'))
    await expect(chosen).toContainText(t('desk.approvals'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#\/approvals$/)

    // Not a page of support's.
    await page.keyboard.press('Control+k')
    await field.fill(t('desk.books'))
    await expect(palette.getByText(t('deskPalette.nothing', { text: t('desk.books') }))).toBeVisible()
    await field.fill(`trf_${'0'.repeat(26)}`)
    await expect(palette.getByRole('option')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
  })

  test('finance opens a top-up by its number', async ({ page }) => {
    await signsInAtDesk(page, lang, 'finance1')
    await page.goto('/operator/#/')
    await expect(page.getByRole('button', { name: t('desk.search') })).toBeVisible()
    await page.keyboard.press('Control+k')
    const orderNo = `tup_${'0'.repeat(26)}`
    await page.getByRole('combobox').fill(orderNo)
    await expect(page.getByRole('option', { selected: true })).toContainText(t('desk.topUps'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/topups/${orderNo}$`))
  })
})
