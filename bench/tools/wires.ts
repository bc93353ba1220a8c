/** Questions of the issuers whose wires the server reads, signed and ready for a connection, as long as real ones are. */
import { createHmac } from 'node:crypto'
import { sign, signingKey } from '#server/outside/signatures.ts'
import { lithicSecrets } from '#simulators/lithic/secrets.ts'
import { stripeSecrets } from '#simulators/stripe/secrets.ts'

export const wires = ['kaika', 'lithic', 'stripe'] as const
export type Wire = (typeof wires)[number]

/** By its name at the door and in the tables. */
export const issuerOf: Readonly<Record<Wire, string>> = { kaika: 'simulated', lithic: 'lithic', stripe: 'stripe' }

/** `ref`: the issuer's name for a card whose number it keeps to itself. */
export type BenchCard = { cardNumber: string; expMonth: number; expYear: number; cvc: string; ref: string }
export type BenchMerchant = { id: string; name: string; descriptor: string; mcc: string; country: string }
type BenchQuestion = { ref: string; card: BenchCard; merchant: BenchMerchant; amountCents: number; nowMs: number }

/** Whether an answer is a yes. */
export const yesOf: Readonly<Record<Wire, string>> = {
  kaika: '{"approved":true',
  lithic: '{"result":"APPROVED"',
  stripe: '{"approved":true',
}

type Headers = Record<string, string>
type Written = { body: object; signed: (body: string) => Headers }

/** Writes questions on a wire; `secret` is the simulators' signing secret, from which the others come. */
export function questionsOn(wire: Wire, secret: string, port: number): (question: BenchQuestion) => Buffer {
  const written = writers[wire](secret)
  return (question) => {
    const { body: object, signed } = written(question)
    const body = JSON.stringify(object)
    const lines = Object.entries(signed(body)).map(([name, value]) => `${name}: ${value}\r\n`)
    return Buffer.from(
      `POST /issuer/${issuerOf[wire]}/authorizations HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`,
    )
  }
}

const writers: Readonly<Record<Wire, (secret: string) => (question: BenchQuestion) => Written>> = {
  kaika(secret) {
    const key = signingKey(secret)
    return ({ ref, card: { ref: _, ...card }, merchant, amountCents, nowMs }) => ({
      body: {
        ...{ kind: 'authorization', ref, merchant, amountCents, merchantAmount: amountCents, merchantCurrency: 'USD' },
        ...{ pos: 'ECOMMERCE', occurredAt: nowMs, ...card, threeDs: 'NONE' },
      },
      signed: (body) => sign(key, ref, nowMs, body),
    })
  },
  lithic(secret) {
    const key = signingKey(lithicSecrets(secret).asaSecret)
    return (question) => ({
      body: lithicBody(question),
      signed: (body) => sign(key, question.ref, question.nowMs, body),
    })
  },
  stripe(secret) {
    const { authSecret } = stripeSecrets(secret)
    return (question) => ({
      body: stripeBody(question),
      signed(body) {
        const t = Math.floor(question.nowMs / 1000)
        return {
          'stripe-signature': `t=${t},v1=${createHmac('sha256', authSecret).update(`${t}.${body}`).digest('hex')}`,
        }
      },
    })
  },
}

function lithicBody({ ref, card, merchant, amountCents: amount, nowMs }: BenchQuestion): object {
  const money = { amount, conversion_rate: '1.000000', currency: 'USD' }
  return {
    ...{ event_type: 'card_authorization.approval_request', token: ref, event_token: `${ref}_event` },
    ...{ status: 'AUTHORIZATION', transaction_initiator: 'CARDHOLDER', created: new Date(nowMs).toISOString() },
    card: {
      ...{ token: card.ref, last_four: card.cardNumber.slice(-4), memo: 'acc_1 ord_1', spend_limit: 0, state: 'OPEN' },
      ...{ spend_limit_duration: 'FOREVER', type: 'VIRTUAL' },
    },
    merchant: {
      ...{ acceptor_id: merchant.id, acquiring_institution_id: '123456', city: 'SAN FRANCISCO', country: 'USA' },
      ...{ descriptor: merchant.descriptor, mcc: merchant.mcc, state: 'CA', postal_code: null, street_address: null },
      phone_number: null,
    },
    ...{ service_location: null, avs: { address: '', zipcode: '', address_on_file_match: 'NOT_PRESENT' } },
    cardholder_authentication: {
      ...{ authentication_result: 'NONE', authentication_method: 'NONE', decision_made_by: 'UNKNOWN' },
      ...{ liability_shift: 'NONE', three_ds_authentication_token: null },
    },
    pos: {
      entry_mode: { card: 'NOT_PRESENT', cardholder: 'ELECTRONIC_ORDER', pan: 'ECOMMERCE', pin_entered: false },
      terminal: {
        ...{ attended: false, card_retention_capable: false, on_premise: false, operator: 'CARDHOLDER' },
        ...{ partial_approval_capable: false, pin_capability: 'NOT_CAPABLE', type: 'ECOMMERCE' },
        acceptor_terminal_id: null,
      },
    },
    ...{ network: 'VISA', network_risk_score: null, token_info: null, name_validation: null, acquirer_fee: 0 },
    ...{ cash_amount: 0, amount, authorization_amount: amount, cardholder_currency: 'USD', conversion_rate: 1 },
    ...{ merchant_amount: amount, merchant_currency: 'USD', settled_amount: 0 },
    amounts: { cardholder: money, merchant: { amount, currency: 'USD' }, settlement: null, hold: null },
  }
}

const controls = {
  ...{ allowed_card_presences: null, allowed_categories: [], allowed_merchant_countries: [], spending_limits: [] },
  ...{ blocked_card_presences: null, blocked_categories: [], blocked_merchant_countries: [] },
  spending_limits_currency: null,
}
const cardholder = {
  ...{ id: 'ich_1PgB7WZ01zgkWn0SmtHBY5Qc', object: 'issuing.cardholder', company: null, created: 1764150000 },
  billing: {
    address: { city: 'Austin', country: 'US', line1: '1 Main St', line2: null, postal_code: '73301', state: 'TX' },
  },
  ...{ email: null, livemode: false, metadata: {}, name: 'Ben Chmark', phone_number: null, preferred_locales: [] },
  individual: {
    ...{ dob: null, first_name: 'Ben', last_name: 'Chmark' },
    verification: { document: { back: null, front: null } },
  },
  requirements: { disabled_reason: null, past_due: [] },
  ...{ spending_controls: controls, status: 'active', type: 'individual' },
}
const noAmounts = { atm_fee: null, cashback_amount: null }

function stripeBody({ ref, card, merchant, amountCents: amount, nowMs }: BenchQuestion): object {
  const created = Math.floor(nowMs / 1000)
  const money = {
    amount,
    amount_details: noAmounts,
    currency: 'usd',
    merchant_amount: amount,
    merchant_currency: 'usd',
  }
  const object = {
    ...{ id: ref, object: 'issuing.authorization', ...money, amount: 0, merchant_amount: 0, approved: false },
    ...{ authorization_method: 'online', balance_transactions: [], card_presence: 'not_present' },
    card: {
      ...{ id: card.ref, object: 'issuing.card', brand: 'Visa', cancellation_reason: null, cardholder, created },
      ...{ currency: 'usd', exp_month: card.expMonth, exp_year: card.expYear, last4: card.cardNumber.slice(-4) },
      ...{ latest_fraud_warning: { started_at: null, type: null }, lifecycle_controls: null, livemode: false },
      ...{ metadata: { kaika_card: 'ord_1', kaika_account: 'acc_1' }, personalization_design: null, replaced_by: null },
      ...{ replacement_for: null, replacement_reason: null, second_line: null, shipping: null },
      ...{ spending_controls: controls, status: 'active', type: 'virtual' },
      wallets: {
        apple_pay: { eligible: true, ineligible_reason: null },
        google_pay: { eligible: true, ineligible_reason: null },
        primary_account_identifier: null,
      },
    },
    ...{ cardholder: cardholder.id, created, fleet: null, fuel: null, livemode: false, metadata: {}, token: null },
    merchant_data: {
      ...{ category: 'computer_software_stores', category_code: merchant.mcc, city: null, country: merchant.country },
      ...{ name: merchant.descriptor, network_id: merchant.id, postal_code: null, state: 'CA', tax_id: null },
      ...{ terminal_id: null, url: null },
    },
    network_data: { acquiring_institution_id: null, system_trace_audit_number: null, transaction_id: null },
    pending_request: { ...money, is_amount_controllable: false, network_risk_score: null },
    ...{ request_history: [], status: 'pending', transactions: [], verified_by_fraud_challenge: null, wallet: null },
    verification_data: {
      ...{ address_line1_check: 'not_provided', address_postal_code_check: 'not_provided', cvc_check: 'match' },
      ...{ authentication_exemption: null, expiry_check: 'match', postal_code: null, three_d_secure: null },
    },
  }
  const event = { id: `evt_${ref}`, object: 'event', api_version: '2026-10-28.endive', created, data: { object } }
  const request = { id: null, idempotency_key: null }
  return { ...event, livemode: false, pending_webhooks: 1, request, type: 'issuing_authorization.request' }
}
