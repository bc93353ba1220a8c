import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { identified } from '#test/fixtures/batches.ts'
import { owner } from '#test/database.ts'
import { cardInHand, charges, declinesBefore, event, tells, type Plastic } from '#test/fixtures/trades.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { declineLadder as ladderRow } from '#contract/trades/declineLadder.ts'
import { DAY, HOUR, dayOf, nowMs, setClock } from '#server/core/clock.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { db, many, sql } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'
import { declineLadder } from '../ladder/declineLadder.ts'
import { declineRate } from '../ladder/rate.ts'
import { declinesByDate } from './declinesByDate.ts'
import { keepDeclineDays } from './keepDays.ts'

withIssuer({ connections: 20 })
/** 10 March 2027, 12:00 in Shanghai. */
const NOON = Date.parse('2027-03-10T04:00:00Z')
let shiftMs = 0
before(() => {
  shiftMs = NOON - Date.now()
  setClock(() => Date.now() + shiftMs)
})
after(() => setClock())

describe('figures of declines', () => {
  let ana: Person
  let bo: Person & { subUid: string }
  const figures = async () => ({
    byDate: [...(await declinesByDate(db, ana, 30))].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ofSubs: [...(await declinesByDate(db, { ...ana, subsOnly: true }, 30))],
    ofBo: [...(await declinesByDate(db, { ...ana, subUid: bo.subUid }, 30))],
    rate: await declineRate(db, ana.accountId),
    ladder: ladderRow.output.parse(await declineLadder(ana, {})),
  })
  const marks = () =>
    many(
      db,
      sql<{ auth_id: string; closed_day: number }>`
      SELECT auth_id::text, closed_day FROM decline_mark WHERE ${ofAccount(ana.accountId)}`,
    )
  const sameAfterKeeping = async (why: string) => {
    const live = await figures()
    await keepDeclineDays()
    assert.deepEqual(await figures(), live, why)
    return live
  }

  before(async () => {
    ana = await newAccount({ balanceCents: 900_000, plan: 'PRO' })
    bo = await subOf(ana)
    await identified(ana)
  })

  test('are the same before and after days are counted, and whatever comes later', async () => {
    const [card, hers] = [
      await cardInHand(ana, { rechargeAmount: 50_000 }),
      await cardInHand(bo, { rechargeAmount: 50_000 }),
    ]
    await charges(card, 100)
    await charges(card, 99_999)
    await charges(hers, 99_998)
    await declinesBefore(card, 150, 0)
    await declinesBefore(hers, 100, 150)
    const few = await sameAfterKeeping('what has just been decided is not counted: a transaction may not have ended')
    assert.deepEqual(await marks(), [])
    assert.deepEqual(few.ofBo, [['2027-03-10', 101]])

    shiftMs += HOUR
    const first = await sameAfterKeeping('the first count')
    assert.equal((await marks()).length, 1)
    assert.deepEqual([first.byDate, first.rate.declined, first.ladder.reasons[0]!.count], [[['2027-03-10', 252]], 2, 2])
    await charges(card, 99_997)
    await tells(
      event('auth.declined', hers, 700, {
        authRef: 'told-late',
        occurredAt: nowMs() - 3 * DAY,
        reason: 'ISSUER_DECLINED',
        isoCode: '05',
      } as never),
    )
    const later = await sameAfterKeeping('declines since')
    assert.deepEqual(later.byDate, [
      ['2027-03-07', 1],
      ['2027-03-10', 253],
    ])
    await declinesBefore(card, 300, 1000)
    shiftMs += HOUR
    await sameAfterKeeping('a second count')
    await booksHold()
  })

  test('days of accounts with many cards are closed when they cannot change any more', async () => {
    const cards: Plastic[] = []
    for (let i = 0; i < 21; i++) cards.push(await cardInHand(ana, { rechargeAmount: 1_000 }))
    for (const card of cards) await charges(card, 100)
    await charges(cards[0]!, 99_999)
    const day = dayOf(nowMs())
    shiftMs += DAY
    for (const card of cards.slice(1)) await charges(card, 101)
    await sameAfterKeeping('the day has just ended')
    assert.equal((await marks())[0]!.closed_day, 0)
    shiftMs += DAY
    await sameAfterKeeping('two days later; one card has its counters still')
    assert.equal((await marks())[0]!.closed_day, day)
    await charges(cards[0]!, 102)
    await sameAfterKeeping('its counters have moved into the day')
    shiftMs += DAY
    for (const card of cards.slice(1)) await charges(card, 103)
    await sameAfterKeeping('the next day is closed')
    assert.equal((await marks())[0]!.closed_day, day + 1)
    await booksHold()
  })

  test('the proof finds a day that says something else', async () => {
    const breaks = async (table: string, change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
      await change.execute(owner)
      const found = (await prove()).map(({ check }) => check)
      await back.execute(owner)
      assert.deepEqual(found, [table])
      await booksHold()
    }
    await breaks(
      'decline-day-not-its-declines',
      sql`UPDATE decline_day SET declined = declined + 1 WHERE ${ofAccount(ana.accountId)} AND day = ${dayOf(NOON)} AND owner_sub_no = 0 AND NOT counted`,
      sql`UPDATE decline_day SET declined = declined - 1 WHERE ${ofAccount(ana.accountId)} AND day = ${dayOf(NOON)} AND owner_sub_no = 0 AND NOT counted`,
    )
    await breaks(
      'rate-day-not-its-cards',
      sql`UPDATE rate_day SET approved = approved + 1 WHERE ${ofAccount(ana.accountId)} AND day = ${dayOf(NOON)}`,
      sql`UPDATE rate_day SET approved = approved - 1 WHERE ${ofAccount(ana.accountId)} AND day = ${dayOf(NOON)}`,
    )
  })
})
