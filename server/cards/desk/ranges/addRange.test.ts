import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addRange as row, offeredRanges } from '#contract/cards/desk/ranges.ts'
import type { Input } from '#contract/core/call.ts'
import {
  asks,
  booksHold,
  openingInput,
  opensCard,
  requestNo,
  withIssuer,
  withIssuerThat,
  work,
} from '#test/fixtures/cards.ts'
import { cardholder } from '#test/fixtures/identity.ts'
import { changesRange, newRange, productChecker, productMaker, reason } from '#test/fixtures/products.ts'
import { approves, auditOf } from '#test/fixtures/staff.ts'
import { refusedAs } from '#test/refused.ts'
import { newAccount, type Person } from '#test/world.ts'
import { rangeDeskAnswers as answers } from '#server/cards/module.ts'
import type { Staff } from '#server/core/actor.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { passOnPaper } from '#server/identity/identity.ts'
import { issuerOf, outside, OutsideUnknown, useOutside, withIssuers, type Issuer } from '#server/outside/outside.ts'

withIssuer()

/** An issuer that identifies people: the simulated one under the name of a real one. */
const REAL = 'another'
const aReal = (): Issuer => ({ ...issuerOf('simulated'), id: REAL })
async function withReal<T>(what: () => Promise<T>): Promise<T> {
  const before = outside
  useOutside(withIssuers(before, aReal()))
  try {
    return await what()
  } finally {
    useOutside(before)
  }
}

const adds = async (staff: Staff, change: Partial<Input<typeof row>> = {}) => {
  const input = { issuerId: 'simulated', programRef: 'prg_visa_gb_1', vid: 'VISA-GB-1', ...newRange, reason, ...change }
  const answer = await answers.addRange(staff, row.input.parse(input))
  row.output.parse(answer)
  return answer
}
const offers = async (staff: Staff, of = 'simulated') => {
  const answer = await answers.offeredRanges(staff, {})
  offeredRanges.output.parse(answer)
  return answer.issuers.find(({ issuerId }) => issuerId === of)!
}
const isVerified = (person: Person, holder = cardholder) =>
  transaction((tx) => passOnPaper(tx, person.accountId, { realName: '林梅', idNo: 'E1', cardholder: holder }))

test('what the issuer has and is not set up here is added off sale, and sold once two people agreed on its prices', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  assert.deepEqual(
    (await offers(maker)).ranges.map(({ programRef, bin, network, country, usable }) => [
      programRef,
      bin,
      network,
      country,
      usable,
    ]),
    [['prg_visa_gb_1', '44449900', 'VISA', 'GB', 1]],
  )
  const { vid, approvalId } = await adds(maker, { figures: { ...newRange.figures, threeDs: true } })
  assert.deepEqual((await offers(maker)).ranges, [])
  const shown = () => answers.showRangeAtDesk(maker, { vid })
  const { status, bin, price, holderMode, editHolder, waiting, threeDsText, version } = await shown()
  assert.deepEqual(
    [status, bin, price.openFee, holderMode, editHolder, threeDsText, version],
    ['OFF', '44449900', null, 'FREE', 1, 'Code in the console', 1],
  )
  assert.deepEqual(waiting, [{ approvalId, target: 'list' }])
  assert.deepEqual(await auditOf(maker), [`PRODUCT ${vid}`, `PROPOSE ${vid}`])

  const ana = await newAccount({ balanceCents: 100_000 })
  const opening = openingInput({ vid, state: 'London', zipCode: 'SW1A 1AA' })
  await assert.rejects(changesRange(maker, { status: 'ON' }, { vid }), refusedAs('invalid', 'change'))
  await assert.rejects(asks(ana, 'openCard', opening), refusedAs('range_unavailable', 'vid'))
  await assert.rejects(approves(maker, approvalId), refusedAs('own_approval'))
  await approves(checker, approvalId)
  assert.equal((await shown()).price.openFee, 500)
  await assert.rejects(asks(ana, 'openCard', opening), refusedAs('range_unavailable', 'vid'))
  await changesRange(maker, { status: 'ON' }, { vid })
  await asks(ana, 'openCard', { ...opening, requestNo: requestNo() })
  await work()
  const { rows } = await sql<{ status: string; bin: string }>`SELECT status, bin FROM card WHERE vid = ${vid}`.execute(
    db,
  )
  assert.deepEqual(rows, [{ status: 'ACTIVE', bin: '44449900' }])
  await booksHold()
})

test('one that is there, an unknown one, a name that is taken and what the issuer cannot do are refused', async () => {
  const maker = await productMaker()
  await withReal(async () => {
    const of = { issuerId: REAL, programRef: 'prg_visa_us_1' }
    await assert.rejects(adds(maker, { programRef: 'prg_visa_us_1', vid: 'X-1' }), refusedAs('conflict'))
    await assert.rejects(adds(maker, { ...of, vid: 'VISA-US-2' }), refusedAs('name_taken', 'vid'))
    await assert.rejects(adds(maker, { ...of, programRef: 'prg_none' }), refusedAs('not_found', 'programRef'))
    await assert.rejects(adds(maker, { ...of, issuerId: 'marqeta' }), refusedAs('not_found', 'issuerId'))
    const figures = (change: object) => ({ ...of, vid: 'X-2', figures: { ...newRange.figures, ...change } })
    await assert.rejects(adds(maker, figures({ threeDs: true })), refusedAs('invalid', 'threeDs'))
    await assert.rejects(adds(maker, figures({ editAddress: true })), refusedAs('invalid', 'change'))
    await assert.rejects(adds(maker, figures({ minOpen: 2_000_00 })), refusedAs('invalid', 'change'))
    await assert.rejects(adds(await productChecker(), { ...of, vid: 'X-3' }), refusedAs('not_permitted'))
    const both = await Promise.allSettled([1, 2].map((n) => adds(maker, { ...of, vid: `REAL-${n}` })))
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'a programme is one range')
  })
  assert.throws(() => row.input.parse({ ...newRange, vid: 'small', issuerId: 'x', programRef: 'y', reason }))
  const { rows } = await sql<{ vid: string }>`SELECT vid FROM card_range WHERE vid LIKE 'X-%'`.execute(db)
  assert.deepEqual(rows, [])
})

test('an issuer that does not answer has no ranges now, and nothing is added', async () => {
  const maker = await productMaker()
  const away = { capabilities: () => Promise.reject(new OutsideUnknown('no answer')) }
  await withIssuerThat(away, async () => {
    const { answered, ranges } = await offers(maker)
    assert.deepEqual([answered, ranges], [0, []])
    await assert.rejects(adds(maker, { vid: 'AWAY-1' }), refusedAs('issuer_unavailable'))
  })
})

test('a real issuer’s cards go to the verified cardholder and nobody else, whichever way they are opened', async () => {
  const [maker, checker] = [await productMaker(), await productChecker()]
  await withReal(async () => {
    const { vid, approvalId } = await adds(maker, { issuerId: REAL, programRef: 'prg_visa_us_2', vid: 'REAL-US' })
    await approves(checker, approvalId)
    await changesRange(maker, { status: 'ON' }, { vid })
    assert.equal((await answers.showRangeAtDesk(maker, { vid })).holderMode, 'VERIFIED')

    const ana = await newAccount({ balanceCents: 100_000, plan: 'STANDARD' })
    const unverified = refusedAs('holder_unverified', 'firstName')
    const asked = { vid, num: 2, rechargeAmount: 50_00, requestNo: requestNo() }
    const offered = () => asks(ana, 'cardRanges', {}).then((list) => list.find((one) => one.vid === vid)!)
    assert.deepEqual(
      [(await offered()).holderMode, (await offered()).editAddress, (await offered()).threeDsBy],
      ['VERIFIED', 0, 'NONE'],
    )
    await assert.rejects(asks(ana, 'suggestHolder', { vid }), unverified)
    await assert.rejects(asks(ana, 'openCard', openingInput({ vid })), unverified)
    await assert.rejects(asks(ana, 'openBatch', asked), unverified)

    await isVerified(ana, { ...cardholder, country: 'GB', zipCode: 'SW1A 1AA' } as never)
    await assert.rejects(asks(ana, 'suggestHolder', { vid }), unverified, 'the segment bills in another country')
    const bo = await newAccount({ balanceCents: 100_000, plan: 'STANDARD' })
    await isVerified(bo)
    assert.deepEqual(await asks(bo, 'suggestHolder', { vid }), cardholder)
    assert.deepEqual(await asks(bo, 'suggestHolder', { vid, num: 3 }), [cardholder])
    const { country: _, ...typed } = cardholder
    for (const change of [
      { firstName: 'Made' },
      { lastName: 'Up' },
      { street: '2 Cedar Avenue' },
      { zipCode: '97202' },
    ])
      await assert.rejects(asks(bo, 'openCard', openingInput({ vid, ...typed, ...change })), unverified)
    await assert.rejects(
      asks(bo, 'openBatch', { ...asked, nameMode: 'FIXED', firstName: 'Made', lastName: 'Up' }),
      unverified,
    )
    const cardId = await opensCard(bo, { vid, ...typed })
    const { batchNo } = await asks(bo, 'openBatch', { ...asked, requestNo: requestNo() })
    assert.ok(batchNo)
    const list = await asks(bo, 'listCards', {})
    assert.deepEqual(
      list.data.map(({ firstName, lastName, address, editHolder }) => ({
        firstName,
        lastName,
        ...address,
        editHolder,
      })),
      Array.from({ length: 3 }, () => ({ ...cardholder, editHolder: 0 })),
    )
    // What the segment allows, the issuer may not.
    await sql`UPDATE card_range SET edit_address = true WHERE vid = ${vid}`.execute(db)
    const edit = { cardId, street: '2 Elm Court', city: 'Salem', state: 'OR', zipCode: '97301', requestNo: requestNo() }
    await assert.rejects(asks(bo, 'editAddress', edit), refusedAs('address_fixed'))
    assert.equal((await asks(bo, 'showCard', { cardId })).card.limits.addressChangesLeft, 0)
    await assert.rejects(changesRange(maker, { threeDs: true }, { vid }), refusedAs('invalid', 'change'))
    await booksHold()
  })
})
