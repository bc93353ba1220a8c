/** The bank that makes our cards, as we see it. It keeps no balances: it asks us about every charge (authorization.ts). */
import type { IncomingHttpHeaders } from 'node:http'
import type { CardState, ClearingPosted, NetworkEvent, RefundPosted } from './networkEvents.ts'

type Holder = { firstName: string; lastName: string }
type Address = { street: string; city: string; state: string; zipCode: string; country: string }

/** A product of the issuer's, under which cards are made. */
type IssuerRange = {
  programRef: string
  /** The first eight digits of its card numbers. */
  bin: string
  network: 'VISA' | 'MASTERCARD'
  country: string
  currency: string
  threeDs: boolean
}

export type IssuerCapabilities = {
  reveal: 'API' | 'IFRAME'
  editHolder: boolean
  /** A card may be PENDING at first; a `card.created` event follows. */
  asyncCreate: boolean
  partialApproval: boolean
  ranges: IssuerRange[]
}

export type NewCard = {
  /** Our name for this one card: asked again with it, the issuer answers with the same card and makes no other. */
  idem: string
  programRef: string
  holder: Holder
  address: Address
  /** Shown in the issuer's own console. We give the account's id; the simulators' shoppers go by it. */
  memo: string
}

export type CardView = {
  ref: string
  idem: string
  programRef: string
  state: CardState
  last4: string
  /** Month 1 to 12, four-digit year; valid to the month's end. */
  exp: [month: number, year: number]
}

/** A card as it stands in the issuer's list. */
export type ListedCard = Pick<CardView, 'ref' | 'idem' | 'state' | 'last4'> & { createdAt: number }
/** A page of all cards of ours that the issuer has, closed ones too; with `next` there are more. */
export type CardPage = { cards: ListedCard[]; next?: string }

export type CardSecret = { pan: string; cvc: string; exp: [month: number, year: number] }

/** Who asked to see a card's number and why; real issuers keep it. */
type RevealContext = { actorId: string; reason: string }

/** A page of the settlement file; with `next` there is more of it. */
export type SettlementPage = { lines: (ClearingPosted | RefundPosted)[]; next?: string }

export type EventPage = {
  /** In the order in which the issuer made them, delivered or not. */
  events: NetworkEvent[]
  /** Give it back to read on; the same as before while there is nothing new. */
  next: string
  more: boolean
}

/**
 * Every method that crosses the wire throws `OutsideRefused` for a definite no and `OutsideUnknown` when the outcome is
 * open. None is ever called inside a transaction.
 */
export interface Issuer {
  readonly id: string
  capabilities(): Promise<IssuerCapabilities>
  /** Makes one card, once per `idem`. After `OutsideUnknown`, ask {@link findByIdem} or call again with the same `idem`. */
  createCard(card: NewCard): Promise<CardView>
  /** The card that `idem` made, or `null`: it made none, and calling again is safe. */
  findByIdem(idem: string): Promise<CardView | null>
  /** Every card that the issuer has made for us. One that is made while the list is read may be left out. */
  listCards(cursor?: string): Promise<CardPage>
  /** Refused with `CARD_NOT_FOUND`. */
  getCard(ref: string): Promise<CardView>
  /** The number and the code. Never logged, never in a list. Refused with `CARD_NOT_READY` while PENDING. */
  reveal(ref: string, why: RevealContext): Promise<CardSecret>
  /** Setting the state that it has is a success. CLOSED is for good: refused with `CARD_CLOSED` afterwards. */
  setState(ref: string, state: 'ACTIVE' | 'PAUSED' | 'CLOSED', reason: string, idem: string): Promise<void>
  /** Giving what it has is a success. Refused with `HOLDER_REFUSED` or `CARD_CLOSED`; asked again after `OutsideUnknown`. */
  updateHolder(ref: string, holder: Holder, address: Address, idem: string): Promise<void>
  /** What we have prefunded less what was settled, in minor units of `currency`. */
  programBalance(): Promise<{ amount: number; currency: string }>
  /** Fills gaps: events that were sent and never came. Without a cursor, from the very first. */
  listEvents(cursor?: string): Promise<EventPage>
  /** What the network has settled on that day of the programme (`2026-11-21`, Shanghai): the last word on what was taken and given. */
  settlement(day: string, cursor?: string): Promise<SettlementPage>
  /** Throws `BadSignature` where a message is forged, or more than five minutes off our clock. `raw` is the body as it came. */
  verifySignature(headers: IncomingHttpHeaders, raw: Buffer): void
  /** The events of a signed message. Throws `BadSignature` where it is forged, or more than five minutes off our clock. */
  verifyWebhook(headers: IncomingHttpHeaders, raw: Buffer): NetworkEvent[]
}
