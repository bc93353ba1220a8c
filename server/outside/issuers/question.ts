/**
 * Validates the network's request by hand: this is the one body of the product that is read thousands of times a second, and a general schema library would
 * cost as much as the whole decision. All sizes are bounded, so that what is stored and returned cannot grow.
 */
import { declineReasons } from '#contract/trades/declines.ts'
import type { AuthorizationDecision, DecisionRequest, Merchant } from './authorization.ts'

/** The body is not a question. The message names the first invalid field. */
export class BadQuestion extends Error {}

const words = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max && !/[\u0000-\u001f]/.test(value)
const amount = (value: unknown, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max

const MAX_CENTS = 1_000_000_000_00
/** Readers disagree on five-digit years. */
const LAST_MOMENT = Date.UTC(9999, 11, 31)
const positions = new Set(['ECOMMERCE', 'RECURRING', 'ATM', 'FORCED'])
const threeDs = new Set([undefined, 'NONE', 'FRICTIONLESS', 'CHALLENGED', 'FAILED'])

export function parseQuestion(body: Buffer): DecisionRequest {
  let asked: Partial<Record<string, unknown>>
  try {
    asked = JSON.parse(body.toString()) as typeof asked
  } catch {
    throw new BadQuestion('not JSON')
  }
  return checked(asked)
}

/** Throws {@link BadQuestion} with the name of the first invalid field: what an adapter has made of its issuer's words is as bounded as our own wire. */
export function checked(asked: unknown): DecisionRequest {
  const problem = problemWith(asked as Partial<Record<string, unknown>> | null)
  if (problem) throw new BadQuestion(problem)
  return asked as DecisionRequest
}

/** Returns the name of the first invalid field. Never its value, which may be a card number. */
function problemWith(asked: Partial<Record<string, unknown>> | null): string | undefined {
  if (typeof asked !== 'object' || asked === null) return 'body'
  if (!words(asked['ref'], 64)) return 'ref'
  if (asked['messageRef'] !== undefined && !words(asked['messageRef'], 100)) return 'messageRef'
  if (asked['cardRef'] !== undefined ? !words(asked['cardRef'], 100) : !isDigits(asked['cardNumber']))
    return asked['cardRef'] === undefined ? 'cardNumber' : 'cardRef'
  if (!amount(asked['amountCents'], MAX_CENTS)) return 'amountCents'
  if (!amount(asked['merchantAmount'], Number.MAX_SAFE_INTEGER)) return 'merchantAmount'
  if (typeof asked['merchantCurrency'] !== 'string' || !/^[A-Z]{3}$/.test(asked['merchantCurrency']))
    return 'merchantCurrency'
  if (
    asked['rate'] !== undefined &&
    (typeof asked['rate'] !== 'string' || !/^\d{1,9}(\.\d{1,12})?$/.test(asked['rate']))
  )
    return 'rate'
  if (!positions.has(asked['pos'] as string)) return 'pos'
  if (asked['trace'] !== undefined && !words(asked['trace'], 32)) return 'trace'
  if (asked['terminalId'] !== undefined && !words(asked['terminalId'], 32)) return 'terminalId'
  if (!amount(asked['occurredAt'], LAST_MOMENT)) return 'occurredAt'
  const merchant = asked['merchant'] as Partial<Record<keyof Merchant, unknown>> | null | undefined
  if (typeof merchant !== 'object' || merchant === null) return 'merchant'
  if (!words(merchant.id, 64) || !words(merchant.name, 120) || !words(merchant.descriptor, 120)) return 'merchant'
  if (typeof merchant.mcc !== 'string' || !/^\d{4}$/.test(merchant.mcc)) return 'merchant.mcc'
  if (typeof merchant.country !== 'string' || !/^[A-Z]{2}$/.test(merchant.country)) return 'merchant.country'
  return asked['kind'] === 'increment'
    ? words(asked['authorizationRef'], 64)
      ? undefined
      : 'authorizationRef'
    : asked['kind'] === 'authorization'
      ? problemWithCard(asked)
      : 'kind'
}

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^\d{12,19}$/.test(value)

function problemWithCard(asked: Partial<Record<string, unknown>>): string | undefined {
  if (!threeDs.has(asked['threeDs'] as string | undefined)) return 'threeDs'
  if (asked['partialOk'] !== undefined && typeof asked['partialOk'] !== 'boolean') return 'partialOk'
  // Its issuer has compared the card's data.
  if (asked['checks'] !== undefined && asked['cardRef'] !== undefined) return problemWithChecks(asked['checks'])
  if (!amount(asked['expMonth'], 99)) return 'expMonth'
  if (!amount(asked['expYear'], 9999)) return 'expYear'
  if (asked['cvc'] !== undefined && (typeof asked['cvc'] !== 'string' || !/^\d{3,4}$/.test(asked['cvc']))) return 'cvc'
  if (asked['zipCode'] !== undefined && (typeof asked['zipCode'] !== 'string' || asked['zipCode'].length > 16))
    return 'zipCode'
  // By number the card's data are compared here.
  return asked['checks'] === undefined ? undefined : 'checks'
}

const results = new Set(['MATCH', 'MISMATCH', 'ABSENT'])
function problemWithChecks(checks: unknown): string | undefined {
  if (typeof checks !== 'object' || checks === null) return 'checks'
  const { cvc, expiry, zip, street } = checks as Partial<Record<string, string>>
  return [cvc, expiry, zip, street].every((result) => results.has(result!)) ? undefined : 'checks'
}

/** Checks the check digit: a mistyped number is no card and needs no query. */
export function isCardNumber(digits: string): boolean {
  let sum = 0
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}

/** Serializes the decision into the bytes of the answer. Its names need no escaping. */
export function written({ approved, amountCents, reason, isoCode, authorizationId }: AuthorizationDecision): string {
  return (
    `{"approved":${approved},"amountCents":${amountCents},"isoCode":"${isoCode}"` +
    (reason === undefined ? '' : `,"reason":"${reason}"`) +
    (authorizationId === undefined ? '}' : `,"authorizationId":"${authorizationId}"}`)
  )
}

export const declined = (reason: keyof typeof declineReasons, authorizationId?: string): AuthorizationDecision => ({
  approved: false,
  amountCents: 0,
  reason,
  isoCode: declineReasons[reason].iso,
  ...(authorizationId && { authorizationId }),
})
