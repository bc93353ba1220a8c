import { pages } from '#contract/core/permissions.ts'
import { show } from '#contract/core/money.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { funded, intent } from '../inHand.ts'
import { asks, type Person } from '../people.ts'

inBothLanguages((lang) => {
  test.describe('cards kept apart', () => {
    test.use({ who: 'newcomer' })

    test('by groups and tags: made, filled, merged, found again', async ({ page, t, request, person }) => {
      test.setTimeout(420_000)
      const me = person as Person
      const [one, two, tag] = [`A ${lang}`, `B ${lang}`, `tag ${lang}`]
      await funded(request, me)
      const holder = { firstName: 'Ana', lastName: 'Lopez', street: '1 Cedar Avenue', city: 'Portland', state: 'OR' }
      for (const rechargeAmount of [20_00, 30_00, 40_00]) {
        const input = { vid: 'VISA-US-2', rechargeAmount, ...holder, zipCode: '97201', requestNo: intent() }
        await asks(request, me, 'POST /api/card/newCard', input)
      }
      const open = async () =>
        (await asks<{ data: unknown[] }>(request, me, 'GET /api/card/page', { status: 'ACTIVE' })).data.length
      await expect.poll(open, { timeout: 60_000 }).toBe(3)
      const ungrouped = () => asks<{ count: number; balance: number }>(request, me, 'GET /api/cardGroup/cardCountNg')
      const before = await ungrouped()
      const { data: loose } = await asks<{ data: { cardId: string; cardSeqNo: string; balance: number }[] }>(
        request,
        me,
        'GET /api/card/page',
        { gid: '0', pageSize: 3 },
      )
      const [first, second] = loose as [(typeof loose)[0], (typeof loose)[0]]
      const list = page.getByRole('region', { name: t('cards.list') })
      const groups = page.getByRole('region', { name: t('groups.list') })
      const row = (name: string) => groups.getByRole('listitem', { name, exact: true })
      // Two while there are no groups: the empty list has its own.
      const adds = () => groups.getByRole('button', { name: t('groups.add') }).first()
      const toGroups = () => page.goto(`/#${pages['2005003'].path}`)

      await test.step('make two groups', async () => {
        await toGroups()
        for (const name of [one, two]) {
          await adds().click()
          const dialog = page.getByRole('dialog', { name: t('groups.add') })
          await dialog.getByLabel(t('groups.name')).fill(name)
          await dialog.getByRole('button', { name: t('groups.save') }).click()
          await expect(dialog).toBeHidden()
          await expect(row(name)).toBeVisible()
        }
        await adds().click()
        const dialog = page.getByRole('dialog', { name: t('groups.add') })
        await dialog.getByLabel(t('groups.name')).fill(one)
        await dialog.getByRole('button', { name: t('groups.save') }).click()
        await expect(dialog.getByLabel(t('groups.name'))).toHaveValue(one)
        await expect(dialog.getByLabel(t('groups.name'))).toHaveAttribute('aria-invalid', 'true')
        await page.keyboard.press('Escape')
      })

      await test.step('order by keyboard', async () => {
        await row(two).focus()
        await page.keyboard.press('Alt+ArrowUp')
        await expect(page.getByRole('status').filter({ hasText: two })).toBeAttached()
        // The toast appears immediately; the list is refetched after that.
        await expect(groups.getByRole('listitem')).toHaveText([new RegExp(`^${two}`), new RegExp(`^${one}`)])
      })

      await test.step('move two cards in bulk', async () => {
        await page.goto(`/#${pages['2005002'].path}?gid=0`)
        for (const { cardSeqNo } of [first, second])
          await list.getByRole('row').filter({ hasText: cardSeqNo }).getByRole('checkbox').check()
        await list.getByRole('button', { name: t('cards.label.group') }).click()
        const dialog = page.getByRole('dialog', { name: t('tags.move.title', { count: 2 }) })
        await dialog.getByRole('radio', { name: new RegExp(`^${one}`) }).check()
        await dialog.getByRole('button', { name: t('tags.move.submit'), exact: true }).click()
        await expect(dialog).toBeHidden()
        await expect(list.getByRole('row').filter({ hasText: first.cardSeqNo })).toHaveCount(0)
        expect(await ungrouped()).toEqual({
          count: before.count - 2,
          balance: before.balance - first.balance - second.balance,
        })
      })

      await test.step('the groups page and the list agree', async () => {
        await toGroups()
        await expect(row(one)).toContainText(show(first.balance + second.balance))
        await row(one).getByRole('link').click()
        await expect(list.getByRole('row').filter({ hasText: second.cardSeqNo })).toContainText(one)
        await expect(list.getByRole('checkbox')).toHaveCount(3)
      })

      await test.step('merge them into one, after a look at what moves', async () => {
        await toGroups()
        for (const name of [one, two]) await row(name).getByRole('checkbox').check()
        await groups.getByRole('button', { name: t('groups.merge') }).click()
        const dialog = page.getByRole('dialog', { name: t('groups.mergeTitle', { count: 2 }) })
        await dialog.getByRole('radio', { name: new RegExp(two) }).check()
        await expect(dialog).toContainText(show(first.balance + second.balance))
        await dialog.getByRole('button', { name: t('groups.mergeSubmit', { count: 2 }) }).click()
        await expect(dialog).toBeHidden()
        await expect(row(one)).toHaveCount(0)
        await expect(row(two)).toContainText(t('groups.cards', { count: 2 }))
      })

      await test.step('tag one card on its page, and find it by the tag', async () => {
        await page.goto(`/#${pages['2005002'].path}/${first.cardId}`)
        await page.getByRole('button', { name: t('cards.label.tags'), exact: true }).click()
        const dialog = page.getByRole('dialog', { name: t('tags.title', { count: 1 }) })
        await dialog.getByLabel(t('tags.new')).fill(tag)
        await dialog.getByRole('button', { name: t('tags.add') }).click()
        await expect(dialog.getByRole('button', { name: tag, pressed: true })).toBeVisible()
        await dialog.getByRole('button', { name: t('tags.done') }).click()
        await page.goto(`/#${pages['2005003'].path}?tab=tags`)
        await page.getByRole('link', { name: t('groups.cardsOf', { name: tag }) }).click()
        await expect(list.getByRole('row').filter({ hasText: first.cardSeqNo })).toContainText(tag)
        await expect(list.getByRole('row').filter({ hasText: second.cardSeqNo })).toHaveCount(0)
      })

      await test.step('remove the tag and the group: the cards stay', async () => {
        await page.goto(`/#${pages['2005003'].path}?tab=tags`)
        await page.getByRole('button', { name: `${t('groups.remove')} ${tag}` }).click()
        const gone = page.getByRole('dialog', { name: t('tags.remove') })
        await gone.getByRole('button', { name: t('tags.remove') }).click()
        await expect(page.getByRole('listitem', { name: tag })).toHaveCount(0)
        await page.getByRole('tab', { name: t('groups.tabGroups'), exact: true }).click()
        await row(two).getByRole('checkbox').check()
        await groups.getByRole('button', { name: t('groups.remove'), exact: true }).click()
        const dialog = page.getByRole('dialog', { name: t('groups.removeTitle', { count: 1 }) })
        await dialog.getByRole('button', { name: t('groups.removeSubmit') }).click()
        await expect(row(two)).toHaveCount(0)
        expect(await ungrouped()).toEqual(before)
      })
    })
  })
})
