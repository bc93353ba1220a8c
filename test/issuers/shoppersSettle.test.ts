/** Ten minutes of shoppers on the cards of all issuers at once: the settlement file of each agrees with our books to the cent, and the day books itself. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DAY, dateOf, HOUR, MINUTE, SECOND, setClock, startOfDate } from '#server/core/clock.ts'
import { db, many, sql } from '#server/core/db.ts'
import { module as programsModule } from '#server/programs/module.ts'
import { applyEvents } from '#server/trades/events/apply.ts'
import { fillGaps } from '#server/trades/events/intake.ts'
import { module as tradesModule } from '#server/trades/module.ts'
import { shop } from '#simulators/shoppers.ts'
import { seeded } from '#simulators/world.ts'
import { asks, booksHold, openingInput, work } from '../fixtures/cards.ts'
import { wires } from './wires.ts'
import { withApp } from '../http/app.ts'
import { runJobs } from '../runJobs.ts'
import { newAccount } from '../world.ts'

const CARDS = 6
const SHOPPING_MS = 10 * MINUTE

const served = withApp()
after(() => setClock())

/** Both worlds live at this moment. */
async function isNow(ms: number): Promise<void> {
  setClock(() => ms)
  await fetch(`${served.simulators.url}/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nowMs: ms }),
  })
}

test('ten minutes of shoppers on all issuers settle to the cent', async () => {
  for (const { connect } of wires) await connect(served)
  const day = dateOf(Date.now() + 10 * DAY)
  const noon = startOfDate(day) + 12 * HOUR
  await isNow(noon)
  const refs: { issuerId: string; cardRef: string }[] = []
  for (const { issuerId, vid } of wires)
    for (let n = 0; n < CARDS; n++) {
      const who = await newAccount({ balanceCents: 500_000 })
      const { cardId } = await asks(who, 'openCard', openingInput({ vid, rechargeAmount: 100_000 }))
      await work()
      const { issuer_ref } = await db
        .selectFrom('card')
        .select('issuer_ref')
        .where('card_id', '=', cardId)
        .executeTakeFirstOrThrow()
      refs.push({ issuerId, cardRef: issuer_ref! })
    }
  const { world } = served.simulators
  const random = seeded(2026)
  // A card this new is left to its owner.
  const from = noon + 15 * MINUTE
  for (let ms = from; ms < from + SHOPPING_MS; ms += SECOND) {
    await isNow(ms)
    await shop(world, random)
  }
  while (!(await world.events.flush(20_000))) continue
  await fillGaps()
  for (const one of refs) await applyEvents(one)

  await isNow(startOfDate(day) + DAY + 4 * HOUR)
  for (const { issuerId } of wires)
    await tradesModule.jobs['trades.readSettlement']({ issuerId, fromMs: startOfDate(day) })
  await runJobs(programsModule.jobs)
  const days = await many(
    db,
    sql<{ issuer: string; lines: number; booked: boolean; net: number; settled: number }>`
    SELECT issuer_id AS issuer, lines, booked_at IS NOT NULL AS booked, clearing_cents - refund_cents AS net, settled_cents AS settled
      FROM program_day WHERE day = ${day} ORDER BY issuer_id`,
  )
  assert.deepEqual(
    new Map(days.map(({ issuer, booked }) => [issuer, booked])),
    new Map(wires.map(({ issuerId }) => [issuerId, true])),
  )
  for (const { issuer, lines, net, settled } of days) {
    assert.ok(lines > 20, `${issuer}: ${lines} lines`)
    assert.equal(settled, net, issuer)
  }
  const owed = await many(
    db,
    sql<{ owner: string; cents: number }>`
    SELECT owner, sum(CASE side WHEN 'C' THEN amount ELSE -amount END)::bigint AS cents
      FROM ledger_entry JOIN ledger_account USING (cell, la_id) WHERE code = '2110' GROUP BY owner`,
  )
  assert.deepEqual(
    owed.map(({ cents }) => cents),
    wires.map(() => 0),
  )
  await booksHold()
})
