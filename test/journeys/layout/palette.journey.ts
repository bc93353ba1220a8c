/** Commands of the palette: each leads to the dialog or form that does it, filled in. */
import { show } from '#contract/core/money.ts'
import { pages } from '#contract/core/permissions.ts'
import { paths } from '#web/account/paths.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { funded, opened } from '../inHand.ts'
import { buy } from '../outside.ts'
import { asks, demo } from '../people.ts'

inBothLanguages((lang) => {
  const inLang = (cn: string, en: string) => (lang === 'cn' ? cn : en)

  test.describe('with a card', () => {
    test.use({ who: 'newcomer' })

    test('a card is loaded, frozen and found again, and a form is filled by a sentence', async ({
      page,
      t,
      request,
      person,
    }) => {
      const me = person!
      await funded(request, me)
      const card = await opened(request, me, 50_00)
      const { lastFour } = card
      await asks(request, me, 'POST /api/cardGroup/add', {
        name: 'Black Friday',
        requestNo: `walk-${crypto.randomUUID()}`,
      })
      const palette = page.getByRole('dialog', { name: t('palette.title') })
      const field = palette.getByRole('combobox')
      const chosen = palette.getByRole('option', { selected: true })
      const types = async (text: string) => {
        await page.keyboard.press('Control+k')
        await field.fill(text)
      }
      await page.goto(`/#${pages['2001'].path}`)
      await expect(page.getByRole('button', { name: t('layout.search') })).toBeVisible()

      await test.step('the hint names commands, and words that begin one complete it', async () => {
        await page.keyboard.press('Control+k')
        await expect(field).toHaveAttribute('placeholder', t('palette.hint'))
        await field.fill(inLang('冻', 'fre'))
        await expect(chosen).toContainText(t('palette.verb.freeze.title'))
        await page.keyboard.press('Enter')
        await expect(field).toHaveValue(`${t('palette.verb.freeze.word')} `)
        await expect(field).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(palette).toHaveCount(0)
      })

      await test.step('load: the amount and its price stand in the dialog', async () => {
        await types(inLang(`充值 ${lastFour} 20`, `load ${lastFour} 20`))
        await expect(chosen).toContainText(t('palette.do.load', { card: `···· ${lastFour}` }))
        await expect(chosen).toContainText(show(20_00))
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog', { name: t('cards.load.title') })
        await expect(dialog.getByRole('textbox', { name: t('cards.amount.label') })).toHaveValue('20')
        await expect(dialog.getByRole('button', { name: /\$2\d\.\d\d/ })).toBeVisible()
        await dialog.getByRole('button', { name: t('ui.cancel') }).click()
        await expect(dialog).toHaveCount(0)
      })

      await test.step('withdraw, reveal, delete: their own dialogs, and nothing is done yet', async () => {
        for (const [typed, title] of [
          [inLang(`提现 ${lastFour} 5`, `withdraw ${lastFour} 5`), t('cards.withdraw.title')],
          [inLang(`查看卡号 ${lastFour}`, `reveal ${lastFour}`), t('cards.reveal.title')],
          [inLang(`删除 ${lastFour}`, `delete ${lastFour}`), t('acting.delete.title')],
          [inLang(`冻结 ${lastFour}`, `freeze ${lastFour}`), t('cards.freeze.title')],
        ] as const) {
          await types(typed)
          // Not one of the things that were opened last, which have its number too.
          const command = palette.getByRole('group', { name: t('palette.commands') }).getByRole('option')
          await expect(command).toHaveAttribute('aria-selected', 'true')
          await page.keyboard.press('Enter')
          const dialog = page.getByRole('dialog', { name: title })
          await expect(dialog).toBeVisible()
          await page.keyboard.press('Escape')
          await expect(dialog).toHaveCount(0)
        }
        const { card: now } = await asks<{ card: { status: string; balance: number } }>(
          request,
          me,
          'POST /api/card/detail',
          { cardId: card.cardId },
        )
        expect(now).toMatchObject({ status: 'ACTIVE', balance: 50_00 })
      })

      await test.step('a sentence fills the form, and says what it did not understand', async () => {
        await types(
          inLang(
            '开 20 张美国 Visa 用于Black Friday，每张 50 美元，给陈雨桐',
            'open 20 US Visa for Black Friday, $50 each, give to 陈雨桐',
          ).replace('用于Black Friday', '用于 Black'),
        )
        await expect(chosen).toContainText(t('palette.openCards', { count: 20 }))
        await expect(chosen).toContainText(t('palette.inGroup', { name: 'Black Friday' }))
        await expect(chosen).toContainText(t('palette.each', { amount: show(50_00) }))
        await expect(chosen).toContainText(t('palette.unknown', { words: '陈雨桐' }))
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(new RegExp(`${paths.cardBatchOpen}\\?`))
        await expect(page.getByLabel(t('batches.open.num'))).toHaveValue('20')
        await expect(page.getByRole('textbox', { name: t('batches.open.each') })).toHaveValue('50')
        await expect(page.getByRole('radio', { checked: true }).first()).toBeVisible()
      })

      await test.step('a merchant leads to its transactions, and what was opened comes first', async () => {
        expect((await buy(card, { merchantId: 'mer_github', amountCents: 3_00 })).approved).toBe(true)
        await types('github')
        const merchants = palette.getByRole('group', { name: t('palette.merchants') })
        await expect(merchants.getByRole('option')).toContainText('GITHUB')
        await merchants.getByRole('option').click()
        await expect(page).toHaveURL(/cardRecord\?merchant=GITHUB/)
        await page.goto(`/#${paths.card(card.cardId)}`)
        await expect(page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour }) })).toBeVisible()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+k')
        const recent = palette.getByRole('group', { name: t('palette.recent') })
        await expect(recent.getByRole('option').filter({ hasText: lastFour })).toBeVisible()
        await expect(recent.getByRole('option').filter({ hasText: pages['2005004'].name[lang] })).toBeVisible()
        await page.keyboard.press('Escape')
      })

      await test.step('the console itself: theme, and the keys of an input method are its own', async () => {
        const theme = () => page.evaluate<string>('document.documentElement.dataset.theme')
        const before = await theme()
        await types(inLang('主题', 'theme'))
        await expect(chosen).toContainText(t(before === 'dark' ? 'palette.act.light' : 'palette.act.dark'))
        await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
        await expect(palette).toBeVisible()
        await page.keyboard.press('Enter')
        await expect.poll(theme).not.toBe(before)
      })
    })
  })

  test.describe('as somebody with sub-accounts', () => {
    test.use({ who: demo.agency })

    test('sub-accounts and the number of a batch are found', async ({ page, t, request, person }) => {
      const subs = await asks<{ label: string; value: string }[]>(request, person!, 'GET /api/sub/user/enum')
      const { data } = await asks<{ data: { batchNo: string }[] }>(request, person!, 'POST /api/card/batchList', {})
      const palette = page.getByRole('dialog', { name: t('palette.title') })
      await page.goto(`/#${pages['2001'].path}`)
      await expect(page.getByRole('button', { name: t('layout.search') })).toBeVisible()
      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill(subs[0]!.label)
      await palette
        .getByRole('group', { name: t('palette.subs') })
        .getByRole('option')
        .first()
        .click()
      await expect(page).toHaveURL(new RegExp(`subUid=${subs[0]!.value}`))
      const batch = data[0]
      if (!batch) return
      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').fill(batch.batchNo)
      await expect(palette.getByRole('group', { name: t('palette.numbers') }).getByRole('option')).toContainText(
        batch.batchNo,
      )
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(batch.batchNo))
    })
  })
})
