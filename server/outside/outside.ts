/** The outside world as seen by the rest of the server. */
import type { Chain } from './chain.ts'
import type { Issuer } from './issuers/issuer.ts'
import { OutsideRefused, OutsideUnknown } from './ask.ts'
import { simulatedMail, type Mail } from './mail.ts'
import { messages } from './outsideMetrics.ts'
import {
  providerIds,
  type CardProvider,
  type PaymentProvider,
  type Payments,
  type ProviderId,
  type Rates,
} from './payments.ts'
import { signingKey } from './signatures.ts'
import { SIMULATED, simulatedIssuer } from './issuers/simulatedIssuer.ts'
import { simulatedPayments, simulatedRates } from './simulatedPayments.ts'
import { simulatedSms, type Sms } from './sms.ts'
import { tronGrid } from './tronGrid.ts'
import { derivedPushKey, webPush, type Push } from './push/webPush.ts'

export type Outside = {
  /** The page of the simulated world, where people shop; absent where no part is simulated. */
  readonly testShop?: string | undefined
  /** By the name that card ranges, doors and settings use. */
  readonly issuers: ReadonlyMap<string, Issuer>
  readonly sms: Sms
  readonly mail: Mail
  /** Absent: no notifications on devices. */
  readonly push?: Push | undefined
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

/** Cards of an issuer that is no longer named by the settings stay in the books, and nothing can be asked about them. */
export function issuerOf(id: string): Issuer {
  const issuer = outside.issuers.get(id)
  if (!issuer) throw new OutsideUnknown(`the issuer ${id} is not set up here`)
  return issuer
}

/** The providers that are not off. */
export const providersHere = (): ProviderId[] => providerIds.filter((id) => outside.payments[id])

/** The orders of a provider that is off now stay in the books, and nothing can be asked about them. */
export function providerAt(id: 'UNIONPAY'): CardProvider
export function providerAt(id: ProviderId): PaymentProvider
export function providerAt(id: ProviderId): PaymentProvider {
  const { [id]: provider } = outside.payments
  if (!provider) throw new OutsideUnknown(`the provider ${id} is off here`)
  return provider
}

/** Hands a message over. An address that is refused stays refused, so that is an end; anything else is thrown, and the job tries again. */
export async function deliver(channel: 'sms' | 'mail' | 'push', send: () => Promise<void>): Promise<void> {
  try {
    await send()
    messages.add(channel, 'sent')
  } catch (error) {
    messages.add(channel, error instanceof OutsideRefused ? 'refused' : 'unknown')
    if (!(error instanceof OutsideRefused)) throw error
  }
}

/** The same world with some issuers replaced. */
export const withIssuers = (world: Outside, ...issuers: readonly Issuer[]): Outside => ({
  ...world,
  issuers: new Map([...world.issuers, ...issuers.map((one) => [one.id, one] as const)]),
})

type Simulated = {
  simulatorsUrl: string
  /** The issuer's signing secret, base64. */
  secret: string
  /** Seeds the deposit addresses, base64; optional in tests. */
  chainSeed?: string
  /** The maximum age of the issuer's messages. */
  toleranceMs?: number
  /** Push services on this machine: a test's own. */
  pushLoopback?: boolean
}

/** In the form of TronGrid. There is no account that could be refused. */
function simulatedChain(url: string): Chain {
  const { check: _, ...chain } = tronGrid({ url })
  return chain
}

/** Everything in the simulators' process. */
export function simulatedOutside({
  simulatorsUrl: url,
  secret,
  chainSeed = secret,
  toleranceMs,
  pushLoopback = false,
}: Simulated): Outside & { readonly payments: Required<Payments> } {
  const key = signingKey(secret)
  let xpub: string | undefined
  return {
    testShop: url,
    issuers: new Map([[SIMULATED, simulatedIssuer({ url, key, ...(toleranceMs && { toleranceMs }) })]]),
    sms: simulatedSms({ url, key }),
    mail: simulatedMail({ url, key }),
    // Browsers choose their push service, so none is simulated: a demo with a key of its own sends real messages.
    push: webPush({
      privateKey: derivedPushKey(secret),
      contact: 'https://kaika.invalid/demo',
      loopback: pushLoopback,
    }),
    chain: simulatedChain(url),
    payments: simulatedPayments({ url, key }),
    rates: simulatedRates({ url, key }),
    async depositAddress(index) {
      const { depositAddress, watchOnlyKey } = await import('./depositAddress.ts')
      return depositAddress((xpub ??= watchOnlyKey(Buffer.from(chainSeed, 'base64'))), index)
    },
  }
}

export * from './issuers/authorization.ts'
export * from './chain.ts'
export * from './ask.ts'
export * from './issuers/disputes.ts'
export * from './issuers/issuer.ts'
export * from './mail.ts'
export * from './issuers/networkEvents.ts'
export * from './issuers/question.ts'
export * from './issuers/traits.ts'
export * from './payments.ts'
export * from './signatures.ts'
export * from './sms.ts'
export * from './chain.ts'
export * from './push/webPush.ts'
