/** The network's authorization request for a purchase. */
import { nowMs } from '#server/core/clock.ts'
import { newId } from '#server/core/ids.ts'
import type { AuthorizationRequest } from '#server/outside/outside.ts'
import type { Plastic } from './inputs/actors.ts'

export function purchaseOf(plastic: Plastic, amountCents: number, merchant = 'mer_test'): AuthorizationRequest {
  return {
    ...plastic,
    kind: 'authorization',
    ref: newId('aut'),
    zipCode: '97201',
    merchant: { id: merchant, name: 'TEST SHOP', descriptor: 'TEST SHOP *ONLINE', mcc: '5734', country: 'US' },
    amountCents,
    merchantAmount: amountCents,
    merchantCurrency: 'USD',
    pos: 'ECOMMERCE',
    threeDs: 'FRICTIONLESS',
    occurredAt: nowMs(),
  }
}
