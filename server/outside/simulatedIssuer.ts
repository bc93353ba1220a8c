import { randomUUID, type KeyObject } from 'node:crypto'
import { nowMs } from '../clock.ts'
import { ask } from './ask.ts'
import { OutsideRefused } from './errors.ts'
import type { CardSecret, CardView, EventPage, SettlementPage, Issuer, IssuerCapabilities } from './issuer.ts'
import type { NetworkEvent } from './networkEvents.ts'
import { sign, verify } from './signatures.ts'

/** The issuer of the simulators' process, over signed HTTP. */
export function simulatedIssuer({
  url,
  key,
  timeoutMs = 5000,
}: {
  url: string
  key: KeyObject
  timeoutMs?: number
}): Issuer {
  const get = <T>(path: string): Promise<T> =>
    ask<T>(`${url}/issuer${path}`, { headers: sign(key, randomUUID(), nowMs(), ''), timeoutMs })
  const post = <T>(path: string, wish: unknown, id: string = randomUUID()): Promise<T> => {
    const body = JSON.stringify(wish)
    return ask<T>(`${url}/issuer${path}`, { method: 'POST', body, headers: sign(key, id, nowMs(), body), timeoutMs })
  }
  const at = (ref: string): string => `/cards/${encodeURIComponent(ref)}`

  return {
    id: 'simulated',
    capabilities: () => get<IssuerCapabilities>('/capabilities'),
    createCard: (card) => post<CardView>('/cards', card, card.idem),
    getCard: (ref) => get<CardView>(at(ref)),
    async findByIdem(idem) {
      try {
        return await get<CardView>(`/cards?idem=${encodeURIComponent(idem)}`)
      } catch (error) {
        if (error instanceof OutsideRefused && error.code === 'CARD_NOT_FOUND') return null
        throw error
      }
    },
    reveal: (ref, why) => post<CardSecret>(`${at(ref)}/reveal`, why),
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
