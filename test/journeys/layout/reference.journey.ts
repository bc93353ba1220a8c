import { expect, test } from '../journey.ts'
import { fits, violations } from '../looks.ts'

for (const width of [1440, 390])
  test.describe(`the reference, ${width} wide`, () => {
    test.use({ viewport: { width, height: 860 } })

    test('is under our own name, in the product’s words, and usable by everybody', async ({ page }) => {
      const faults: string[] = []
      page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
      await page.goto('/api/docs/')
      await expect(page).toHaveTitle('Kaika API')
      const tag = (name: string) => page.getByRole('heading', { name: new RegExp(`^${name} `) })
      for (const name of ['Plans', 'Referrals', 'Scenario query', 'Desk: approvals'])
        await expect(tag(name)).toBeVisible()
      for (const name of ['group', 'agent', 'cardGrade', 'Other']) await expect(tag(name)).toHaveCount(0)
      await expect(page.locator('.topbar, img')).toHaveCount(0)
      expect.soft(await violations(page), 'all closed').toEqual([])

      await page.getByRole('textbox', { name: 'Filter by tag or path' }).fill('Plans')
      await expect(tag('Referrals')).toHaveCount(0)
      await tag('Plans').click()
      await page
        .getByRole('button', { name: /^GET \/api\/group\/list/ })
        .first()
        .click()
      await expect(page.getByRole('heading', { name: 'Responses' })).toBeVisible()
      expect.soft(await violations(page), 'a call').toEqual([])
      await fits(page, 'a call')
      expect(faults).toEqual([])
    })
  })
