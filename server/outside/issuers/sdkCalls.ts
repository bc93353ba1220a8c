/** What the adapters that use an issuer's own SDK have in common: how its errors are read, and how a list of events by time is continued. */
import { nowMs } from '#server/core/clock.ts'
import { OutsideRefused, OutsideUnknown } from '../ask.ts'
import type { EventPage } from './issuer.ts'
import type { NetworkEvent } from './networkEvents.ts'

/** An error of an SDK as far as it tells what was answered; without a status, nothing was. `type`: Stripe's kind of the error. */
type SdkError = { status?: number; statusCode?: number; type?: string; message: string }
type Refusal = { status: number; type: string | undefined }

/** Makes calls through the SDK of `issuer`. `refusalOf` says which errors are a definite no, and its code; all others leave the outcome open. */
export const sdkCalls =
  <Client>(issuer: string, client: () => Promise<Client>) =>
  async <T>(
    what: (client: Client) => Promise<T>,
    refusalOf: (refusal: Refusal) => string | undefined = () => undefined,
  ): Promise<T> => {
    try {
      return await what(await client())
    } catch (cause) {
      if (cause instanceof OutsideRefused) throw cause
      const { status, statusCode, type, message } = cause as SdkError
      const answered = status ?? statusCode
      const code = answered === undefined ? undefined : refusalOf({ status: answered, type })
      if (code !== undefined) throw new OutsideRefused(code, message)
      throw new OutsideUnknown(`${issuer}: ${answered ?? message}`, { cause })
    }
  }

export async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of pages) found.push(one)
  return found
}

/** The list of events is read again from before the newest that was seen: those of one moment may appear in any order. Events that we have are skipped. */
const OVERLAP_MS = 5 * 60_000
/** An event older than this is no longer in the list. */
const EVENTS_SINCE_MS = 30 * 86_400_000

/** A message, by its webhook or in the list of events; `sentAt` in epoch milliseconds. */
export type Told = { id: string; sentAt: number }

/** Reads the messages since the cursor, which is the time of the newest one that was seen, and translates them in the order in which they were sent. */
export async function eventsSince<M extends Told>(
  cursor: string | undefined,
  list: (fromMs: number) => Promise<M[]>,
  eventsOf: (message: M) => NetworkEvent[],
): Promise<EventPage> {
  const seenMs = cursor === undefined ? nowMs() - EVENTS_SINCE_MS : Number(cursor)
  const messages = (await list(seenMs - OVERLAP_MS)).toSorted((a, b) => a.sentAt - b.sentAt)
  return { events: messages.flatMap(eventsOf), next: String(messages.at(-1)?.sentAt ?? seenMs), more: false }
}

/** The state that was asked for is set, whatever the answer was; a closed card stays closed. */
export async function setStateOnce(
  set: () => Promise<unknown>,
  state: 'ACTIVE' | 'PAUSED' | 'CLOSED',
  stateNow: () => Promise<string>,
): Promise<void> {
  try {
    await set()
  } catch (error) {
    if (!(error instanceof OutsideUnknown)) throw error
    const now = await stateNow()
    if (now === state) return
    throw now === 'CLOSED' ? new OutsideRefused('CARD_CLOSED') : error
  }
}
