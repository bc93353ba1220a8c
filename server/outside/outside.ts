/** The outside world, as the rest of the server sees it. */
import type { Chain } from './chain.ts'
import type { Issuer } from './issuer.ts'
import { signingKey } from './signatures.ts'
import { simulatedIssuer } from './simulatedIssuer.ts'
import { simulatedSms, type Sms } from './sms.ts'
import { tronGrid } from './tronGrid.ts'

export type Outside = { readonly issuer: Issuer; readonly sms: Sms; readonly chain: Chain }

export let outside: Outside

/** Chosen once at the start, by the settings; tests may choose another. */
export function useOutside(chosen: Outside): void {
  outside = chosen
}

/** Everything in the simulators' process. `secret` is the issuer's signing secret, base64. */
export function simulatedOutside({ simulatorsUrl: url, secret }: { simulatorsUrl: string; secret: string }): Outside {
  const key = signingKey(secret)
  return { issuer: simulatedIssuer({ url, key }), sms: simulatedSms({ url, key }), chain: tronGrid({ url }) }
}

export * from './authorization.ts'
export * from './chain.ts'
export * from './errors.ts'
export * from './issuer.ts'
export * from './networkEvents.ts'
export * from './signatures.ts'
export * from './sms.ts'
export * from './tronAddress.ts'
export { tronGrid } from './tronGrid.ts'
