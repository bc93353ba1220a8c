import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import * as z from 'zod/mini'
import { PriceFigures, rangeFields } from '#contract/cards/desk/ranges.ts'
import { asks, booksHold, entriesOfOrder, openingInput, opensCard, withIssuer, work } from '#test/fixtures/cards.ts'
import {
  asksPrice,
  changesRange,
  productChecker,
  productMaker,
  reason,
  userNoOf,
  withdraws,
} from '#test/fixtures/products.ts'
import { refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { newAccount, type Person } from '#test/world.ts'
import { crossBorderOf } from '#server/cards/cards.ts'
import { rangeDeskAnswers as answers } from '#server/cards/module.ts'
import { ahead, DAY, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { putScheduled } from '#server/products/changes.ts'

withIssuer()
afterEach(() => setClock())

const VID = 'VISA-US-2'
const quote = (who: Person, vid = VID) => asks(who, 'priceOpening', { vid, amount: 5000 })
const shown = async (vid = VID) => answers.showRangeAtDesk(await newStaff(['AUDITOR']), { vid })
const travel = (ms: number): void => setClock(() => Date.now() + ms)

test('a price that two people agreed on is in the next quote, and a quote taken before keeps its own', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const ana = await newAccount({ balanceCents: 100_000 })
  const before = await quote(ana)
  const approvalId = await asksPrice(maker, { openFee: 700 })
  assert.equal((await quote(ana)).openFee, 500)
  await assert.rejects(approves(maker, approvalId), refusedAs('own_approval'))
  await approves(checker, approvalId)
  assert.deepEqual([before.openFee, (await quote(ana)).openFee], [500, 700])

  const { orderNo } = await asks(ana, 'openCard', openingInput({ vid: VID, quoteId: before.quoteId }))
  await work()
  assert.ok((await entriesOfOrder(orderNo)).includes('C 4010 500'))
  const { changes, price, version } = await shown()
  assert.equal(price.openFee, 700)
  assert.deepEqual(changes[0]!.lines, [{ label: 'Opening fee', before: '$5.00', after: '$7.00' }])
  assert.deepEqual([changes[0]!.maker, changes[0]!.checker, changes[0]!.reason], [maker.name, checker.name, reason])
  assert.equal(version, 1) // the segment itself did not change
  assert.deepEqual(await auditOf(maker), [`PROPOSE ${VID}`])
  assert.deepEqual(await auditOf(checker), [`APPROVE ${VID}`])
  await booksHold()
})

test('an exception is one account’s alone, goes before its plan, and ends where it says nothing more', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const [ana, bo] = [await newAccount({ plan: 'STANDARD' }), await newAccount({ plan: 'STANDARD' })]
  const userNo = await userNoOf(ana)
  const agreed = async (change: Parameters<typeof asksPrice>[1]) =>
    approves(checker, await asksPrice(maker, change, { vid: 'VISA-US-1', userNo }))
  await agreed({ openFee: 25, loadFeeBps: 100 })
  const fees = async (who: Person) => {
    const { openFee, serviceFee } = await quote(who, 'VISA-US-1')
    return [openFee, serviceFee]
  }
  assert.deepEqual(
    [await fees(ana), await fees(bo)],
    [
      [25, 50],
      [300, 125],
    ],
  )
  assert.deepEqual(
    (await shown('VISA-US-1')).exceptionList.map((row) => [row.userNo, row.price.openFee]),
    [[userNo, 25]],
  )
  await agreed({ openFee: null, loadFeeBps: null })
  assert.deepEqual(await fees(ana), [300, 125])
  assert.deepEqual((await shown('VISA-US-1')).exceptionList, [])
})

test('a scheduled price holds from its very moment, for quotes and for decisions, and can be taken back until then', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const ana = await newAccount()
  const vid = 'MASTERCARD-US-2'
  const crossBorder = async () => (await crossBorderOf())(ana.accountId, vid).bps
  const at = ahead(DAY).getTime()
  await approves(checker, await asksPrice(maker, { openFee: 900, crossBorderBps: 200 }, { vid, effectTime: at }))
  assert.deepEqual([(await quote(ana, vid)).openFee, await crossBorder()], [500, 150])
  await assert.rejects(asksPrice(maker, { openFee: 800 }, { vid }), refusedAs('conflict'))
  travel(DAY + 1000)
  assert.deepEqual([(await quote(ana, vid)).openFee, await crossBorder()], [900, 200])
  setClock()

  const { changeId, state } = (await shown(vid)).changes[0]!
  assert.equal(state, 'SCHEDULED')
  await withdraws(maker, changeId)
  await assert.rejects(withdraws(maker, changeId), refusedAs('conflict'))
  travel(DAY + 1000)
  assert.deepEqual([(await quote(ana, vid)).openFee, await crossBorder()], [500, 150])
  const [row] = (await shown(vid)).changes
  assert.deepEqual([row!.state, row!.withdrawnBy, row!.withdrawnWhy], ['WITHDRAWN', maker.name, reason])
})

test('decisions notice a price that holds at once within two seconds, without being told', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const ana = await newAccount()
  const bps = async () => (await crossBorderOf())(ana.accountId, 'VISA-HK-1').bps
  assert.equal(await bps(), 150)
  await approves(checker, await asksPrice(maker, { crossBorderBps: 120 }, { vid: 'VISA-HK-1' }))
  const until = performance.now() + 2500
  let seen = await bps()
  while (seen !== 120 && performance.now() < until) {
    await new Promise((done) => setTimeout(done, 50))
    seen = await bps()
  }
  assert.equal(seen, 120)
})

test('a range goes off sale at its time, by one person, with the reason in the audit; its cards live on', async () => {
  const maker = await productMaker()
  const ana = await newAccount({ balanceCents: 100_000 })
  const vid = 'MASTERCARD-GB-1'
  const { scheduled } = await changesRange(
    maker,
    { status: 'OFF', descEn: 'Not <sold> any more' },
    { vid, effectTime: ahead(DAY).getTime() },
  )
  assert.equal(scheduled, 1)
  await putScheduled()
  await quote(ana, vid)
  await assert.rejects(changesRange(maker, { maxOpen: 5000 }, { vid }), refusedAs('conflict'))
  travel(DAY + 1000)
  await putScheduled()
  await assert.rejects(quote(ana, vid), refusedAs('range_unavailable', 'vid'))
  const { figures, version, statusText, changes } = await shown(vid)
  assert.deepEqual([figures.status, figures.descEn, version, statusText], ['OFF', 'Not <sold> any more', 2, 'Off sale'])
  assert.equal(changes[0]!.state, 'IN_FORCE')
  const { rows } = await sql<{ desc_en: string }>`SELECT desc_en FROM card_range WHERE vid = ${vid}`.execute(db)
  assert.equal(rows[0]!.desc_en, '<p>Not &lt;sold&gt; any more</p>') // typed markup is escaped
  assert.deepEqual(await auditOf(maker), [`PRODUCT ${vid}`])
  await changesRange(maker, { status: 'ON' }, { vid })
  await quote(ana, vid)
})

test('one opening and one load are as large as the range and the plan both allow', async () => {
  const maker = await productMaker()
  const ana = await newAccount({ balanceCents: 1_000_000 }) // 1,000 dollars per load, by the lowest plan
  const vid = 'VISA-US-1'
  const cardId = await opensCard(ana, { vid })
  const allowed = async (opening: number, load: number) => {
    const tooMuch = refusedAs('amount_above_max')
    await asks(ana, 'priceOpening', { vid, amount: opening })
    await assert.rejects(asks(ana, 'priceOpening', { vid, amount: opening + 1 }), tooMuch)
    await asks(ana, 'priceLoad', { cardId, amount: load })
    await assert.rejects(asks(ana, 'priceLoad', { cardId, amount: load + 1 }), tooMuch)
  }
  await changesRange(maker, { maxOpen: 60_000, perLoadMax: 70_000 }, { vid })
  await allowed(60_000, 70_000)
  await changesRange(maker, { maxOpen: 500_000, perLoadMax: 600_000 }, { vid })
  await allowed(100_000, 100_000)
})

test('what changes nothing, crosses its limits or leaves a list price empty is refused beside the field', async () => {
  const maker = await productMaker()
  const invalid = refusedAs('invalid', 'change')
  await assert.rejects(changesRange(maker, { status: 'ON' }), invalid)
  await assert.rejects(changesRange(maker, { minOpen: 900_000 }), invalid)
  await assert.rejects(asksPrice(maker, { openFee: null }), invalid)
  await assert.rejects(asksPrice(maker, {}), invalid)
  await assert.rejects(changesRange(maker, { status: 'OFF' }, { vid: 'NO-SUCH' }), refusedAs('not_found', 'vid'))
  await assert.rejects(asksPrice(maker, { openFee: 1 }, { userNo: '999999999' }), refusedAs('not_found', 'userNo'))
  await assert.rejects(withdraws(maker, 'pch_01J00000000000000000000000'), refusedAs('not_found'))
})

test('while one price waits for its checker no other is asked for; turned down, nothing has changed', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const vid = 'MASTERCARD-US-1'
  const approvalId = await asksPrice(maker, { openFee: 650 }, { vid })
  assert.deepEqual((await shown(vid)).waiting, [{ approvalId, target: 'list' }])
  await assert.rejects(asksPrice(maker, { openFee: 651 }, { vid }), refusedAs('conflict'))
  const userNo = await userNoOf(await newAccount())
  const ofAccount = await asksPrice(maker, { openFee: 300 }, { vid, userNo })
  assert.deepEqual((await shown(vid)).waiting.map(({ target }) => target).sort(), ['list', userNo].sort())
  await rejects(checker, ofAccount)
  await rejects(checker, approvalId)
  assert.equal((await shown(vid)).price.openFee, 500)
})

test('who only looks changes nothing, and the checker asks for nothing', async () => {
  const [auditor, checker] = [await newStaff(['AUDITOR']), await productChecker()]
  for (const staff of [auditor, checker]) {
    assert.ok(staff.may.has('staff:product.view') && !staff.may.has('staff:product.make'))
    const ask = { vid: VID, change: { openFee: 1 }, reason }
    await assert.rejects(
      transaction((tx) => answers.askPrice(staff, ask, tx)),
      refusedAs('not_permitted'),
    )
  }
  assert.equal((await answers.listRangesAtDesk(auditor, {})).list.length, 6)
})

withIssuer()

test('a monthly fee and a decline fee are agreed to by two people, and shown wherever prices are', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  const vid = 'VISA-US-2'
  const ana = await newAccount({ balanceCents: 100_00 })
  const shownTo = async (who: Person) => {
    const { monthFee, declineFee, freeDeclines } = (await asks(who, 'cardRanges', {})).find(
      (range) => range.vid === vid,
    )!
    return [monthFee, declineFee, freeDeclines]
  }
  assert.deepEqual(await shownTo(ana), [0, 0, 5])
  for (const change of [{ monthFee: -1 }, { declineFee: 100_001 }, { freeDeclines: 0.5 }])
    assert.ok(!z.partial(PriceFigures).safeParse(change).success, JSON.stringify(change))
  await approves(checker, await asksPrice(maker, { monthFee: 100, declineFee: 50, freeDeclines: 3 }, { vid }))
  assert.deepEqual(await shownTo(ana), [100, 50, 3])
  const bo = await newAccount()
  await approves(checker, await asksPrice(maker, { monthFee: 0 }, { vid, userNo: await userNoOf(bo) }))
  assert.deepEqual(
    [await shownTo(bo), await shownTo(ana)],
    [
      [0, 50, 3],
      [100, 50, 3],
    ],
  )
  assert.deepEqual(
    (await shown(vid)).exceptionList.map(({ price }) => price.monthFee),
    [0],
  )
  const { fees } = await asks(ana, 'showCard', { cardId: await opensCard(ana, { vid }) })
  assert.deepEqual([fees.nextMonthFee!.amount, fees.declineFee, fees.freeDeclines], [100, 50, 3])
  assert.ok(fees.nextMonthFee!.time > Date.now() + 20 * DAY)
})

test('whether cards with an unpaid monthly fee are frozen is chosen for each segment', async () => {
  const maker = await productMaker()
  await changesRange(maker, { freezeUnpaid: true }, { vid: 'VISA-HK-1' })
  const { figures, changes } = await shown('VISA-HK-1')
  assert.equal(figures.freezeUnpaid, true)
  assert.deepEqual(
    changes[0]!.lines.map(({ label }) => label),
    [rangeFields.freezeUnpaid.en],
  )
})
