/** Cards at Lithic. Number and security code never appear in the API, only on the page that it shows to a cardholder. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { NonPCICard } from 'lithic/resources/cards/cards'
import type { CardProgram } from 'lithic/resources/card-programs'
import { expiryOf, securityCode } from '../cardNumbers.ts'
import { freeNumber, type Card } from '../issuer/cards.ts'
import { lithicRanges } from '../ranges.ts'
import { Refused, type World } from '../world.ts'
import { ACCOUNT_TOKEN, isoTime } from './facts.ts'

export type NewLithicCard = { card_program_token?: string; memo?: string; state?: 'OPEN' | 'PAUSED' }
export type CardChange = { memo?: string; state?: 'OPEN' | 'PAUSED' | 'CLOSED' }

const ours = { OPEN: 'ACTIVE', PAUSED: 'PAUSED', CLOSED: 'CLOSED' } as const

export const stateOf = ({ state }: Card): 'OPEN' | 'PAUSED' | 'CLOSED' =>
  state === 'PAUSED' || state === 'CLOSED' ? state : 'OPEN'

/** The verified cardholder's address, if somebody has set one; Lithic has none for a card without an account holder. */
export function addressOnFile({ address }: Card): { zipCode: string } | undefined {
  const { zipCode } = JSON.parse(address) as { zipCode?: string }
  return zipCode === undefined ? undefined : { zipCode }
}

export function setAddressOnFile({ store }: World, token: string, zipCode: string): void {
  const address = JSON.stringify({ zipCode })
  if (!store.run(`UPDATE cards SET address = :address WHERE ref = :token AND issuer = 'lithic'`, { address, token }))
    throw new Refused(404, 'NOT_FOUND', 'Card not found')
}

/**
 * Creates a card. The same idempotency key with the same body returns the same card.
 * @throws Refused 400 for a key that was used with another body or for an unknown programme.
 */
export function createLithicCard(world: World, input: NewLithicCard, idempotencyKey: string | undefined): Card {
  const { store } = world
  const body = JSON.stringify([input.card_program_token, input.memo, input.state])
  const before =
    idempotencyKey === undefined
      ? undefined
      : store.maybeOne<{ body: string; card_ref: string }>(
          'SELECT body, card_ref FROM lithic_requests WHERE idempotency_key = :idempotencyKey',
          { idempotencyKey },
        )
  if (before) {
    if (before.body !== body) throw new Refused(400, 'IDEMPOTENCY', 'Idempotency-Key was used with another request')
    return lithicCard(world, before.card_ref)
  }
  const range = lithicRanges.find(
    ({ programRef }) => programRef === (input.card_program_token ?? lithicRanges[0]!.programRef),
  )
  if (!range) throw new Refused(400, 'BAD_REQUEST', 'card_program_token is unknown')
  const token = randomUUID()
  const idem = idempotencyKey ?? token
  const [month, year] = expiryOf(world.now())
  return store.together(() => {
    const card = store.maybeOne<Card>(
      `INSERT INTO cards (ref, idem, program_ref, pan, exp_month, exp_year, state, holder, address, memo, ready_at, created_at, issuer)
       VALUES (:token, :idem, :programRef, :pan, :month, :year, :state, '{}', '{}', :memo, NULL, :at, 'lithic') RETURNING *`,
      {
        ...{ token, idem, month, year, programRef: range.programRef, memo: input.memo ?? '', at: world.now() },
        pan: freeNumber(world, range.bin, idem),
        state: ours[input.state ?? 'OPEN'],
      },
    )!
    if (idempotencyKey !== undefined)
      store.run(
        'INSERT INTO lithic_requests (idempotency_key, body, card_ref) VALUES (:idempotencyKey, :body, :token)',
        { ...{ idempotencyKey, body, token } },
      )
    world.lithic.messages.tell('card.created', { card_token: token, replacement_for: null })
    return card
  })
}

/** @throws Refused 404 */
export function lithicCard({ store }: World, token: string): Card {
  const card = store.maybeOne<Card>(`SELECT * FROM cards WHERE ref = :token AND issuer = 'lithic'`, { token })
  if (!card) throw new Refused(404, 'NOT_FOUND', 'Card not found')
  return card
}

/** @throws Refused 404, and 422 for a closed card that should be open again: closing cannot be undone. */
export function changeLithicCard(world: World, token: string, { memo, state }: CardChange): Card {
  return world.store.together(() => {
    const card = lithicCard(world, token)
    const before = stateOf(card)
    if (before === 'CLOSED' && state !== undefined && state !== 'CLOSED')
      throw new Refused(422, 'UNPROCESSABLE', 'A closed card cannot change its state')
    const previous = {
      ...(memo !== undefined && memo !== card.memo && { memo: card.memo }),
      ...(state !== undefined && state !== before && { state: before }),
    }
    if (Object.keys(previous).length === 0) return card
    world.store.run('UPDATE cards SET memo = :memo, state = :state WHERE ref = :token', {
      ...{ token, memo: memo ?? card.memo },
      state: state === undefined ? card.state : ours[state],
    })
    const changed = lithicCard(world, token)
    world.lithic.messages.tell('card.updated', {
      card_token: token,
      previous_fields: previous,
      state: stateOf(changed),
    })
    return changed
  })
}

/** A card as the API shows it to a programme that may not see numbers. */
export const cardView = (card: Card) =>
  ({
    token: card.ref,
    account_token: ACCOUNT_TOKEN,
    card_program_token: card.program_ref,
    cardholder_currency: 'USD',
    created: isoTime(card.created_at),
    digital_card_art_token: null,
    exp_month: String(card.exp_month).padStart(2, '0'),
    exp_year: String(card.exp_year),
    funding: null,
    hostname: '',
    last_four: card.pan.slice(-4),
    memo: card.memo,
    network_program_token: null,
    pending_commands: [],
    pin_status: 'NOT_SET',
    product_id: null,
    replacement_for: null,
    spend_limit: 0,
    spend_limit_duration: 'FOREVER',
    state: stateOf(card),
    type: 'VIRTUAL',
  }) satisfies Omit<NonPCICard, 'funding'> & { funding: null }

export const cardPrograms = lithicRanges.map(
  ({ programRef, name, bin }) =>
    ({
      token: programRef,
      account_level_management_enabled: false,
      cardholder_currency: 'USD',
      created: '2026-01-01T00:00:00Z',
      name,
      pan_range_end: bin.padEnd(16, '9'),
      pan_range_start: bin.padEnd(16, '0'),
      settlement_currencies: ['USD'],
    }) satisfies CardProgram,
)

/**
 * The page with a card's number, which only the cardholder's browser requests: the API key signs the request, and does not travel.
 * @throws Refused 400 for an unreadable or expired request, 401 for another signature, 404 for an unknown card.
 */
export function embeddedCard(world: World, embedRequest: string, hmac: string): string {
  const serialized = Buffer.from(embedRequest, 'base64')
  const expected = createHmac('sha256', world.lithic.secrets.apiKey).update(serialized).digest()
  const given = Buffer.from(hmac, 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Refused(401, 'UNAUTHORIZED', 'hmac does not match')
  const { token, expiration, css } = readEmbedRequest(serialized)
  if (expiration !== undefined && !(Date.parse(expiration) > world.now()))
    throw new Refused(400, 'BAD_REQUEST', 'embed_request has expired')
  const card = lithicCard(world, token)
  const groups = card.pan.match(/.{1,4}/g)!.join('<span class="pan-separator"></span>')
  return `<!doctype html>
<html>${css === undefined ? '' : `\n<head><link rel="stylesheet" href="${encodeURI(css)}"></head>`}
<body>
    <div id="card">
        <div id="pan">${groups}</div>
        <div id="expiry">
            <span id="month">${String(card.exp_month).padStart(2, '0')}</span>
            <span id="separator">/</span>
            <span id="year">${String(card.exp_year).slice(-2)}</span>
        </div>
        <div id="cvv">${securityCode(world.key, card.pan, [card.exp_month, card.exp_year])}</div>
    </div>
</body>
</html>
`
}

type EmbedRequest = { token: string; expiration?: string; css?: string }
function readEmbedRequest(serialized: Buffer): EmbedRequest {
  try {
    const read = JSON.parse(serialized.toString()) as Record<keyof EmbedRequest, unknown>
    const isText = (value: unknown): boolean => value === undefined || typeof value === 'string'
    if (typeof read.token === 'string' && isText(read.expiration) && isText(read.css)) return read as EmbedRequest
  } catch {
    // Refused below, like a request without a token.
  }
  throw new Refused(400, 'BAD_REQUEST', 'embed_request is not an EmbedRequest')
}
