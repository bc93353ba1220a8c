/** Money and a card, as a journey needs them at its start. */
import type { APIRequestContext } from '@playwright/test'
import { expect } from './journey.ts'
import { codeOn, sendUsdt, textsOn, type CardDetails } from './outside.ts'
import { asks, type Person } from './people.ts'

export const intent = (): string => `walk-${crypto.randomUUID()}`

/** 245 dollars in the wallet, topped up by USDT. */
export async function funded(request: APIRequestContext, who: Person): Promise<void> {
  const price = { rail: 'USDT_TRC20', amountStr: '250.000000' }
  const { quote } = await asks<{ quote: { quoteId: string } }>(request, who, 'POST /api/account/rechargeInfo', price)
  const input = { quoteId: quote.quoteId, rail: 'USDT_TRC20', requestNo: intent() }
  const order = await asks<{ address: string }>(request, who, 'POST /api/account/recharge/qrCreate', input)
  await sendUsdt({ toAddress: order.address, units: '250.000000', confirmations: 30 })
  const balance = async () => (await asks<{ usdBalance: number }>(request, who, 'GET /api/user/wallet')).usdBalance
  await expect.poll(balance, { timeout: 60_000 }).toBe(245_00)
}

/** An open card, with its number revealed by its owner. */
export const opened = async (
  request: APIRequestContext,
  who: Person,
  rechargeAmount: number,
  vid?: string,
): Promise<CardDetails & { cardId: string; lastFour: string }> =>
  revealed(request, who, await ordered(request, who, rechargeAmount, vid))

/** The id of a card that its issuer is about to make. */
export async function ordered(
  request: APIRequestContext,
  who: Person,
  rechargeAmount: number,
  vid = 'VISA-US-2',
): Promise<string> {
  const holder = { firstName: 'Ana', lastName: 'Lopez', street: '1 Cedar Avenue', city: 'Portland', state: 'OR' }
  const input = { vid, rechargeAmount, ...holder, zipCode: '97201', requestNo: intent() }
  const { cardId } = await asks<{ cardId: string }>(request, who, 'POST /api/card/newCard', input)
  return cardId
}

/** A card with its number, once its issuer has made it. */
export async function revealed(
  request: APIRequestContext,
  who: Person,
  cardId: string,
): Promise<CardDetails & { cardId: string; lastFour: string }> {
  type Shown = {
    card: { status: string; number: string; cvc: string; expMonth: number; expYear: number; lastFour: string }
    address: { zipCode: string }
  }
  const status = async () => (await asks<Shown>(request, who, 'POST /api/card/detail', { cardId })).card.status
  await expect.poll(status, { timeout: 60_000 }).toBe('ACTIVE')
  const seen = await textsOn(who.mobile)
  await asks(request, who, 'GET /api/card/down/getCode', { scene: 'REVEAL' })
  const code = await codeOn(who.mobile, { after: seen })
  const { ticket } = await asks<{ ticket: string }>(request, who, 'GET /api/card/checkCode', { code, scene: 'REVEAL' })
  const { card, address } = await asks<Shown>(request, who, 'POST /api/card/detail', { cardId, reveal: 1, ticket })
  const { number: cardNumber, cvc, expMonth, expYear, lastFour } = card
  return { cardId, cardNumber, cvc, expMonth, expYear, lastFour, zipCode: address.zipCode }
}
