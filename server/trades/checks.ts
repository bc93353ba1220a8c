/** The results of comparing what a cardholder had typed, in one number of the authorization's row: a digit each, to the base of 3. */
import { checkResults, type CheckResult, type Checks } from '#contract/trades/checks.ts'

const results = Object.keys(checkResults) as CheckResult[]
const parts = ['cvc', 'expiry', 'zip', 'street'] as const

export const checksNumber = (checks: Checks): number =>
  parts.reduceRight((number, part) => number * results.length + results.indexOf(checks[part]), 0)

export function checksFrom(number: number | null): Checks | null {
  if (number === null) return null
  const digit = (at: number): CheckResult => results[Math.floor(number / results.length ** at) % results.length]!
  return { cvc: digit(0), expiry: digit(1), zip: digit(2), street: digit(3) }
}
