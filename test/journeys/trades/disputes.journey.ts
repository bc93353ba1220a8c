/** A purchase is disputed, staff give it to the issuer, the issuer decides, and the money is where it belongs. */
import sharp from 'sharp'
import { disputeReasons, disputeStates } from '#contract/disputes/disputes.ts'
import { tradeStatuses, tradeTypes } from '#contract/trades/trades.ts'
import { goesTo, leavesDesk, sayAtDesk, signsInAtDesk } from '../desk.ts'
import { funded, opened } from '../inHand.ts'
import { elsewhere, expect, inBothLanguages, ofNow, test } from '../journey.ts'
import { fits, spotless } from '../looks.ts'
import { buy, clear, decideDispute, disputesThere } from '../outside.ts'
import { asks } from '../people.ts'

const LIVE = { timeout: 30_000 }
test.use({ who: 'newcomer', actionTimeout: 30_000 })

const receipt = async () => ({
  name: 'receipt.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 600, channels: 3, background: '#dbe7e4' } })
    .png()
    .toBuffer(),
})

inBothLanguages((lang) => {
  test('a purchase is disputed with evidence, filed by staff and won: the card has the money, the wallet the fee', async ({
    browser,
    page,
    person,
    request,
    t,
  }) => {
    test.setTimeout(300_000)
    const say = sayAtDesk(lang)
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
      await page.goto('/#/cardRecord?tab=settled')
      const list = page.getByRole('region', { name: t('trades.tab.settled'), exact: true })
      await list.getByRole('row').filter({ hasText: card.lastFour }).first().click()
      await detail.getByRole('button', { name: t('trades.one.dispute', { amount: '$40.00' }) }).click()
      await expect(detail).toContainText(t('disputes.form.feeText'))
      await expect(detail).toContainText('$15.00')
      await fits(page, 'the form of a dispute')
      await spotless(page, 'the form of a dispute')
      await page.setViewportSize({ width: 390, height: 844 })
      await fits(page, 'the form of a dispute on a phone')
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('a reason that needs evidence is not saved without, and nothing typed is lost', async () => {
      await detail
        .getByLabel(t('disputes.form.reason'), { exact: true })
        .selectOption({ label: disputeReasons.CANCELED[lang] })
      await detail.getByLabel(t('disputes.form.amount'), { exact: true }).fill('25.00')
      await detail.getByLabel(t('disputes.form.note'), { exact: true }).fill(note)
      await detail.getByRole('button', { name: t('disputes.form.save') }).click()
      await expect(detail).toContainText(t('disputes.form.evidenceNeeded'))
      await detail.getByLabel(t('disputes.form.evidence'), { exact: true }).setInputFiles(await receipt())
      await expect(detail).toContainText('receipt.jpg')
      await expect(async () => {
        const save = detail.getByRole('button', { name: t('disputes.form.save') })
        if ((await save.count()) > 0) await save.click()
        await expect(detail).toContainText(note, { timeout: 3_000 })
        await expect(save).toHaveCount(0, { timeout: 3_000 })
      }).toPass()
    })

    await test.step('the draft is reviewed and submitted; the fee is taken', async () => {
      await expect(detail).toContainText(disputeStates.DRAFT[lang])
      await expect(detail.getByRole('button', { name: t('disputes.one.pictureLarger', { n: 1 }) })).toBeVisible()
      await spotless(page, 'a dispute')
      expect(await wallet()).toBe(before)
      await page.getByRole('button', { name: t('disputes.one.submit'), exact: true }).click()
      const sure = page.getByRole('dialog', { name: t('disputes.one.submit') })
      await expect(sure).toContainText('$15.00')
      await sure.getByRole('button', { name: t('disputes.one.submit'), exact: true }).click()
      await expect(sure).toHaveCount(0)
      await expect(detail).toContainText(t('disputes.one.submittedNote'))
      expect(await wallet()).toBe(before - 15_00)
    })

    await test.step('staff read it and give it to the issuer', async () => {
      const desk = await elsewhere(browser, lang)
      await signsInAtDesk(desk, lang, 'risk1')
      await goesTo(desk, lang, 'disputes')
      const { userId } = await asks<{ userId: string }>(request, person!, 'GET /api/user/info')
      const row = desk
        .getByRole('region', { name: say('desk.disputes') })
        .getByRole('row')
        .filter({ hasText: userId })
      await expect(row).toContainText('$25.00')
      await fits(desk, 'disputes at the desk')
      await spotless(desk, 'disputes at the desk')
      await row.click()
      const one = desk.getByRole('dialog').last()
      await expect(one).toContainText(note)
      await one.getByRole('button', { name: say('disputes.picture', { n: 1 }), exact: true }).click()
      await expect(one.getByRole('button', { name: say('disputes.pictureLarger', { n: 1 }) })).toBeVisible()
      await spotless(desk, 'a dispute at the desk')
      await one.getByRole('button', { name: say('disputes.file'), exact: true }).click()
      const sure = desk.getByRole('dialog').last()
      await sure.getByRole('button', { name: say('disputes.file'), exact: true }).click()
      await expect(one).toContainText(disputeStates.IN_PROGRESS[lang], LIVE)
      await leavesDesk(desk)
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
