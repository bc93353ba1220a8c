import { rails } from '#contract/funding/funding.ts'
import { declineReasons, type DeclineReason } from '#contract/trades/declines.ts'
import { show } from '#contract/core/money.ts'
import { authStatuses, tradeTypes } from '#contract/trades/trades.ts'
import { cardStatuses } from '#contract/cards/states.ts'
import { pages } from '#contract/core/permissions.ts'
import { Books } from '../books.ts'
import { expect, inBothLanguages, test } from '../journey.ts'
import { buy, clear, codeOn, refund, sendUsdt, textsOn, type CardDetails, type Purchase } from '../outside.ts'
import { prove } from '../prove.ts'
import { asks, newMobile, PASSWORD } from '../people.ts'

const LIVE = { timeout: 30_000 }

inBothLanguages((lang) => {
  test('from an invite code to a deleted card, and every cent agrees on the way', async ({ page, t, request, lou }) => {
    test.setTimeout(420_000)
    const { inviteCode } = await asks<{ inviteCode: string }>(request, lou, 'GET /api/user/info')
    const mobile = newMobile()
    const books = new Books(page, t, lang)
    const action = (move: 'reveal' | 'load' | 'withdraw' | 'freeze' | 'unfreeze' | 'delete') =>
      t(`cards.action.${move}`)

    await test.step('sign up with an invite code in the address', async () => {
      await page.goto(`/?code=${inviteCode}`)
      await page.getByRole('link', { name: t('signIn.signUp') }).click()
      await expect(page.getByLabel(t('signIn.invite'))).toHaveValue(inviteCode)
      await page.getByLabel(t('signIn.mobile')).fill(mobile)
      await page.getByRole('button', { name: t('signIn.getCode') }).click()
      await page.getByLabel(t('signIn.code')).fill(await codeOn(mobile))
      await page.getByLabel(t('signIn.password'), { exact: true }).fill(PASSWORD)
      await page.getByLabel(t('signIn.confirmPassword')).fill(PASSWORD)
      await page.getByRole('checkbox', { name: t('signIn.agree') }).check()
      await page.getByRole('button', { name: t('signIn.signUp') }).click()
      await expect(page).toHaveURL(/#\/home$/)
    })

    await test.step('top up USDT', async () => {
      await page.getByRole('link', { name: pages['2003001001'].name[lang], exact: true }).click()
      await page.getByRole('textbox', { name: t('funding.amount') }).fill('245') // the amount to receive: 250 USDT less 2 %
      await page.getByRole('button', { name: t('funding.rail.choose', { rail: rails.USDT_TRC20[lang] }) }).click()
      await page.getByRole('button', { name: t('funding.usdt.submit') }).click()
      const box = page.getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
      await expect(box).toBeVisible()
      await sendUsdt({ toAddress: (await box.textContent())!, units: '250.000000', confirmations: 30 })
      await expect(page.getByRole('heading', { name: t('funding.usdt.done.title') })).toBeVisible({ timeout: 60_000 })
      books.wallet = 250_00 - 5_00
      await books.agree()
    })

    const card: CardDetails = await test.step('open a card and see it become active', async () => {
      await page.getByRole('link', { name: pages['2005001'].name[lang], exact: true }).click()
      await page.getByRole('radio', { name: /40000012/ }).check()
      await page.getByRole('button', { name: t('cards.open.autoFill') }).click()
      await expect(page.getByLabel(t('cards.open.firstName'), { exact: true })).not.toHaveValue('')
      const zipCode = await page.getByRole('textbox', { name: t('cards.open.zipCode') }).inputValue()
      await page.getByRole('textbox', { name: t('cards.price.amount') }).fill('100')
      // Opening fee 5.00, and 3 % of the amount loaded onto the card.
      await page.getByRole('button', { name: t('cards.open.submitFor', { total: show(108_00) }) }).click()
      const opened = page.getByRole('dialog', { name: t('cards.open.opened') })
      await expect(opened).toBeVisible(LIVE)
      await expect(opened.getByText(t('cards.open.openedText', { amount: show(100_00) }))).toBeVisible()
      books.wallet -= 108_00
      books.balance = books.deposit = 100_00

      const texts = await textsOn(mobile)
      // Its number is shown where it was opened, after a code to the own phone.
      await opened.getByRole('button', { name: t('cards.reveal.send') }).click()
      await opened.getByLabel(t('cards.reveal.code')).fill(await codeOn(mobile, { after: texts }))
      const secret = opened.getByRole('group', { name: t('cards.reveal.title') })
      const text = await secret.innerText()
      const cardNumber = /\d{4} \d{4} \d{4} \d{4}/.exec(text)![0].replaceAll(' ', '')
      const [, expMonth, expYear] = /(\d\d)\/(\d\d)/.exec(text)!
      const cvc = /^\d{3}$/m.exec(text)![0]
      await opened.getByRole('button', { name: t('cards.reveal.hideNow') }).click()
      await expect(page.getByText(cvc, { exact: true })).toHaveCount(0)
      await opened.getByRole('button', { name: t('cards.open.view') }).click()

      // For five minutes, the proof is remembered: the number is one click away.
      await page
        .getByRole('dialog')
        .getByRole('button', { name: action('reveal') })
        .click()
      const dialog = page.getByRole('dialog', { name: t('cards.reveal.title') })
      await expect(dialog.getByTestId('number')).toContainText(cardNumber.slice(-4))
      await dialog.getByRole('button', { name: t('ui.close') }).click()

      const drawer = page.getByRole('dialog', { name: t('cards.cardEnding', { lastFour: cardNumber.slice(-4) }) })
      await drawer.getByRole('button', { name: t('ui.close') }).click()
      const row = page
        .getByRole('region', { name: t('cards.list') })
        .getByRole('row')
        .filter({ hasText: cardNumber.slice(-4) })
      await expect(row).toContainText(cardStatuses.ACTIVE[lang])
      books.card = { lastFour: cardNumber.slice(-4), seqNo: cardNumber.slice(-4) }
      await books.agree()
      return { cardNumber, expMonth: Number(expMonth), expYear: 2000 + Number(expYear), cvc, zipCode }
    })

    const list = (tab: 'auth' | 'settled' | 'declined') =>
      page.getByRole('region', { name: t(`trades.tab.${tab}`), exact: true })
    const openTab = async (tab: 'auth' | 'settled' | 'declined') => {
      if (!page.url().includes('/cardRecord')) await books.visit('2005004')
      await page
        .getByRole('navigation', { name: t('trades.tabs') })
        .getByRole('link', { name: t(`trades.tab.${tab}`) })
        .click()
    }

    const bought = await test.step('buy, and see the authorization appear by itself', async () => {
      await openTab('auth')
      await expect(page.getByText(t('trades.none.auth'))).toBeVisible()
      const answer = await buy(card, { merchantId: 'mer_github', amountCents: 30_00 })
      expect(answer).toMatchObject({ approved: true, isoCode: '00' })
      const row = list('auth').getByRole('row').filter({ hasText: 'GITHUB' })
      await expect(row).toContainText(authStatuses.PENDING[lang], LIVE)
      await expect(row).toContainText(show(30_00))
      books.pending += 30_00
      await books.agree()
      return answer
    })

    await test.step('it clears', async () => {
      await openTab('auth')
      await clear(bought.authorizationId)
      const row = list('auth').getByRole('row').filter({ hasText: 'GITHUB' })
      await expect(row).toContainText(authStatuses.COMPLETE[lang], LIVE)
      books.pending -= 30_00
      books.balance -= 30_00
      books.consume += 30_00
      await openTab('settled')
      await expect(list('settled').getByRole('row').filter({ hasText: 'GITHUB' })).toContainText(show(-30_00))
      await books.agree()
    })

    await test.step('a part is refunded', async () => {
      await openTab('settled')
      await refund(bought.authorizationId, 12_34)
      const row = list('settled')
        .getByRole('row')
        .filter({ hasText: tradeTypes.REFUND[lang] })
        .filter({ hasText: show(12_34, 'USD', 'always') })
      await expect(row).toBeVisible(LIVE)
      books.balance += 12_34
      books.consume -= 12_34
      await books.agree()
    })

    /** Declined for this reason, with text and advice in the list and on its own page, and nothing has moved. */
    const declined = async (reason: DeclineReason, purchase: Purchase, wrong: Partial<CardDetails> = {}) => {
      await test.step(reason, async () => {
        const answer = await buy({ ...card, ...wrong }, purchase)
        expect(answer).toMatchObject({ approved: false, reason, isoCode: declineReasons[reason].iso })
        await openTab('declined')
        const row = list('declined').getByRole('row').filter({ hasText: declineReasons[reason].words[lang] }).first()
        await expect(row).toBeVisible(LIVE)
        await expect(row).toContainText(declineReasons[reason].advice[lang])
        await expect(row).toContainText(t(declineReasons[reason].counted ? 'trades.rate.yes' : 'trades.rate.no'))
        // How long ago, and the exact time on hover.
        await expect(row.getByTitle(/\d\d:\d\d:\d\d$/)).toHaveText(/^(Just now|1 minute ago|刚刚|1 分钟前)$/)
      })
    }
    const usual = { merchantId: 'mer_nike', amountCents: 8_00 }

    await test.step('declined for every reason that a shopper can cause', async () => {
      await declined('CVC_MISMATCH', usual, { cvc: card.cvc === '000' ? '111' : '000' })
      await declined('EXPIRY_MISMATCH', usual, { expYear: card.expYear + 1 })
      await declined('AVS_MISMATCH', usual, { zipCode: card.zipCode === '99950' ? '10001' : '99950' })
      await declined('THREEDS_FAILED', { merchantId: 'mer_challenge_fails', amountCents: 9_00 })
      await declined('MCC_BLOCKED', { merchantId: 'mer_coin_exchange', amountCents: 10_00 })
      await declined('COUNTRY_BLOCKED', { merchantId: 'mer_tehran_bazaar', amountCents: 10_00 })
      await declined('SINGLE_LIMIT', { ...usual, amountCents: 10_000_01 })
      await declined('INSUFFICIENT_FUNDS', { ...usual, amountCents: books.available + 1 })
      await declined('ISSUER_DECLINED', { merchantId: 'mer_always_declines', amountCents: 11_00 })
      const once = { ...usual, amountCents: 5_00, terminalId: 'T1', trace: '000001' }
      const first = await buy(card, once)
      expect(first.approved).toBe(true)
      books.pending += 5_00
      await declined('DUPLICATE', once)
      await books.agree()
    })

    await test.step('what a decline says when it is opened', async () => {
      await openTab('declined')
      await list('declined').getByRole('row').filter({ hasText: declineReasons.INSUFFICIENT_FUNDS.words[lang] }).click()
      const drawer = page.getByRole('dialog')
      const note = drawer.getByRole('region', { name: t('trades.one.declined') })
      await expect(note).toContainText(declineReasons.INSUFFICIENT_FUNDS.words[lang])
      await expect(note).toContainText(declineReasons.INSUFFICIENT_FUNDS.advice[lang])
      await expect(note.getByRole('button', { name: t('trades.cure.load') })).toBeVisible()
      await page.keyboard.press('Escape')
    })

    const act = async (move: 'load' | 'withdraw' | 'freeze' | 'unfreeze' | 'delete') => {
      await books.visit('2005002')
      const menu = page.getByRole('button', { name: `${t('cards.action.menu')} ···· ${card.cardNumber.slice(-4)}` })
      await menu.hover() // scrolling is over by then: it would close a menu
      await menu.click()
      await page.getByRole('menuitem', { name: action(move) }).click()
      return page.getByRole('dialog')
    }
    const done = (said: string) =>
      test.step('done', async () => {
        await expect(page.getByRole('dialog').getByRole('heading', { name: said })).toBeVisible()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('parts.done') })
          .click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })

    await test.step('freeze, be declined, unfreeze, and pay again', async () => {
      // Without a question: what may still be captured is said with it, and it can be taken back.
      const lastFour = card.cardNumber.slice(-4)
      const told = (key: 'undoing.frozen' | 'undoing.unfrozen') =>
        page.getByRole('status').filter({ hasText: t(key, { lastFour }) })
      const undo = page.getByRole('button', { name: t('ui.undo'), exact: true })
      await act('freeze')
      await expect(told('undoing.frozen')).toContainText(t('undoing.pending', { total: show(5_00) }))
      await undo.click()
      await expect(page.getByText(t('ui.undone'))).toBeVisible()
      expect(await buy(card, { ...usual, amountCents: 1_00 })).toMatchObject({ approved: true })
      books.pending += 1_00
      await act('freeze')
      await expect(told('undoing.frozen')).toBeVisible()
      await declined('CARD_PAUSED', { ...usual, amountCents: 6_00 })
      await act('unfreeze')
      await expect(told('undoing.unfrozen')).toBeVisible()
      expect(await buy(card, { ...usual, amountCents: 6_00 })).toMatchObject({ approved: true })
      books.pending += 6_00
      await books.agree()
    })

    await test.step('load and withdraw', async () => {
      const load = await act('load')
      await load.getByRole('textbox', { name: t('cards.amount.label') }).fill('20')
      await load.getByRole('button', { name: t('cards.load.submit', { total: show(20_60) }) }).click()
      await done(t('cards.load.done'))
      books.wallet -= 20_60
      books.balance += 20_00
      books.deposit += 20_00
      const withdraw = await act('withdraw')
      await withdraw.getByRole('textbox', { name: t('cards.withdraw.amount') }).fill('30.5')
      await withdraw.getByRole('button', { name: t('cards.withdraw.submit', { amount: show(30_50) }) }).click()
      await done(t('cards.withdraw.done'))
      books.wallet += 30_50
      books.balance -= 30_50
      await books.agree()
    })

    await test.step('delete, with two purchases still open', async () => {
      const dialog = await act('delete')
      await dialog
        .getByLabel(t('acting.delete.type', { lastFour: card.cardNumber.slice(-4) }))
        .fill(card.cardNumber.slice(-4))
      await dialog.getByRole('button', { name: t('acting.delete.submit') }).click()
      await done(t('acting.delete.closing'))
      books.wallet += books.available
      books.balance = books.pending
      await declined('CARD_CLOSED', { ...usual, amountCents: 3_00 })
      await books.agree()
    })

    await test.step('the books are proven', async () => expect(await prove()).toMatch(/^the books are proven/m))
  })
})
