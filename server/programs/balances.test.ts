import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { refusedAs } from '#test/refused.ts'
import { asks, openingInput, opensCard, withIssuer, withIssuerThat } from '#test/fixtures/cards.ts'
import {
  aCard,
  aNewDay,
  atTheBank,
  breaksOf,
  checker,
  floors,
  ISSUER,
  line,
  maker,
  prefunds,
  shown,
} from '#test/issuers/programs.ts'
import { approves, auditOf } from '#test/fixtures/staff.ts'
import { tells } from '#test/fixtures/trades.ts'
import { newRef } from '#test/fixtures/wires.ts'
import { newAccount } from '#test/world.ts'
import { DAY, HOUR, MINUTE, nowMs, setClock } from '../core/clock.ts'
import { db, many, sql } from '../core/db.ts'
import { forgetTerms } from '../cards/ranges/terms.ts'
import { compare, coverOf } from './balances.ts'
import { module as programsModule } from './module.ts'

withIssuer()
after(() => setClock())
afterEach(() => setClock())
const readsBalance = () => programsModule.sweeps['programs.readBalances'].work()
const alarmsOf = async (kind: string) =>
  (await many(db, sql`SELECT subject FROM alarm WHERE kind = ${kind} AND closed_at IS NULL`)).length

describe('the issuer’s balance', () => {
  const says = (amount: number) =>
    withIssuerThat({ programBalance: () => Promise.resolve({ amount, currency: 'USD' }) }, readsBalance)
  const available = async () => (await shown(await maker())).available

  it('that is what the books say agrees; a purchase on its way is no break, a lasting difference is one', async () => {
    const { noon } = aNewDay()
    await says(await available())
    assert.deepEqual([(await shown(await maker())).statement, await alarmsOf('PROGRAM_DIFFERS')], ['AGREES', 0])
    setClock(() => noon + 6 * MINUTE)
    await says((await available()) - 1)
    assert.equal((await shown(await maker())).statement, 'SETTLING')
    setClock(() => noon + 12 * MINUTE)
    await says((await available()) - 2)
    assert.deepEqual(await breaksOf('PROGRAM_DIFFERS', ISSUER), [])
    setClock(() => noon + 30 * MINUTE)
    const has = await available()
    await says(has - 2)
    const { statement, difference } = await shown(await maker())
    assert.deepEqual([statement, difference, await alarmsOf('PROGRAM_DIFFERS')], ['DIFFERS', 2, 1])
    assert.deepEqual((await breaksOf('PROGRAM_DIFFERS', ISSUER))[0]![0], 'OPEN')
    setClock(() => noon + 40 * MINUTE)
    await says(await available())
    assert.deepEqual((await breaksOf('PROGRAM_DIFFERS', ISSUER))[0]![0], 'MENDED')
    assert.equal(await alarmsOf('PROGRAM_DIFFERS'), 0)
  })

  it('is asked every five minutes, whoever asks; without an answer it is not known', async () => {
    const { noon } = aNewDay()
    let asked = 0
    const counted = () => Promise.resolve({ amount: ++asked, currency: 'USD' })
    await withIssuerThat({ programBalance: counted }, async () => {
      for (const minutes of [0, 1, 2, 3, 4, 5, 6]) {
        setClock(() => noon + minutes * MINUTE)
        await readsBalance()
      }
    })
    assert.equal(asked, 2)
    setClock(() => noon + 2 * HOUR)
    assert.equal((await shown(await maker())).statement, 'UNKNOWN')
  })

  it('shows when a prefund has arrived: the oldest first', async () => {
    const { noon } = aNewDay()
    const [one, two] = [await maker(), await checker()]
    await atTheBank(500_00)
    await says(await available())
    const [first, second] = [newRef(), newRef()]
    for (const [reference, amount] of [
      [first, 100_00],
      [second, 250_00],
    ] as const)
      await approves(two, (await prefunds(one, { reference, amount })).approvalId)
    const arrived = async () =>
      (await shown(one)).funds
        .filter(({ reference }) => [first, second].includes(reference))
        .map(({ arriveTime }) => arriveTime !== null)
    setClock(() => noon + 6 * MINUTE)
    await says((await available()) - 350_00)
    assert.deepEqual([(await shown(one)).underWay, (await shown(one)).statement], [350_00, 'AGREES'])
    setClock(() => noon + 12 * MINUTE)
    await says((await available()) - 250_00)
    assert.deepEqual([await arrived(), (await shown(one)).statement], [[false, true], 'AGREES'])
    // One that takes longer than wires do is a difference.
    setClock(() => noon + 4 * DAY)
    await says((await available()) - 250_00)
    assert.equal((await shown(one)).difference, 250_00)
    setClock(() => noon + 4 * DAY + 6 * MINUTE)
    await says(await available())
    assert.deepEqual([await arrived(), (await shown(one)).underWay], [[true, true], 0])
  })

  it('is compared with ours before and after the question', () => {
    const underWay = [
      { fundNo: 'a', amountCents: 100, createdAt: new Date(nowMs()) },
      { fundNo: 'b', amountCents: 50, createdAt: new Date(nowMs()) },
    ]
    assert.deepEqual(compare(990, [1000, 980], []), { arrived: [], difference: 0 })
    assert.deepEqual(compare(990, [1000, 1000], []), { arrived: [], difference: 10 })
    assert.deepEqual(compare(1010, [1000, 1000], []), { arrived: [], difference: -10 })
    assert.deepEqual(compare(850, [1000, 1000], underWay), { arrived: [], difference: 0 })
    assert.deepEqual(compare(950, [1000, 1000], underWay), { arrived: ['a'], difference: 0 })
    assert.deepEqual(compare(1000, [1000, 1000], underWay), { arrived: ['a', 'b'], difference: 0 })
    assert.deepEqual(compare(845, [1000, 1000], underWay), { arrived: [], difference: 5 })
    assert.deepEqual(compare(945, [1000, 1000], underWay), { arrived: ['a'], difference: 5 })
  })
})

describe('cover and the floor', () => {
  it('alarms by the days that are left at the burn of the last week, and ends the alarm', async () => {
    assert.deepEqual([coverOf(100, 0), coverOf(100, -5), coverOf(199, 100), coverOf(-5, 100)], [null, null, 19, 0])
    const { fromMs } = aNewDay()
    const card = await aCard()
    await tells(line('clearing.posted', card, 70_00))
    setClock(() => fromMs + DAY + HOUR)
    const { burn } = await shown(await maker())
    assert.equal(burn, 10_00)
    const kinds = async (usable: number) => {
      await withIssuerThat({ programBalance: () => Promise.resolve({ amount: usable, currency: 'USD' }) }, readsBalance)
      return [await alarmsOf('PROGRAM_COVER_LOW'), await alarmsOf('PROGRAM_COVER_CRITICAL')]
    }
    const one = await maker()
    await atTheBank(100_000_00)
    await approves(await checker(), (await prefunds(one, { amount: 100_000_00 })).approvalId)
    let minute = 0
    const later = () => setClock(() => fromMs + DAY + HOUR + ++minute * 6 * MINUTE)
    assert.deepEqual(await kinds(19_00), [1, 0])
    later()
    assert.deepEqual(await kinds(9_00), [0, 1])
    later()
    assert.deepEqual(await kinds(20_00), [0, 0])
    assert.equal((await shown(one)).coverTenths, 20)
  })

  it('below the floor no cards are opened; staff see it, holders are told, and above it they open again', async () => {
    aNewDay()
    const [one, holder] = [await maker(), await newAccount({ balanceCents: 500_000 })]
    const { available } = await shown(one)
    assert.deepEqual(await floors(one, available + 1_000_00), { openingPaused: 1 })
    forgetTerms()
    assert.equal((await shown(one)).openingPaused, 1)
    assert.equal(await alarmsOf('PROGRAM_BELOW_FLOOR'), 1)
    await assert.rejects(asks(holder, 'openCard', openingInput()), refusedAs('range_paused', 'vid'))
    const offered = await asks({ ...holder, from: { ...holder.from, lang: 'en' } }, 'cardRanges', {})
    assert.deepEqual(
      [offered[0]!.available, offered[0]!.reason],
      [0, 'This segment isn’t opening cards right now. Choose another one.'],
    )
    // A card in use is loaded as before, which needs no new card: only opening stops.
    await floors(one, 1)
    await floors(one, 0)
    forgetTerms()
    assert.deepEqual([(await shown(one)).floor, await alarmsOf('PROGRAM_BELOW_FLOOR')], [null, 0])
    await opensCard(holder)
    assert.deepEqual(await auditOf(one), Array(3).fill(`TREASURY ${ISSUER}`))
  })

  it('a prefund that arrives lifts it by the next answer of the issuer', async () => {
    const { noon } = aNewDay()
    const one = await maker()
    const { available } = await shown(one)
    await floors(one, Math.max(1, available) + 10_00)
    await atTheBank(50_000_00)
    await approves(await checker(), (await prefunds(one, { amount: 50_000_00 })).approvalId)
    setClock(() => noon + 6 * MINUTE)
    await withIssuerThat(
      { programBalance: async () => ({ amount: (await shown(one)).available, currency: 'USD' }) },
      readsBalance,
    )
    assert.equal((await shown(one)).openingPaused, 0)
    await floors(one, 0)
  })
})
