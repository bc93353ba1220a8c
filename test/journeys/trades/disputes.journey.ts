/** A purchase is disputed, staff give it to the issuer, the issuer decides, and the money is where it belongs. */
import { disputeStates } from '#contract/disputes/disputes.ts'
import { tradeStatuses, tradeTypes } from '#contract/trades/trades.ts'
import { signsInAtDesk } from '../desk.ts'
import { filesAtDesk, fillsDispute, opensDisputeForm, savesWithReceipt, submitsDispute } from '../disputing.ts'
import { funded, opened } from '../inHand.ts'
import { elsewhere, expect, inBothLanguages, ofNow, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { buy, clear, decideDispute, disputesThere } from '../outside.ts'
import { asks } from '../people.ts'

const LIVE = { timeout: 30_000 }
test.use({ who: 'newcomer', actionTimeout: 30_000 })

inBothLanguages((lang) => {
  test('a purchase is disputed with evidence, filed by staff and won: the card has the money, the wallet the fee', async ({
    browser,
    page,
    person,
    request,
    t,
  }) => {
    test.setTimeout(300_000)
    const note = `The parcel of order ${ofNow()} never came, and nobody answers.`
    await funded(request, person!)
    const card = await opened(request, person!, 100_00)
    const { authorizationId } = await buy(card, { merchantId: 'mer_github', amountCents: 40_00 })
    await clear(authorizationId)
    type Wallet = { usdBalance: number }
    const wallet = async () => (await asks<Wallet>(request, person!, 'GET /api/user/wallet')).usdBalance
    type Shown = { card: { balance: number } }
    const onCard = async () =>
      (await asks<Shown>(request, person!, 'POST /api/card/detail', { cardId: card.cardId })).card.balance
    await expect.poll(onCard, LIVE).toBe(60_00)
    const before = await wallet()
    const detail = page.getByRole('dialog').last()

    await test.step('from the settled purchase to its form, which says what it costs', async () => {
      await opensDisputeForm(page, lang, { lastFour: card.lastFour, amount: '$40.00' })
      await fits(page, 'the form of a dispute')
      await spotless(page, 'the form of a dispute')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'the form of a dispute on a phone')
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('a reason that needs evidence is not saved without, and nothing typed is lost', async () => {
      await fillsDispute(detail, lang, { reason: 'CANCELED', amount: '25.00', note })
      await detail.getByRole('button', { name: t('disputes.form.save') }).click()
      await expect(detail).toContainText(t('disputes.form.evidenceNeeded'))
      await savesWithReceipt(detail, lang, note)
    })

    await test.step('the draft is reviewed and submitted; the fee is taken', async () => {
      await expect(detail).toContainText(disputeStates.DRAFT[lang])
      await expect(detail.getByRole('button', { name: t('disputes.one.pictureLarger', { n: 1 }) })).toBeVisible()
      await spotless(page, 'a dispute')
      expect(await wallet()).toBe(before)
      await submitsDispute(page, lang)
      expect(await wallet()).toBe(before - 15_00)
    })

    await test.step('staff read it and give it to the issuer', async () => {
      const desk = await elsewhere(browser, lang)
      await signsInAtDesk(desk, lang, 'risk1')
      const { userId: userNo } = await asks<{ userId: string }>(request, person!, 'GET /api/user/info')
      await filesAtDesk(desk, lang, {
        ...{ userNo, amount: '$25.00', note },
        async looks(what) {
          if (what === 'list') await fits(desk, 'disputes at the desk')
          await spotless(desk, what === 'list' ? 'disputes at the desk' : 'a dispute at the desk')
        },
      })
    })

    await test.step('the issuer has it with its evidence, decides, and everybody sees it', async () => {
      await expect(detail).toContainText(t('disputes.one.withIssuerNote'), LIVE)
      const there = (await disputesThere()).find((one) => one.note.includes(note))!
      expect([there.status, there.evidence]).toEqual(['IN_PROGRESS', 1])
      await decideDispute(there.ref, 'WON')
      await expect(detail).toContainText(t('disputes.one.won'), LIVE)
      expect([await onCard(), await wallet()]).toEqual([85_00, before])
      await page.goto('/#/cardRecord?tab=settled')
      const list = page.getByRole('region', { name: t('trades.tab.settled'), exact: true })
      await expect(list).toContainText(tradeTypes.CHARGEBACK[lang])
      await expect(list).toContainText(tradeStatuses.WON[lang])
      await page.goto('/#/cardDisputes')
      await expect(page.getByRole('region', { name: t('disputes.list') })).toContainText(disputeStates.WON[lang])
      await fits(page, 'disputes')
      await spotless(page, 'disputes')
    })
  })
})
