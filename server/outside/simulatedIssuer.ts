import { randomUUID, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { nowMs } from '../core/clock.ts'
import { ask, PAGE_BYTES, OutsideRefused } from './ask.ts'
import type { CardPage, CardSecret, CardView, EventPage, SettlementPage, Issuer, IssuerCapabilities } from './issuer.ts'
import type { NetworkEvent } from './networkEvents.ts'
import { sign, verify } from './signatures.ts'

const exp = z.tuple([z.int().min(1).max(12), z.int()])
const View: z.ZodType<CardView> = z.object({
  ref: z.string().min(1),
  idem: z.string(),
  programRef: z.string(),
  state: z.enum(['PENDING', 'ACTIVE', 'PAUSED', 'CLOSED', 'FAILED']),
  last4: z.string().length(4),
  exp,
})
/** A page longer than any real one is not the issuer's answer. */
const Page: z.ZodType<CardPage> = z.object({
  cards: z
    .array(
      z.object({
        ref: z.string().min(1).max(200),
        idem: z.string().max(200),
        state: z.enum(['PENDING', 'ACTIVE', 'PAUSED', 'CLOSED', 'FAILED']),
        last4: z.string().length(4),
        createdAt: z.int().positive(),
      }),
    )
    .max(5000),
  next: z.string().min(1).max(200).exactOptional(),
})
/** The requested card, and no other. */
const viewOf = (idem: string): z.ZodType<CardView> => View.refine((view) => view.idem === idem)
const Secret: z.ZodType<CardSecret> = z.object({
  pan: z.string().regex(/^\d{12,19}$/),
  cvc: z.string().regex(/^\d{3,4}$/),
  exp,
})

/** The issuer in the simulators' process, over signed HTTP. */
export function simulatedIssuer({
  url,
  key,
  timeoutMs = 5000,
}: {
  url: string
  key: KeyObject
  timeoutMs?: number
}): Issuer {
  const get = <T>(path: string, shape?: z.ZodType<T>): Promise<T> =>
    ask(
      `${url}/issuer${path}`,
      { headers: sign(key, randomUUID(), nowMs(), ''), timeoutMs, limitBytes: PAGE_BYTES },
      shape,
    )
  const post = <T>(path: string, input: unknown, id: string = randomUUID(), shape?: z.ZodType<T>): Promise<T> => {
    const body = JSON.stringify(input)
    const headers = sign(key, id, nowMs(), body)
    return ask(`${url}/issuer${path}`, { method: 'POST', body, headers, timeoutMs }, shape)
  }
  const at = (ref: string): string => `/cards/${encodeURIComponent(ref)}`

  return {
    id: 'simulated',
    capabilities: () => get<IssuerCapabilities>('/capabilities'),
    createCard: (card) => post('/cards', card, card.idem, viewOf(card.idem)),
    getCard: (ref) =>
      get(
        at(ref),
        View.refine((view) => view.ref === ref),
      ),
    async findByIdem(idem) {
      try {
        return await get(`/cards?idem=${encodeURIComponent(idem)}`, viewOf(idem))
      } catch (error) {
        if (error instanceof OutsideRefused && error.code === 'CARD_NOT_FOUND') return null
        throw error
      }
    },
    listCards: (cursor) => get(`/cards${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, Page),
    reveal: (ref, why) => post(`${at(ref)}/reveal`, why, undefined, Secret),
    async setState(ref, state, reason, idem) {
      await post(`${at(ref)}/state`, { state, reason, idem }, idem)
    },
    async updateHolder(ref, holder, address, idem) {
      await post(`${at(ref)}/holder`, { holder, address }, idem)
    },
    programBalance: () => get('/balance'),
    listEvents: (cursor) =>
      get<EventPage>(`/events${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`),
    settlement: (day, cursor) =>
      get<SettlementPage>(
        `/settlement?day=${day}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      ),
    verifySignature: (headers, raw) => void verify(key, headers, raw, nowMs()),
    verifyWebhook(headers, raw) {
      verify(key, headers, raw, nowMs())
      return ((JSON.parse(raw.toString()) ?? {}) as { events: NetworkEvent[] }).events
    },
  }
}
