/** Payment providers: those who take yuan from people for us, by a code on the screen or by a bank card. */
import type { IncomingHttpHeaders } from 'node:http'

export const providerIds = ['WECHAT', 'ALIPAY', 'UNIONPAY'] as const
export type ProviderId = (typeof providerIds)[number]

type NewPayment = {
  /** Ours. The same number again is the same order, so asking twice makes one. */
  orderNo: string
  /** Yuan cents. */
  amount: number
  subject: string
  /** Epoch milliseconds. */
  expiresAt: number
  /** A card that {@link CardProvider.tokenise} has taken in: the bank texts its holder a code. */
  cardToken?: string
}

/** Money that one payer gave for one order. `ref` names it for good. */
export type ProviderPayment = {
  ref: string
  orderNo: string
  amount: number
  currency: string
  /** Epoch milliseconds. */
  paidAt: number
  /** The payer's bank has taken it back. */
  reversedAt?: number
}

export type ProviderOrder = {
  orderNo: string
  /** WAITING: for the payer, or for the bank's code. PAYING: the bank is at work. */
  state: 'WAITING' | 'PAYING' | 'PAID' | 'FAILED' | 'CLOSED'
  /** The provider's word for why it FAILED. */
  reason?: string
  /** Usually one; somebody may pay twice. */
  payments: ProviderPayment[]
}

/** A provider's word that something happened. It is signed, and still only makes us ask: it may come twice, late, or be wrong. */
export type ProviderEvent = {
  id: string
  type: 'payment.paid' | 'payment.failed' | 'payment.reversed'
  orderNo: string
  /** The payment that it is about. */
  paymentRef?: string
  /** What it says was paid; compared with the answer, never booked. */
  amount?: number
  occurredAt: number
}

/** Every question throws `OutsideUnknown` when there is no answer, and `OutsideRefused` when the answer is no. */
export interface PaymentProvider {
  readonly id: ProviderId
  /** `qrContent`: what the code on the screen says, where it is paid by one. */
  createOrder(order: NewPayment): Promise<{ ref: string; qrContent?: string }>
  /** `null`: it knows no such order. */
  queryOrder(orderNo: string): Promise<ProviderOrder | null>
  /** Everything that was paid on a day of Shanghai (`2026-03-01`), in pages. */
  paymentsOf(day: string, cursor?: string): Promise<{ payments: ProviderPayment[]; next?: string }>
  /** Throws `BadSignature`. */
  verifyEvents(headers: IncomingHttpHeaders, raw: Buffer): ProviderEvent[]
}

export type BankCard = { cardNo: string; holderName: string; idNo: string; mobile: string }

/** The UnionPay acquirer. A card's number goes to it and nowhere else: what we keep is its token and the last four digits. */
export interface CardProvider extends PaymentProvider {
  tokenise(card: BankCard): Promise<{ token: string; mask: string; bank: string }>
  /** The code that the bank texted. Refuses with CODE_WRONG, CODE_EXPIRED; else the bank is at work and {@link queryOrder} tells the end. */
  confirm(orderNo: string, code: string): Promise<void>
}

export type Payments = {
  readonly WECHAT: PaymentProvider
  readonly ALIPAY: PaymentProvider
  readonly UNIONPAY: CardProvider
}

/** The rate between currencies, from those who make it. */
export interface Rates {
  /** Units of `currency` for one US dollar, as decimal text. */
  mid(currency: string): Promise<string>
}
