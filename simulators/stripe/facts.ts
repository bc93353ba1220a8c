/** What a charge looks like in Stripe's words: ids, times, merchants, what was compared. */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { AuthorizationRequest, Merchant } from '#server/outside/issuers/authorization.ts'
import { digitsOf } from '../derived.ts'

/** The version of Stripe's API that is spoken here: that of the SDK's types. */
export const API_VERSION = '2026-10-28.endive'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns the id that always belongs to this text, in the form of Stripe's: `iauth_1PgB7WZ01zgkWn0SmtHBY5Qc`. */
export function idOf(prefix: string, text: string): string {
  const bytes = createHash('sha256').update(`${prefix} ${text}`).digest()
  let id = '1'
  for (let at = 0; at < 23; at++) id += LETTERS[bytes[at]! % LETTERS.length]
  return `${prefix}_${id}`
}
/** By the network's id of an authorization, or of a posting. */
export const authorizationId = (ref: string): string => idOf('iauth', ref)
export const transactionId = (ref: string): string => idOf('ipi', ref)

/** Stripe's times are whole seconds. */
export const seconds = (ms: number): number => Math.floor(ms / 1000)

/** Stripe's names of the merchants' categories here; all others are the last one. */
const categories: Readonly<Partial<Record<string, string>>> = {
  '4121': 'taxicabs_limousines',
  '4722': 'travel_agencies_tour_operators',
  '4816': 'computer_network_services',
  '4829': 'wires_money_orders',
  '4899': 'cable_satellite_and_other_pay_television_and_radio',
  '5045': 'computers_peripherals_and_software',
  '5311': 'department_stores',
  '5411': 'grocery_stores_supermarkets',
  '5542': 'automated_fuel_dispensers',
  '5651': 'family_clothing_stores',
  '5734': 'computer_software_stores',
  '5812': 'eating_places_restaurants',
  '5814': 'fast_food_restaurants',
  '5815': 'digital_goods_media',
  '5816': 'digital_goods_games',
  '5942': 'book_stores',
  '6011': 'automated_cash_disburse',
  '6051': 'non_fi_money_orders',
  '7011': 'hotels_motels_and_resorts',
  '7311': 'advertising_services',
  '7372': 'computer_programming',
  '7995': 'betting_casino_gambling',
}

export const merchantAt = ({ id, descriptor, mcc, country }: Merchant, terminalId: string | undefined) =>
  ({
    category: categories[mcc] ?? 'miscellaneous_general_merchandise',
    category_code: mcc,
    city: null,
    country,
    name: descriptor,
    network_id: id,
    postal_code: null,
    state: country === 'US' ? 'CA' : null,
    tax_id: null,
    terminal_id: terminalId ?? null,
    url: null,
  }) satisfies Stripe.Issuing.Authorization.MerchantData

type Checked = Pick<AuthorizationRequest, 'threeDs' | 'zipCode'> & { cvc: boolean; wrong?: 'cvc' | 'expiry' }

/** Without a ZIP code of the cardholder's nothing is compared; merchants of this world type no street. */
export function verificationAt({ threeDs, zipCode, cvc, wrong }: Checked, onFile: string | undefined) {
  const compared = zipCode !== undefined && onFile !== undefined
  return {
    address_line1_check: 'not_provided',
    address_postal_code_check: compared ? (zipCode === onFile ? 'match' : 'mismatch') : 'not_provided',
    authentication_exemption: null,
    cvc_check: wrong === 'cvc' ? 'mismatch' : cvc ? 'match' : 'not_provided',
    expiry_check: wrong === 'expiry' ? 'mismatch' : 'match',
    postal_code: zipCode ?? null,
    three_d_secure:
      threeDs === undefined || threeDs === 'NONE'
        ? null
        : { result: threeDs === 'FAILED' ? 'failed' : 'authenticated' },
  } satisfies Stripe.Issuing.Authorization.VerificationData
}

export const networkDataAt = (ref: string, trace: string | undefined) =>
  ({
    acquiring_institution_id: digitsOf(`acquirer ${ref}`, 11),
    system_trace_audit_number: trace ?? null,
    transaction_id: digitsOf(`network ${ref}`, 15),
  }) satisfies Stripe.Issuing.Authorization.NetworkData
