import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { askForOpening as askRow, listStuckOpenings as listRow } from '#contract/cards/desk/openings.ts'
import { identified, openingRows, rowsOf } from '#test/fixtures/batches.ts'
import { asks, booksHold, openingInput, walletOf, withIssuer, withIssuerThat, work } from '#test/fixtures/cards.ts'
import { refused } from '#test/refused.ts'
import { auditOf, newStaff } from '#test/fixtures/staff.ts'
import { newAccount } from '#test/world.ts'
import { startBatch } from '#server/cards/batches/startBatch.ts'
import { deskAnswers as answers } from '#server/cards/module.ts'
import type { Staff } from '#server/core/actor.ts'
import { MINUTE, setClock } from '#server/core/clock.ts'
import { transaction } from '#server/core/db.ts'
import { OutsideUnknown } from '#server/outside/outside.ts'
import { staffAnswers } from '#server/staff/module.ts'

const issuer = withIssuer()
afterEach(() => setClock())

const deaf = (work: () => Promise<void>) =>
  withIssuerThat({ createCard: () => Promise.reject(new OutsideUnknown('no answer')) }, work)
const passes = (minutes: number) => {
  const later = Date.now() + minutes * MINUTE
  setClock(() => later)
}
const list = async (staff: Staff) => listRow.output.parse(await answers.listStuckOpenings(staff, {}))
const asksAgain = (staff: Staff, orderNo: string) =>
  transaction((tx) => answers.askForOpening(staff, askRow.input.parse({ orderNo, requestNo: 'test-ask-1' }), tx))
const inQueue = async (staff: Staff) =>
  (await staffAnswers.staffQueues(staff, {})).list.find(({ queue }) => queue === 'stuckCards')

test('an opening without an answer is found after a quarter of an hour, and asked for once more by hand', async () => {
  const [ana, clerk] = [await newAccount({ balanceCents: 100_00 }), await newStaff(['SUPPORT'])]
  const before = await issuer.cardsMade()
  const { orderNo, cardId } = await asks(ana, 'openCard', openingInput())
  await deaf(work)
  passes(14)
  assert.deepEqual(await list(clerk), { data: [], count: 0 })
  assert.equal((await inQueue(clerk))?.count, 0)

  passes(16)
  const { data, count } = await list(clerk)
  assert.equal(count, 1)
  const [found] = data
  assert.deepEqual(
    [found?.orderNo, found?.cardId, found?.holder.accountId, found?.held, found?.error, found?.batchNo],
    [orderNo, cardId, ana.accountId, 5650, 'no answer', null],
  )
  assert.equal((await inQueue(clerk))?.count, 1)

  await asksAgain(clerk, orderNo)
  await work()
  assert.equal(await issuer.cardsMade(), before + 1)
  assert.equal((await asks(ana, 'showCard', { cardId })).card.status, 'ACTIVE')
  assert.equal((await walletOf(ana)).held, 0)
  assert.equal((await list(clerk)).count, 0)
  assert.deepEqual(await auditOf(clerk), [`ACCOUNT ${orderNo}`])
  await refused('not_found', asksAgain(clerk, orderNo))
  await booksHold()
})

test('a row of a batch is asked for with its batch', async () => {
  const [ana, clerk] = [await newAccount({ balanceCents: 1000_00 }), await newStaff(['SUPPORT'])]
  await identified(ana)
  const { batchNo } = await transaction((tx) => startBatch(tx, ana, { kind: 'OPEN', rows: openingRows(2) }))
  await deaf(work)
  passes(16)
  const { data } = await list(clerk)
  assert.deepEqual(
    data.map((row) => row.batchNo),
    [batchNo, batchNo],
  )
  await asksAgain(clerk, data[0]!.orderNo)
  await work()
  assert.equal((await rowsOf(batchNo)).filter((row) => row.endsWith('SUCCESS')).length >= 1, true)
  assert.equal(
    (await list(clerk)).data.every(({ orderNo }) => orderNo !== data[0]!.orderNo),
    true,
  )
  await booksHold()
})

test('what nobody waits for is not found', async () => {
  const clerk = await newStaff(['SUPPORT'])
  await refused('not_found', asksAgain(clerk, 'ord_00000000000000000000000000'))
})
