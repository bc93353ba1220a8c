/** What a charge looks like in Lithic's words: merchant, point of sale, authentication, tokens. */
import { createHash } from 'node:crypto'
import type { CardAuthorizationApprovalRequestWebhookEvent } from 'lithic/resources/webhooks'
import type { Transaction } from 'lithic/resources/transactions/transactions'
import type { Merchant, ThreeDs } from '#server/outside/issuers/authorization.ts'
import { digitsOf } from '../derived.ts'
import type { Card } from '../issuer/cards.ts'
import { rangeOf } from '../ranges.ts'

/** The account of the card programme: every card is in it. */
export const ACCOUNT_TOKEN = '7d3c1f5a-0f0b-4c1e-9a43-52a6b7e0d1c4'
export const FINANCIAL_ACCOUNT_TOKEN = 'e2a90b6d-6c55-4f1b-b8b7-3f1f0c9d8a27'

/** What a request and every event of an authorization have in common. */
export type Charge = {
  merchant: Merchant
  pos: string
  merchantCurrency: string
  threeDs?: ThreeDs
  occurredAt: number
  /** Only the request has these. */
  zipCode?: string
  partialOk?: boolean
  terminalId?: string
}

export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** Returns the token that always belongs to this text: a UUID of version 4 in its form. */
export function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
/** Of a transaction: by the network's id of its authorization, or of a posting without one. */
export const transactionToken = (ref: string): string => uuidOf(`transaction ${ref}`)
/** Of an event of a transaction: by the network's id of the request or of the posting. */
export const eventToken = (ref: string): string => uuidOf(`event ${ref}`)
export const authenticationToken = (ref: string): string => uuidOf(`authentication ${ref}`)

/** Country codes of the merchants, alpha-2 to alpha-3, and a city of each. */
const countries: Record<string, readonly [alpha3: string, city: string]> = {
  AU: ['AUS', 'SYDNEY'],
  CA: ['CAN', 'OTTAWA'],
  CH: ['CHE', 'GENEVA'],
  GB: ['GBR', 'LONDON'],
  HK: ['HKG', 'HONG KONG'],
  IE: ['IRL', 'DUBLIN'],
  IR: ['IRN', 'TEHRAN'],
  JP: ['JPN', 'TOKYO'],
  KR: ['KOR', 'SEOUL'],
  MT: ['MLT', 'VALLETTA'],
  NL: ['NLD', 'AMSTERDAM'],
  SE: ['SWE', 'STOCKHOLM'],
  SG: ['SGP', 'SINGAPORE'],
  US: ['USA', 'SAN FRANCISCO'],
}
export const alpha3 = (country: string): string => {
  const found = countries[country]
  if (!found) throw new Error(`simulators/lithic/facts.ts has no alpha-3 code of ${country}`)
  return found[0]
}

export const merchantAt = ({ id, descriptor, mcc, country }: Merchant) =>
  ({
    acceptor_id: id,
    acquiring_institution_id: digitsOf(`acquirer ${id}`, 11),
    city: countries[country]?.[1] ?? '',
    country: alpha3(country),
    descriptor,
    mcc,
    state: country === 'US' ? 'CA' : '',
    postal_code: null,
    street_address: null,
    phone_number: null,
  }) satisfies CardAuthorizationApprovalRequestWebhookEvent['merchant']

/** The terminal's id at Lithic has eight characters; a longer one is shortened to a digest, so that two stay two. */
const acceptorTerminal = (id: string): string =>
  id.length > 8 ? createHash('sha256').update(id).digest('hex').slice(0, 8).toUpperCase() : id.padEnd(8)

export function posAt({ pos, partialOk, terminalId }: Charge) {
  const atm = pos === 'ATM'
  return {
    entry_mode: {
      card: atm ? 'PRESENT' : 'NOT_PRESENT',
      cardholder: atm
        ? 'PRESENT'
        : pos === 'RECURRING'
          ? 'REOCCURRING'
          : pos === 'ECOMMERCE'
            ? 'ELECTRONIC_ORDER'
            : 'UNKNOWN',
      pan: atm ? 'ICC' : pos === 'RECURRING' ? 'CREDENTIAL_ON_FILE' : pos === 'ECOMMERCE' ? 'ECOMMERCE' : 'UNKNOWN',
      pin_entered: atm,
    },
    terminal: {
      attended: false,
      card_retention_capable: atm,
      on_premise: atm,
      operator: atm || pos === 'ECOMMERCE' ? 'CARDHOLDER' : 'UNKNOWN',
      partial_approval_capable: partialOk === true,
      pin_capability: atm ? 'CAPABLE' : 'NOT_CAPABLE',
      type: atm ? 'ATM' : pos === 'FORCED' ? 'UNKNOWN' : 'ECOMMERCE',
      acceptor_terminal_id: terminalId === undefined ? null : acceptorTerminal(terminalId),
    },
  } satisfies Transaction['pos']
}

/** The result of 3-D Secure. `ref` is the authorization, for the token of a challenge that was made here. */
export function authenticationAt(threeDs: ThreeDs | undefined, ref: string) {
  const shape = (
    result: 'NONE' | 'SUCCESS' | 'DECLINE',
    method: 'NONE' | 'FRICTIONLESS' | 'CHALLENGE',
    token: string | null,
  ) =>
    ({
      authentication_result: result,
      authentication_method: method,
      decision_made_by: result === 'NONE' ? 'UNKNOWN' : 'LITHIC_RULES',
      liability_shift: result === 'SUCCESS' ? '3DS_AUTHENTICATED' : 'NONE',
      three_ds_authentication_token: token,
    }) satisfies Transaction['cardholder_authentication']
  if (threeDs === 'CHALLENGED') return shape('SUCCESS', 'CHALLENGE', authenticationToken(ref))
  if (threeDs === 'FAILED') return shape('DECLINE', 'CHALLENGE', authenticationToken(ref))
  if (threeDs === 'FRICTIONLESS') return shape('SUCCESS', 'FRICTIONLESS', authenticationToken(ref))
  return shape('NONE', 'NONE', null)
}

export const networkOf = ({ program_ref }: Card): 'VISA' | 'MASTERCARD' | 'UNKNOWN' =>
  rangeOf(program_ref)?.network ?? 'UNKNOWN'
