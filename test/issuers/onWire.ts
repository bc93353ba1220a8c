/** A card on its issuer's wire, at merchants of the simulated network. For tests only. */
import assert from 'node:assert/strict'
import { applyEvents } from '#server/trades/events/apply.ts'
import { securityCode } from '#simulators/cardNumbers.ts'
import type { World } from '#simulators/world.ts'
import { moneyOn } from '../fixtures/cards.ts'
import type { Served } from '../http/app.ts'
import type { Person } from '../world.ts'

/** What the cardholder types: only the simulated world knows it. */
export function plasticOf({ store, key }: World, ref: string) {
  const {
    pan: cardNumber,
    exp_month: expMonth,
    exp_year: expYear,
  } = store.maybeOne<{ pan: string; exp_month: number; exp_year: number }>('SELECT * FROM cards WHERE ref = :ref', {
    ref,
  })!
  return { cardNumber, expMonth, expYear, cvc: securityCode(key, cardNumber, [expMonth, expYear]) }
}

/** Makes something happen in the simulated world (simulators/README.md). */
export const callsTo =
  (served: Served) =>
  async <T>(path: string, input: object = {}): Promise<T> => {
    const response = await fetch(`${served.simulators.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const answer = (await response.json()) as T
    assert.ok(response.ok, `${path} ${JSON.stringify(answer)}`)
    return answer
  }

export type Bought = { authorizationId: string; approved: boolean; amountCents: number; reason?: string }

/** `card` gives the one that the test is about now. */
export function onWire(served: Served, issuerId: string, card: () => { who: Person; cardId: string; ref: string }) {
  const call = callsTo(served)
  const plastic = () => plasticOf(served.simulators.world, card().ref)
  return {
    call,
    plastic,
    buys: (amountCents: number, more: object = {}): Promise<Bought> =>
      call('/network/purchases', { ...plastic(), merchantId: 'mer_google_ads', amountCents, ...more }),
    /** What the network has to tell is told and applied. */
    async happened(): Promise<void> {
      await call('/network/flush')
      await applyEvents({ issuerId, cardRef: card().ref })
    },
    /** What is on the card, and what of it is held. */
    async money(): Promise<[posted: number, held: number]> {
      const { who, cardId } = card()
      const { posted, held } = await moneyOn(who, cardId)
      return [posted, held]
    },
  }
}
