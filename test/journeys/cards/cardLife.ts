/** The life of a card that was opened with $500, on the wire of its issuer: whatever a merchant may do, in the console and on the books. */
import { cardStatuses } from '#contract/cards/states.ts'
import type { Lang } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { authStatuses } from '#contract/trades/trades.ts'
import type { Browser, Page } from '@playwright/test'
import { opensDesk } from '../desk.ts'
import { filesAtDesk, fillsDispute, opensDisputeForm, savesWithReceipt, submitsDispute } from '../disputing.ts'
import { elsewhere, expect, ofNow, test } from '../journey.ts'
import { intent } from '../inHand.ts'
import type { OwnKaika } from '../ownKaika.ts'
import { asks } from '../people.ts'
import { sayIn } from '../words.ts'

const LIVE = { timeout: 30_000 }
const PROVEN = 'the books are proven'
export const LOADED = 500_00
/** No other purchase of the card has this amount. */
const DISPUTED = 41_00

/** What its holder types at a merchant's. */
export type Plastic = { cardNumber: string; expMonth: number; expYear: number; cvc: string }
type Living = { browser: Browser; kaika: OwnKaika; page: Page; lang: Lang; cardId: string; plastic: Plastic }

/** What is on the card and what of it is held, once it is so. */
export const becomes = ({ kaika: { holder }, page, cardId }: Living, balance: number, held: number) =>
  expect
    .poll(async () => {
      type Now = { balance: number; available: number }
      const now = await asks<Now>(page.request, holder, 'POST /api/card/getCardBalance', { cardId })
      return [now.balance, now.balance - now.available]
    }, LIVE)
    .toEqual([balance, held])

type Bought = { approved: boolean; authorizationId: string; amountCents: number }
export async function buys({ kaika: { outside }, plastic }: Living, amountCents: number, more: object = {}) {
  const input = { ...plastic, ...{ merchantId: 'mer_google_ads', amountCents, ...more } }
  const bought = await outside<Bought>('/network/purchases', input)
  return { ...bought, at: `/network/authorizations/${bought.authorizationId}` }
}

/** From the first charge until it is closed and a purchase of it disputed; the books are proven on the way. */
export async function livesItsLife(life: Living): Promise<void> {
  const { kaika, page, lang, cardId, plastic } = life
  const { outside, holder, prove } = kaika
  const t = sayIn(lang)
  const lastFour = plastic.cardNumber.slice(-4)

  await test.step('it is charged, and the charge is in the list', async () => {
    const { approved, at } = await buys(life, 30_00)
    expect(approved).toBe(true)
    await page.goto('/#/cardRecord')
    const list = page.getByRole('region', { name: t('trades.tab.auth'), exact: true })
    const row = list.getByRole('row').filter({ hasText: lastFour }).first()
    await expect(row).toContainText(authStatuses.PENDING[lang], LIVE)
    await expect(row).toContainText(show(30_00))
    await outside(`${at}/increment`, { amountCents: 5_00 })
    await becomes(life, LOADED, 35_00)
    await outside(`${at}/clear`, { amountCents: 10_00, final: false })
    await becomes(life, 490_00, 25_00)
    await outside(`${at}/clear`, { amountCents: 20_00 })
    await becomes(life, 470_00, 0)
    await page.reload()
    await expect(row).toContainText(authStatuses.COMPLETE[lang], LIVE)
    await outside(`${at}/refund`, { amountCents: 7_00 })
    await becomes(life, 477_00, 0)
    expect(await prove()).toContain(PROVEN)
  })

  await test.step('it clears for more, approves a part, is reversed, expires and is charged without a request', async () => {
    const tip = await buys(life, 10_00, { merchantId: 'mer_bistro' })
    await outside(`${tip.at}/clear`, { amountCents: 12_00 })
    await becomes(life, 465_00, 0)
    const part = await buys(life, 600_00, { partialOk: true })
    expect([part.approved, part.amountCents]).toEqual([true, 465_00])
    await outside(`${part.at}/reverse`, {})
    await becomes(life, 465_00, 0)
    const forgotten = await buys(life, 40_00)
    await becomes(life, 465_00, 40_00)
    await outside(`${forgotten.at}/expire`, {})
    await becomes(life, 465_00, 0)
    const loose = { cardNumber: plastic.cardNumber, merchantId: 'mer_google_ads', amountCents: 5_00 }
    await outside('/network/forced-posts', loose)
    await becomes(life, 460_00, 0)
    expect(await prove()).toContain(PROVEN)
  })

  await test.step('frozen it pays nothing, unfrozen it pays again, closed its money is back', async () => {
    const freezes = (frozen: 0 | 1) =>
      asks(page.request, holder, 'POST /api/card/frozen', { cardId, frozen, requestNo: intent() })
    await freezes(1)
    await expect.poll(async () => (await buys(life, 1_00)).approved, LIVE).toBe(false)
    await page.goto('/#/cardList')
    const row = page
      .getByRole('region', { name: t('cards.list') })
      .getByRole('row')
      .filter({ hasText: lastFour })
    await expect(row).toContainText(cardStatuses.FROZEN[lang], LIVE)
    await freezes(0)
    await page.reload()
    await expect(row).toContainText(cardStatuses.ACTIVE[lang], LIVE)
    await expect
      .poll(async () => {
        const { approved, at } = await buys(life, 2_00)
        if (approved) await outside(`${at}/reverse`, {})
        return approved
      }, LIVE)
      .toBe(true)
    await becomes(life, 460_00, 0)
    const { at } = await buys(life, DISPUTED)
    await outside(`${at}/clear`, {})
    await becomes(life, 460_00 - DISPUTED, 0)
    type Closed = { status: string; returned: number }
    const closed = await asks<Closed>(page.request, holder, 'POST /api/card/delete', { cardId, requestNo: intent() })
    expect(closed).toMatchObject({ status: 'CLOSED', returned: 460_00 - DISPUTED })
    expect((await buys(life, 1_00)).approved).toBe(false)
  })
  expect(await prove()).toContain(PROVEN)
  await endsWithDispute(life)
}

/** A purchase of the closed card is disputed, the issuer returns it, and the wallet has the money. */
async function endsWithDispute({ browser, kaika, page, lang, plastic }: Living): Promise<void> {
  const { outside, holder, staffToken, url, prove } = kaika
  const t = sayIn(lang)
  const note = `Canceled before the charge, order ${ofNow()}.`
  const amount = show(DISPUTED)
  const wallet = async () =>
    (await asks<{ usdBalance: number }>(page.request, holder, 'GET /api/user/wallet')).usdBalance
  const before = await wallet()

  await test.step('a purchase is disputed with a picture, and the desk gives it to the issuer', async () => {
    const detail = await opensDisputeForm(page, lang, { lastFour: plastic.cardNumber.slice(-4), amount })
    await fillsDispute(detail, lang, { reason: 'CANCELED', amount: amount.slice(1), note })
    await savesWithReceipt(detail, lang, note)
    await submitsDispute(page, lang)
    expect(await wallet()).toBe(before - 15_00)
    const { userId: userNo } = await asks<{ userId: string }>(page.request, holder, 'GET /api/user/info')
    const desk = await elsewhere(browser, lang, undefined, url)
    await opensDesk(desk, lang, staffToken)
    await filesAtDesk(desk, lang, { userNo, amount, note })
    await page.reload()
    await expect(detail).toContainText(t('disputes.one.withIssuerNote'), LIVE)
  })

  await test.step('the issuer has it with its picture, and returns the money', async () => {
    type There = { ref: string; note: string; evidence: number }
    const there = (await outside<There[]>('/network/disputes')).find((one) => one.note.includes(note))!
    expect(there.evidence).toBe(1)
    await outside(`/network/disputes/${there.ref}/decide`, { outcome: 'WON' })
    await expect.poll(wallet, LIVE).toBe(before + DISPUTED)
    await page.reload()
    await expect(page.getByRole('dialog').last()).toContainText(t('disputes.one.won'), LIVE)
  })
  expect(await prove()).toContain(PROVEN)
}
