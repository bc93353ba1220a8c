/** Payment providers: they collect yuan for us, by a QR code or a bank card. */
import type { IncomingHttpHeaders } from 'node:http'

export const providerIds = ['WECHAT', 'ALIPAY', 'UNIONPAY'] as const
export type ProviderId = (typeof providerIds)[number]

type NewPayment = {
  /** Our order number. The same number is the same order, so a retry creates no second one. */
  orderNo: string
  /** Yuan cents. */
  amount: number
  subject: string
  /** Epoch milliseconds. */
  expiresAt: number
  /** A card registered by {@link CardProvider.tokenise}: the bank texts its holder a code. */
  cardToken?: string
}

/** One payer's payment for one order. `ref` identifies it permanently. */
export type ProviderPayment = {
  ref: string
  orderNo: string
  /** In the smallest unit of `currency`. */
  amount: number
  /** `CNY`. Anything else is never booked (server/funding/payments/otherCurrency.ts). */
  currency: string
  /** Epoch milliseconds. */
  paidAt: number
  /** The payer's bank has reversed it. */
  reversedAt?: number
}

export type ProviderOrder = {
  orderNo: string
  /** WAITING: for the payer, or for the bank's code. PAYING: the bank is processing it. */
  state: 'WAITING' | 'PAYING' | 'PAID' | 'FAILED' | 'CLOSED'
  /** The provider's reason for FAILED. */
  reason?: string
  /** Usually one; people sometimes pay twice. */
  payments: ProviderPayment[]
}

/** A provider's notification. It is signed, but only triggers a query: it may come twice, late, or be wrong. */
export type ProviderEvent = {
  id: string
  type: 'payment.paid' | 'payment.failed' | 'payment.reversed'
  orderNo: string
  /** The payment concerned. */
  paymentRef?: string
  /** The amount it reports; compared with the query's answer, never booked. */
  amount?: number
  /** The provider's number of a refund. Some providers answer about refunds only by their numbers. */
  refundRef?: string
  occurredAt: number
}

export type PaymentsPage = {
  payments: ProviderPayment[]
  /** Refunds on the list. They concern payments of any day, and are checked like a notification of each. */
  events?: ProviderEvent[]
  next?: string
}

/** Every request throws `OutsideUnknown` if there is no answer, and `OutsideRefused` if the answer is no. */
export interface PaymentProvider {
  readonly id: ProviderId
  /** `qrContent`: the content of the QR code, if it is paid by one. */
  createOrder(order: NewPayment): Promise<{ ref: string; qrContent?: string }>
  /** `null`: no such order exists at the provider. `refundRefs`: the refunds that notifications of this order named. */
  queryOrder(orderNo: string, refundRefs?: readonly string[]): Promise<ProviderOrder | null>
  /** How long after the end of a day its list exists. Without it the list of today can be read as well. */
  readonly listedAfterMs?: number
  /** All payments of a Shanghai day (`2026-03-01`), in pages. */
  paymentsOf(day: string, cursor?: string): Promise<PaymentsPage>
  /** Throws `BadSignature`, and `SyntaxError` for a signed message of another form. */
  verifyEvents(headers: IncomingHttpHeaders, raw: Buffer): ProviderEvent[]
  /** The text that this provider wants to read once its notification is stored. Without it, our JSON. */
  readonly acknowledgement?: string
  /** At start. Throws `OutsideRefused` if the provider refuses our account or its key, and `OutsideUnknown` if it does not answer as itself. */
  check?(): Promise<void>
}

export type BankCard = { cardNo: string; holderName: string; idNo: string; mobile: string }

/** The UnionPay acquirer. A card number is sent only to it: we keep its token and the last four digits. */
export interface CardProvider extends PaymentProvider {
  tokenise(card: BankCard): Promise<{ token: string; mask: string; bank: string }>
  /**
   * Submits the code texted by the bank. Refuses with CODE_WRONG or CODE_EXPIRED; otherwise the bank is processing it, and {@link queryOrder} returns the
   * result.
   */
  confirm(orderNo: string, code: string): Promise<void>
}

/** Those that are missing are off: no account may use their rails. */
export type Payments = {
  readonly WECHAT?: PaymentProvider
  readonly ALIPAY?: PaymentProvider
  readonly UNIONPAY?: CardProvider
}

/** Exchange rates from their source. */
export interface Rates {
  /** Units of `currency` for one US dollar, as decimal text. */
  mid(currency: string): Promise<string>
  /** At start. Throws like {@link mid}. */
  check?(): Promise<void>
}
