/** The senders of wires and their accounts: nowhere in a copy of the database, and as useful on the desk as before. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { db, one, run, sql } from '#server/core/db.ts'
import { wireDeskAnswers as desk } from '#server/funding/module.ts'
import { owner } from './database.ts'
import { columnsWith } from './dump.ts'
import { approves, newStaff } from './fixtures/staff.ts'
import {
  announces,
  booked,
  csvOf,
  forecastSeen,
  imports,
  lineOf,
  linesSeen,
  matches,
  newBusiness,
  newRef,
  resubmits,
  returns,
  says,
  takes,
} from './fixtures/wires.ts'
import { withWorld } from './world.ts'

const payer = 'Thornbury Haberdashers, Ltd.'
const bank = 'Bank of Little Wenham'
const account = 'GB29NWBK60161331926819'
const sender = 'Ottoline Featherstonehaugh'
const known = [payer, 'haberdashers', bank, account, sender, 'marmalade']

describe('payers of wires', () => {
  withWorld({ connections: 12 })
  const page = { pageNo: 1, pageSize: 20 }
  const found = async (keyword: string) =>
    (await desk.deskForecasts(await newStaff(['FIN_MAKER']), { keyword, ...page })).data.map(
      ({ payerName }) => payerName,
    )

  test('no column has their names, banks and accounts, from the forecast to the credit and the return', async () => {
    const [maker, checker] = [await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER'])]
    const company = await newBusiness()
    const sent = { payerName: payer, payerBank: bank, payerAccount: account }
    const { topupId, orderNo } = await announces(company, sent)
    await takes(maker, topupId)
    await says(maker, topupId, 'NEED_INFO')
    await resubmits(company, topupId, { payerName: payer, payerBank: bank })
    const [ref, other] = [newRef(), newRef()]
    await imports(
      maker,
      csvOf([
        { ref, payer: payer.replace(',', ''), account, details: `${orderNo} marmalade` },
        { ref: other, payer: sender, account, details: 'marmalade', amount: '77.00' },
      ]),
    )
    assert.deepEqual(await columnsWith(known), [])

    const line = await lineOf(maker, ref)
    assert.deepEqual([line.payer, line.payerAccount, line.fits?.topupId], [payer.replace(',', ''), account, topupId])
    await approves(checker, (await matches(maker, topupId, line.lineId)).approvalId)
    const unknown = await lineOf(maker, other)
    await approves(checker, (await returns(maker, unknown.lineId)).approvalId)
    assert.equal((await forecastSeen(company, topupId)).status, 'CREDITED')
    assert.ok((await booked(unknown.lineId)).some((entry) => entry.startsWith('SUSPENSE_RETURNED')))
    assert.deepEqual(await columnsWith(known), [])

    const shown = await desk.deskForecast(maker, { topupId })
    assert.deepEqual([shown.payerName, shown.payerBank], [payer, bank])
    assert.deepEqual(
      shown.history.flatMap(({ said }) => said?.payerName ?? []),
      [payer, payer],
    )
    const { rows } = await sql<{ diff: string }>`SELECT diff::text AS diff FROM approval`.execute(db)
    assert.ok(
      rows.some(({ diff }) => diff.includes('T*** H*** L***')),
      'the second approver sees enough to compare',
    )
    assert.ok(rows.some(({ diff }) => diff.includes('O*** F*** ****6819')))
  })

  test('the desk finds them by how the words begin', async () => {
    const maker = await newStaff(['FIN_MAKER'])
    for (const keyword of ['Thornbury', 'haber', 'thornbury hab'])
      assert.deepEqual(await found(keyword), [payer], keyword)
    for (const keyword of ['ornbury', 'dashers']) assert.deepEqual(await found(keyword), [], keyword)
    assert.deepEqual(
      (await linesSeen(maker, 'otto')).map((line) => line.payer),
      [sender],
    )
    assert.equal((await linesSeen(maker, 'marma')).length, 2, 'details too')
  })

  test('a step of a forecast takes no change', async () => {
    const { topupId } = await announces(await newBusiness())
    for (const change of [
      sql`UPDATE forecast_step SET status = 'CREDITED' WHERE topup_id = ${topupId}`,
      sql`UPDATE forecast_step SET said_enc = '' WHERE topup_id = ${topupId}`,
      sql`DELETE FROM forecast_step WHERE topup_id = ${topupId}`,
    ])
      await assert.rejects(run(owner, change), /only added to/)
    const { n } = await one(db, sql<{ n: number }>`SELECT count(*) AS n FROM forecast_step WHERE topup_id = ${topupId}`)
    assert.equal(n, 1)
  })
})
