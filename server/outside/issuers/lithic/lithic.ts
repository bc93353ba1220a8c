/** Cards at Lithic, through its SDK. */
import { createHash } from 'node:crypto'
import type Lithic from 'lithic'
import { DAY, nowMs, startOfDate } from '#server/core/clock.ts'
import type { Settings } from '#server/core/settings/settings.ts'
import { OutsideRefused, OutsideUnknown } from '#server/outside/ask.ts'
import { signingKey, verify } from '#server/outside/signatures.ts'
import { lithicDisputes } from './disputes.ts'
import type { CardView, Issuer, NewCard } from '../issuer.ts'
import type { ClearingPosted, RefundPosted } from '../networkEvents.ts'
import { all, eventsSince, sdkCalls, setStateOnce } from '../sdkCalls.ts'
import { readQuestion, writeAnswer } from './question.ts'
import { traitsOf } from '../traits.ts'
import { eventsOf, LITHIC, postingOf, stateOf, toldOf, type Message } from './transactions.ts'

export type LithicAccount = {
  apiKey: string
  /** Of the event subscription, and of the Auth Stream; `whsec_…` or base64. */
  webhookSecret: string
  asaSecret: string
  url: string
  /** What Lithic's page with a number is styled by; our own of `web/public/lithic-card.css`. */
  stylesheet?: string | undefined
}

const URL_OF_LITHIC = 'https://api.lithic.com'
const SECRET = { like: /^(whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/, says: 'a signing secret as Lithic shows it, whsec_…' }

/** The settings of the account; what is wrong is noted. */
export const lithicFrom = (settings: Settings): LithicAccount => ({
  apiKey: settings.required('LITHIC_API_KEY', 'KAIKA_ISSUERS names lithic'),
  webhookSecret: settings.required('LITHIC_WEBHOOK_SECRET', 'signs the events of lithic', SECRET),
  asaSecret: settings.required('LITHIC_ASA_SECRET', 'signs the authorization requests of lithic', SECRET),
  url: settings.address('LITHIC_URL') ?? URL_OF_LITHIC,
  stylesheet: settings.address('LITHIC_STYLESHEET') ?? ourStylesheet(settings.origin('KAIKA_ORIGIN')),
})

const ourStylesheet = (origin: string | undefined): string | undefined => origin && `${origin}/lithic-card.css`

const [CARDS_AT_ONCE, LINES_AT_ONCE, TRANSACTIONS_AT_ONCE] = [100, 500, 8]

/**
 * Cards of one Lithic account: virtual ones under a card program each range. Lithic shows numbers on its own page, keeps no holder that could be changed, and
 * takes the cardholder's answer to a 3-D challenge from us (out of band). Read from its OpenAPI document of 20 August 2026 and SDK 0.145.0.
 */
export function lithicIssuer({ apiKey, webhookSecret, asaSecret, url, stylesheet: css }: LithicAccount): Issuer {
  let made: Promise<Lithic> | undefined
  /** The SDK is loaded by the first call. It would repeat a POST that got no answer three times, without a key of its own. */
  const client = (): Promise<Lithic> =>
    (made ??= import('lithic').then(
      ({ default: Client }) => new Client({ apiKey, baseURL: url, maxRetries: 0, timeout: 10_000, logLevel: 'off' }),
    ))
  const [eventsKey, asaKey] = [signingKey(webhookSecret), signingKey(asaSecret)]
  const call = sdkCalls(LITHIC, client)
  const asks = <T>(what: (lithic: Lithic) => Promise<T>, refusals: Readonly<Record<number, string>> = {}): Promise<T> =>
    call(what, ({ status }) => refusals[status])
  const cardAt = (ref: string) => asks((lithic) => lithic.cards.retrieve(ref), { 404: 'CARD_NOT_FOUND' })

  return {
    id: LITHIC,
    reveals: 'IFRAME',
    revealOrigin: new URL(url).origin,
    disputes: lithicDisputes(asks),
    async capabilities() {
      const { data } = await asks((lithic) => lithic.cardPrograms.list({ page_size: 100 }))
      return {
        asyncCreate: false,
        editHolder: traitsOf(LITHIC).editHolder,
        partialApproval: traitsOf(LITHIC).partialApproval,
        disputes: traitsOf(LITHIC).disputes,
        ranges: data.map(({ token, pan_range_start: first, cardholder_currency: currency }) => ({
          programRef: token,
          bin: first.slice(0, 8),
          network: first.startsWith('4') ? ('VISA' as const) : ('MASTERCARD' as const),
          country: 'US',
          currency: currency ?? 'USD',
          threeDs: true,
        })),
      }
    },
    async check() {
      const refused = { 401: 'KEY_REFUSED', 403: 'KEY_REFUSED' }
      await asks((lithic) => lithic.cardPrograms.list({ page_size: 1 }), refused)
    },
    async createCard(card) {
      const made = await asks(
        (lithic) =>
          lithic.cards.create({
            ...{ type: 'VIRTUAL', state: 'OPEN', memo: memoOf(card), card_program_token: card.programRef },
            'Idempotency-Key': uuidOf(card.idem),
          }),
        { 400: 'INVALID', 404: 'PROGRAM_UNKNOWN', 422: 'INVALID' },
      )
      return viewOf(made)
    },
    async findByIdem(idem) {
      const { data } = await asks((lithic) => lithic.cards.list({ memo: idem, page_size: CARDS_AT_ONCE }))
      const found = data.map(viewOf).find((view) => view.idem === idem)
      return found ?? null
    },
    async listCards(cursor) {
      const page = await asks((lithic) =>
        lithic.cards.list({ page_size: CARDS_AT_ONCE, ...(cursor !== undefined && { starting_after: cursor }) }),
      )
      const cards = page.data.map((card) => ({ ...viewOf(card), createdAt: Date.parse(card.created) }))
      return { cards, ...(page.has_more && { next: cards.at(-1)!.ref }) }
    },
    getCard: async (ref) => viewOf(await cardAt(ref)),
    async reveal(ref) {
      const expiration = new Date(nowMs() + 60_000).toISOString()
      return { iframeUrl: (await client()).cards.getEmbedURL({ token: ref, expiration, ...(css && { css }) }) }
    },
    answerChallenge: (token, answer) =>
      asks(
        (lithic) =>
          lithic.threeDS.decisioning.challengeResponse({
            token,
            challenge_response: answer === 'APPROVE' ? 'APPROVE' : 'DECLINE_BY_CUSTOMER',
          }),
        { 404: 'CHALLENGE_NOT_FOUND', 409: 'CHALLENGE_OVER', 422: 'CHALLENGE_OVER' },
      ),
    async setState(ref, state) {
      const wanted = { ACTIVE: 'OPEN', PAUSED: 'PAUSED', CLOSED: 'CLOSED' } as const
      await setStateOnce(
        () => asks((lithic) => lithic.cards.update(ref, { state: wanted[state] }), { 404: 'CARD_NOT_FOUND' }),
        state,
        async () => viewOf(await cardAt(ref)).state,
      )
    },
    updateHolder: () => Promise.reject(new OutsideRefused('HOLDER_REFUSED', 'Lithic keeps no holder of a card')),
    async programBalance() {
      const { data } = await asks((lithic) => lithic.balances.list({ financial_account_type: 'OPERATING' }))
      const [operating] = data
      if (!operating) throw new OutsideUnknown('lithic: no operating account')
      return { amount: operating.available_amount, currency: operating.currency }
    },
    listEvents: (cursor) =>
      eventsSince(
        cursor,
        async (fromMs) => {
          const begin = new Date(fromMs).toISOString()
          const listed = await asks((lithic) =>
            all(lithic.events.list({ begin, page_size: 100, event_types: [...toldOf] })),
          )
          return listed.map(({ token, created, event_type, payload }): Message => ({
            id: token,
            sentAt: Date.parse(created),
            payload: { ...(payload as object), event_type },
          }))
        },
        eventsOf,
      ),
    async settlement(day) {
      const from = startOfDate(day)
      // Lithic's days end at midnight UTC, and what happened late is in the report of the next.
      const reports = await Promise.all(
        [from, from + DAY, from + 2 * DAY].map((at) =>
          asks((lithic) =>
            all(
              lithic.reports.settlement.listDetails(new Date(at).toISOString().slice(0, 10), {
                page_size: LINES_AT_ONCE,
              }),
            ),
          ),
        ),
      )
      const wanted = reports
        .flat()
        .flatMap(({ type, transaction_token: transaction, event_tokens: events }) =>
          transaction !== null && (type === 'CLEARING' || type === 'FINANCIAL') ? [{ transaction, events }] : [],
        )
      // A report has sums and tokens; merchants, cards and times are in the transactions.
      const lines: (ClearingPosted | RefundPosted)[] = []
      for (let at = 0; at < wanted.length; at += TRANSACTIONS_AT_ONCE) {
        const some = wanted.slice(at, at + TRANSACTIONS_AT_ONCE)
        const whole = await Promise.all(
          some.map(({ transaction }) => asks((lithic) => lithic.transactions.retrieve(transaction))),
        )
        lines.push(...some.flatMap(({ events }, n) => events.flatMap((token) => postingOf(whole[n]!, token) ?? [])))
      }
      return { lines: lines.filter(({ occurredAt }) => occurredAt >= from && occurredAt < from + DAY) }
    },
    readQuestion(headers, raw) {
      const messageId = verify(asaKey, headers, raw, nowMs())
      return readQuestion(raw, messageId)
    },
    writeAnswer,
    verifyWebhook(headers, raw) {
      const id = verify(eventsKey, headers, raw, nowMs())
      const payload = JSON.parse(raw.toString()) as Message['payload'] | null
      if (typeof payload?.event_type !== 'string') throw new SyntaxError('no event')
      return eventsOf({ id, sentAt: Number(headers['webhook-timestamp']) * 1000, payload })
    },
  }
}

/** The last word is our order number, by which a card is found whose creation was not answered. */
const memoOf = ({ memo, idem }: NewCard): string => `${memo} ${idem}`
const idemOf = (memo = ''): string => memo.slice(memo.lastIndexOf(' ') + 1)

const viewOf = (card: Lithic.NonPCICard): CardView => ({
  ref: card.token,
  idem: idemOf(card.memo),
  programRef: card.card_program_token,
  state: stateOf(card.state),
  last4: card.last_four,
  exp: [Number(card.exp_month), Number(card.exp_year)],
})

/** Lithic wants its keys in this form. The same text is the same key. */
export function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(`kaika ${text}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80 // version 8, the variant of RFC 9562
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
