/**
 * Stripe's question, the event `issuing_authorization.request` of the real-time authorization webhook, and the answer in its words. On the hot path: read by hand,
 * without the SDK.
 */
import type { CheckResult, Checks } from '#contract/trades/checks.ts'
import { approvalCodes } from '#contract/trades/declines.ts'
import type { AuthorizationDecision, AuthorizationRequest, ThreeDs } from '../authorization.ts'
import { BadQuestion, checked } from '../question.ts'
import { currencyOf, merchantOf, rateOf, type StripeMerchant } from './merchant.ts'

/** What is read of the event. */
type Asked = {
  type: string
  /** Seconds. */
  created: number
  data: {
    object: {
      id: string
      card: { id: string }
      merchant_data: StripeMerchant & { terminal_id: string | null }
      network_data: { system_trace_audit_number: string | null } | null
      pending_request: {
        amount: number
        currency: string
        merchant_amount: number
        merchant_currency: string
        is_amount_controllable: boolean
      }
      /** Of earlier requests for this authorization. */
      request_history: unknown[]
      verification_data: Verification
    }
  }
}

type Verification = {
  cvc_check: string
  expiry_check: string
  address_line1_check: string
  address_postal_code_check: string
  three_d_secure: { result: string } | null
}

/** Anything else is as if it had not been compared. */
const results: Readonly<Partial<Record<string, CheckResult>>> = { match: 'MATCH', mismatch: 'MISMATCH' }
const resultOf = (check: string): CheckResult => results[check] ?? 'ABSENT'

const checksOf = (found: Verification): Checks => ({
  cvc: resultOf(found.cvc_check),
  expiry: resultOf(found.expiry_check),
  zip: resultOf(found.address_postal_code_check),
  street: resultOf(found.address_line1_check),
})

/** Stripe does not tell whether there was a challenge. An attempt that was only acknowledged proves nothing. */
const authenticated: Readonly<Partial<Record<string, ThreeDs>>> = { authenticated: 'FRICTIONLESS', failed: 'FAILED' }
export const threeDsOf = ({ three_d_secure: been }: Verification): ThreeDs =>
  (been && authenticated[been.result]) ?? 'NONE'

/**
 * The name of the `at`-th request (from 0) for an authorization: Stripe gives requests none, and tells of each in `request_history` afterwards, where the same place
 * names it.
 */
export const requestRef = (authorization: string, at: number): string => `${authorization}:${at}`

/** Cash machines; Stripe tells no other way in which a card is used. */
export const posOf = (mcc: string): 'ATM' | 'ECOMMERCE' => (mcc === '6011' ? 'ATM' : 'ECOMMERCE')

/** Throws {@link BadQuestion}. Stripe compares code and expiry itself and asks only afterwards. */
export function readQuestion(raw: Buffer): AuthorizationRequest {
  let asked: Asked
  try {
    asked = JSON.parse(raw.toString()) as Asked
  } catch {
    throw new BadQuestion('not JSON')
  }
  try {
    if (asked.type !== 'issuing_authorization.request') throw new BadQuestion('type')
    return checked(translated(asked)) as AuthorizationRequest
  } catch (error) {
    // A part that the translation needs is missing.
    if (error instanceof TypeError) throw new BadQuestion('body')
    throw error
  }
}

function translated({ created, data: { object: authorization } }: Asked): AuthorizationRequest {
  const { id, card, merchant_data: merchant, pending_request: pending, verification_data: found } = authorization
  const rate = rateOf(pending)
  const trace = authorization.network_data?.system_trace_audit_number
  return {
    kind: 'authorization',
    ref: id,
    messageRef: requestRef(id, authorization.request_history.length),
    cardRef: card.id,
    checks: checksOf(found),
    merchant: merchantOf(merchant),
    amountCents: pending.amount,
    merchantAmount: pending.merchant_amount,
    merchantCurrency: currencyOf(pending.merchant_currency),
    ...(rate !== undefined && { rate }),
    pos: posOf(merchant.category_code),
    threeDs: threeDsOf(found),
    partialOk: pending.is_amount_controllable === true,
    ...(merchant.terminal_id && { terminalId: merchant.terminal_id }),
    ...(trace && { trace }),
    occurredAt: created * 1000,
  }
}

/** The body of the answer. What is kept with the authorization at Stripe, as `metadata`, names ours and the reason of a decline. */
export function writeAnswer({
  approved,
  amountCents,
  reason,
  isoCode,
  authorizationId,
}: AuthorizationDecision): string {
  const part = approved && isoCode === approvalCodes.partial ? `,"amount":${amountCents}` : ''
  const ours = authorizationId === undefined ? '' : `"kaika_auth":"${authorizationId}"`
  const why = reason === undefined ? '' : `${ours && ','}"reason":"${reason}"`
  return `{"approved":${approved}${part},"metadata":{${ours}${why}}}`
}
