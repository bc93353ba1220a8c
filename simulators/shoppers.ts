/**
 * Shoppers who keep buying while the demo runs, so that there is something to watch. They use existing cards, pay like the merchants' other customers, and
 * behave: no account may come near the decline rate that would stop its cards.
 */
import { declineReasons } from '#contract/trades/declines.ts'
import { currencies } from '#contract/core/money.ts'
import { securityCode } from './cardNumbers.ts'
import type { Card } from './issuer/cards.ts'
import { merchantOf, merchants, type SimulatedMerchant } from './merchants.ts'
import { increment, purchase, type PurchaseInput } from './network/authorizations.ts'
import { finishChallenge } from './network/finishThreeD.ts'
import { clear, refund, reverse } from './network/postings.ts'
import { remaining, type Authorization } from './network/records.ts'
import type { Challenge } from './network/threeD.ts'
import { rangeOf } from './ranges.ts'
import { knowsCurrency } from './rates.ts'
import type { World } from './world.ts'

const DAY = 86_400_000
/** A card this new is being tried out by a person. */
const HANDS_OFF_MS = 10 * 60_000
const PACE_MS = 4000
/** How long a shopper takes to find a 3-D code. */
const CODE_FOUND_MS = 90_000
/**
 * The server warns an account holder at 3 in 100, and a demo must not greet with a warning. So shoppers stay well below it, buy only small things as soon as they
 * come near, and make deliberate mistakes only far from it.
 */
const LIMIT = 0.022
const CAREFUL = 0.018
const ON_PURPOSE = 0.012
/** Most pay in the merchant's currency; some let the merchant convert. */
const IN_OWN_CURRENCY = 0.8
/** Maximum charge, in cents, for an account too young to have a rate, and for one near the limit. */
const SMALL = 300
/** Declines that are not the cardholder's fault do not count towards the rate. */
const uncounted = Object.entries(declineReasons).flatMap(([reason, { counted }]) => (counted ? [] : [`'${reason}'`]))

export function startShoppers(world: World, random: () => number, paceMs = PACE_MS): { stop(): Promise<void> } {
  let [stopped, at] = [false, undefined as NodeJS.Timeout | undefined]
  let walking: Promise<void> = Promise.resolve()
  const walk = (): void => {
    walking = shop(world, random)
      .catch(() => {}) // the server is down: try again later
      .finally(() => {
        if (!stopped) at = setTimeout(walk, paceMs * (0.5 + random()))
      })
  }
  at = setTimeout(walk, paceMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(at)
      await walking
    },
  }
}

/** One action of one shopper. */
export async function shop(world: World, random: () => number): Promise<void> {
  if (await entersCode(world)) return
  // As many clearings as purchases, or open ones would pile up; and few refunds, also when there is nothing to clear.
  const mood = random()
  if (mood < 0.5 && settleOne(world, random)) return
  if (mood >= 0.5 && mood < 0.55 && refundOne(world, random)) return
  await buy(world, random)
}

async function buy(world: World, random: () => number): Promise<void> {
  const card = chooseCard(world, random)
  if (!card) return
  const standing = standingOf(world, card.memo)
  if (!mayBuy(standing)) return
  const exp: [number, number] = [card.exp_month, card.exp_year]
  const careful = !mayRisk(standing, CAREFUL)
  const merchant = chooseMerchant(random)
  const input: PurchaseInput = {
    cardNumber: card.pan,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    cvc: securityCode(world.key, card.pan, exp),
    zipCode: (JSON.parse(card.address) as { zipCode: string }).zipCode,
    merchantId: merchant.merchantId,
    ...priceAt(
      world,
      merchant,
      careful ? 100 + Math.floor(random() * (SMALL - 100)) : amountAt(merchant, random),
      random,
    ),
    ...(['ordinary', 'hotel'].includes(merchant.profile) &&
      hasThreeD(card) &&
      random() < 0.25 && { threeDs: 'CHALLENGE' }),
  }
  const answer = await purchase(
    world,
    !careful && random() < 0.03 && mayRisk(standing, ON_PURPOSE) ? clumsy(input, random) : input,
    true,
  )
  if (answer.approved && merchant.profile === 'hotel' && random() < 0.3)
    await increment(world, answer.authorizationId, Math.ceil(answer.amountCents / 4))
}

/** Whether a shopper can answer a challenge: with a code, not out of band. */
const hasThreeD = ({ program_ref, issuer }: Card): boolean =>
  issuer === 'simulated' && rangeOf(program_ref)?.threeDs === true

/** Enters a code after it has been in the pool for a while, like someone who had to find it. */
async function entersCode(world: World): Promise<boolean> {
  const found = world.store.maybeOne<Challenge>(
    `SELECT challenges.* FROM challenges JOIN authorizations USING (ref) JOIN cards ON cards.ref = card_ref AND issuer = 'simulated'
     WHERE challenges.state = 'OPEN' AND challenges.by_shopper = 1 AND challenges.created_at <= :before AND expires_at > :at
     ORDER BY challenges.created_at LIMIT 1`,
    { before: world.now() - CODE_FOUND_MS, at: world.now() },
  )
  if (!found) return false
  await finishChallenge(world, found.ref, found.code)
  return true
}

/** Mistakes that people make. A card makes at most one a day: three wrong codes would block it. */
function clumsy(input: PurchaseInput, random: () => number): PurchaseInput {
  const kind = random()
  if (kind < 0.35) return { ...input, cvc: String((Number(input.cvc) + 1) % 1000).padStart(3, '0') }
  if (kind < 0.6) return { ...input, expYear: input.expYear - 1 }
  const blocked = merchants.filter(({ profile }) => profile === 'blocked')
  return { ...input, merchantId: blocked[Math.floor(random() * blocked.length)]!.merchantId }
}

/** Returns an active card that has not expired, is old enough and has not been declined today: most people who are declined try again another day. */
function chooseCard({ store, now }: World, random: () => number): Card | undefined {
  const cards = store.many<Card>(
    `SELECT * FROM cards
     WHERE state = 'ACTIVE' AND created_at <= :before AND exp_year * 12 + exp_month >= :month
       AND NOT EXISTS (SELECT 1 FROM authorizations WHERE card_ref = cards.ref AND created_at > :today AND status = 'DECLINED')
     ORDER BY ref LIMIT 500`,
    {
      before: now() - HANDS_OFF_MS,
      today: now() - DAY,
      month: new Date(now()).getUTCFullYear() * 12 + new Date(now()).getUTCMonth() + 1,
    },
  )
  return cards[Math.floor(random() * cards.length)]
}

type Standing = { attempts: number; declines: number }

/** The account of a card, as far as its charges passed through here. */
function standingOf({ store, now }: World, memo: string): Standing {
  return store.maybeOne<Standing>(
    `SELECT count(*) AS attempts, coalesce(sum(status = 'DECLINED' AND reason NOT IN (${uncounted.join()})), 0) AS declines
     FROM authorizations
     WHERE memo = :memo AND created_at > :since`,
    { memo, since: now() - 30 * DAY },
  )!
}

/** Whether the rate would stay within `limit` if the next charge were declined. */
const mayRisk = ({ attempts, declines }: Standing, limit: number): boolean => declines + 1 <= limit * (attempts + 1)

/** A young account has no rate yet. Until its first decline, it gets small charges that hardly fail. */
const mayBuy = (standing: Standing): boolean => mayRisk(standing, LIMIT) || standing.declines === 0

function chooseMerchant(random: () => number): SimulatedMerchant {
  const open = merchants.filter(
    ({ profile }) => !['declines', 'challenges', 'challengeFails', 'blocked'].includes(profile),
  )
  return open[Math.floor(random() * open.length)]!
}

/** Most purchases are small: squaring skews towards the lower end. */
function amountAt({ usual: [from, to] }: SimulatedMerchant, random: () => number): number {
  return Math.max(1, from + Math.floor((to - from) * random() ** 2))
}

/** Returns the price in the shopper's payment currency; `cents` is its value in US dollars. */
function priceAt(
  world: World,
  { currency }: SimulatedMerchant,
  cents: number,
  random: () => number,
): { amountCents: number; currency: string } {
  if (currency === 'USD' || !knowsCurrency(currency) || random() >= IN_OWN_CURRENCY)
    return { amountCents: cents, currency: 'USD' }
  const units = cents / 100 / Number(world.rateAt(currency, world.now()))
  return { amountCents: Math.max(1, Math.round(units * 10 ** currencies[currency].digits)), currency }
}

/** Clears a charge from half a minute ago the way its merchant does. False if there is none. */
function settleOne(world: World, random: () => number): boolean {
  const [found] = world.store.many<Authorization>(
    `SELECT * FROM authorizations
     WHERE by_shopper = 1 AND status IN ('PENDING', 'PARTIAL') AND created_at <= :before
     ORDER BY created_at LIMIT 1`,
    { before: world.now() - 30_000 },
  )
  if (!found) return false
  const held = remaining(found)
  const { profile } = merchantOf(found.merchant_id) ?? { profile: 'ordinary' }
  if (held <= 100 || profile === 'verifies' || random() < 0.04) reverse(world, found.ref, {})
  else if (profile === 'split' && found.status === 'PENDING')
    clear(world, found.ref, { amountCents: Math.ceil(held * 0.6), final: false })
  else if (profile === 'fuel')
    clear(world, found.ref, { amountCents: Math.ceil(held * (0.4 + random() * 0.5)), final: true })
  else if (profile === 'tips' && random() < 0.5)
    clear(world, found.ref, { amountCents: held + Math.ceil(held * 0.15), final: true })
  else if (profile === 'ordinary' && random() < 0.08)
    clear(world, found.ref, { amountCents: Math.ceil(held * (0.94 + random() * 0.1)), final: true })
  else clear(world, found.ref, { final: true })
  return true
}

function refundOne(world: World, random: () => number): boolean {
  const [found] = world.store.many<Authorization>(
    `SELECT * FROM authorizations
     WHERE by_shopper = 1 AND status = 'COMPLETE' AND cleared > refunded AND refunded = 0 AND created_at BETWEEN :from AND :to
     ORDER BY created_at DESC LIMIT 1`,
    { from: world.now() - DAY, to: world.now() - 120_000 },
  )
  if (!found) return false
  const amountCents = random() < 0.6 ? found.cleared : Math.ceil(found.cleared / 3)
  refund(world, { cardNumber: found.pan, merchantId: found.merchant_id, amountCents, authorizationId: found.ref })
  return true
}
