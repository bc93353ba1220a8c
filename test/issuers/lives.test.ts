/** Whatever happens to messages on an issuer's wire: in the end our books have what the network has. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { db } from '#server/core/db.ts'
import { applyEvents } from '#server/trades/events/apply.ts'
import { fillGaps } from '#server/trades/events/intake.ts'
import { securityCode } from '#simulators/cardNumbers.ts'
import { merchants } from '#simulators/merchants.ts'
import { increment, purchase } from '#simulators/network/authorizations.ts'
import { breakThings, FaultsInput } from '#simulators/network/faults.ts'
import { clear, expire, forcedPost, refund, refundOf, reverse, undoPosting } from '#simulators/network/postings.ts'
import { remaining, type Authorization } from '#simulators/network/records.ts'
import { asks, booksHold, moneyOn, openingInput, work } from '../fixtures/cards.ts'
import { wires } from './wires.ts'
import { withApp } from '../http/app.ts'
import { newAccount, type Person } from '../world.ts'

/** `KAIKA_LIVES=5000` for a long run. */
const LIVES = Number(process.env.KAIKA_LIVES ?? 120)
const ACCOUNTS = 10
const LOADED = 100_000

/** In turns, forty lives each. */
const weather = [
  {},
  { duplicate: true, reorderMs: 300 },
  { dropRate: 0.4 },
  { repeatRequests: true },
  { dropRate: 1 }, // the events of five minutes, as it were, are lost
  { duplicate: true, dropRate: 0.2, reorderMs: 300, latencyMs: 5 },
]
/** No fee of ours is added to what the network takes. */
const at = merchants.filter(
  ({ country, currency, profile }) => country === 'US' && currency === 'USD' && profile !== 'challenges',
)

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Card = { who: Person; cardId: string; ref: string }

const served = withApp()
let connected: Promise<void> | undefined
const connects = async (): Promise<void> => {
  for (const { connect } of wires) await connect(served)
}

for (const { issuerId, vid } of wires)
  describe(`the books of cards of ${issuerId}`, () => {
    const cards: Card[] = []
    const random = seeded(2026)
    const chance = (share: number): boolean => random() < share
    const upTo = (most: number): number => 1 + Math.floor(random() * most)

    async function live({ ref }: Card): Promise<void> {
      const { world } = served.simulators
      const { pan, exp_month, exp_year } = world.store.maybeOne<{ pan: string; exp_month: number; exp_year: number }>(
        'SELECT * FROM cards WHERE ref = :ref',
        { ref },
      )!
      const merchant = at[Math.floor(random() * at.length)]!
      const loose = { cardNumber: pan, merchantId: merchant.merchantId, amountCents: upTo(900) }
      if (chance(0.05)) return void forcedPost(world, { ...loose, tell: 'yes' })
      if (chance(0.05)) return void undoPosting(world, refund(world, loose).refundId)
      const { authorizationId: id, approved } = await purchase(world, {
        ...{ cardNumber: pan, expMonth: exp_month, expYear: exp_year, merchantId: merchant.merchantId },
        ...{ cvc: securityCode(world.key, pan, [exp_month, exp_year]), amountCents: upTo(2_000), currency: 'USD' },
        ...(chance(0.3) && { partialOk: true }),
      })
      if (!approved) return
      if (chance(0.3)) await increment(world, id, upTo(300))
      const acts: (() => unknown)[] = [
        () => clear(world, id, { final: chance(0.5), ...(chance(0.5) && { amountCents: upTo(300) }) }),
        () => reverse(world, id, {}),
        () => reverse(world, id, { amountCents: 1 }),
        () => expire(world, id),
        () => refundOf(world, id, 1),
        () => undoPosting(world, clear(world, id, { amountCents: 10, final: true }).clearingId),
        () => undoPosting(world, refundOf(world, id, 2).refundId),
      ]
      for (let steps = Math.floor(random() * 6); steps > 0; steps--)
        try {
          await acts[Math.floor(random() * acts.length)]!()
        } catch {
          // What this authorization does not permit any more.
        }
    }

    /** What the network took from a card and returned to it, and what it may still take. */
    function atNetwork(ref: string): { posted: number; held: number } {
      const { store } = served.simulators.world
      const open = store.many<Authorization>(
        `SELECT * FROM authorizations WHERE card_ref = :ref AND status IN ('PENDING', 'PARTIAL')`,
        { ref },
      )
      const { taken } = store.maybeOne<{ taken: number }>(
        `SELECT coalesce(sum(CASE WHEN kind LIKE 'refund%' THEN -amount ELSE amount END), 0) AS taken
           FROM postings WHERE card_ref = :ref AND undone = 0`,
        { ref },
      )!
      return { posted: LOADED - taken, held: open.reduce((sum, one) => sum + remaining(one), 0) }
    }

    test(`after ${LIVES} lives with messages twice, late, in another order and not at all, they are the network’s`, async () => {
      await (connected ??= connects())
      for (let n = 0; n < ACCOUNTS; n++) {
        const who = await newAccount({ balanceCents: 2 * LOADED })
        const { cardId } = await asks(who, 'openCard', openingInput({ vid, rechargeAmount: LOADED }))
        await work()
        const { issuer_ref } = await db
          .selectFrom('card')
          .select('issuer_ref')
          .where('card_id', '=', cardId)
          .executeTakeFirstOrThrow()
        cards.push({ who, cardId, ref: issuer_ref! })
      }
      const { world } = served.simulators
      for (let lives = 0; lives < LIVES; lives++) {
        if (lives % 40 === 0) breakThings(world.faults, FaultsInput.parse(weather[(lives / 40) % weather.length]))
        await live(cards[lives % ACCOUNTS]!)
      }
      breakThings(world.faults, FaultsInput.parse({}))
      while (!(await world.events.flush(20_000))) continue
      // Once more from the beginning: what arrived before what it needs is applied then.
      for (let again = 0; again < 2; again++) {
        await fillGaps()
        for (const { ref } of cards) await applyEvents({ issuerId, cardRef: ref })
      }
      for (const { who, cardId, ref } of cards) {
        const { posted, held } = await moneyOn(who, cardId)
        assert.deepEqual({ ref, posted, held }, { ref, ...atNetwork(ref) })
      }
      const { count } = world.store.maybeOne<{ count: number }>('SELECT count(*) AS count FROM postings')!
      assert.ok(count > LIVES / 4, `${count} postings`)
      await booksHold()
    })
  })
