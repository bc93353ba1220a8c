import pg from 'pg'
import { pages } from '#contract/core/permissions.ts'
import { askStatuses } from '#contract/subaccounts/subaccounts.ts'
import { show } from '#contract/core/money.ts'
import { wordsOf } from '#contract/core/refusals.ts'
import { countsHands } from './handsOn.ts'
import { elsewhere, expect, inBothLanguages, test } from './journey.ts'
import { funded, intent, opened } from './inHand.ts'
import { buy, codeOn, textsOn } from './outside.ts'
import { asks, newMobile, PASSWORD, signsIn, type Person } from './people.ts'
import { prove } from './prove.ts'

/** Skips the minute between two codes, and the month until the end. */
async function passes(sql: string, values: string[] = []): Promise<void> {
  const client = new pg.Client(process.env.KAIKA_DATABASE_OWNER_URL)
  await client.connect()
  await client.query(sql, values)
  await client.end()
}

inBothLanguages((lang) => {
  test.describe('a sub-account', () => {
    test.use({ who: 'newcomer' })
    test('is paid for, meets its budget, asks, is granted, is frozen, and ends with its card still working', async ({
      page,
      t,
      request,
      person,
      browser,
    }) => {
      test.setTimeout(420_000)
      const me = person as Person
      await funded(request, me)
      await asks(request, me, 'GET /api/group/open', { groupId: 'pln_standard', months: 1, requestNo: intent() })
      const card = await opened(request, me, 50_00)
      const wallet = async () => (await asks<{ usdBalance: number }>(request, me, 'GET /api/user/wallet')).usdBalance
      const manage = () => page.goto(`/#${pages['2006001'].path}`)
      const list = page.getByRole('region', { name: t('subaccounts.list') })
      const row = (name: string) => list.getByRole('row').filter({ hasText: name })
      const mobile = newMobile()

      const adds = async (name: string, number: string, more: () => Promise<void>, submit: string) => {
        await passes(`DELETE FROM tally WHERE key LIKE 'subAccount%' OR subject LIKE 'sms.%'`)
        const seen = await textsOn(me.mobile)
        await page.getByRole('button', { name: t('subaccounts.add') }).click()
        const dialog = page.getByRole('dialog', { name: t('subaccounts.add') })
        await dialog.getByLabel(t('subaccounts.nickname'), { exact: true }).fill(name)
        await dialog.getByLabel(t('subaccounts.mobile'), { exact: true }).fill(number)
        await dialog.getByLabel(t('subaccounts.password'), { exact: true }).fill(PASSWORD)
        await dialog.getByLabel(t('subaccounts.confirmPassword'), { exact: true }).fill(PASSWORD)
        await more()
        await dialog.getByRole('button', { name: t('signIn.getCode') }).click()
        await dialog.getByLabel(t('subaccounts.code'), { exact: true }).fill(await codeOn(me.mobile, { after: seen }))
        await dialog.getByRole('button', { name: submit }).click()
        await expect(dialog.getByRole('heading', { name: t('subaccounts.added') })).toBeVisible()
        await dialog.getByRole('button', { name: t('parts.done') }).click()
        await expect(row(name)).toBeVisible()
      }

      await test.step('the first seat is free, the next one is paid', async () => {
        await manage()
        await adds('First', newMobile(), async () => {}, t('subaccounts.price.addFree'))
        const before = await wallet()
        const more = async () => {
          const dialog = page.getByRole('dialog', { name: t('subaccounts.add') })
          await dialog.getByText(t('subaccounts.budget'), { exact: true }).scrollIntoViewIfNeeded()
          await dialog
            .getByRole('radiogroup', { name: t('subaccounts.budget') })
            .locator('label')
            .last()
            .click()
          await dialog.getByLabel(t('subaccounts.limit'), { exact: true }).fill('15')
          await dialog.getByRole('checkbox', { name: new RegExp(card.lastFour) }).check()
        }
        await adds('Bo', mobile, more, t('subaccounts.price.pay', { amount: show(10_00) }))
        expect(await wallet()).toBe(before - 10_00)
        await expect(row('Bo')).toContainText(show(15_00))
      })

      const bo = await signsIn(request, mobile, PASSWORD)
      const theirs = await elsewhere(browser, lang, bo)
      const load = theirs.getByRole('dialog', { name: t('cards.load.title') })
      const loads = async () => {
        await theirs.goto(`/#/cardList/${card.cardId}/load`)
        await load.getByRole('textbox', { name: t('cards.amount.label') }).fill('20')
        await load.getByRole('button', { name: t('cards.load.submit', { total: show(20_50) }) }).click()
      }

      await test.step('it meets its budget, and asks for what is missing from there', async () => {
        await loads()
        await expect(load.getByText(t('subaccounts.ask.left', { left: show(15_00), short: show(5_50) }))).toBeVisible()
        await load.getByRole('button', { name: t('subaccounts.ask.go') }).click()
        const ask = theirs.getByRole('dialog', { name: t('subaccounts.ask.title') })
        await expect(ask.getByLabel(t('subaccounts.ask.amount'))).toHaveValue('5.50')
        await ask.getByRole('button', { name: t('subaccounts.ask.submit') }).click()
        await expect(ask.getByRole('heading', { name: t('subaccounts.ask.done') })).toBeVisible()
        await ask.getByRole('button', { name: t('parts.done') }).click()
      })

      await test.step('the parent sees it on the overview and grants it with two clicks, both see it, and it loads', async () => {
        const hands = await countsHands(page)
        await page.goto(`/#${pages['2001'].path}`)
        const todo = page.getByRole('link').filter({ hasText: t('overview.todo.requests') })
        await expect(todo).toContainText('1')
        await todo.click()
        const asked = page.getByRole('region', { name: t('subaccounts.asks.list') })
        await asked.getByRole('button', { name: t('subaccounts.asks.grant'), exact: true }).click()
        await expect(asked.getByText(askStatuses.GRANTED[lang]).first()).toBeVisible()
        expect(hands.taken()).toMatchObject({ clicks: 2, fields: 0 })
        await page.getByRole('button', { name: t('ui.undo'), exact: true }).click()
        await expect(page.getByText(t('ui.undone'))).toBeVisible()
        await asked.getByRole('button', { name: t('subaccounts.asks.grant'), exact: true }).click()
        await expect(asked.getByText(askStatuses.GRANTED[lang]).first()).toBeVisible()
        await theirs.goto(`/#${pages['2008'].path}`)
        await expect(theirs.getByText(askStatuses.GRANTED[lang]).first()).toBeVisible()
        await loads()
        await expect(load.getByRole('heading', { name: t('cards.load.done') })).toBeVisible()
      })

      await test.step('its card and its transactions have lists of their own', async () => {
        expect((await buy(card, { merchantId: 'mer_github', amountCents: 5_00 })).approved).toBe(true)
        await page.goto(`/#${pages['2006002'].path}`)
        const cards = page.getByRole('region', { name: t('cards.list') })
        await expect(cards.getByRole('row').filter({ hasText: card.lastFour })).toContainText('Bo')
        await page.goto(`/#${pages['2006003'].path}`)
        await expect(page.getByRole('region', { name: t('trades.tab.auth') })).toContainText('Bo')
      })

      await test.step('frozen it is out, unfrozen it is back', async () => {
        await manage()
        const freezes = async (act: 'freeze' | 'unfreeze') => {
          const menu = row('Bo').getByRole('button', { name: t('subaccounts.actions', { name: 'Bo' }) })
          const item = page.getByRole('menuitem', { name: t(`subaccounts.act.${act}`), exact: true })
          // A moving list closes a menu opened over it.
          await expect(async () => {
            if (!(await item.isVisible())) await menu.click()
            await item.click({ timeout: 5_000 })
          }).toPass()
          const dialog = page.getByRole('dialog')
          await dialog
            .getByRole('button', {
              name: t(act === 'freeze' ? 'subaccounts.freeze.submit' : 'subaccounts.freeze.backSubmit'),
              exact: true,
            })
            .click()
          await expect(dialog).toBeHidden()
        }
        await freezes('freeze')
        await theirs.reload()
        await expect(theirs.getByRole('button', { name: t('signIn.signIn') })).toBeVisible()
        await expect(signsIn(request, mobile, PASSWORD)).rejects.toThrow()
        await freezes('unfreeze')
      })

      await test.step('at its end it moves no money, its card works, and it asks to be renewed', async () => {
        const again = await signsIn(request, mobile, PASSWORD)
        await passes(
          `UPDATE sub_account SET expires_at = now() - interval '1 hour' WHERE login_id =
             (SELECT login_id FROM sub_account JOIN session USING (cell, account_id, login_id) WHERE nickname = 'Bo' AND sub_account.account_id =
               (SELECT account_id FROM card WHERE card_id = $1) LIMIT 1)`,
          [card.cardId],
        )
        expect((await buy(card, { merchantId: 'mer_github', amountCents: 6_00 })).approved).toBe(true)
        const money = { cardId: card.cardId, amount: 2_00, requestNo: intent() }
        await expect(asks(request, again, 'POST /api/card/recharge', money)).rejects.toThrow('1612')
        const late = await elsewhere(browser, lang, again)
        // The button says so before the server does.
        await late.goto(`/#/cardList/${card.cardId}`)
        const greyed = late.getByRole('dialog').getByRole('button', { name: t('cards.action.load'), exact: true })
        await expect(greyed).toHaveAttribute('aria-disabled', 'true')
        await expect(greyed).toHaveAccessibleDescription(wordsOf('sub_expired', lang))
        await late.goto(`/#${pages['2008'].path}`)
        await late.getByRole('button', { name: t('subaccounts.mine.askRenew') }).click()
        const ask = late.getByRole('dialog', { name: t('subaccounts.ask.title') })
        await ask.getByRole('button', { name: t('subaccounts.ask.submit') }).click()
        await expect(ask.getByRole('heading', { name: t('subaccounts.ask.done') })).toBeVisible()

        await page.goto(`/#${pages['2006001'].path}?tab=asks`)
        await page.getByRole('button', { name: t('subaccounts.asks.renew'), exact: true }).click()
        const dialog = page.getByRole('dialog', { name: t('subaccounts.act.renew') })
        await dialog.getByRole('button', { name: t('subaccounts.price.renewPay', { amount: show(10_00) }) }).click()
        await expect(dialog.getByRole('heading', { name: t('subaccounts.renewed') })).toBeVisible()
        await asks(request, again, 'POST /api/card/recharge', { ...money, requestNo: intent() }).catch(
          (error: Error) => {
            // Its budget is used up by now; it must not also reach its end.
            expect(error.message).toContain('1613')
          },
        )
        expect(await prove()).toContain('proven')
      })
    })
  })
})
