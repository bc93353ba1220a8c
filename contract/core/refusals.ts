/** A "no" that was expected: its name, and what goes with it. The words are in the table, which only pages that say them load. */
import type { RefusalName } from './refusalTable.ts'

export { refusals, wordsOf, type RefusalName } from './refusalTable.ts'

/** Refusals that any call may give; a row of the contract lists only its own. */
export const everywhere = [
  'signed_out',
  'idle',
  'revoked',
  'login_frozen',
  'invalid',
  'not_permitted',
  'kind_not_allowed',
  'too_fast',
  'in_progress',
  'request_reused',
  'account_shutdown',
  'account_restricted',
  'account_held',
  'account_closing',
  'sub_expired',
  'fault',
  'busy',
] as const satisfies readonly RefusalName[]

export const reasonOf = (name: RefusalName): string => name.toUpperCase()

/** An expected "no", thrown by an operation and by the browser's client alike. Only app.ts turns it into an envelope. */
export class Refusal extends Error {
  readonly refusal: RefusalName
  readonly data: Record<string, unknown>
  constructor(refusal: RefusalName, data: Record<string, unknown> = {}) {
    super(refusal)
    this.refusal = refusal
    this.data = data
  }
}

/** Refuse by name; `field` puts it beside that field of the form. */
export const refuse = (
  name: RefusalName,
  data: { field?: string; msg?: string; [more: string]: unknown } = {},
): Refusal => new Refusal(name, data)
