import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { expectedCents, showPrice } from '#contract/programs/invoices.ts'

import { now, setClock } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { owner } from '#test/database.ts'
import { withIssuer } from '#test/fixtures/cards.ts'
import { auditOf } from '#test/fixtures/staff.ts'
import { charges, tells } from '#test/fixtures/trades.ts'
import {
  aCard,
  aNewMonth,
  aPricedMonth,
  countsMonths,
  invoiceShown,
  ISSUER,
  line,
  maker,
  setsPrice,
} from '#test/issuers/programs.ts'
import { refusedAs } from '#test/refused.ts'
import { invoiceAnswers } from '../module.ts'

withIssuer()
after(() => setClock())
afterEach(() => setClock())

const linesOf = async (month: string) =>
  (await invoiceShown(await maker(), month)).lines.map(({ kind, counted, expected }) => [kind, counted, expected])

describe('the count of a month', () => {
  it('has what happened in it, by the price list', async () => {
    const { month, one } = await aPricedMonth()
    assert.deepEqual(await linesOf(month), [
      ['PER_CARD', 1, 50],
      ['PER_ACTIVE_CARD', 1, 1_25],
      ['PER_AUTHORIZATION', 3, 5],
      ['FX', 21_60, 32],
      ['PER_DISPUTE', 0, 0],
      ['FIXED', 1, 100_00],
    ])
    const { counted, complete, state, accrued, invoiced } = await invoiceShown(one, month)
    assert.deepEqual([counted, complete, state, accrued, invoiced], [102_12, 1, 'AWAITED', 15, null])
  })

  it('counts a card that was used on its last day, and a dispute that was filed', async () => {
    const at = aNewMonth()
    at.earlier()
    const card = await aCard()
    at.inside(1, 0)
    await charges(card, 1_00)
    // Its counters move to the rows of the day with the next use.
    at.inside(27)
    await charges(card, 1_00)
    const dispute = newId('dsp')
    await tells(line('clearing.posted', card, 5_00))
    await sql`
      INSERT INTO dispute (cell, account_id, dispute_id, trade_id, card_id, issuer_id, reason, note, amount_cents, state, opened_by, created_at, submitted_at,
                           file_by, filed_at, updated_at)
      SELECT cell, account_id, ${dispute}, trade_id, card_id, issuer_id, 'OTHER', '', 500, 'SUBMITTED', 'test', ${now()}, ${now()}, ${now()}, ${now()}, ${now()}
        FROM trade WHERE cell = ${cellOf(card.accountId)} AND card_id = ${card.cardId} LIMIT 1`.execute(db)
    at.over()
    await countsMonths()
    const found = new Map((await linesOf(at.month)).map(([kind, counted]) => [kind, counted]))
    assert.deepEqual([found.get('PER_ACTIVE_CARD'), found.get('PER_DISPUTE'), found.get('PER_CARD')], [1, 1, 0])
    await sql`DELETE FROM dispute WHERE cell = ${cellOf(card.accountId)} AND dispute_id = ${dispute}`.execute(owner)
  })

  it('is made again every day until four days after its end, and not complete before three hours after it', async () => {
    const at = aNewMonth()
    const one = await maker()
    const countTime = async () => (await invoiceShown(one, at.month)).countTime
    await countsMonths()
    const first = await countTime()
    at.inside(10, 23)
    await countsMonths()
    assert.equal(await countTime(), first, 'less than a day ago')
    at.inside(30, 23)
    await countsMonths()
    assert.notEqual(await countTime(), first)
    assert.equal((await invoiceShown(one, at.month)).state, 'RUNNING')
    at.over(1, 2)
    await countsMonths()
    assert.equal((await invoiceShown(one, at.month)).complete, 0)
    at.over(1, 3)
    await countsMonths()
    assert.equal((await invoiceShown(one, at.month)).complete, 1)
    const early = await countTime()
    at.over(3)
    await countsMonths()
    assert.notEqual(await countTime(), early, 'messages come late')
    at.over(5, 0)
    await countsMonths()
    const last = await countTime()
    at.over(9)
    await countsMonths()
    assert.equal(await countTime(), last, 'nothing comes any more')
  })

  it('takes the price that is in force, and rounds half up', () => {
    assert.deepEqual(
      [expectedCents('PER_AUTHORIZATION', 3, 150), expectedCents('FX', 21_60, 150), expectedCents('PER_CARD', 9, null)],
      [5, 32, 0],
    )
    assert.deepEqual(
      [5000, 150, 1234, 100_000].map((price) => showPrice('PER_CARD', price)),
      ['$0.50', '$0.015', '$0.1234', '$10.00'],
    )
    assert.equal(showPrice('FX', 150), '1.50%')
  })
})

describe('a price', () => {
  it('applies from its month on, until a later one; who set it is recorded', async () => {
    const { month, next, before, over } = aNewMonth()
    over()
    const one = await maker()
    for (const [fromMonth, priceStr] of [
      [before, '1'],
      [next, '3'],
      [before, '2'],
    ] as const)
      await setsPrice(one, { kind: 'PER_DISPUTE', priceStr, fromMonth })
    const priceOf = async (of: string) =>
      (await invoiceShown(one, of)).lines.find(({ kind }) => kind === 'PER_DISPUTE')!.price
    assert.deepEqual([await priceOf(month), await priceOf(next)], [20_000, 30_000])
    const { prices } = await invoiceAnswers.listInvoices(one, { issuerId: ISSUER })
    assert.deepEqual(
      prices.filter(({ kind, setBy }) => kind === 'PER_DISPUTE' && setBy === one.name).map((row) => row.priceText),
      ['$3.00', '$2.00'],
    )
    assert.deepEqual(await auditOf(one), Array(3).fill(`TREASURY ${ISSUER}`))
    await setsPrice(one, { kind: 'PER_DISPUTE', priceStr: '0', fromMonth: before })
    await setsPrice(one, { kind: 'PER_DISPUTE', priceStr: '0', fromMonth: next })
  })

  it('with too many decimals, above the whole purchase, from a month long ago, or of nobody, is refused', async () => {
    const { month } = aNewMonth()
    const one = await maker()
    const sets = (kind: 'FX' | 'FIXED', priceStr: string, fromMonth = month) =>
      setsPrice(one, { kind, priceStr, fromMonth })
    await assert.rejects(sets('FX', '1.555'), refusedAs('invalid', 'priceStr'))
    await assert.rejects(sets('FX', '100.01'), refusedAs('invalid', 'priceStr'))
    await assert.rejects(sets('FIXED', '1', '2020-01'), refusedAs('invalid', 'fromMonth'))
    await assert.rejects(
      transaction((tx) =>
        invoiceAnswers.setInvoicePrice(
          one,
          { issuerId: 'nobody', kind: 'FIXED', priceStr: '1', fromMonth: month, reason: 'by contract' },
          tx,
        ),
      ),
      refusedAs('not_found', 'issuerId'),
    )
  })
})
