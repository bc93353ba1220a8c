/** The bank that issues our cards. It keeps no balances: it asks us about every charge (authorization.ts). */
import type { IncomingHttpHeaders } from 'node:http'
import { OutsideRefused } from '../ask.ts'
import type { AuthorizationDecision, DecisionRequest } from './authorization.ts'
import type { IssuerDisputes } from './disputes.ts'
import type { CardState, ClearingPosted, NetworkEvent, RefundPosted } from './networkEvents.ts'

type Holder = { firstName: string; lastName: string }
type Address = { street: string; city: string; state: string; zipCode: string; country: string }

/** An issuer product under which cards are issued. */
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
  editHolder: boolean
  /** A card may be PENDING at first; a `card.created` event follows. */
  asyncCreate: boolean
  partialApproval: boolean
  /** Takes disputes by its API ({@link Issuer.disputes}); otherwise people file them and enter their outcome. */
  disputes: boolean
  ranges: IssuerRange[]
}

export type NewCard = {
  /** Our key for this one card: a retry returns the same card and creates no other. */
  idem: string
  programRef: string
  holder: Holder
  address: Address
  /** Shown in the issuer's own console. We send the account's id; the simulators' shoppers use it. */
  memo: string
  /** What {@link Issuer.createHolder} returned for holder and address, where the issuer has that. */
  holderRef?: string
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

/** A card in the issuer's list. */
export type ListedCard = Pick<CardView, 'ref' | 'idem' | 'state' | 'last4'> & { createdAt: number }
/** A page of all our cards at the issuer, including closed ones; `next` means that there are more. */
export type CardPage = { cards: ListedCard[]; next?: string }

export type CardSecret = { pan: string; cvc: string; exp: [month: number, year: number] }
/** The issuer's own page with number and code, for a moment: shown in a frame, so that neither ever comes to us. */
export type RevealPage = { iframeUrl: string }

/** The number, from an issuer that gives it: see {@link Issuer.reveals}. */
export async function numberAt(issuer: Issuer, ref: string, why: RevealContext): Promise<CardSecret> {
  const shown = await issuer.reveal(ref, why)
  if ('iframeUrl' in shown) throw new OutsideRefused('NUMBER_NOT_GIVEN', `${issuer.id} shows numbers itself`)
  return shown
}

/** Who viewed a card's number and why; real issuers store it. `lang`: of the page, where it has words. */
type RevealContext = { actorId: string; reason: string; lang?: 'cn' | 'en' }

/** A page of our own in which an issuer's script shows the number (server/http/issuerFrames.ts), where the issuer has no page for that. */
export type IssuerFrame = {
  /** Where it is on the console's origin. */
  path: string
  /** Its Content-Security-Policy. */
  policy: string
  html(lang: 'cn' | 'en'): string
  script: string
  style: string
  /** Answers the page's script. Throws `OutsideRefused` for what has no valid ticket. */
  exchange(input: unknown): Promise<object>
}

/** A page of the settlement file; `next` means that there is more. */
export type SettlementPage = { lines: (ClearingPosted | RefundPosted)[]; next?: string }

export type EventPage = {
  /** In the order in which the issuer created them, delivered or not. */
  events: NetworkEvent[]
  /** The cursor to continue; unchanged while there is nothing new. */
  next: string
  more: boolean
}

/**
 * Every method that makes a request throws `OutsideRefused` for a definite no and `OutsideUnknown` if the outcome is open. None is ever called inside a
 * transaction.
 */
export interface Issuer {
  readonly id: string
  /** API: {@link reveal} returns the number. IFRAME: the issuer's own page shows it, and questions name the card by its reference. */
  readonly reveals: 'API' | 'IFRAME'
  /** Where pages of {@link reveal} are, as a browser writes an origin. */
  readonly revealOrigin?: string
  /** Where the page of {@link reveal} is ours. */
  readonly frame?: IssuerFrame
  /** Headers of every answer to a question, besides its type and length. Latin-1, names in small letters. */
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** Absent: the issuer has no API for disputes. */
  readonly disputes?: IssuerDisputes
  capabilities(): Promise<IssuerCapabilities>
  /** At start. Throws `OutsideRefused` if the issuer refuses our key, and `OutsideUnknown` if it does not answer as itself. */
  check?(): Promise<void>
  /**
   * Where cards belong to a person that the issuer keeps: creates one, once per `idem`, and returns its reference for {@link createCard}. Refused with
   * `HOLDER_REFUSED`.
   */
  createHolder?(holder: Holder, address: Address, idem: string): Promise<string>
  /** Creates one card, once per `idem`. After `OutsideUnknown`, call {@link findByIdem}, or retry with the same `idem`. */
  createCard(card: NewCard): Promise<CardView>
  /** Returns the card created with `idem`, or `null`: none was created, and retrying is safe. */
  findByIdem(idem: string): Promise<CardView | null>
  /** Lists all cards the issuer has created for us. One created during the reading may be missing. */
  listCards(cursor?: string): Promise<CardPage>
  /** Refused with `CARD_NOT_FOUND`. */
  getCard(ref: string): Promise<CardView>
  /** Returns number and code, or the page that shows them. Never logged, never in a list. Refused with `CARD_NOT_READY` while PENDING. */
  reveal(ref: string, why: RevealContext): Promise<CardSecret | RevealPage>
  /**
   * Tells the issuer what the cardholder answered to a challenge without a code (`threeDs.challenged`); the result follows as `threeDs.finished`. Absent where
   * challenges have codes. Refused with `CHALLENGE_NOT_FOUND`, or with `CHALLENGE_OVER` if it was answered before or has expired.
   */
  answerChallenge?(challengeRef: string, answer: 'APPROVE' | 'DECLINE'): Promise<void>
  /** Setting the current state again succeeds. CLOSED is final: refused with `CARD_CLOSED` afterwards. */
  setState(ref: string, state: 'ACTIVE' | 'PAUSED' | 'CLOSED', reason: string, idem: string): Promise<void>
  /** Setting the current values again succeeds. Refused with `HOLDER_REFUSED` or `CARD_CLOSED`; retried after `OutsideUnknown`. */
  updateHolder(ref: string, holder: Holder, address: Address, idem: string): Promise<void>
  /** Our prefunding less settlements, in minor units of `currency`. */
  programBalance(): Promise<{ amount: number; currency: string }>
  /** Fills gaps: events that were sent but never arrived. Without a cursor, from the very first. */
  listEvents(cursor?: string): Promise<EventPage>
  /** Everything the network settled on that day of the programme (`2026-11-21`, Shanghai): authoritative for what was taken and returned. */
  settlement(day: string, cursor?: string): Promise<SettlementPage>
  /**
   * Reads a question of `POST /issuer/:issuerId/authorizations`. Throws `BadSignature` if it is forged or more than five minutes off our clock, and `BadQuestion`
   * with the name of the first invalid field. `raw` is the received body. On the hot path: no I/O, and sizes are bounded.
   */
  readQuestion(headers: IncomingHttpHeaders, raw: Buffer): DecisionRequest
  /** The answer in this issuer's words: the body of a 200. Latin-1 only. */
  writeAnswer(decision: AuthorizationDecision): string
  /** Returns the events of a signed message. Throws `BadSignature` if it is forged or more than five minutes off our clock. */
  verifyWebhook(headers: IncomingHttpHeaders, raw: Buffer): NetworkEvent[]
}
