import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { refused, refusedAs } from '#test/refused.ts'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import {
  aCard,
  aNewDay,
  atTheBank,
  breaksOf,
  checker,
  dayShown,
  entriesOf,
  ISSUER,
  line,
  maker,
  prefunds,
  reads,
  settles,
  shown,
} from '#test/issuers/programs.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { cardInHand, tells } from '#test/fixtures/trades.ts'
import { held } from '#test/fixtures/treasury.ts'
import { newRef } from '#test/fixtures/wires.ts'
import { newAccount } from '#test/world.ts'
import { dateOf, setClock } from '../core/clock.ts'
import { db, sql, transaction } from '../core/db.ts'
import { credit, debit, PLATFORM, platform, post, prove } from '../ledger/ledger.ts'
import type { NetworkEvent } from '../outside/outside.ts'
import { approvalAnswers } from '../staff/module.ts'
import { answers, module as programsModule } from './module.ts'

withIssuer()
after(() => setClock())
afterEach(() => setClock())

describe('a prefund', () => {
  it('is requested by one with the bank’s confirmation, and booked by another: from the bank to the issuer', async () => {
    const [one, two, reference] = [await maker(), await checker(), newRef()]
    await atTheBank(5_000_00)
    const before = await held('1110', 'USD')
    const { approvalId } = await prefunds(one, { reference: reference.toLowerCase(), amount: 2_000_00 })
    assert.equal(await held('1110', 'USD'), before, 'nothing moves before the second person')
    assert.deepEqual(
      (await shown(two)).waiting.map((waiting) => waiting.reference),
      [reference],
    )
    const asked = await approvalAnswers.showApproval(two, { approvalId })
    assert.equal(asked.amount, 2_000_00)
    assert.equal(asked.attachments.length, 1)
    assert.ok(asked.diff.some(({ label, before: was }) => label === 'At the bank' && was === '$5,000.00'))
    await approves(two, approvalId)
    const [fund] = (await shown(one)).funds
    assert.deepEqual(
      [fund!.reference, fund!.amount, fund!.maker, fund!.checker],
      [reference, 2_000_00, one.name, two.name],
    )
    assert.deepEqual(await entriesOf(fund!.transferId), ['D1110 200000', 'C1020 200000'])
    assert.deepEqual(await auditOf(one), [`PROPOSE ${reference}`])
    assert.ok((await auditOf(two)).includes(`MONEY ${reference}`))
    await booksHold()
  })

  it('above the dollars at the bank, under a reference that is used, or by nobody of the treasury, is refused', async () => {
    const [one, two, reference] = [await maker(), await checker(), newRef()]
    await atTheBank(1_000_00)
    const has = await held('1020', 'USD')
    await assert.rejects(prefunds(one, { amount: has + 1 }), refusedAs('above_position', 'amount'))
    const first = await prefunds(one, { reference, amount: has })
    const second = await prefunds(one, { amount: has })
    await approves(two, first.approvalId)
    await assert.rejects(approves(two, second.approvalId), refusedAs('above_position', 'amount'))
    await rejects(two, second.approvalId)
    await atTheBank(1_000_00)
    await assert.rejects(prefunds(one, { reference }), refusedAs('reference_used', 'reference'))
    await assert.rejects(prefunds(one, { bankId: 'bnk_x' }), refusedAs('not_found', 'bankId'))
    await assert.rejects(prefunds(one, { issuerId: 'nobody' }), refusedAs('not_found', 'issuerId'))
    await assert.rejects(prefunds(one, { valueDate: '2999-01-01' }), refusedAs('invalid', 'valueDate'))
    await refused('not_permitted', prefunds(await newStaff(['AUDITOR'])))
  })
})

/** A past day with two clearings, of which its file lacks the second. */
async function aDifferingDay() {
  const { day, fromMs, over } = aNewDay()
  const card = await aCard()
  const [known, strange] = [line('clearing.posted', card, 5_00), line('clearing.posted', card, 7_00)]
  await tells(known, strange)
  over()
  await reads(fromMs, [known])
  return { day, fromMs, known, strange }
}

describe('a settlement day', () => {
  it('whose file agrees is booked by the clock, once: clearings less refunds, and the issuer’s fees', async () => {
    const { day, fromMs, over } = aNewDay()
    // A card of this segment costs us 15 cents.
    const london = { vid: 'MASTERCARD-GB-1', city: 'London', state: 'Greater London', zipCode: 'SW1A 1AA' }
    const card = await cardInHand(await newAccount({ balanceCents: 500_000 }), { ...london, rechargeAmount: 400_00 })
    const lines = [line('clearing.posted', card, 80_00), line('refund.posted', card, 30_00)]
    await tells(...lines)
    await reads(fromMs, lines)
    assert.equal((await dayShown(await maker(), day))!.state, 'OPEN', 'its file is not complete at noon')
    over()
    await reads(fromMs, lines)
    const found = (await dayShown(await maker(), day))!
    assert.deepEqual(
      [found.state, found.file, found.books, found.difference, found.fees, found.settled, found.left, found.bookedBy],
      [
        'BOOKED',
        { lines: 2, clearings: 80_00, refunds: 30_00, net: 50_00 },
        { clearings: 80_00, refunds: 30_00, net: 50_00 },
        ...[0, 15, 50_15, 0, 'System'],
      ],
    )
    assert.deepEqual(await entriesOf(found.transferId!), ['D2110 5000', 'D2120 15', 'C1110 5015'])
    const before = await held('1110', 'USD')
    await reads(fromMs, lines)
    await programsModule.sweeps['programs.bookOpenDays'].work()
    await assert.rejects(settles(await maker(), day), refusedAs('conflict', 'day'))
    assert.equal(await held('1110', 'USD'), before, 'a day is booked once')
    await booksHold()
  })

  it('on which more came back than was spent brings money to the prefund', async () => {
    const { day, fromMs, over } = aNewDay()
    const card = await aCard()
    const lines = [line('refund.posted', card, 30_00)]
    await tells(...lines)
    over()
    await reads(fromMs, lines)
    const { transferId, settled } = (await dayShown(await maker(), day))!
    assert.equal(settled, -30_00)
    assert.deepEqual(await entriesOf(transferId!), ['C2110 3000', 'D1110 3000'])
  })

  it('with a reversal, which no file lists, settles it with the day that it is dated', async () => {
    const { day, fromMs, over } = aNewDay()
    const card = await aCard()
    const cleared = line('clearing.posted', card, 20_00)
    await tells(cleared)
    await tells({ ...cleared, id: newRef(), type: 'clearing.reversed' } as NetworkEvent)
    over()
    await reads(fromMs, [cleared])
    const found = (await dayShown(await maker(), day))!
    assert.deepEqual([found.state, found.reversals, found.settled, found.left], ['BOOKED', -20_00, 0, 0])
    assert.equal(found.transferId, null, 'nothing is left to settle')
    await booksHold()
  })

  it('that differs is a break and not booked; a late message ends it', async () => {
    const { day, fromMs, known, strange } = await aDifferingDay()
    const found = (await dayShown(await maker(), day))!
    assert.deepEqual([found.state, found.difference, found.settled], ['DIFFERS', -7_00, null])
    assert.deepEqual(await breaksOf('SETTLEMENT_DIFFERS', `${ISSUER} ${day}`), [['OPEN', '$12.00', '$5.00']])
    await reads(fromMs, [known, strange])
    assert.equal((await dayShown(await maker(), day))!.state, 'BOOKED')
    assert.deepEqual(await breaksOf('SETTLEMENT_DIFFERS', `${ISSUER} ${day}`), [['MENDED', '$12.00', '$5.00']])
  })

  it('that keeps differing is booked by two people as the file says, and the difference stays owed', async () => {
    const { day } = await aDifferingDay()
    const [one, two] = [await maker(), await checker()]
    const { state, approvalId } = await settles(one, day)
    assert.equal(state, 'REQUESTED')
    assert.equal((await dayShown(one, day))!.approvalId, approvalId)
    const { diff } = await approvalAnswers.showApproval(two, { approvalId: approvalId! })
    assert.deepEqual(
      diff.slice(2).map(({ after: is }) => is),
      ['$5.00', '$12.00', '-$7.00'],
    )
    await approves(two, approvalId!)
    const found = (await dayShown(one, day))!
    assert.deepEqual([found.state, found.settled, found.left, found.bookedBy], ['BOOKED', 5_00, 7_00, two.name])
    assert.ok((await auditOf(two)).includes(`MONEY ${ISSUER} ${day}`))
    assert.deepEqual(await breaksOf('SETTLEMENT_DIFFERS', `${ISSUER} ${day}`), [['OPEN', '$12.00', '$5.00']])
    await booksHold()
  })

  it('whose request was overtaken by another file is not booked', async () => {
    const { day, fromMs, strange } = await aDifferingDay()
    const { approvalId } = await settles(await maker(), day)
    await reads(fromMs, [strange])
    await assert.rejects(approves(await checker(), approvalId!), refusedAs('conflict'))
    await rejects(await checker(), approvalId!)
  })

  it('without a complete file, or of an issuer that is not ours, is refused', async () => {
    const { day } = aNewDay()
    await assert.rejects(settles(await maker(), day), refusedAs('conflict', 'day'))
    await assert.rejects(answersNobody(day), refusedAs('not_found', 'issuerId'))
  })
})
const answersNobody = async (day: string) => {
  const one = await maker()
  return transaction((tx) => answers.settleDay(one, { issuerId: 'nobody', day, reason: 'by hand' }, tx))
}

describe('the proof', () => {
  const names = async () => (await prove()).map(({ check }) => check)
  const moved = (from: '1110' | '2110', to: '1110' | '2110') =>
    transaction((tx) =>
      post(tx, {
        kind: 'ISSUER_SETTLED',
        accountId: PLATFORM,
        biz: { type: 'test', id: newRef() },
        lines: [debit(platform(from, ISSUER), 1_00), credit(platform(to, ISSUER), 1_00)],
      }),
    )

  it('finds money at the issuer that no prefund and no settlement explains', async () => {
    aNewDay()
    assert.deepEqual(await names(), [])
    await moved('2110', '1110')
    assert.deepEqual(await names(), ['prefund-not-its-statement'])
    await moved('1110', '2110')
    assert.deepEqual(await names(), [])
  })

  it('finds a booked day and a prefund that say something else than the books', async () => {
    const { fromMs, over } = aNewDay()
    const card = await aCard()
    const lines = [line('clearing.posted', card, 9_00)]
    await tells(...lines)
    over()
    await reads(fromMs, lines)
    const day = dateOf(fromMs)
    await sql`UPDATE program_day SET settled_cents = settled_cents + 1 WHERE day = ${day}`.execute(db)
    assert.deepEqual(await names(), ['settlement-day-not-in-the-books', 'prefund-not-its-statement'])
    await sql`UPDATE program_day SET settled_cents = settled_cents - 1 WHERE day = ${day}`.execute(db)
    assert.deepEqual(await names(), [])
  })
})
