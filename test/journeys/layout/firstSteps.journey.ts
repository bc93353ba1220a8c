/** From the sign-up to the first purchase, by the thread that the first steps give. */
import { pages } from '#contract/core/permissions.ts'
import { paths } from '#web/account/paths.ts'
import { countsHands } from '../handsOn.ts'
import { expect, inBothLanguages, seesOverview, storageOf, test } from '../journey.ts'
import { codeOn, sendUsdt } from '../outside.ts'
import { newMobile, PASSWORD, signsUp } from '../people.ts'

const LIVE = { timeout: 60_000 }
const MOST_CLICKS = 8

inBothLanguages((lang) => {
  test('eight clicks lead from the sign-up to the first purchase', async ({ page, t, context }) => {
    test.setTimeout(90_000)
    const hands = await countsHands(page)
    const mobile = newMobile()
    const start = page.getByRole('region', { name: t('start.title') })

    await test.step('three for the sign-up', async () => {
      await page.goto('/#/signup')
      await page.getByLabel(t('signIn.mobile')).fill(mobile)
      await page.getByRole('button', { name: t('signIn.getCode') }).click()
      await page.getByLabel(t('signIn.code')).fill(await codeOn(mobile))
      await page.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
      await page.getByLabel(t('signIn.confirmPassword')).fill(PASSWORD)
      await page.getByRole('checkbox', { name: t('signIn.agree') }).click()
      await page.getByRole('button', { name: t('signIn.signUp') }).click()
      await expect(page).toHaveURL(/#\/home$/)
    })

    await test.step('two for the top-up', async () => {
      await expect(start.getByText(t('start.progress', { done: 0, all: 4 }))).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await start.getByRole('button', { name: t('start.step.topup.act'), exact: true }).click()
      await page.getByRole('button', { name: t('funding.usdt.submit') }).click()
      const address = page.getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
      await expect(address).toBeVisible()
      await sendUsdt({ toAddress: (await address.textContent())!, units: '120.000000', confirmations: 30 })
      await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible(LIVE)
    })

    await test.step('two for the card', async () => {
      await page.getByRole('button', { name: t('funding.usdt.toCards') }).click()
      await expect(page.getByLabel(t('cards.open.firstName'), { exact: true })).not.toHaveValue('')
      await page.getByRole('button', { name: new RegExp(t('cards.open.submitFor', { total: '\\$[\\d.]+' })) }).click()
      await expect(page.getByRole('dialog', { name: t('cards.open.opened') })).toBeVisible(LIVE)
    })

    await test.step('and one for the purchase, which the shop makes with the card in its form', async () => {
      const [shop] = await Promise.all([
        context.waitForEvent('page'),
        page
          .getByRole('dialog')
          .getByRole('button', { name: t('cards.open.tryPurchase') })
          .click(),
      ])
      await expect(shop.locator('input[name=cardNumber]')).toHaveValue(/^\d{16}$/)
      await expect(shop.locator('#bought')).toHaveClass('good')
      await shop.close()
    })
    const { clicks, steps } = hands.taken()
    expect(clicks, steps.join(', ')).toBeLessThanOrEqual(MOST_CLICKS)

    await test.step('then the overview shows it in the place of the steps', async () => {
      await page.goto(`/#${paths.home}`)
      await expect(page.getByText('GITHUB').first()).toBeVisible(LIVE)
      await expect(start).toHaveCount(0)
    })
  })

  test('steps are done by what was done, and can be dismissed for good', async ({ page, t, context, request }) => {
    const person = await signsUp(request, { guided: false })
    for (const { name, value } of storageOf(lang, person).origins[0]!.localStorage)
      await context.addInitScript(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
    await page.goto(`/#${paths.home}`)
    const start = page.getByRole('region', { name: t('start.title') })
    await expect(start.getByRole('listitem')).toHaveCount(4)
    await expect(start.getByRole('listitem').first()).toHaveAttribute('aria-current', 'step')
    await expect(start.getByRole('button', { name: t('start.step.open.act') })).toHaveCount(0)
    await start.getByRole('button', { name: t('start.around') }).click()
    const tour = page.getByRole('dialog', { name: t('guide.step.welcome') })
    await expect(tour).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tour).toHaveCount(0)
    await start.getByRole('button', { name: t('start.dismiss') }).click()
    await expect(start).toHaveCount(0)
    await seesOverview(page, t)
    await page.evaluate(`localStorage.removeItem('guide')`)
    await page.reload()
    await seesOverview(page, t)
    await expect(start).toHaveCount(0)
    await page.getByRole('button', { name: t('layout.avatar') }).click()
    await page.getByRole('menuitem', { name: t('layout.showAround') }).click()
    await expect(tour).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: pages['2001'].name[lang] })).toBeVisible()
  })
})
