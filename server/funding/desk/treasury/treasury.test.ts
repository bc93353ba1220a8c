import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { refused, refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import {
  aHash,
  collected,
  deposited,
  entriesOfMove,
  held,
  MID,
  sells,
  settles,
  sweeps,
  today,
} from '#test/fixtures/treasury.ts'
import { csvOf, imports, lineOf, newRef } from '#test/fixtures/wires.ts'
import { withWorld } from '#test/world.ts'
import { approvalAnswers } from '#server/staff/module.ts'
import { DAY, nowMs, setClock } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { setRate } from '#server/funding/rails/rates.ts'
import { treasuryAnswers as answers } from '#server/funding/module.ts'
import { prove } from '#server/ledger/ledger.ts'

withWorld()
const maker = () => newStaff(['TREASURY'])
const checker = () => newStaff(['FIN_CHECKER'])
const nothingMoves = async (act: () => Promise<unknown>): Promise<void> => {
  const books = () => Promise.all(['1210', '1030'].map((code) => held(code, 'CNY')))
  const [before, hands] = [await books(), await held('1040', 'USDT')]
  await act()
  assert.deepEqual([await books(), await held('1040', 'USDT')], [before, hands])
}

beforeEach(() => transaction((tx) => setRate(tx, { midMicros: MID }, 'test')))
after(() => setClock())
afterEach(async () => assert.deepEqual(await prove(), []))

describe('a settlement of an acquirer', () => {
  it('is requested by one and booked by another: the net at our bank, the fee as our cost', async () => {
    const [one, two, ref] = [await maker(), await checker(), newRef()]
    await collected(500_000)
    const before = await held('1210', 'CNY')
    const { approvalId } = await settles(one, { reference: ref })
    assert.equal(await held('1210', 'CNY'), before, 'nothing moves before the second person')
    const shown = await approvalAnswers.showApproval(two, { approvalId })
    assert.deepEqual(
      shown.diff.map(({ label, before: was, after: is }) => [label, was, is]),
      [
        ['Provider', null, 'WeChat Pay'],
        ['Gross', null, '¥5,000.00'],
        ['Provider’s fee', null, '¥30.00 (0.6%)'],
        ['Arrived at our bank', null, '¥4,970.00'],
        ['Bank reference', null, ref],
        ['Value date', null, today()],
        ['Still at the provider', '¥5,000.00', '¥0.00'],
      ],
    )
    assert.equal(shown.amount, 69_444, 'in dollars, for the limits of a day')
    await approves(two, approvalId)
    assert.deepEqual(await entriesOfMove(ref), ['D1030 497000 CNY', 'D5010 3000 CNY', 'C1210 500000 CNY'])
    assert.deepEqual(await auditOf(one), [`PROPOSE ${ref}`])
    assert.ok((await auditOf(two)).includes(`MONEY ${ref}`))
    const [row] = (await answers.listTreasuryMoves(two, { pageNo: 1, pageSize: 10, keyword: ref })).data
    assert.deepEqual(
      [row!.moveText, row!.source, row!.sent, row!.got, row!.cost, row!.maker, row!.checker, row!.valueDate],
      ['Provider settlement', 'WeChat Pay', '¥5,000.00', '¥4,970.00', '¥30.00', one.name, two.name, today()],
    )
  })

  it('above what the acquirer owes is refused by name, at the request and at the decision', async () => {
    const [one, two] = [await maker(), await checker()]
    await collected(100_000, 'ALIPAY')
    const alipay = { acquirer: 'ALIPAY' as const, fee: 600 }
    await nothingMoves(() =>
      assert.rejects(settles(one, { ...alipay, gross: 100_001 }), refusedAs('above_position', 'gross')),
    )
    const first = await settles(one, { ...alipay, gross: 60_000 })
    const second = await settles(one, { ...alipay, gross: 60_000 })
    await approves(two, first.approvalId)
    await nothingMoves(() => assert.rejects(approves(two, second.approvalId), refusedAs('above_position', 'gross')))
    await rejects(two, second.approvalId)
  })

  it('two at the same time never take more than there is', async () => {
    const [one, two, three] = [await maker(), await checker(), await checker()]
    await collected(100_000, 'UNIONPAY')
    const asked = [
      await settles(one, { acquirer: 'UNIONPAY', gross: 80_000, fee: 0 }),
      await settles(one, { acquirer: 'UNIONPAY', gross: 80_000, fee: 0 }),
    ]
    const ends = await Promise.allSettled([approves(two, asked[0]!.approvalId), approves(three, asked[1]!.approvalId)])
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })

  it('is recorded once under its reference, in capitals or not, whatever acquirer is named', async () => {
    const [one, two, ref] = [await maker(), await checker(), `ref-${newRef()}`]
    await collected(1_000_000)
    await collected(1_000_000, 'ALIPAY')
    const first = await settles(one, { reference: ref })
    await assert.rejects(settles(one, { reference: ref.toUpperCase() }), refusedAs('conflict'), 'while one waits')
    await approves(two, first.approvalId)
    await nothingMoves(async () => {
      await assert.rejects(settles(one, { reference: ref.toUpperCase() }), refusedAs('reference_used', 'reference'))
      await assert.rejects(settles(one, { reference: ref, acquirer: 'ALIPAY' }), refusedAs('reference_used'))
      await assert.rejects(approves(await checker(), first.approvalId), refusedAs('approval_decided'))
    })
  })

  it('with amounts that do not add up, or on a day to come or long ago, is refused', async () => {
    const one = await maker()
    await collected(500_000)
    await assert.rejects(settles(one, { net: 496_999 }), refusedAs('invalid', 'net'))
    await assert.rejects(settles(one, { gross: 1_000, fee: 1_001, net: 0 }), refusedAs('invalid', 'fee'))
    for (const valueDate of ['2026-02-30', '2020-01-01', '2999-01-01'])
      await assert.rejects(settles(one, { valueDate }), refusedAs('invalid', 'valueDate'), valueDate)
  })

  it('needs the permission to request and another person to decide; rejected, it leaves nothing', async () => {
    await collected(500_000)
    await refused('not_permitted', settles(await newStaff(['FIN_CHECKER'])))
    const one = await newStaff()
    const { approvalId } = await settles(one)
    await nothingMoves(async () => {
      await assert.rejects(approves(one, approvalId), refusedAs('own_approval'))
      await assert.rejects(approves(await newStaff(['FIN_MAKER']), approvalId))
      await rejects(await checker(), approvalId)
    })
  })
})

describe('a sale of yuan', () => {
  const settled = async (fen = 500_000) => {
    await collected(fen)
    await approves(await checker(), (await settles(await maker(), { gross: fen, fee: 0 })).approvalId)
  }

  it('books dollars in cover, the book value out of the position, and the difference as gain or loss', async () => {
    const [one, two, ref] = [await maker(), await checker(), newRef()]
    await settled()
    const { approvalId } = await sells(one, { reference: ref })
    const { diff, amount } = await approvalAnswers.showApproval(two, { approvalId })
    assert.equal(amount, 68_690)
    assert.ok(diff.some(({ after: is }) => is === '7.206289 (7.20 +0.09%)'))
    await approves(two, approvalId)
    const entries = await entriesOfMove(ref)
    assert.deepEqual(
      entries.filter((line) => !line.includes('5060') && line !== entries[2]),
      ['D1020 68690 USD', 'D1900 495000 CNY', 'C1030 495000 CNY'],
    )
    // At 7.20, whatever else is in the position.
    assert.deepEqual([entries[1], entries[2]], ['D5060 60 USD', 'C1900 68750 USD'])
    const [row] = (await answers.listTreasuryMoves(two, { pageNo: 1, pageSize: 10, keyword: ref })).data
    assert.deepEqual([row!.sent, row!.got, row!.cost], ['¥4,950.00', '$686.90', '-$0.60'])
  })

  it('a gain is booked the other way round', async () => {
    const [one, two, ref] = [await maker(), await checker(), newRef()]
    await settled()
    await approves(two, (await sells(one, { reference: ref, got: 69_000 })).approvalId)
    assert.ok((await entriesOfMove(ref)).includes('C5060 250 USD'))
  })

  it('above the yuan at hand, or above what customers were credited for, is refused by name', async () => {
    const one = await maker()
    await settled(1_000_000)
    const { sellable } = await answers.treasuryPositions(one, {})
    const { units } = sellable.find(({ currency }) => currency === 'CNY')!
    const dollars = (fen: number) => Math.round(fen / 7.2)
    await nothingMoves(() =>
      assert.rejects(
        sells(one, { amountStr: String((units + 1) / 100), got: dollars(units) }),
        refusedAs('above_position', 'amountStr'),
      ),
    )
    assert.equal(units, Math.min(await held('1030', 'CNY'), -(await held('1900', 'CNY'))))
  })

  it('far from the mid-market rate of its day is refused, and near the edge it is marked', async () => {
    const [one, two] = [await maker(), await checker()]
    await settled()
    await assert.rejects(sells(one, { got: 65_000 }), refusedAs('invalid', 'got'))
    await assert.rejects(sells(one, { got: 6_869_00 }), refusedAs('invalid', 'got'))
    const { approvalId } = await sells(one, { got: 67_000 })
    const { diff } = await approvalAnswers.showApproval(two, { approvalId })
    assert.ok(diff.some(({ after: is }) => is?.endsWith('⚠)')))
    await rejects(two, approvalId)
  })

  it('on a statement that came first, or comes later, brings its dollars once', async () => {
    const [one, two] = [await maker(), await checker()]
    const finance = await newStaff(['FIN_MAKER'])
    const dollars = () => held('1020', 'USD')
    for (const first of ['statement', 'sale']) {
      await settled()
      const ref = newRef()
      const before = await dollars()
      const reads = () => imports(finance, csvOf([{ ref, amount: '686.90' }]))
      if (first === 'statement') await reads()
      await approves(two, (await sells(one, { reference: ref })).approvalId)
      if (first === 'sale') await reads()
      assert.equal((await dollars()) - before, 68_690, first)
      assert.equal((await lineOf(finance, ref)).state, 'OWN')
      assert.equal((await reads()).fresh, 0)
    }
    await settled()
    const ref = newRef()
    await imports(finance, csvOf([{ ref, amount: '686.91' }]))
    await assert.rejects(
      sells(one, { reference: ref }),
      refusedAs('invalid', 'got'),
      'the statement says another amount',
    )
    const other = newRef()
    await approves(two, (await sells(one, { reference: other })).approvalId)
    await assert.rejects(imports(finance, csvOf([{ ref: other, amount: '1.00' }])), refusedAs('invalid', 'file'))
  })

  it('at another bank than ours is refused', async () => {
    await assert.rejects(sells(await maker(), { bankId: 'bnk_x' }), refusedAs('not_found', 'bankId'))
  })
})

describe('a sweep of USDT', () => {
  it('brings them to hand, and we pay the network', async () => {
    const [one, two, txHash] = [await maker(), await checker(), aHash()]
    await deposited(110)
    await approves(two, (await sweeps(one, { txHash: txHash.toUpperCase() })).approvalId)
    assert.deepEqual(await entriesOfMove(txHash), [
      'D1040 110000000 USDT',
      'C1220 110000000 USDT',
      'D5010 120 USD',
      'C1010 120 USD',
    ])
    assert.ok((await auditOf(two)).includes(`MONEY ${txHash}`))
    await deposited(110)
    await nothingMoves(() => assert.rejects(sweeps(one, { txHash }), refusedAs('reference_used', 'txHash')))
  })

  it('above what is on the addresses is refused by name', async () => {
    const one = await maker()
    await deposited(5)
    const units = await held('1220', 'USDT')
    await assert.rejects(
      sweeps(one, { amountStr: `${units / 1_000_000 + 1}` }),
      refusedAs('above_position', 'amountStr'),
    )
  })

  it('is sold for dollars at about one each, and a cent of each side stays exact', async () => {
    const [one, two, ref] = [await maker(), await checker(), newRef()]
    await deposited(200)
    await approves(two, (await sweeps(one, { amountStr: '200' })).approvalId)
    const usdt = { currency: 'USDT' as const, amountStr: '100', reference: ref }
    await assert.rejects(sells(one, { ...usdt, got: 90_00 }), refusedAs('invalid', 'got'))
    await approves(two, (await sells(one, { ...usdt, got: 99_90 })).approvalId)
    assert.deepEqual(await entriesOfMove(ref), [
      'D1020 9990 USD',
      'D5060 10 USD',
      'C1900 10000 USD',
      'D1900 100000000 USDT',
      'C1040 100000000 USDT',
    ])
  })
})

describe('the positions', () => {
  it('say where the money is, since when, and what waits for a second person', async () => {
    const one = await maker()
    const start = nowMs()
    setClock(() => start + 5 * DAY)
    const before = await answers.treasuryPositions(one, {})
    const at = (all: typeof before) => all.awaited.find(({ owner }) => owner === 'Alipay')?.balance ?? 0
    await collected(300_000, 'ALIPAY')
    const { approvalId } = await settles(one, { acquirer: 'ALIPAY', gross: 100_000, fee: 600, reference: newRef() })
    const now = await answers.treasuryPositions(one, {})
    assert.equal(at(now) - at(before), 300_000)
    const alipay = now.awaited.find(({ owner }) => owner === 'Alipay')!
    assert.equal(alipay.cents, Math.round(alipay.balance / 7.2))
    assert.ok(alipay.oldestTime! <= nowMs() && alipay.oldestTime! >= start - 2 * DAY)
    assert.deepEqual(
      now.waiting.filter((one) => one.approvalId === approvalId).map(({ moveText }) => moveText),
      ['Provider settlement'],
    )
    await rejects(await checker(), approvalId)
    setClock()
  })
})
