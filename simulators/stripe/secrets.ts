import { secretFor } from '../derived.ts'

export type StripeSecrets = {
  /** For the `Authorization` header. */
  key: string
  /** Names the account in a browser. */
  publishableKey: string
  /** Signs the event messages. */
  webhookSecret: string
  /** Signs the questions of the real-time authorization webhook. */
  authSecret: string
}

/** The secrets of the account, derived from the simulators' signing secret (base64). The server reads them as STRIPE_KEY and so on. */
export function stripeSecrets(secret: string): StripeSecrets {
  const derive = (purpose: string): string => secretFor(secret, `stripe ${purpose}`).toString('hex')
  return {
    key: `sk_test_${derive('key')}`,
    publishableKey: `pk_test_${derive('publishable key')}`,
    webhookSecret: `whsec_${derive('events')}`,
    authSecret: `whsec_${derive('authorizations')}`,
  }
}
