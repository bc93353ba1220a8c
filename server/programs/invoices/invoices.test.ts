import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { enterInvoice, lineDiffers } from '#contract/programs/invoices.ts'
import { dateOf, dayBegan, now, setClock } from '#server/core/clock.ts'
import { sql, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { credit, debit, PLATFORM, platform, post, prove } from '#server/ledger/ledger.ts'
import { approvalAnswers } from '#server/staff/module.ts'
import { owner } from '#test/database.ts'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { newRef } from '#test/fixtures/trades.ts'
import { held } from '#test/fixtures/treasury.ts'
import {
  aLondonCard,
  aNewMonth,
  aPricedMonth,
  checker,
  countsMonths,
  dayShown,
  entersInvoice,
  entriesOf,
  invoiceShown,
  ISSUER,
  maker,
  PRICED,
  reads,
  setsPrice,
  shown,
  weEarned,
} from '#test/issuers/programs.ts'
import { refused, refusedAs } from '#test/refused.ts'
import { invoiceAnswers } from '../module.ts'

withIssuer()
after(() => setClock())
afterEach(() => setClock())

describe('an invoice', () => {
  before(() => weEarned(10_000_00))

  it('is entered by one and booked by another: what is beyond the cost of its cards is owed, and the next settlement takes it', async () => {
    const { month, one, over } = await aPricedMonth()
    const two = await checker()
    const was = { fees: await held('2120', 'USD'), cost: await held('5020', 'USD') }
    const invoiceNo = newRef()
    const { approvalId } = await entersInvoice(one, month, { invoiceNo, lines: [...PRICED] })
    assert.equal(await held('2120', 'USD'), was.fees, 'nothing moves before the second person')
    const waiting = await invoiceShown(two, month)
    assert.deepEqual([waiting.state, waiting.approvalId], ['WAITING', approvalId])
    const asked = await approvalAnswers.showApproval(two, { approvalId })
    assert.deepEqual([asked.amount, asked.attachments.length], [102_12, 1])
    assert.ok(
      asked.diff.some(({ before: ours, after: theirs }) => ours === '3 × $0.015 = $0.05' && theirs === '3 · $0.05'),
    )
    assert.ok(asked.diff.some(({ after: is }) => is === '+$101.97'))
    await approves(two, approvalId)

    const { state, invoiced, difference, differing, booking } = await invoiceShown(one, month)
    assert.deepEqual([state, invoiced, difference, differing], ['BOOKED', 102_12, 0, 0])
    assert.deepEqual([booking!.posted, booking!.maker, booking!.checker], [101_97, one.name, two.name])
    assert.deepEqual(await entriesOf(booking!.transferId!), ['D5020 10197', 'C2120 10197'])
    assert.deepEqual([(await held('2120', 'USD')) - was.fees, (await held('5020', 'USD')) - was.cost], [101_97, 101_97])
    assert.deepEqual(await auditOf(one), [
      ...Array(5).fill(`TREASURY ${ISSUER}`),
      `PROPOSE ${ISSUER} ${invoiceNo.toUpperCase()}`,
    ])
    assert.ok((await auditOf(two)).includes(`MONEY ${ISSUER} ${invoiceNo.toUpperCase()}`))
    await booksHold()

    const day = booking!.takenOn
    assert.equal(day, dateOf(now().getTime()))
    const began = dayBegan().getTime()
    over(6, 4)
    await reads(began, [])
    const settled = (await dayShown(one, day))!
    assert.deepEqual([settled.state, settled.fees, settled.settled, settled.left], ['BOOKED', 101_97, 101_97, 0])
    assert.deepEqual(await entriesOf(settled.transferId!), ['D2120 10197', 'C1110 10197'])
    assert.equal(await held('2120', 'USD'), was.fees)
    await booksHold()
  })

  it('leaves nothing of the month on 2120 once its days and the invoice are settled', async () => {
    const at = aNewMonth()
    at.inside()
    const owed = (await shown(await maker())).feesOwed
    const began = dayBegan().getTime()
    await aLondonCard()
    assert.equal((await shown(await maker())).feesOwed, owed + 15)
    at.inside(11, 4)
    await reads(began, [])
    assert.equal((await shown(await maker())).feesOwed, owed)
    at.over()
    await countsMonths()
    const lines = [{ kind: 'PER_CARD' as const, quantity: 1, amount: 40 }]
    await approves(await checker(), (await entersInvoice(await maker(), at.month, { lines })).approvalId)
    assert.equal((await shown(await maker())).feesOwed, owed + 25)
    const bookedOn = dayBegan().getTime()
    at.over(6, 4)
    await reads(bookedOn, [])
    assert.equal((await shown(await maker())).feesOwed, owed)
    await booksHold()
  })

  it('below what was accrued returns the rest, also to the prefund', async () => {
    const at = aNewMonth()
    at.inside()
    await aLondonCard()
    const began = dayBegan().getTime()
    at.inside(11, 4)
    await reads(began, [])
    at.over()
    await countsMonths()
    const [one, two] = [await maker(), await checker()]
    const lines = [{ kind: 'PER_CARD' as const, quantity: 1, amount: 10 }]
    await approves(two, (await entersInvoice(one, at.month, { lines })).approvalId)
    const { booking } = await invoiceShown(one, at.month)
    assert.equal(booking!.posted, -5)
    assert.deepEqual(await entriesOf(booking!.transferId!), ['D2120 5', 'C5020 5'])
    const bookedOn = dayBegan().getTime()
    at.over(6, 4)
    await reads(bookedOn, [])
    const settled = (await dayShown(one, dateOf(bookedOn)))!
    assert.deepEqual([settled.fees, settled.settled], [-5, -5])
    assert.deepEqual(await entriesOf(settled.transferId!), ['C2120 5', 'D1110 5'])
    await booksHold()
  })

  it('of exactly what was accrued posts nothing, and is recorded', async () => {
    const at = aNewMonth()
    at.inside()
    await aLondonCard()
    at.over()
    await countsMonths()
    const [one, lines] = [await maker(), [{ kind: 'PER_CARD' as const, quantity: 1, amount: 15 }]]
    await approves(await checker(), (await entersInvoice(one, at.month, { lines })).approvalId)
    const { state, booking } = await invoiceShown(one, at.month)
    assert.deepEqual([state, booking!.posted, booking!.transferId], ['BOOKED', 0, null])
    await booksHold()
  })

  it('with a line that is off by more than the tolerance shows it as differing, to both people', async () => {
    assert.deepEqual(
      [lineDiffers(1_00, 0), lineDiffers(1_01, 0), lineDiffers(1_005_00, 1_000_00), lineDiffers(994_99, 1_000_00)],
      [false, true, false, true],
    )
    const { month, one } = await aPricedMonth()
    const two = await checker()
    const lines = PRICED.map((said) => (said.kind === 'FIXED' ? { ...said, amount: 120_00 } : said))
    const { approvalId } = await entersInvoice(one, month, { lines })
    const waiting = await invoiceShown(one, month)
    const { diff } = await approvalAnswers.showApproval(two, { approvalId })
    assert.deepEqual(
      diff.filter(({ after: is }) => is?.includes('difference')).map(({ after: is }) => is),
      ['1 · $120.00 (difference +$20.00)'],
    )
    await approves(two, approvalId)
    const found = await invoiceShown(one, month)
    assert.deepEqual([found.difference, found.differing], [20_00, 1])
    assert.deepEqual(
      found.lines.map(({ kind }) => kind),
      waiting.lines.map(({ kind }) => kind),
    )
    assert.deepEqual(
      found.lines.filter(({ differs }) => differs === 1).map(({ kind, difference }) => [kind, difference]),
      [['FIXED', 20_00]],
    )
    // A later price does not change what was compared.
    await setsPrice(one, { kind: 'FIXED', priceStr: '120', fromMonth: month })
    assert.equal((await invoiceShown(one, month)).difference, 20_00)
  })

  it('that lacks a line which we counted differs by all of it', async () => {
    const { month, one } = await aPricedMonth()
    const lines = PRICED.filter(({ kind }) => kind !== 'FIXED')
    await approves(await checker(), (await entersInvoice(one, month, { lines: [...lines] })).approvalId)
    const fixed = (await invoiceShown(one, month)).lines.find(({ kind }) => kind === 'FIXED')!
    assert.deepEqual([fixed.quantity, fixed.amount, fixed.difference, fixed.differs], [0, 0, -100_00, 1])
  })

  it('is booked once for its month and once by its number', async () => {
    const at = aNewMonth()
    at.over()
    await countsMonths()
    const [one, two, invoiceNo] = [await maker(), await checker(), newRef()]
    const first = await entersInvoice(one, at.month, { invoiceNo })
    await assert.rejects(entersInvoice(one, at.month), refusedAs('conflict'), 'one waits')
    const other = await entersInvoice(one, at.before, {
      invoiceNo: invoiceNo.toLowerCase(),
      invoiceDate: `${at.month}-02`,
    })
    await approves(two, first.approvalId)
    await assert.rejects(approves(two, other.approvalId), refusedAs('reference_used', 'invoiceNo'))
    await rejects(two, other.approvalId)
    await assert.rejects(entersInvoice(one, at.month), refusedAs('conflict', 'month'))
    await assert.rejects(entersInvoice(one, at.before, { invoiceNo }), refusedAs('reference_used', 'invoiceNo'))
    const { months } = await invoiceAnswers.listInvoices(one, { issuerId: ISSUER })
    assert.deepEqual(
      [at.next, at.month, at.before].map((month) => months.find((row) => row.month === month)!.state),
      ['RUNNING', 'BOOKED', 'AWAITED'],
    )
    await booksHold()
  })

  it('is not booked when the cost that was accrued has changed since it was requested', async () => {
    const at = aNewMonth()
    at.over()
    await countsMonths()
    const { approvalId } = await entersInvoice(await maker(), at.month)
    at.inside()
    await aLondonCard()
    at.over()
    const two = await checker()
    await assert.rejects(approves(two, approvalId), refusedAs('conflict'))
    await rejects(two, approvalId)
  })

  it('of a month that runs or is not counted, with another date, sum or issuer, or by nobody of the treasury, is refused', async () => {
    const at = aNewMonth()
    const one = await maker()
    await assert.rejects(entersInvoice(one, at.month), refusedAs('invalid', 'month'))
    await assert.rejects(entersInvoice(one, at.before), refusedAs('conflict', 'month'))
    at.over()
    await countsMonths()
    await assert.rejects(entersInvoice(one, '2019-01'), refusedAs('invalid', 'month'))
    for (const invoiceDate of [`${at.before}-28`, `${at.next}-28`, `${at.month}-99`])
      await assert.rejects(entersInvoice(one, at.month, { invoiceDate }), refusedAs('invalid', 'invoiceDate'))
    await assert.rejects(entersInvoice(one, at.month, { issuerId: 'nobody' }), refusedAs('not_found', 'issuerId'))
    await refused('not_permitted', entersInvoice(await newStaff(['AUDITOR']), at.month))
    const typed = { issuerId: ISSUER, month: at.month, invoiceNo: 'A1', invoiceDate: `${at.next}-01`, total: 1_00 }
    const problems = (lines: object[]) =>
      enterInvoice.input
        .safeParse({ ...typed, lines, fileId: newId('att'), reason: 'by mail' })
        .error?.issues.map(({ path, message }) => [path[0], message])
    const fee = { kind: 'FIXED', quantity: 1, amount: 1_01 }
    assert.deepEqual(problems([fee]), [['total', 'invoice_total']])
    assert.equal(
      problems([
        { ...fee, amount: 50 },
        { ...fee, amount: 50 },
      ])?.[0]?.[0],
      'lines',
    )
    assert.equal(problems([{ ...fee, amount: 1_00 }]), undefined)
  })
})

describe('the proof', () => {
  const names = async () => (await prove()).map(({ check }) => check)

  it('finds an invoice that says something else than the books or its lines, and a posting without an invoice', async () => {
    const at = aNewMonth()
    at.over()
    await countsMonths()
    await approves(await checker(), (await entersInvoice(await maker(), at.month)).approvalId)
    assert.deepEqual(await names(), [])
    const [month, wrong] = [`${at.month}-01`, ['issuer-invoice-not-in-the-books']]
    for (const column of ['total_cents', 'accrued_cents']) {
      const changes = (by: number) =>
        sql`UPDATE program_invoice SET ${sql.ref(column)} = ${sql.ref(column)} + ${by} WHERE month = ${month}`.execute(
          owner,
        )
      await changes(1)
      assert.deepEqual(await names(), wrong, column)
      await changes(-1)
    }
    assert.deepEqual(await names(), [])
    await transaction((tx) =>
      post(tx, {
        kind: 'ISSUER_INVOICED',
        accountId: PLATFORM,
        biz: { type: 'test', id: newRef() },
        lines: [debit(platform('5020'), 1), credit(platform('2120', ISSUER), 1)],
      }),
    )
    assert.deepEqual(await names(), wrong)
  })
})
