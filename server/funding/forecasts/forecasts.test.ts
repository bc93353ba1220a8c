import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import sharp from 'sharp'
import { endOf, refused, refusedAs } from '#test/refused.ts'
import { heardBy } from '#test/fixtures/changes.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import {
  announces,
  booked,
  csvOf,
  forecastSeen,
  imports,
  lineOf,
  matches,
  newBusiness,
  newRef,
  recalls,
  referenceFor,
  resubmits,
  revokes,
  says,
  sent,
  takes,
  uploads,
} from '#test/fixtures/wires.ts'
import { newAccount, withWorld } from '#test/world.ts'
import { announceWire } from '#contract/funding/forecasts.ts'
import { DAY, nowMs, setClock } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { balanceOf, balancesOf, credit, debit, platform, post, prove, tenant, wallet } from '#server/ledger/ledger.ts'
import { approvalAnswers } from '#server/staff/module.ts'
import { todayOf } from '../orders/limits.ts'
import { forecastAnswers as answers, module, wireDeskAnswers as desk } from '../module.ts'
import { expireForecasts } from './announceWire.ts'

withWorld()
after(() => setClock())
afterEach(async () => assert.deepEqual(await prove(), []))

const later = (ms: number) => {
  const to = nowMs() + ms
  setClock(() => to)
}
const logOf = async (accountId: string) =>
  many(
    db,
    sql<{ type: string; target: string; content_en: string; amount_cents: number | null }>`
    SELECT type, target, content_en, amount_cents FROM operate_log WHERE account_id = ${accountId} ORDER BY created_at, id`,
  )
const newsOf = async (accountId: string) =>
  (
    await many(
      db,
      sql<{
        payload: { event: string; accountId: string; params: { result?: { en: string }; reason?: { en: string } } }
      }>`
      SELECT payload FROM graphile_worker._private_jobs AS job
        JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
       WHERE identifier = 'notices.tell' AND payload ->> 'accountId' = ${accountId}
       ORDER BY job.id`,
    )
  ).map(({ payload }) => `${payload.event} ${payload.params.result?.en ?? ''}: ${payload.params.reason?.en ?? ''}`)

describe('the consoles of its holder', () => {
  it('hear of every step of a forecast', async () => {
    const company = await newBusiness()
    const maker = await newStaff(['FIN_MAKER'])
    const hears = (work: () => Promise<unknown>) => heardBy(company.accountId, work)
    let topupId = ''
    assert.ok((await hears(async () => ({ topupId } = await announces(company)))).includes('money'))
    for (const step of [
      () => takes(maker, topupId),
      () => says(maker, topupId, 'NEED_INFO'),
      () => resubmits(company, topupId),
    ])
      assert.ok((await hears(step)).includes('money'), step.toString())
  })
})

describe('a slip', () => {
  it('stays once it was sent in, in whichever version, and is deleted a week later if it never was', async () => {
    const company = await newBusiness()
    const [first, second, never] = [await uploads(company), await uploads(company), await uploads(company)]
    const { topupId } = await announces(company, { vouchers: [first] })
    const maker = await newStaff(['FIN_MAKER'])
    await takes(maker, topupId)
    await says(maker, topupId, 'NEED_INFO')
    await resubmits(company, topupId, { vouchers: [second] })
    later(8 * DAY)
    await module.sweeps['funding.forgetLooseSlips'].work()
    setClock()
    const left = await many(
      db,
      sql<{ file_id: string }>`SELECT file_id FROM slip WHERE account_id = ${company.accountId}`,
    )
    assert.deepEqual(new Set(left.map(({ file_id }) => file_id)), new Set([first, second]), `without ${never}`)
  })

  it('is drawn anew, sealed, and shown to its owner alone', async () => {
    const company = await newBusiness()
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'a place' } })
      .toBuffer()
    const fileId = await uploads(company, bytes)
    const shown = await answers.downloadFile(company, { fileId, inline: '1' })
    const body = shown.body as Buffer
    assert.equal((await sharp(body).metadata()).exif, undefined)
    await refused('not_found', answers.downloadFile(await newBusiness(), { fileId, inline: undefined }))
    const [row] = await many(db, sql<{ body_enc: Buffer }>`SELECT body_enc FROM slip WHERE file_id = ${fileId}`)
    assert.ok(!row!.body_enc.includes(body.subarray(0, 16)))
  })

  it('is a picture by its own bytes, whatever its name says', async () => {
    const company = await newBusiness()
    for (const text of ['<svg onload=alert(1)>', '%PDF-1.7', 'GIF89a<script>', ''])
      await assert.rejects(
        answers.uploadSlip(company, { file: sent(Buffer.from(text), 'slip.png') }),
        refusedAs('invalid', 'file'),
      )
  })
})

describe('a forecast', () => {
  it('is announced by companies only, from a hundred dollars, with slips of their own', async () => {
    const company = await newBusiness()
    const { topupId, orderNo, status } = await announces(company)
    assert.equal(status, 'SUBMITTED')
    assert.match(orderNo, /^WF\d{10}$/)
    const seen = await forecastSeen(company, topupId)
    assert.deepEqual(
      [seen.amount, seen.payerAccountTail, seen.version, seen.canCancel, seen.canResubmit, seen.history?.length],
      [1000_00, '1234', 1, true, false, 1],
    )
    assert.deepEqual(await logOf(company.accountId), [
      { type: 'FORECAST', target: orderNo, content_en: 'Submitted a forecast of $1,000.00', amount_cents: 1000_00 },
    ])
    const person = await newAccount()
    await refused('identity_required', announces(person))
    await assert.rejects(announces(company, { amount: 99_99 }), refusedAs('amount_below_min', 'amount'))
    await assert.rejects(announces(company, { transferTime: nowMs() + 4 * DAY }), refusedAs('invalid', 'transferTime'))
    await assert.rejects(announces(company, { bankId: 'bnk_none' }), refusedAs('not_found', 'bankId'))
    const foreign = await uploads(await newBusiness())
    await assert.rejects(announces(company, { vouchers: [foreign] }), refusedAs('not_found', 'vouchers'))
    for (const amount of ['1e3', '１０００', '-5', '12.5', ''])
      assert.equal(announceWire.input.shape.amount.safeParse(amount).error?.issues[0]?.message, 'amount_shape')
  })

  it('is revoked until staff take it up, and comes again as its next version, everything kept', async () => {
    const [company, maker] = [await newBusiness(), await newStaff(['FIN_MAKER'])]
    const { topupId } = await announces(company)
    await refused('not_found', revokes(await newBusiness(), topupId))
    await revokes(company, topupId)
    await refused('forecast_not_revocable', revokes(company, topupId))
    await refused('conflict', takes(maker, topupId))
    assert.equal((await resubmits(company, topupId, { amount: 1200_00 })).version, 2)
    await refused('conflict', resubmits(company, topupId))
    await refused('not_found', resubmits(await newBusiness(), topupId))
    await takes(maker, topupId)
    await refused('forecast_not_revocable', revokes(company, topupId))
    await says(maker, topupId, 'NEED_INFO')
    assert.equal((await forecastSeen(company, topupId)).reason, 'the slip cannot be read')
    assert.equal((await resubmits(company, topupId)).version, 3)
    await takes(maker, topupId)
    await says(maker, topupId, 'REJECT', 'paid from another company')
    const { history, payerAccountTail } = await forecastSeen(company, topupId)
    assert.deepEqual(
      history!.map(({ version, status, by }) => `${version} ${status} ${by}`),
      [
        '1 SUBMITTED HOLDER',
        '1 REVOKED HOLDER',
        '2 SUBMITTED HOLDER',
        '2 REVIEWING STAFF',
        '2 NEED_INFO STAFF',
        '3 SUBMITTED HOLDER',
        '3 REVIEWING STAFF',
        '3 REJECTED STAFF',
      ],
    )
    assert.deepEqual(
      history!.flatMap(({ said }) => said?.amount ?? []),
      [1000_00, 1200_00, 1000_00],
    )
    assert.equal(payerAccountTail, '1234', 'the account number stays where none is given again')
    assert.deepEqual(await newsOf(company.accountId), [
      'forecast_result More information needed: the slip cannot be read',
      'forecast_result Rejected: paid from another company',
    ])
    assert.equal((await auditOf(maker)).filter((line) => line.startsWith('MONEY')).length, 4)
  })

  it('expires after fifteen days, unless it is being matched', async () => {
    const company = await newBusiness()
    const [{ topupId }, revoked] = [await announces(company), await announces(company)]
    await revokes(company, revoked.topupId)
    later(15 * DAY - 60_000)
    await expireForecasts()
    assert.equal((await forecastSeen(company, topupId)).status, 'SUBMITTED')
    later(60_000)
    assert.ok((await expireForecasts()) >= 1)
    assert.equal(await expireForecasts(), 0)
    assert.equal((await forecastSeen(company, topupId)).status, 'EXPIRED')
    assert.equal((await forecastSeen(company, revoked.topupId)).status, 'REVOKED')
    assert.deepEqual(await newsOf(company.accountId), ['forecast_result Expired: No payment received in time'])
    await refused('conflict', resubmits(company, topupId))
    setClock()
  })

  it('shows its slip to staff; who looked is in the chain, and that somebody did in the holder’s log', async () => {
    const [company, maker] = [await newBusiness(), await newStaff(['FIN_MAKER'])]
    const { topupId, orderNo } = await announces(company)
    const { voucher } = await forecastSeen(company, topupId)
    const slip = await desk.deskSlip(maker, { topupId, fileId: voucher[0]! })
    assert.equal(slip.type, 'image/jpeg')
    assert.deepEqual(await auditOf(maker), [`REVEAL ${orderNo}`])
    const { rows } = await sql<{ said: string }>`
      SELECT content_en AS said FROM operate_log WHERE account_id = ${company.accountId} AND type = 'STAFF'`.execute(db)
    assert.deepEqual(rows, [{ said: 'Customer service viewed your account: transfer slip' }])
    const other = await announces(await newBusiness())
    await refused('not_found', desk.deskSlip(maker, { topupId: other.topupId, fileId: voucher[0]! }))
  })
})

describe('the credit of a forecast', () => {
  /** 1,000 dollars announced, 985 received. */
  async function received(amount: string) {
    const [company, maker, checker] = [
      await newBusiness(),
      await newStaff(['FIN_MAKER', 'FIN_CHECKER']),
      await newStaff(['FIN_CHECKER']),
    ]
    const { topupId, orderNo } = await announces(company)
    const ref = newRef()
    await imports(
      maker,
      csvOf([{ ref, amount, payer: 'LIN TRADING INC', details: `INV 7 ${await referenceFor(company)}` }]),
    )
    const line = await lineOf(maker, ref)
    assert.deepEqual([line.state, line.fits?.topupId], ['OPEN', topupId])
    return { company, maker, checker, topupId, orderNo, lineId: line.lineId, ref }
  }

  it('is what the bank received, by two people, with the reason in words', async () => {
    const { company, maker, checker, topupId, orderNo, lineId } = await received('985.00')
    const { approvalId } = await matches(maker, topupId, lineId)
    assert.equal((await forecastSeen(company, topupId)).status, 'MATCHED')
    await refused('own_approval', approves(maker, approvalId))
    assert.deepEqual(await booked(lineId), [])
    await approves(checker, approvalId)
    assert.deepEqual(await booked(lineId), ['TOPUP_WIRE D1020 985.00', 'TOPUP_WIRE C2010 985.00'])
    const seen = await forecastSeen(company, topupId)
    assert.deepEqual(
      [seen.status, seen.receivedAmount, seen.creditAmount, seen.fee, seen.reason],
      ['CREDITED', 985_00, 985_00, 0, 'intermediary fee $15.00'],
    )
    assert.equal((await balanceOf(db, wallet(company.accountId))).available, 985_00)
    assert.deepEqual((await logOf(company.accountId)).at(-1), {
      type: 'FORECAST',
      target: orderNo,
      content_en: 'Wire of $985.00 received, $985.00 credited (intermediary fee $15.00)',
      amount_cents: 985_00,
    })
    assert.deepEqual(await newsOf(company.accountId), ['forecast_result Credited: $985.00 (intermediary fee $15.00)'])
    await refused('approval_decided', approves(await newStaff(['FIN_CHECKER']), approvalId))
    await refused('conflict', matches(maker, topupId, lineId))
  })

  it('less our fee, where the rail has one', async () => {
    await sql`UPDATE rail_config SET fee_bps = 50, fee_fixed = 1000 WHERE rail = 'USD_WIRE'`.execute(db)
    const { company, maker, checker, topupId, lineId } = await received('1000.00')
    const { approvalId } = await matches(maker, topupId, lineId)
    await sql`UPDATE rail_config SET fee_bps = 0, fee_fixed = 0 WHERE rail = 'USD_WIRE'`.execute(db)
    await approves(checker, approvalId)
    assert.deepEqual(await booked(lineId), [
      'TOPUP_WIRE D1020 1000.00',
      'TOPUP_WIRE C4030 15.00',
      'TOPUP_WIRE C2010 985.00',
    ])
    assert.equal((await forecastSeen(company, topupId)).fee, 15_00)
  })

  it('needs a maker and a checker: neither key alone does both', async () => {
    const { checker, topupId, lineId, maker } = await received('1000.00')
    await refused('not_permitted', matches(checker, topupId, lineId))
    const { approvalId } = await matches(maker, topupId, lineId)
    await refused('not_permitted', approves(await newStaff(['FIN_MAKER']), approvalId))
  })

  it('goes back to review when the checker says no, and may be matched again', async () => {
    const { company, maker, checker, topupId, lineId, ref } = await received('1000.00')
    await rejects(checker, (await matches(maker, topupId, lineId)).approvalId)
    assert.equal((await forecastSeen(company, topupId)).status, 'REVIEWING')
    assert.equal((await lineOf(maker, ref)).state, 'OPEN')
    await approves(checker, (await matches(maker, topupId, lineId)).approvalId)
    assert.equal((await forecastSeen(company, topupId)).status, 'CREDITED')
  })

  it('happens once, however many checkers press at the same time', async () => {
    const { company, maker, topupId, lineId } = await received('1000.00')
    const { approvalId } = await matches(maker, topupId, lineId)
    const checkers = await Promise.all(Array.from({ length: 4 }, () => newStaff(['FIN_CHECKER'])))
    const ends = await Promise.all(checkers.map((checker) => endOf(approves(checker, approvalId))))
    assert.equal(ends.filter((end) => end === 'ok').length, 1)
    assert.equal((await balanceOf(db, wallet(company.accountId))).available, 1000_00)
  })

  it('taken back by the bank: the wallet pays what it has, the rest is owed and the account restricted', async () => {
    const { company, maker, checker, topupId, lineId } = await received('1000.00')
    await approves(checker, (await matches(maker, topupId, lineId)).approvalId)
    await transaction((tx) =>
      post(tx, {
        kind: 'ADJUST_OUT',
        accountId: company.accountId,
        biz: { type: 'test', id: topupId },
        lines: [debit(wallet(company.accountId), 700_00), credit(platform('5070'), 700_00)],
      }),
    )
    const { approvalId } = await recalls(maker, topupId)
    await refused('conflict', recalls(maker, topupId))
    await refused('own_approval', approves(maker, approvalId))
    await approves(checker, approvalId)
    assert.deepEqual((await booked(topupId)).slice(2), [
      'TOPUP_REVERSED D2010 300.00',
      'TOPUP_REVERSED D1310 700.00',
      'TOPUP_REVERSED C1020 1000.00',
    ])
    const [purse, owed] = await balancesOf(db, [wallet(company.accountId), tenant('1310', company.accountId)])
    assert.deepEqual([purse!.available, owed!.posted], [0, 700_00])
    const reversals = await many(
      db,
      sql<{ kind: string }>`
      SELECT original.kind FROM ledger_transfer AS reversal
        JOIN ledger_transfer AS original ON (original.cell, original.transfer_id) = (reversal.cell, reversal.reverses_transfer_id)
       WHERE reversal.biz_id = ${topupId}`,
    )
    assert.deepEqual(reversals, [{ kind: 'TOPUP_WIRE' }], 'the reversal names the credit')
    assert.equal((await accountOf(db, company.accountId)).restricted, true)
    assert.equal((await forecastSeen(company, topupId)).status, 'REVERSED')
  })
})

describe('a wire above the identity limit of a day', () => {
  it('is credited only with a reason, which the second approver reads beside the limit', async () => {
    const [staff, two, company] = [await newStaff(['FIN_MAKER']), await newStaff(['FIN_CHECKER']), await newBusiness()]
    const { topupId } = await announces(company, { amount: 60_000_00 })
    const ref = newRef()
    await imports(staff, csvOf([{ ref, amount: '60000.00' }]))
    const { lineId } = await lineOf(staff, ref)
    await assert.rejects(matches(staff, topupId, lineId), refusedAs('invalid', 'reason'))
    const { approvalId } = await transaction((tx) =>
      desk.matchForecast(staff, { topupId, lineId, reason: 'invoice 12 seen' }, tx),
    )
    const { diff } = await approvalAnswers.showApproval(two, { approvalId })
    assert.equal(
      diff.find(({ label }) => label.startsWith('Identity limit'))?.after,
      '$0.00 / $50,000.00 ⚠ +$10,000.00',
    )
    await approves(two, approvalId)
    assert.equal((await todayOf(db, company.accountId)).used, 60_000_00)
  })
})
