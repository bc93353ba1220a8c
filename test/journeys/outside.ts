/** The outside world as journeys use it: a shop's till, a USDT wallet, the phone (simulators/README.md). */
import { expect } from '@playwright/test'

const address = process.env.KAIKA_SIMULATORS_URL ?? 'http://127.0.0.1:4100'

async function ask<A>(method: 'GET' | 'POST', path: string, body?: object): Promise<A> {
  const response = await fetch(address + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as A
  if (!response.ok) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`)
  return answer
}

export type CardDetails = { cardNumber: string; expMonth: number; expYear: number; cvc: string; zipCode: string }
export type Purchase = {
  merchantId: string
  amountCents: number
  currency?: string
  terminalId?: string
  trace?: string
}
export type Bought = {
  authorizationId: string
  approved: boolean
  amountCents: number
  reason?: string
  isoCode: string
  challenge?: { expiresAt: number; triesLeft: number }
}

export const buy = (card: CardDetails, purchase: Purchase): Promise<Bought> =>
  ask('POST', '/network/purchases', { ...card, ...purchase })
/** The 3-D code that a challenged purchase waits for. */
export const enterCode = (authorizationId: string, code: string): Promise<Bought> =>
  ask('POST', `/network/three-d/${authorizationId}`, { code })
export const clear = (authorizationId: string, more: { amountCents?: number; final?: boolean } = {}): Promise<void> =>
  ask('POST', `/network/authorizations/${authorizationId}/clear`, more)
/** The merchant reverses all of it. */
export const reverse = (authorizationId: string): Promise<void> =>
  ask('POST', `/network/authorizations/${authorizationId}/reverse`, {})
export const refund = (authorizationId: string, amountCents: number): Promise<void> =>
  ask('POST', `/network/authorizations/${authorizationId}/refund`, { amountCents })

/** Disputes at the network, the newest first, and their outcome. */
export const disputesThere = (): Promise<{ ref: string; note: string; status: string; evidence: number }[]> =>
  ask('GET', '/network/disputes')
export const decideDispute = (ref: string, outcome: 'WON' | 'LOST'): Promise<unknown> =>
  ask('POST', `/network/disputes/${ref}/decide`, { outcome })

/** A merchant's refund without a purchase. */
export const refundNothing = (cardNumber: string, merchantId: string, amountCents: number): Promise<unknown> =>
  ask('POST', '/network/refunds', { cardNumber, merchantId, amountCents })
/** An event with false content. */
export const sendWrong = (input: { type: string; id: string; currency?: string }): Promise<{ eventId: string }> =>
  ask('POST', '/network/wrong-events', input)
/** The simulated issuer takes an invoice from the prefund. */
export const issuerTakes = (amountCents: number, reference: string) =>
  ask('POST', '/network/program-fees', { amountCents, reference })

export type Transfer = { toAddress: string; units: string; token?: string; confirmations?: number }
export const sendUsdt = (transfer: Transfer): Promise<{ txHash: string }> => ask('POST', '/chain/transfers', transfer)

/** Someone scans the code and pays; the provider notifies this many times, or not at all. */
export const payOrder = (
  orderNo: string,
  more: { amount?: number; times?: number; copies?: number; tell?: 'yes' | 'none' | 'only' } = {},
): Promise<{ paymentRefs: string[] }> => ask('POST', `/payers/orders/${orderNo}/pay`, more)

/** The payer's bank reverses a payment, and the provider notifies. */
export const takePaymentBack = (paymentRef: string): Promise<unknown> =>
  ask('POST', `/payers/payments/${paymentRef}/reverse`, {})

/** Someone pays for an order unknown to the console, without any notification. */
export const payStray = (input: {
  provider: 'WECHAT' | 'ALIPAY' | 'UNIONPAY'
  orderNo: string
  amount: number
  paidAtMs: number
  tell: 'none'
}): Promise<{ paymentRef: string }> => ask('POST', '/payers/strays', input)

/** The newest code on that phone that has not been seen. Codes arrive after a moment. */
export async function codeOn(mobile: string, { after = 0 }: { after?: number } = {}): Promise<string> {
  let code: string | undefined
  const look = async () => {
    const texts = await ask<{ code?: string; time: number }[]>('GET', `/sms/inbox?mobile=${encodeURIComponent(mobile)}`)
    // News arrive on the same phone, without a code.
    code = texts.slice(0, Math.max(0, texts.length - after)).find((text) => text.code)?.code
    return code
  }
  await expect.poll(look, { message: `a code on ${mobile}`, intervals: [50, 100, 200] }).toMatch(/^\d{6}$/)
  return code!
}

export const textsOn = async (mobile: string): Promise<number> =>
  (await ask<unknown[]>('GET', `/sms/inbox?mobile=${encodeURIComponent(mobile)}`)).length

/** The demo staff's authenticator app on the phone. */
export const authenticatorNow = (): Promise<{ code: string; nextCode: string; leftMs: number }> =>
  ask('GET', '/authenticator')
