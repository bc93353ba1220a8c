/** An expected "no": its name and its details. The texts are in a separate table, which only pages that show them load. */
import type { RefusalName } from './refusalTable.ts'

export { refusals, wordsOf, type RefusalName } from './refusalTable.ts'

/** Refusals that any call may return; a row of the contract lists only its own. */
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

/** An expected "no", thrown by operations and by the browser's client. Only app.ts turns it into an envelope. */
export class Refusal extends Error {
  readonly refusal: RefusalName
  readonly data: Record<string, unknown>
  constructor(refusal: RefusalName, data: Record<string, unknown> = {}) {
    super(refusal)
    this.refusal = refusal
    this.data = data
  }
}

/** Creates a refusal by name; `field` attaches it to that field of the form. */
export const refuse = (
  name: RefusalName,
  data: { field?: string; msg?: string; [more: string]: unknown } = {},
): Refusal => new Refusal(name, data)

/** Codes that exist in HTTP are also sent as the status; business refusals are answers with status 200. */
const mirrored = new Set([401, 403, 404, 408, 413, 421, 429, 500, 501, 502, 503, 504])
export const httpStatusOf = (code: number): number => (mirrored.has(code) ? code : 200)
