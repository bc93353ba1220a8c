/** A limit of an account, used by many cards through two servers at once, one of which is killed in between. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { saveControls, showControls } from '#contract/controls/controls.ts'
import type { Output } from '#contract/core/call.ts'
import { ask } from '../http/app.ts'
import { happens } from '../http/inputs/actors.ts'
import { db, one, sql } from '#server/core/db.ts'
import { withCluster, type Cluster } from './cluster.ts'
import { nothingLostOrDoubled, settled } from './healing.ts'
import { gather, type Crowd } from './people.ts'

const CARDS = 64
const CHARGE = 10_00
const LIMIT = 100_00

let crowd: Crowd
const cluster: Cluster = withCluster(async () => {
  crowd = await gather(cluster, 1, CARDS)
  assert.equal(crowd.people[0]!.cards.length, CARDS)
})
const holder = () => crowd.people[0]!

async function limits(controls: object): Promise<void> {
  const input = { scope: 'ACCOUNT', controls: JSON.stringify(controls), requestNo: `limit-${Date.now()}` }
  assert.equal((await ask(cluster.servers[1].url, saveControls, input, holder().token)).code, 200)
}
async function standing() {
  const input = { scope: 'ACCOUNT' }
  const { data } = await ask<Output<typeof showControls>>(cluster.servers[1].url, showControls, input, holder().token)
  return data.standing[0]!
}

let traces = 100_000
/** One charge on a card; what was approved and told goes to the log. */
async function charges(at: number): Promise<boolean> {
  const { accountId, cards } = holder()
  const { cardId, plastic } = cards[at % CARDS]!
  const input = { ...plastic, merchantId: 'mer_google_ads', amountCents: CHARGE, trace: `${traces++}` }
  const bought = await happens<{ authorizationId: string; approved: boolean; reason?: string }>(
    cluster,
    '/network/purchases',
    input,
  )
  if (bought.approved)
    crowd.log.approvals.push({
      ...{ ref: bought.authorizationId, accountId, cardId, amount: CHARGE },
      ...{ reversed: 0, cleared: new Map() },
    })
  return bought.approved
}
const allAtOnce = async (): Promise<number> =>
  (await Promise.all(Array.from({ length: CARDS }, (_, at) => charges(at)))).filter(Boolean).length

/** What stands of the account's authorizations. */
const stands = () =>
  one(
    db,
    sql<{ cents: number; count: number }>`
    SELECT coalesce(sum(held_cents + cleared_cents), 0)::bigint AS cents, count(*)::int AS count
      FROM auth
      JOIN (SELECT cell, la_id, account_id FROM card) AS card USING (cell, la_id)
     WHERE account_id = ${holder().accountId} AND held_cents + cleared_cents > 0`,
  )

test('64 charges of 10 at once on 64 cards through two servers pass a limit of 100 of the account exactly ten times', async () => {
  await limits({ limits: [{ limitId: 'shared', window: 'ALL', amount: LIMIT }] })
  assert.equal(await allAtOnce(), LIMIT / CHARGE)
  await settled(cluster, crowd)
  const { used, left, count } = await standing()
  assert.deepEqual([used, left, count], [LIMIT, 0, LIMIT / CHARGE])
  await nothingLostOrDoubled(cluster, crowd)
})

test('with a server killed in between, what was told and the limit are the same, and the rest of it is still there', async () => {
  const before = (await standing()).used
  await limits({ limits: [{ limitId: 'shared', window: 'ALL', amount: before + LIMIT }] })
  const [killed] = cluster.servers
  let going = true
  let told = 0
  const hands = Array.from({ length: 8 }, async (_, hand) => {
    for (let n = 0; going && n < 12; n++) if (await charges(hand + 8 * n)) told++
  })
  while (told < 3) await sleep(5)
  await killed.end('SIGKILL')
  await killed.start()
  await Promise.all(hands)
  going = false
  await settled(cluster, crowd)
  // What was approved and could not be told was given back, so the rest can be spent.
  for (let tries = 0; tries < 30; tries++) {
    const { left } = await standing()
    if (!left) break
    if (await charges(tries)) told++
    await settled(cluster, crowd)
  }
  assert.equal(told, LIMIT / CHARGE)
  const { used, left, over } = await standing()
  assert.deepEqual([used, left, over], [before + LIMIT, 0, 0])
  const { cents, count } = await stands()
  assert.deepEqual([cents, count], [before + LIMIT, (before + LIMIT) / CHARGE])
  assert.equal(await allAtOnce(), 0)
  await nothingLostOrDoubled(cluster, crowd)
})

test('a settlement above the hold passes the limit, and one that is told twice counts once', async () => {
  const { used: before } = await standing()
  const [first, second] = crowd.log.approvals
  for (const [approval, amountCents] of [
    [first!, CHARGE + 2_00],
    [second!, CHARGE - 3_00],
  ] as const) {
    const at = `/network/authorizations/${approval.ref}/clear`
    const { clearingId } = await happens<{ clearingId: string }>(cluster, at, { amountCents })
    approval.cleared.set(clearingId, amountCents)
  }
  await settled(cluster, crowd)
  assert.equal((await standing()).used, before - 1_00)
  await nothingLostOrDoubled(cluster, crowd)
})
