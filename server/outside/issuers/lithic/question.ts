/**
 * Lithic's question, the Auth Stream Access request (webhook `card_authorization.approval_request` of its OpenAPI document), and the answer in its words. On the
 * hot path: read by hand, without the SDK.
 */
import type { Checks } from '#contract/trades/checks.ts'
import { approvalCodes, type DeclineReason } from '#contract/trades/declines.ts'
import type { AuthorizationDecision, AuthorizationRequest, Pos, ThreeDs } from '../authorization.ts'
import { BadQuestion, checked } from '../question.ts'
import { merchantOf, rateOf, type Amount, type ConvertedAmount, type LithicMerchant } from './merchant.ts'

/** What is read of the request. */
type Asked = {
  token: string
  event_token?: string
  status: string
  card: { token: string }
  merchant: LithicMerchant
  amounts: { cardholder: ConvertedAmount; merchant: Amount; hold: Amount | null }
  avs: { address_on_file_match: string }
  cardholder_authentication?: { authentication_result: string; authentication_method: string } | null
  pos?: {
    entry_mode?: { cardholder?: string }
    terminal?: { type?: string; partial_approval_capable?: boolean; acceptor_terminal_id?: string | null }
  }
  transaction_initiator: 'CARDHOLDER' | 'MERCHANT' | 'UNKNOWN'
  created: string
}

const addressChecks = {
  MATCH: { zip: 'MATCH', street: 'MATCH' },
  MATCH_ADDRESS_ONLY: { zip: 'MISMATCH', street: 'MATCH' },
  MATCH_ZIP_ONLY: { zip: 'MATCH', street: 'MISMATCH' },
  MISMATCH: { zip: 'MISMATCH', street: 'MISMATCH' },
  NOT_PRESENT: { zip: 'ABSENT', street: 'ABSENT' },
} as const satisfies Record<string, Pick<Checks, 'zip' | 'street'>>
const addressOf = (result: string): Pick<Checks, 'zip' | 'street'> =>
  addressChecks[result as keyof typeof addressChecks] ?? addressChecks.NOT_PRESENT

/**
 * `messageId`: the `webhook-id`, which a repetition keeps; the name of the message where the programme is not given event tokens. Throws {@link BadQuestion}.
 * Lithic compares code and expiry before it asks, and declines by itself.
 */
export function readQuestion(raw: Buffer, messageId: string): AuthorizationRequest {
  let asked: Asked
  try {
    asked = JSON.parse(raw.toString()) as Asked
  } catch {
    throw new BadQuestion('not JSON')
  }
  try {
    return checked(translated(asked, messageId)) as AuthorizationRequest
  } catch (error) {
    // A part that the translation needs is missing.
    if (error instanceof TypeError) throw new BadQuestion('body')
    throw error
  }
}

function translated(asked: Asked, messageId: string): AuthorizationRequest {
  const { cardholder, merchant, hold } = asked.amounts
  const { terminal } = asked.pos ?? {}
  const rate = rateOf(cardholder, merchant)
  return {
    kind: 'authorization',
    ref: asked.token,
    messageRef: asked.event_token ?? messageId,
    cardRef: asked.card.token,
    checks: { cvc: 'ABSENT', expiry: 'ABSENT', ...addressOf(asked.avs.address_on_file_match) },
    merchant: merchantOf(asked.merchant),
    // A balance inquiry and a credit take nothing. Where Lithic foresees a larger clearing (fuel, tips), that is held.
    amountCents: (takes[asked.status] ?? true) ? Math.max(cardholder.amount, hold?.amount ?? 0) : 0,
    merchantAmount: merchant.amount,
    merchantCurrency: merchant.currency,
    ...(rate !== undefined && { rate }),
    pos: posOf(asked),
    threeDs: threeDsOf(asked),
    partialOk: terminal?.partial_approval_capable === true,
    ...(terminal?.acceptor_terminal_id && { terminalId: terminal.acceptor_terminal_id }),
    occurredAt: Date.parse(asked.created),
  }
}

/** A status that is not known yet takes what it names. */
const takes: Readonly<Partial<Record<string, boolean>>> = {
  AUTHORIZATION: true,
  FINANCIAL_AUTHORIZATION: true,
  CREDIT_AUTHORIZATION: false,
  FINANCIAL_CREDIT_AUTHORIZATION: false,
  BALANCE_INQUIRY: false,
}

function posOf({ pos, transaction_initiator: initiator }: Asked): Pos {
  if (pos?.terminal?.type === 'ATM') return 'ATM'
  return initiator === 'MERCHANT' || pos?.entry_mode?.cardholder === 'REOCCURRING' ? 'RECURRING' : 'ECOMMERCE'
}

function threeDsOf({ cardholder_authentication: been }: Asked): ThreeDs {
  if (been?.authentication_result === 'DECLINE') return 'FAILED'
  if (been?.authentication_result !== 'SUCCESS') return 'NONE'
  return been.authentication_method === 'CHALLENGE' ? 'CHALLENGED' : 'FRICTIONLESS'
}

type Result =
  | 'AVS_INVALID'
  | 'CARD_PAUSED'
  | 'INSUFFICIENT_FUNDS'
  | 'SUSPECTED_FRAUD'
  | 'UNAUTHORIZED_MERCHANT'
  | 'VELOCITY_EXCEEDED'

/** Lithic's eight words for ours. */
const resultOf: Readonly<Record<DeclineReason, Result>> = {
  CARD_NOT_FOUND: 'CARD_PAUSED',
  CARD_CLOSED: 'CARD_PAUSED',
  CARD_EXPIRED: 'CARD_PAUSED',
  CARD_PAUSED: 'CARD_PAUSED',
  CARD_RISK_BLOCKED: 'CARD_PAUSED',
  ACCOUNT_SHUTDOWN: 'CARD_PAUSED',
  ACCOUNT_RESTRICTED: 'CARD_PAUSED',
  FUNDS_FROZEN: 'CARD_PAUSED',
  EXPIRY_MISMATCH: 'CARD_PAUSED',
  CVC_MISMATCH: 'CARD_PAUSED',
  AVS_MISMATCH: 'AVS_INVALID',
  THREEDS_REQUIRED: 'SUSPECTED_FRAUD',
  THREEDS_FAILED: 'SUSPECTED_FRAUD',
  MCC_BLOCKED: 'UNAUTHORIZED_MERCHANT',
  COUNTRY_BLOCKED: 'UNAUTHORIZED_MERCHANT',
  MERCHANT_BLOCKED: 'UNAUTHORIZED_MERCHANT',
  CONTROL_BRAND: 'UNAUTHORIZED_MERCHANT',
  CONTROL_KIND: 'UNAUTHORIZED_MERCHANT',
  CONTROL_COUNTRY: 'UNAUTHORIZED_MERCHANT',
  CONTROL_CURRENCY: 'UNAUTHORIZED_MERCHANT',
  CONTROL_HOURS: 'UNAUTHORIZED_MERCHANT',
  CONTROL_AMOUNT: 'VELOCITY_EXCEEDED',
  CONTROL_LIMIT: 'VELOCITY_EXCEEDED',
  CONTROL_LOCK: 'UNAUTHORIZED_MERCHANT',
  CONTROL_USED_UP: 'VELOCITY_EXCEEDED',
  CURRENCY_BLOCKED: 'UNAUTHORIZED_MERCHANT',
  SINGLE_LIMIT: 'VELOCITY_EXCEEDED',
  VELOCITY_LIMIT: 'VELOCITY_EXCEEDED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  SUSPECTED_FRAUD: 'SUSPECTED_FRAUD',
  DUPLICATE: 'SUSPECTED_FRAUD',
  ISSUER_DECLINED: 'SUSPECTED_FRAUD',
  SYSTEM_ERROR: 'SUSPECTED_FRAUD',
  TIMEOUT: 'SUSPECTED_FRAUD',
}

/** The body of the answer (schema `asa-response`). */
export const writeAnswer = ({ approved, amountCents, reason, isoCode }: AuthorizationDecision): string =>
  approved
    ? isoCode === approvalCodes.partial
      ? `{"result":"APPROVED","approved_amount":${amountCents}}`
      : '{"result":"APPROVED"}'
    : `{"result":"${resultOf[reason!]}"}`
