import { show } from '#contract/core/money.ts'
import { batchRowStates, batchStatuses } from '#contract/cards/batchStates.ts'
import { refusals } from '#contract/core/refusals.ts'
import { expect, inBothLanguages, pressesUntil, test } from '../journey.ts'
import { codeOn, textsOn } from '../outside.ts'
import { asks, topsUp } from '../people.ts'
import { prove } from '../prove.ts'

const LIVE = { timeout: 60_000 }
/** An unverified account may have three. */
const COUNT = 3
const LOAD = 50_00

type Listed = { data: { cardId: string; lastFour: string; balance: number }[] }
type Told = { status: string; success: number; failed: number; charged: number; released: number; cost: number }

inBothLanguages((lang) => {
  test.describe('a newcomer', () => {
    test.use({ who: 'newcomer' })

    test('opens, loads and deletes cards as one, and nothing is charged that no row explains', async ({
      page,
      t,
      request,
      person,
    }) => {
      test.setTimeout(420_000)
      await topsUp(request, person!, 500)
      const wallet = async () =>
        (await asks<{ usdBalance: number }>(request, person!, 'GET /api/user/wallet')).usdBalance
      const cards = async () => (await asks<Listed>(request, person!, 'GET /api/card/page', { status: 'ACTIVE' })).data
      const told = (batchNo: string) => asks<Told>(request, person!, 'POST /api/card/batchCard', { batchNo })
      const dialog = page.getByRole('dialog')
      const list = page.getByRole('region', { name: t('cards.list') })
      const batchNoHere = () => /(B\d{11})/.exec(page.url())![1]!
      const ends = async (status: keyof typeof batchStatuses): Promise<void> => {
        await expect.poll(async () => (await told(batchNoHere())).status, LIVE).toBe(status)
        await expect(dialog.getByText(batchStatuses[status][lang], { exact: true }).first()).toBeVisible()
      }
      const chooseAll = async (count: number) => {
        await page.goto('/#/cardList?status=ACTIVE')
        await expect(list.getByRole('checkbox')).toHaveCount(count + 1)
        await list.getByRole('checkbox', { name: t('parts.all') }).check()
      }
      const start = await wallet()
      // Opening fee 5.00 each, and 3 % of the amount loaded onto a card.
      const opening = COUNT * (5_00 + 20_00 + 60)

      await test.step('a few cards at once, followed through a reload', async () => {
        await page.goto('/#/cardOpen/batch')
        await page.getByRole('radio', { name: /40000012/ }).check()
        await page.getByRole('textbox', { name: t('batches.open.num') }).fill(String(COUNT))
        await page.getByRole('textbox', { name: t('batches.open.each') }).fill('20')
        await page
          .getByRole('button', { name: t('batches.open.submitFor', { total: show(opening), count: COUNT }) })
          .click()
        await expect(page).toHaveURL(/B\d{11}/)
        await page.reload()
        await ends('DONE')
        await expect(dialog.getByRole('row').filter({ hasText: batchRowStates.SUCCESS[lang] })).toHaveCount(COUNT)
        expect(await told(batchNoHere())).toMatchObject({ success: COUNT, charged: opening, released: 0 })
        expect(await wallet()).toBe(start - opening)
      })

      const loading = (COUNT - 1) * (LOAD + LOAD * 0.03)
      await test.step('a bulk recharge names the card that refuses, and charges the others alone', async () => {
        const [gone] = await cards()
        await chooseAll(COUNT)
        await page.getByRole('button', { name: t('cards.action.load'), exact: true }).click()
        await expect(dialog.getByText(gone!.lastFour)).toBeVisible()
        // In another window; its balance returns.
        await asks(request, person!, 'POST /api/card/delete', { cardId: gone!.cardId })
        await dialog.getByRole('textbox', { name: t('batches.load.each') }).fill(String(LOAD / 100))
        await expect(dialog.getByText(t('batches.load.refused', { count: 1 }))).toBeVisible()
        const words = { total: show(loading), count: COUNT - 1 }
        await dialog.getByRole('button', { name: t('batches.load.submitFor', words) }).click()
        await expect(page).toHaveURL(/B\d{11}/)
        await ends('PARTIAL')
        await expect(dialog.getByRole('row').filter({ hasText: gone!.lastFour })).toContainText(
          refusals.card_not_active[lang],
        )
        expect(await told(batchNoHere())).toMatchObject({
          success: COUNT - 1,
          failed: 1,
          cost: loading,
          charged: loading,
          released: 0,
        })
        expect(await wallet()).toBe(start - opening + 20_00 - loading)
      })

      await test.step('what is left is rehearsed and deleted behind a code, and what was on it returns', async () => {
        const sum = (COUNT - 1) * (20_00 + LOAD)
        await chooseAll(COUNT - 1)
        await page.getByRole('button', { name: t('cards.action.delete'), exact: true }).click()
        const rehearsal = dialog.getByRole('group', { name: t('acting.rehearsal.title') })
        await expect(rehearsal.getByText(show(sum))).toBeVisible()
        const texts = await textsOn(person!.mobile)
        await dialog.getByRole('button', { name: t('batches.delete.send') }).click()
        await dialog.getByLabel(t('cards.reveal.code')).fill(await codeOn(person!.mobile, { after: texts }))
        // The button that sent the code means it now.
        await pressesUntil(
          dialog.getByRole('button', { name: t('batches.delete.submit', { count: COUNT - 1 }) }),
          (patience) => expect(page).toHaveURL(/B\d{11}/, patience),
        )
        await ends('DONE')
        expect(await cards()).toEqual([])
        expect(await wallet()).toBe(start - opening + 20_00 - loading + sum)
      })

      expect(await prove()).toMatch(/^the books are proven/m)
    })
  })
})
