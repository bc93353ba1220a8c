/** Whatever happens to messages on an issuer's wire: in the end our books have what the network has. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { db } from '#server/core/db.ts'
import { applyEvents } from '#server/trades/events/apply.ts'
import { fillGaps } from '#server/trades/events/intake.ts'
import { NotYet } from '#server/trades/events/eventCard.ts'
import { merchants } from '#simulators/merchants.ts'
import { purchase } from '#simulators/network/authorizations.ts'
import { breakThings, FaultsInput } from '#simulators/network/faults.ts'
import { forcedPost, refund, undoPosting } from '#simulators/network/postings.ts'
import { remaining, type Authorization } from '#simulators/network/records.ts'
import { afterApproval } from '#simulators/testLife.ts'
import { pick, seeded } from '#simulators/world.ts'
import { asks, booksHold, moneyOn, openingInput, work } from '../fixtures/cards.ts'
import { plasticOf } from './onWire.ts'
import { wires } from './wires.ts'
import { withApp } from '../http/app.ts'
import { newAccount, type Person } from '../world.ts'

/** `KAIKA_LIVES=5000` for a long run. */
const LIVES = Number(process.env.KAIKA_LIVES ?? 120)
/** Each has enough for fifty lives. */
const ACCOUNTS = Math.max(10, Math.ceil(LIVES / 50))
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
      const { merchantId } = pick({ random }, at)
      const { cardNumber, ...printed } = plasticOf(world, ref)
      const loose = { cardNumber, merchantId, amountCents: upTo(900) }
      if (chance(0.05)) return void forcedPost(world, { ...loose, tell: 'yes' })
      if (chance(0.05)) return void undoPosting(world, refund(world, loose).refundId)
      const { authorizationId, approved } = await purchase(world, {
        ...{ cardNumber, ...printed, merchantId, amountCents: upTo(2_000), currency: 'USD' },
        ...(chance(0.3) && { partialOk: true }),
      })
      if (approved) await afterApproval(world, authorizationId, random)
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
      await fillGaps()
      const apply = (cardRef: string) => applyEvents({ issuerId, cardRef })
      // Of two events of one moment the later may have arrived first. It waits, and its job is tried again.
      const waits = (error: unknown) => assert.ok(error instanceof NotYet, String(error))
      for (const { ref } of cards) await apply(ref).catch(waits)
      for (const { ref } of cards) await apply(ref)
      for (const { who, cardId, ref } of cards) {
        const { posted, held } = await moneyOn(who, cardId)
        assert.deepEqual({ ref, posted, held }, { ref, ...atNetwork(ref) })
      }
      const { count } = world.store.maybeOne<{ count: number }>('SELECT count(*) AS count FROM postings')!
      assert.ok(count > LIVES / 4, `${count} postings`)
      await booksHold()
    })
  })
