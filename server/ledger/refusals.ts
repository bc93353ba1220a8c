import type { Cents } from '#contract/core/money.ts'
import type { Ref } from './refs.ts'

/** There is less than was asked for. Nothing has happened; the caller turns it into its own refusal. */
export class NotEnough extends Error {
  readonly account: Ref
  /** What was there before, in minor units of the account. */
  readonly available: Cents
  /** What was missing. */
  readonly short: Cents
  /** Which of the transfers or holds of the call could not be paid. */
  readonly index: number
  constructor(account: Ref, available: Cents, short: Cents, index: number) {
    super(`${account.code} ${account.owner} is ${short} short`)
    this.account = account
    this.available = available
    this.short = short
    this.index = index
  }
}

/** A fault of our own code: unbalanced lines, a wallet that nobody opened, a hold used twice. */
export class LedgerFault extends Error {}

/** Somebody posted the same key over other accounts at the same moment. `transaction` runs the work again and finds it done. */
export class Overtaken extends Error {
  readonly code = '40001'
}
