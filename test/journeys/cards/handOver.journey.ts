import { batchStatuses } from '#contract/cards/batchStates.ts'
import { show } from '#contract/core/money.ts'
import { elements, pages } from '#contract/core/permissions.ts'
import { countsHands } from '../handsOn.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { fits, fitsFingers, spotless } from '../looks.ts'
import { codeOn, textsOn } from '../outside.ts'
import { isKnownAs, onTheBooks } from '../papers.ts'
import { asks, newMobile, PASSWORD, topsUp, type Person } from '../people.ts'
import { prove } from '../prove.ts'

const LIVE = { timeout: 90_000 }
const COUNT = 20
type Listed = { total: number; data: { cardId: string; remark: string; groupName: string | null; balance: number }[] }

inBothLanguages((lang) => {
  test.describe('a parent', () => {
    test.use({ who: 'newcomer' })

    test('opens twenty cards for a sub-account in eight clicks, moves them on, and withdraws from them together', async ({
      page,
      t,
      request,
      person,
    }) => {
      test.setTimeout(420_000)
      const me = person as Person
      await topsUp(request, me, 500)
      await isKnownAs(request, me, { type: 'PERSON', name: 'Ana Lopez' })
      await asks(request, me, 'GET /api/group/open', {
        groupId: 'pln_standard',
        months: 1,
        requestNo: crypto.randomUUID(),
      })
      await asks(request, me, 'POST /api/cardGroup/add', { name: 'Ads', requestNo: crypto.randomUUID() })
      const wallet = async () => (await asks<{ usdBalance: number }>(request, me, 'GET /api/user/wallet')).usdBalance
      const cardsOf = (subUid?: string) =>
        subUid
          ? asks<Listed>(request, me, 'GET /api/card/pageForSub', { subUid, pageSize: 200 })
          : asks<Listed>(request, me, 'GET /api/card/page', { pageSize: 200 })
      const dialog = page.getByRole('dialog')

      const adds = async (name: string) => {
        await onTheBooks(`DELETE FROM tally WHERE key LIKE 'subAccount%' OR subject LIKE 'sms.%'`)
        const seen = await textsOn(me.mobile)
        await page.goto(`/#${pages['2006001'].path}`)
        await page
          .getByRole('button', { name: t('subaccounts.add') })
          .first()
          .click()
        await dialog.getByLabel(t('subaccounts.nickname'), { exact: true }).fill(name)
        await dialog.getByLabel(t('subaccounts.mobile'), { exact: true }).fill(newMobile())
        await dialog.getByLabel(t('subaccounts.password'), { exact: true }).fill(PASSWORD)
        await dialog.getByLabel(t('subaccounts.confirmPassword'), { exact: true }).fill(PASSWORD)
        await dialog.getByRole('button', { name: t('signIn.getCode') }).click()
        await dialog.getByLabel(t('subaccounts.code'), { exact: true }).fill(await codeOn(me.mobile, { after: seen }))
        await dialog.locator('button[type=submit]').click()
        await expect(dialog.getByRole('heading', { name: t('subaccounts.added') })).toBeVisible()
        await dialog.getByRole('button', { name: t('parts.done') }).click()
        const { list } = { list: await asks<{ value: string; label: string }[]>(request, me, 'GET /api/sub/user/enum') }
        return list.find(({ label }) => label === name)!.value
      }
      const [bo, kim] = await test.step('two sub-accounts', async () => [await adds('Bo'), await adds('Kim')])

      await test.step('twenty cards with group and remark, Bo’s from the start', async () => {
        const hands = await countsHands(page)
        await page
          .getByRole('navigation', { name: t('layout.menu') })
          .getByRole('link', { name: pages['2005001'].name[lang] })
          .click()
        await page.getByRole('link', { name: elements['card:batchOpen'].name[lang], exact: true }).click()
        await page.getByRole('textbox', { name: t('batches.open.num') }).fill(String(COUNT))
        await page.getByRole('textbox', { name: t('batches.open.each') }).fill('2')
        await page.getByLabel(t('cards.filter.group'), { exact: true }).selectOption('Ads')
        await page.getByLabel(t('cards.open.forSub'), { exact: true }).selectOption('Bo')
        await expect(page.getByText(t('cards.open.forSubHint'))).toBeVisible()
        await page.getByRole('textbox', { name: t('cards.open.remark') }).fill('Spring')
        const pay = page.locator('aside button[type=submit]')
        await expect(pay).toContainText(/\d/, LIVE)
        await pay.click()
        await expect(page).toHaveURL(/B\d{11}/)
        await expect(dialog.getByText(batchStatuses.DONE[lang], { exact: true }).first()).toBeVisible(LIVE)
        const { clicks, fields, steps } = hands.taken()
        expect(clicks + fields, steps.join(', ')).toBeLessThanOrEqual(8)
        const { total, data } = await cardsOf(bo)
        expect(total).toBe(COUNT)
        expect(new Set(data.map(({ remark, groupName }) => `${remark} ${groupName}`))).toEqual(new Set(['Spring Ads']))
        expect((await cardsOf()).total).toBe(0)
      })

      await test.step('from the batch’s result they are given to Kim, and back by undo', async () => {
        await dialog.getByRole('button', { name: t('handing.fromBatch', { count: COUNT }) }).click()
        const hand = page.getByRole('dialog', { name: t('handing.title', { count: COUNT }) })
        await hand.getByRole('radio', { name: 'Kim' }).check()
        await spotless(page, 'handing over cards')
        await hand.getByRole('button', { name: t('handing.submit', { count: COUNT }) }).click()
        await expect(page.getByText(t('handing.given', { count: COUNT, name: 'Kim' }))).toBeVisible()
        expect((await cardsOf(kim)).total).toBe(COUNT)
        await page.getByRole('button', { name: t('ui.undo'), exact: true }).click()
        await expect(page.getByText(t('ui.undone'))).toBeVisible()
        expect([(await cardsOf(kim)).total, (await cardsOf(bo)).total]).toEqual([0, COUNT])
      })

      await test.step('from the list, the selected ones come back to the account', async () => {
        await page.goto(`/#${pages['2006002'].path}?n=50`)
        const list = page.getByRole('region', { name: t('cards.list') })
        await list.getByRole('checkbox', { name: t('parts.selectPage') }).check()
        await list.getByRole('button', { name: t('cards.batch.handOver') }).click()
        await dialog.getByRole('radio', { name: t('handing.back') }).check()
        await dialog.getByRole('button', { name: t('handing.submit', { count: COUNT }) }).click()
        await expect(page.getByText(t('handing.given', { count: COUNT, name: t('handing.back') }))).toBeVisible()
        expect((await cardsOf()).total).toBe(COUNT)
      })

      await test.step('some are found by remark and group, ordered, and assigned to Kim', async () => {
        const { data } = await cardsOf()
        await asks(request, me, 'POST /api/cardGroup/editCardGroup', { cardId: data[0]!.cardId, gid: '0' })
        await page.goto(`/#${pages['2006001'].path}`)
        await page.getByRole('button', { name: t('subaccounts.actions', { name: 'Kim' }) }).click()
        await page.getByRole('menuitem', { name: t('subaccounts.act.cards') }).click()
        await dialog.getByLabel(t('parts.search'), { exact: true }).fill('spring')
        await dialog.getByLabel(t('handing.pick.group'), { exact: true }).selectOption('Ads')
        await dialog.getByLabel(t('handing.pick.order'), { exact: true }).selectOption({ index: 2 })
        await dialog.getByRole('checkbox', { name: t('handing.pick.all', { count: COUNT - 1 }) }).check()
        await spotless(page, 'assigning cards')
        await page.setViewportSize({ width: 390, height: 844 })
        await fits(page, 'assigning cards on a phone')
        await fitsFingers(page, 'assigning cards on a phone')
        await page.setViewportSize({ width: 1440, height: 900 })
        await dialog.getByRole('button', { name: t('subaccounts.hand.submit', { count: COUNT - 1 }) }).click()
        await expect(page.getByText(t('handing.given', { count: COUNT - 1, name: 'Kim' }))).toBeVisible()
        expect([(await cardsOf(kim)).total, (await cardsOf()).total]).toEqual([COUNT - 1, 1])
      })

      await test.step('what is on Kim’s cards is withdrawn together, but for half a dollar each', async () => {
        const before = await wallet()
        await page.goto(`/#${pages['2006002'].path}?n=50`)
        const list = page.getByRole('region', { name: t('cards.list') })
        await list.getByRole('checkbox', { name: t('parts.selectPage') }).check()
        await list.getByRole('button', { name: t('cards.action.withdraw'), exact: true }).click()
        await dialog.getByText(t('batches.withdraw.leave'), { exact: true }).click()
        await dialog.getByRole('textbox', { name: t('batches.withdraw.leaveEach') }).fill('0.5')
        const words = { total: show(1_50 * (COUNT - 1)), count: COUNT - 1 }
        await spotless(page, 'withdrawing from many cards')
        await dialog.getByRole('button', { name: t('batches.withdraw.submitFor', words) }).click()
        await expect(dialog.getByRole('heading', { name: t('cards.withdraw.done') })).toBeVisible()
        expect(await wallet()).toBe(before + 1_50 * (COUNT - 1))
        expect(new Set((await cardsOf(kim)).data.map(({ balance }) => balance))).toEqual(new Set([50]))
      })
      expect(await prove()).toMatch(/^the books are proven/m)
    })
  })
})
