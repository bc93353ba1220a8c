/** Random lives of authorizations, for the tests that compare an issuer's wire with its own document. For tests only. */
import { merchantOf, merchants } from './merchants.ts'
import { increment, purchase } from './network/authorizations.ts'
import { clear, expire, forcedPost, refund, refundOf, reverse, undoPosting } from './network/postings.ts'
import type { World } from './world.ts'

export type Paying = { cardNumber: string; cvc: string; expMonth: number; expYear: number }
type Chance = (share: number) => boolean

/** One life of an authorization or of a loose posting, in an order that a merchant may choose. `challenged` answers a 3-D challenge. */
export async function live(
  world: World,
  pays: Paying,
  random: () => number,
  challenged: (authorizationId: string, chance: Chance) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const chance: Chance = (share) => random() < share
  // Only a fuel pump advises, so it comes often.
  const merchant = chance(0.1) ? merchantOf('mer_shell')! : merchants[Math.floor(random() * merchants.length)]!
  const amountCents = chance(0.1) ? 0 : 1 + Math.floor(random() * 20_000)
  const loose = { cardNumber: pays.cardNumber, merchantId: merchant.merchantId, amountCents: amountCents + 1 }
  if (chance(0.05)) return void forcedPost(world, { ...loose, tell: chance(0.5) ? 'yes' : 'none' })
  if (chance(0.05)) return void undoPosting(world, refund(world, loose).refundId)
  const { authorizationId, approved, challenge } = await purchase(world, {
    ...{ ...pays, ...(chance(0.05) && { cvc: '000' }), ...(chance(0.05) && { expMonth: (pays.expMonth % 12) + 1 }) },
    ...{ merchantId: merchant.merchantId, amountCents, currency: chance(0.5) ? merchant.currency : 'USD' },
    ...(chance(0.5) && { zipCode: '73301' }),
    ...(chance(0.3) && { partialOk: true }),
    ...(chance(0.1) && { pos: 'ATM' as const }),
    ...(chance(0.1) && { threeDs: chance(0.5) ? ('FRICTIONLESS' as const) : ('FAILED' as const) }),
  })
  if (challenge && chance(0.8)) await challenged(authorizationId, chance)
  if (!approved) return
  await afterApproval(world, authorizationId, random)
}

/** Up to five things that happen to an approved authorization, in an order that a merchant may choose. */
export async function afterApproval(world: World, authorizationId: string, random: () => number): Promise<void> {
  const chance: Chance = (share) => random() < share
  const acts: (() => unknown)[] = [
    () => increment(world, authorizationId, 500),
    () => clear(world, authorizationId, { final: chance(0.5), ...(chance(0.5) && { amountCents: 100 }) }),
    () => reverse(world, authorizationId, {}),
    () => reverse(world, authorizationId, { amountCents: 50 }),
    () => expire(world, authorizationId),
    () => refundOf(world, authorizationId, 60),
    () => undoPosting(world, clear(world, authorizationId, { amountCents: 10, final: true }).clearingId),
    () => undoPosting(world, refundOf(world, authorizationId, 20).refundId),
  ]
  for (let steps = Math.floor(random() * 6); steps > 0; steps--) {
    try {
      await acts[Math.floor(random() * acts.length)]!()
    } catch {
      // What this authorization does not permit any more.
    }
  }
}
