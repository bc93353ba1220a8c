/** What happens to a card is told over the wire of its issuer. */
import type { NetworkEvent } from '#server/outside/issuers/networkEvents.ts'
import { cardOfAnyIssuer, type Card } from '../issuer/cards.ts'
import type { IssuerEvents, NewEvent, World } from '../world.ts'
import type { EventQueue } from './events.ts'

export type NewOfType<T extends NewEvent['type']> = Extract<NewEvent, { type: T }>
export type MoneyEvent = Exclude<
  NewEvent,
  NewOfType<'card.created' | 'card.state' | 'threeDs.challenged' | 'threeDs.finished' | 'dispute.updated'>
>
export const isMoney = (event: NewEvent): event is MoneyEvent =>
  !event.type.startsWith('card.') && !event.type.startsWith('threeDs.') && event.type !== 'dispute.updated'

/** How an issuer with words of its own tells our server of its cards. */
export type IssuerWire = {
  messages(world: World): { flush(patienceMs?: number): Promise<boolean>; stop(): Promise<void> }
  /** Records and sends the event; returns the issuer's name for it. */
  tell(world: World, card: Card, event: NewEvent): string
  /** Records an event that no message tells. */
  keep(world: World, card: Card, event: MoneyEvent): void
}

/** Sends each event over the wire of its card's issuer. `world` is only called once there is one. */
export function issuerEvents(
  world: () => World,
  simulated: EventQueue<NetworkEvent>,
  wires: Readonly<Record<Exclude<Card['issuer'], 'simulated'>, IssuerWire>>,
): IssuerEvents {
  const found = (event: NewEvent): { card: Card; wire: IssuerWire } | undefined => {
    const card = cardOfAnyIssuer(world().store, event.cardRef)
    return card && card.issuer !== 'simulated' ? { card, wire: wires[card.issuer] } : undefined
  }
  const queues = () => [simulated, ...Object.values(wires).map((wire) => wire.messages(world()))]
  return {
    simulated,
    add(event) {
      const own = found(event)
      return own ? { id: own.wire.tell(world(), own.card, event) } : simulated.add(event)
    },
    keep(event) {
      const own = found(event)
      if (own && isMoney(event)) own.wire.keep(world(), own.card, event)
    },
    async flush(patienceMs) {
      const empty = await Promise.all(queues().map((queue) => queue.flush(patienceMs)))
      return empty.every(Boolean)
    },
    async stop() {
      for (const queue of queues()) await queue.stop()
    },
  }
}
