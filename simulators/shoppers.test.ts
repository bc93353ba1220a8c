import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { purchase } from './network/authorizations.ts'
import { shop } from './shoppers.ts'
import { aCard, testWorld, yes, type TestWorld } from './testServer.ts'
import { seeded } from './world.ts'

const HOUR = 3_600_000

/** Waits until every event has arrived. An event still in flight when the test moves the time would be too old to be accepted. */
async function nothingIsOnItsWay({ world }: TestWorld): Promise<void> {
  assert.ok(await world.events.flush(20_000))
}

test('shoppers leave a card of the last ten minutes alone, and use it afterwards', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const world = await testWorld(t, { now: () => now })
  await aCard(world)
  const random = seeded(7)
  for (let walks = 0; walks < 20; walks++) await shop(world.world, random)
  assert.equal(world.asked.length, 0)
  await nothingIsOnItsWay(world)
  now += 11 * 60_000
  for (let walks = 0; walks < 20; walks++) await shop(world.world, random)
  assert.ok(world.asked.length > 5)
})

test('whatever our server answers, no account that has a rate comes to the three declines in a hundred at which its holder is warned', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const world = await testWorld(t, { now: () => now })
  const cards = await Promise.all(Array.from({ length: 8 }, () => aCard(world)))
  for (let made = 0; made < 100; made++) {
    await purchase(world.world, {
      ...cards[made % 8]!.pays,
      merchantId: 'mer_netflix',
      amountCents: 100,
      currency: 'USD',
    })
  }
  await nothingIsOnItsWay(world)
  now += HOUR
  world.decide = () => ({ approved: false, amountCents: 0, reason: 'INSUFFICIENT_FUNDS', isoCode: '51' })
  const random = seeded(3)
  for (let walks = 0; walks < 300; walks++, now += HOUR) {
    await shop(world.world, random)
    await nothingIsOnItsWay(world)
  }
  const { attempts, declines } = world.world.store.maybeOne<{ attempts: number; declines: number }>(
    `SELECT count(*) AS attempts, sum(status = 'DECLINED') AS declines FROM authorizations`,
  )!
  assert.ok(declines > 0 && declines <= attempts * 0.03, `${declines} of ${attempts}`)
})

test('an hour of shoppers keeps an account that has a rate under 2.5 declines in a hundred, though its cards have little money', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const world = await testWorld(t, { now: () => now })
  const cards = await Promise.all(Array.from({ length: 8 }, () => aCard(world)))
  const pays = (made: number, amountCents: number) =>
    purchase(world.world, { ...cards[made % 8]!.pays, merchantId: 'mer_netflix', amountCents, currency: 'USD' })
  // As the buyer of the demo world: 250 purchases in 30 days, three of them declined.
  for (let made = 0; made < 247; made++) await pays(made, 100)
  const no = { approved: false, amountCents: 0, reason: 'INSUFFICIENT_FUNDS', isoCode: '51' } as const
  world.decide = () => no
  for (let made = 0; made < 3; made++) await pays(made, 100)
  await nothingIsOnItsWay(world)
  now += HOUR * 25
  world.decide = (request) => (request.amountCents > 60_00 ? no : yes(request))
  const random = seeded(13)
  for (let walks = 0; walks < 900; walks++, now += 4000) {
    await shop(world.world, random)
    if (walks % 20 === 0) await nothingIsOnItsWay(world)
  }
  const { attempts, declines } = world.world.store.maybeOne<{ attempts: number; declines: number }>(
    `SELECT count(*) AS attempts, sum(status = 'DECLINED') AS declines FROM authorizations`,
  )!
  assert.ok(attempts > 350, `they stop buying after ${attempts}`)
  assert.ok(declines <= attempts * 0.025, `${declines} of ${attempts}`)
})

test('what shoppers buy is cleared, given back or refunded in time, and the codes that they are asked for are entered', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const world = await testWorld(t, { now: () => now })
  await aCard(world)
  await nothingIsOnItsWay(world)
  now += HOUR
  world.decide = yes
  const random = seeded(11)
  for (let walks = 0; walks < 300; walks++, now += 60_000) {
    await shop(world.world, random)
    await nothingIsOnItsWay(world)
  }
  const kinds = new Set(world.told.map(({ type }) => type))
  assert.deepEqual([...kinds].toSorted(), [
    'auth.reversed',
    'clearing.posted',
    'refund.posted',
    'threeDs.challenged',
    'threeDs.finished',
  ])
})

test('shoppers refund some of what they buy, not nearly all of it', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const world = await testWorld(t, { now: () => now })
  await aCard(world)
  await nothingIsOnItsWay(world)
  now += HOUR
  world.decide = yes
  const random = seeded(5)
  for (let walks = 0; walks < 400; walks++, now += 5000) {
    await shop(world.world, random)
    await nothingIsOnItsWay(world)
  }
  const of = (type: string): number => world.told.filter((event) => event.type === type).length
  const [clearings, refunds] = [of('clearing.posted'), of('refund.posted')]
  assert.ok(refunds > 0 && refunds <= clearings * 0.25, `${refunds} refunds of ${clearings} clearings`)
})

test('nobody shops with a card whose last month is over', async (t) => {
  let now = Date.UTC(2026, 10, 21)
  const world = await testWorld(t, { now: () => now })
  const { card } = await aCard(world)
  await nothingIsOnItsWay(world)
  const random = seeded(7)
  now = Date.UTC(card.exp[1], card.exp[0], 1) - HOUR
  for (let walks = 0; walks < 20; walks++) await shop(world.world, random)
  const asked = world.asked.length
  assert.ok(asked > 0)
  await nothingIsOnItsWay(world)
  now += 2 * HOUR
  for (let walks = 0; walks < 20; walks++) await shop(world.world, random)
  assert.equal(world.asked.length, asked)
})
