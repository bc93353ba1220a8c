/** The outside world as seen by the rest of the server. */
import type { Chain } from './chain.ts'
import type { Issuer } from './issuer.ts'
import { simulatedMail, type Mail } from './mail.ts'
import type { Payments, Rates } from './payments.ts'
import { signingKey } from './signatures.ts'
import { simulatedIssuer } from './simulatedIssuer.ts'
import { simulatedPayments, simulatedRates } from './simulatedPayments.ts'
import { simulatedSms, type Sms } from './sms.ts'
import { tronGrid } from './tronGrid.ts'

export type Outside = {
  readonly issuer: Issuer
  readonly sms: Sms
  readonly mail: Mail
  readonly chain: Chain
  readonly payments: Payments
  readonly rates: Rates
  /** The address of the `index`-th deposit, from a watch-only key. */
  readonly depositAddress: (index: number) => Promise<string>
}

export let outside: Outside

/** Called once at start with the configured one; tests may pass another. */
export function useOutside(chosen: Outside): void {
  outside = chosen
}

type Simulated = {
  simulatorsUrl: string
  /** The issuer's signing secret, base64. */
  secret: string
  /** Seeds the deposit addresses, base64; optional in tests. */
  chainSeed?: string
}

/** Everything in the simulators' process. */
export function simulatedOutside({ simulatorsUrl: url, secret, chainSeed = secret }: Simulated): Outside {
  const key = signingKey(secret)
  let xpub: string | undefined
  return {
    issuer: simulatedIssuer({ url, key }),
    sms: simulatedSms({ url, key }),
    mail: simulatedMail({ url, key }),
    chain: tronGrid({ url }),
    payments: simulatedPayments({ url, key }),
    rates: simulatedRates({ url, key }),
    async depositAddress(index) {
      const { depositAddress, watchOnlyKey } = await import('./depositAddress.ts')
      return depositAddress((xpub ??= watchOnlyKey(Buffer.from(chainSeed, 'base64'))), index)
    },
  }
}

export * from './authorization.ts'
export * from './chain.ts'
export * from './ask.ts'
export * from './issuer.ts'
export * from './mail.ts'
export * from './networkEvents.ts'
export * from './payments.ts'
export * from './signatures.ts'
export * from './sms.ts'
export * from './chain.ts'
