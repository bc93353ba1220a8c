import { randomBytes } from 'node:crypto'
import { eventQueue, type EventQueue, type QueueOptions } from '../network/events.ts'

export type LithicEventType =
  | 'card.created'
  | 'card.updated'
  | 'card_transaction.updated'
  | 'dispute.updated'
  | 'three_ds_authentication.challenge'
  | 'three_ds_authentication.updated'

/** A message to our server as it is stored, with the world's time in milliseconds. */
export type LithicMessage = { id: string; eventType: LithicEventType; createdAt: number; payload: object }

export type LithicMessages = EventQueue<LithicMessage> & { tell(eventType: LithicEventType, payload: object): void }

/** The body that is sent: the payload's fields beside `event_type`. */
export const bodyOf = ({ eventType, payload }: LithicMessage): object => ({ event_type: eventType, ...payload })

/** Lithic's messages: one for each event, signed under the event's token. */
export function lithicMessages(
  shared: Pick<QueueOptions<LithicMessage>, 'store' | 'key' | 'now' | 'random' | 'faults' | 'post'>,
): LithicMessages {
  const queue = eventQueue<LithicMessage>({
    ...shared,
    table: 'lithic_events',
    path: '/issuer/lithic/events',
    createId: () => `msg_${randomBytes(14).toString('hex')}`,
    separately: (message) => JSON.stringify(bodyOf(message)),
  })
  return { ...queue, tell: (eventType, payload) => void queue.add({ eventType, createdAt: shared.now(), payload }) }
}
