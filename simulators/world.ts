import type { KeyObject } from 'node:crypto'
import type { NetworkEvent } from '#server/outside/issuers/networkEvents.ts'
import type { ProviderEvent, ProviderId } from '#server/outside/payments.ts'
import type { LithicMessages } from './lithic/messages.ts'
import type { LithicSecrets } from './lithic/secrets.ts'
import type { Asking } from './network/decision.ts'
import type { EventQueue, NewOf } from './network/events.ts'
import type { Faults } from './network/faults.ts'
import type { RateAt } from './rates.ts'
import type { Store } from './store.ts'
import type { StripeMessages } from './stripe/messages.ts'
import type { StripeSecrets } from './stripe/secrets.ts'
import type { Vendors } from './vendors.ts'

/** What issuers tell our server, each over its own wire. */
export type IssuerEvents = {
  readonly simulated: EventQueue<NetworkEvent>
  /** Stores the event, then sends it until it is accepted. */
  add(event: NewEvent): { id: string }
  /** Records an event that no message tells: only the issuer's reports have it. */
  keep(event: NewEvent): void
  flush(patienceMs?: number): Promise<boolean>
  stop(): Promise<void>
}

/** The context passed to every simulator. */
export type World = {
  readonly store: Store
  readonly key: KeyObject
  /** Epoch milliseconds of the simulated world, which may differ from the machine's time. */
  now(): number
  /** From 0 to below 1. */
  random(): number
  readonly rateAt: RateAt
  readonly faults: Faults
  readonly events: IssuerEvents
  readonly lithic: { readonly secrets: LithicSecrets; readonly messages: LithicMessages }
  readonly stripe: { readonly secrets: StripeSecrets; readonly messages: StripeMessages }
  /** Event queues of the payment providers, and their faults. */
  readonly payments: Readonly<Record<ProviderId, EventQueue<ProviderEvent>>>
  readonly paymentFaults: Faults
  readonly asking: Asking
  readonly vendors: Vendors
}

export const pick = <T>(world: Pick<World, 'random'>, from: readonly T[]): T =>
  from[Math.floor(world.random() * from.length)]!

/** A request that the simulated world rejects; `status` is 4xx. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type NewEvent = NewOf<NetworkEvent>

/** Small, fast and repeatable (mulberry32): the same seed produces the same shoppers. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
