/** Cardholders and cards at Stripe. Number and security code never appear in the API, only in the elements that Stripe.js shows. */
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { expiryOf } from '../cardNumbers.ts'
import { freeNumber, sentinels, type Card } from '../issuer/cards.ts'
import { stripeRange } from '../ranges.ts'
import { Refused, type World } from '../world.ts'
import { idOf, seconds } from './facts.ts'
import type { Caused } from './messages.ts'

type Cardholder = Stripe.Issuing.Cardholder
type Metadata = Record<string, string>

export type NewCardholder = {
  name: string
  individual?: { first_name?: string | undefined; last_name?: string | undefined } | undefined
  billing: {
    address: {
      line1: string
      line2?: string | undefined
      city: string
      state?: string | undefined
      postal_code: string
      country: string
    }
  }
  email?: string | undefined
  phone_number?: string | undefined
  metadata: Metadata
}

const noControls = {
  allowed_card_presences: null,
  allowed_categories: [],
  allowed_merchant_countries: [],
  blocked_card_presences: null,
  blocked_categories: [],
  blocked_merchant_countries: [],
  spending_limits: [],
  spending_limits_currency: null,
}

/** @throws Refused 400 for a person whom the issuer does not take. */
export function createCardholder(world: World, input: NewCardholder): Cardholder {
  const { address } = input.billing
  const { first_name = null, last_name = null } = input.individual ?? {}
  if (first_name?.toUpperCase() === sentinels.REFUSE)
    throw new Refused(400, 'INVALID', 'We were unable to verify this cardholder')
  const cardholder = {
    id: idOf('ich', randomUUID()),
    object: 'issuing.cardholder',
    billing: {
      address: {
        ...{ city: address.city, country: address.country, line1: address.line1, line2: address.line2 ?? null },
        ...{ postal_code: address.postal_code, state: address.state ?? null },
      },
    },
    company: null,
    created: seconds(world.now()),
    email: input.email ?? null,
    individual: { ...{ first_name, last_name }, dob: null, verification: { document: { back: null, front: null } } },
    livemode: false,
    metadata: input.metadata,
    name: input.name,
    phone_number: input.phone_number ?? null,
    preferred_locales: [],
    requirements: { disabled_reason: null, past_due: [] },
    spending_controls: noControls,
    status: 'active',
    type: 'individual',
  } satisfies Cardholder
  world.store.run('INSERT INTO stripe_cardholders (id, body) VALUES (:id, :body)', {
    id: cardholder.id,
    body: JSON.stringify(cardholder),
  })
  world.stripe.messages.tell('issuing_cardholder.created', cardholder)
  return cardholder
}

/** @throws Refused 404 */
export function cardholderAt({ store }: World, id: string): Cardholder {
  const row = store.maybeOne<{ body: string }>('SELECT body FROM stripe_cardholders WHERE id = :id', { id })
  if (!row) throw new Refused(404, 'resource_missing', `No such cardholder: '${id}'`)
  return JSON.parse(row.body) as Cardholder
}

type NewStripeCard = { cardholder: string; currency: string; status: 'active' | 'inactive'; metadata: Metadata }

const ours = { active: 'ACTIVE', inactive: 'PAUSED', canceled: 'CLOSED' } as const
type Status = keyof typeof ours
const statusOf = ({ state }: Card): Status =>
  state === 'CLOSED' ? 'canceled' : state === 'PAUSED' ? 'inactive' : 'active'

/** @throws Refused 400 for another currency or an unknown cardholder. `key` gives the number, so that a world created twice has the same. */
export function createStripeCard(world: World, input: NewStripeCard, key: string): Card {
  const { store } = world
  if (input.currency !== stripeRange.programRef)
    throw new Refused(400, 'parameter_invalid', `Cards of this account are not issued in ${input.currency}`)
  const { billing } = asParameter(() => cardholderAt(world, input.cardholder))
  const id = idOf('ic', key)
  const [month, year] = expiryOf(world.now())
  return store.together(() => {
    const card = store.maybeOne<Card>(
      `INSERT INTO cards (ref, idem, program_ref, pan, exp_month, exp_year, state, holder, address, memo, ready_at, created_at, issuer)
       VALUES (:id, :id, :programRef, :pan, :month, :year, :state, '{}', :address, :memo, NULL, :at, 'stripe') RETURNING *`,
      {
        ...{ id, month, year, programRef: stripeRange.programRef, at: world.now() },
        pan: freeNumber(world, stripeRange.bin, key),
        state: ours[input.status],
        address: JSON.stringify({ zipCode: billing.address.postal_code }),
        memo: input.metadata['kaika_account'] ?? '',
      },
    )!
    store.run('INSERT INTO stripe_cards (id, cardholder, metadata) VALUES (:id, :cardholder, :metadata)', {
      ...{ id, cardholder: input.cardholder },
      metadata: JSON.stringify(input.metadata),
    })
    world.stripe.messages.tell('issuing_card.created', cardView(world, card))
    return card
  })
}

/** What is missing is missing in a parameter, not at the address. */
export function asParameter<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Refused ? new Refused(400, error.code, error.message) : error
  }
}

/** @throws Refused 404 */
export function stripeCard({ store }: World, id: string): Card {
  const card = store.maybeOne<Card>(`SELECT * FROM cards WHERE ref = :id AND issuer = 'stripe'`, { id })
  if (!card) throw new Refused(404, 'resource_missing', `No such issuing card: '${id}'`)
  return card
}

/** @throws Refused 404, and 400 for a canceled card, which cannot be changed. */
export function changeStripeCard(
  world: World,
  id: string,
  { status }: { status?: Status | undefined },
  caused: Caused,
): Card {
  return world.store.together(() => {
    const card = stripeCard(world, id)
    const before = statusOf(card)
    if (status === undefined || status === before) return card
    if (before === 'canceled') throw new Refused(400, 'parameter_invalid', 'A canceled card cannot be updated')
    world.store.run('UPDATE cards SET state = :state WHERE ref = :id', { id, state: ours[status] })
    const changed = stripeCard(world, id)
    world.stripe.messages.tell('issuing_card.updated', cardView(world, changed), { status: before }, caused)
    return changed
  })
}

/** A card as the API shows it. */
export function cardView(world: World, card: Card) {
  const { cardholder, metadata } = world.store.maybeOne<{ cardholder: string; metadata: string }>(
    'SELECT cardholder, metadata FROM stripe_cards WHERE id = :id',
    { id: card.ref },
  )!
  return {
    id: card.ref,
    object: 'issuing.card',
    brand: 'Visa',
    cancellation_reason: null,
    cardholder: cardholderAt(world, cardholder),
    created: seconds(card.created_at),
    currency: card.program_ref,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    last4: card.pan.slice(-4),
    latest_fraud_warning: { started_at: null, type: null },
    lifecycle_controls: null,
    livemode: false,
    metadata: JSON.parse(metadata) as Metadata,
    personalization_design: null,
    replaced_by: null,
    replacement_for: null,
    replacement_reason: null,
    second_line: null,
    shipping: null,
    spending_controls: noControls,
    status: statusOf(card),
    type: 'virtual',
    wallets: {
      apple_pay: { eligible: true, ineligible_reason: null },
      google_pay: { eligible: true, ineligible_reason: null },
      primary_account_identifier: null,
    },
  } satisfies Stripe.Issuing.Card
}
