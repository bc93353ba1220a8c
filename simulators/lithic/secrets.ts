import { secretFor } from '../derived.ts'

export type LithicSecrets = {
  /** For the `Authorization` header, and for the HMAC of an embedded card. */
  apiKey: string
  /** Signs the questions of Auth Stream Access. `whsec_` and base64. */
  asaSecret: string
  /** Signs the event messages. `whsec_` and base64. */
  webhookSecret: string
}

/**
 * Lithic's three secrets, derived from the simulators' signing secret (base64). The server reads them as LITHIC_API_KEY, LITHIC_ASA_SECRET and LITHIC_WEBHOOK_SECRET.
 */
export function lithicSecrets(secret: string): LithicSecrets {
  const derive = (purpose: string): Buffer => secretFor(secret, `lithic ${purpose}`)
  return {
    apiKey: derive('api key').toString('hex'),
    asaSecret: `whsec_${derive('authorization stream').toString('base64')}`,
    webhookSecret: `whsec_${derive('events').toString('base64')}`,
  }
}
