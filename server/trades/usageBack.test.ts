import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withIssuer } from '#test/fixtures/cards.ts'
import { authOf, cardInHand, decides, request } from '#test/fixtures/trades.ts'
import { newAccount } from '#test/world.ts'
import { dayOf, HOUR } from '../core/clock.ts'
import { transaction } from '../core/db.ts'
import { timeOfId } from '../core/ids.ts'
import type { AuthRow } from './auths.ts'
import { usageOf } from './queries.ts'
import { countedOf, giveBackUsage } from './rules/usageBack.ts'

withIssuer()

type Used = { day_cents: number; hour_count: number; day: number; hour: number }
type Case = {
  what: string
  /** The authorization, of 50.00, is so. */
  auth?: Partial<AuthRow>
  /** The card's usage, today 80.00 in three purchases, is so; days and hours ahead of the authorization's. */
  usage?: Partial<Used>
  by: number | 'all'
  /** What is left of the day's amount and of the hour's count, what of the authorization still counts, and whether repeating it is a duplicate. */
  left: [dayCents: number, hourCount: number, counted: number, remembered: boolean]
}
const cases: Case[] = [
  { what: 'reversed whole, it never was', by: 'all', left: [3000, 2, 0, false] },
  { what: 'a part is given back as an amount only', by: 2000, left: [6000, 3, 3000, true] },
  { what: 'all of the amount as a part is still a purchase', by: 5000, left: [3000, 3, 0, true] },
  { what: 'no more than was counted', by: 7000, left: [3000, 3, 0, true] },
  {
    what: 'of a purchase that was partly cleared only the rest, and it stays a purchase',
    auth: { cleared_cents: 2000 },
    by: 'all',
    left: [5000, 3, 2000, true],
  },
  { what: 'cleared by one cent', auth: { cleared_cents: 1 }, by: 'all', left: [3001, 3, 1, true] },
  { what: 'cleared beyond its amount nothing', auth: { cleared_cents: 6000 }, by: 'all', left: [8000, 3, 5000, true] },
  {
    what: 'what was given back before is not given back again, nor the purchase',
    auth: { usage_cents: 0, usage_day: 0 },
    by: 'all',
    left: [8000, 3, 0, true],
  },
  {
    what: 'a last cent that counts makes it a purchase that is undone',
    auth: { usage_cents: 1, usage_day: 0 },
    by: 'all',
    left: [7999, 2, 0, false],
  },
  { what: 'on the day after its own nothing of that day', usage: { day: 1 }, by: 'all', left: [8000, 2, 0, false] },
  {
    what: 'increased on the next day it counts on that',
    auth: { usage_day: 1, usage_cents: 6000, amount_cents: 6000 },
    usage: { day: 1 },
    by: 'all',
    left: [2000, 2, 0, false],
  },
  { what: 'an hour later the count is of other purchases', usage: { hour: 1 }, by: 'all', left: [3000, 3, 0, false] },
  { what: 'an hour before too', usage: { hour: -1 }, by: 'all', left: [3000, 3, 0, false] },
  { what: 'never below nothing', usage: { day_cents: 4000, hour_count: 0 }, by: 'all', left: [0, 0, 0, false] },
  { what: 'the last one leaves none', usage: { day_cents: 5000, hour_count: 1 }, by: 'all', left: [0, 0, 0, false] },
  {
    what: 'a part on another day changes the authorization only',
    usage: { day: 2 },
    by: 2000,
    left: [8000, 3, 3000, true],
  },
]

test('what an authorization counts, and on which day: as approved, or as last increased', async () => {
  const card = await cardInHand(await newAccount({ balanceCents: 100_000 }), { rechargeAmount: 50_000 })
  const authorization = request(card, 5000)
  await decides(authorization)
  const fresh = (await authOf(authorization.ref))!
  const day = dayOf(timeOfId(fresh.auth_id))
  assert.deepEqual([fresh.usage_day, fresh.usage_cents], [null, null])
  assert.deepEqual(countedOf(fresh), { day, cents: 5000 })
  assert.deepEqual(countedOf({ ...fresh, usage_day: day + 1, usage_cents: 7000 }), { day: day + 1, cents: 7000 })
  assert.deepEqual(countedOf({ ...fresh, usage_day: day + 1 }), { day, cents: 5000 })
  assert.deepEqual(countedOf({ ...fresh, usage_cents: 7000 }), { day, cents: 5000 })
})

test('a reversal gives back to the card’s limits what the authorization took of them', async () => {
  const card = await cardInHand(await newAccount({ balanceCents: 100_000 }), { rechargeAmount: 50_000 })
  const authorization = request(card, 5000)
  await decides(authorization)
  const fresh = (await authOf(authorization.ref))!
  const ms = timeOfId(fresh.auth_id)
  const [day, hour] = [dayOf(ms), Math.floor(ms / HOUR)]
  const aside = new Error('undo')
  for (const { what, auth: change = {}, usage = {}, by, left } of cases) {
    const auth = { ...fresh, ...change, ...(change.usage_day != null && { usage_day: day + change.usage_day }) }
    let now: unknown[] = []
    const trial = transaction(async (tx) => {
      await tx
        .updateTable('card_usage')
        .set({ day_cents: 8000, hour_count: 3, ...usage, day: day + (usage.day ?? 0), hour: hour + (usage.hour ?? 0) })
        .where('la_id', '=', fresh.la_id)
        .execute()
      await giveBackUsage(tx, auth, by)
      const { day_cents, hour_count, recent } = (await usageOf(tx, fresh))!
      const { usage_cents, usage_day } = await tx
        .selectFrom('auth')
        .select(['usage_cents', 'usage_day'])
        .where('issuer_ref', '=', fresh.issuer_ref)
        .executeTakeFirstOrThrow()
      now = [day_cents, hour_count, usage_cents, recent.some((byte) => byte !== 0)]
      assert.equal(usage_day, day + (change.usage_day ?? 0), what)
      throw aside
    })
    await assert.rejects(trial, aside)
    assert.deepEqual(now, left, what)
  }
})

test('a card that has never been used has nothing to give back', async () => {
  const aCard = async () => cardInHand(await newAccount({ balanceCents: 100_000 }))
  const [used, unused] = [await aCard(), await aCard()]
  const authorization = request(used, 100)
  await decides(authorization)
  const auth = (await authOf(authorization.ref))!
  await transaction((tx) => giveBackUsage(tx, { ...auth, la_id: -1, card_id: unused.cardId }, 'all'))
  assert.equal((await authOf(authorization.ref))!.usage_cents, null)
})
