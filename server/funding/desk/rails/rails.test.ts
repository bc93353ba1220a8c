import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import type { RailPatch } from '#contract/funding/desk/rails.ts'
import type { Rail } from '#contract/funding/funding.ts'
import { withPayments } from '#test/fixtures/payments.ts'
import { refusedAs } from '#test/refused.ts'
import { approves, auditOf, newStaff, rejects } from '#test/fixtures/staff.ts'
import { accountHolder, info, later, withChain } from '#test/fixtures/topUps.ts'
import type { Actor, Staff } from '#server/core/actor.ts'
import { HOUR, nowMs } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { answers as fundingAnswers, railAnswers as answers } from '#server/funding/module.ts'
import { downloadFile } from '#server/funding/forecasts/slips.ts'
import { rateKnown, setRate } from '#server/funding/rails/rates.ts'
import { applyPlanned } from './changeRail.ts'
import { keepBreak } from '#server/funding/rails/reconQueries.ts'

const maker = () => newStaff(['TREASURY'])
const checker = () => newStaff(['FIN_CHECKER'])
const railNow = async (staff: Staff, rail: Rail) =>
  (await answers.listRails(staff, {})).list.find((one) => one.rail === rail)!
const changes = async (
  staff: Staff,
  rail: Rail,
  patch: RailPatch,
  more: { effectiveTime?: number; version?: number } = {},
) => {
  const { version } = await railNow(await maker(), rail)
  return transaction((tx) =>
    answers.changeRail(staff, { rail, version, ...patch, ...more, reason: 'agreed with the provider' }, tx),
  )
}
const seen = (ana: Actor, rail: Rail) => info({ ...ana, from: { ...ana.from, lang: 'en' } }, { rail })
const file = (bytes: Uint8Array) => ({ name: 'limits.png', size: bytes.length, sha256: '', bytes })

describe('rails at the desk', () => {
  withChain()

  test('words are changed by one person, at once and in one language, and stand in the history', async () => {
    const [ana, one] = [await accountHolder(), await maker()]
    const done = await changes(one, 'USDT_TRC20', { arrivalEn: 'Within ten minutes' })
    assert.deepEqual(done, { done: 'DONE', approvalId: null })
    assert.equal((await seen(ana, 'USDT_TRC20')).arrival, 'Within ten minutes')
    const [last] = (await answers.railHistory(one, { rail: 'USDT_TRC20' })).data
    assert.deepEqual(
      [last!.lines, last!.reason, last!.checker, last!.version],
      [
        [
          {
            label: 'Arrival time (English)',
            before: 'About 1 to 5 minutes. Contact customer service after 30 minutes',
            after: 'Within ten minutes',
          },
        ],
        'agreed with the provider',
        null,
        2,
      ],
    )
    assert.deepEqual(await auditOf(one), ['TREASURY USDT (TRC20)'])
  })

  test('switched off at once by one, on again by two: the account holder’s page says so', async () => {
    const [ana, one, two] = [await accountHolder(), await maker(), await checker()]
    assert.equal((await changes(one, 'USDT_TRC20', { enabled: 'off' })).done, 'DONE')
    assert.equal((await seen(ana, 'USDT_TRC20')).enabled, false)
    const { done, approvalId } = await changes(one, 'USDT_TRC20', { enabled: 'on' })
    assert.equal(done, 'ASKED')
    assert.equal((await seen(ana, 'USDT_TRC20')).enabled, false)
    assert.equal((await railNow(one, 'USDT_TRC20')).approvalId, approvalId)
    await assert.rejects(approves({ ...one, may: two.may }, approvalId!), refusedAs('own_approval'))
    await approves(two, approvalId!)
    assert.equal((await seen(ana, 'USDT_TRC20')).enabled, true)
    const [last] = (await answers.railHistory(one, { rail: 'USDT_TRC20' })).data
    assert.deepEqual([last!.maker, last!.checker], [one.name, two.name])
  })

  test('fees, minimum and limits by language take two; rejected nothing changes', async () => {
    const [ana, one, two] = [await accountHolder(), await maker(), await checker()]
    const input = { min: 120_00, feeBps: 250, maxCn: 50_000_00, maxEn: 40_000_00 } satisfies RailPatch
    const first = await changes(one, 'USDT_TRC20', input)
    await assert.rejects(changes(await maker(), 'USDT_TRC20', { feeBps: 300 }), refusedAs('conflict'), 'one at a time')
    await rejects(two, first.approvalId!)
    assert.equal((await seen(ana, 'USDT_TRC20')).feeBps, 200)
    await approves(two, (await changes(one, 'USDT_TRC20', input)).approvalId!)
    const terms = await seen(ana, 'USDT_TRC20')
    assert.deepEqual([terms.feeBps, terms.minAmount, terms.displayMax], [250, 120_00, 40_000_00])
    await approves(
      two,
      (await changes(one, 'USDT_TRC20', { min: 110_00, feeBps: 200, maxCn: 0, maxEn: 0 })).approvalId!,
    )
    assert.equal((await seen(ana, 'USDT_TRC20')).displayMax, null)
  })

  test('planned, it is so when its time has come, and can be cancelled until then', async () => {
    const [ana, one, two] = [await accountHolder(), await maker(), await checker()]
    const effectiveTime = nowMs() + 2 * HOUR
    await approves(two, (await changes(one, 'USDT_TRC20', { feeBps: 150 }, { effectiveTime })).approvalId!)
    assert.equal((await changes(one, 'USDT_TRC20', { arrivalCn: '十分钟内' }, { effectiveTime })).done, 'PLANNED')
    await applyPlanned()
    assert.equal((await seen(ana, 'USDT_TRC20')).feeBps, 200)
    const [words] = (await answers.railHistory(one, { rail: 'USDT_TRC20' })).data
    await transaction((tx) => answers.cancelRailChange(one, { changeId: words!.changeId, reason: 'not yet' }, tx))
    await assert.rejects(
      transaction((tx) => answers.cancelRailChange(one, { changeId: words!.changeId, reason: 'not yet' }, tx)),
      refusedAs('conflict'),
    )
    later(3 * HOUR)
    await Promise.all([applyPlanned(), applyPlanned()])
    assert.equal((await seen(ana, 'USDT_TRC20')).feeBps, 150)
    assert.deepEqual(
      (await answers.railHistory(one, { rail: 'USDT_TRC20' })).data.slice(0, 2).map(({ state }) => state),
      ['CANCELLED', 'DONE'],
    )
    await approves(two, (await changes(one, 'USDT_TRC20', { feeBps: 200 })).approvalId!)
  })

  test('what somebody else has changed meanwhile is not written over; nothing is no change', async () => {
    const one = await maker()
    const { version } = await railNow(one, 'UNIONPAY')
    await changes(one, 'UNIONPAY', { arrivalEn: 'Soon' })
    await assert.rejects(
      changes(one, 'UNIONPAY', { arrivalEn: 'Later' }, { version }),
      refusedAs('conflict', 'version'),
    )
    await assert.rejects(changes(one, 'UNIONPAY', { arrivalEn: 'Soon' }), refusedAs('invalid'))
    await assert.rejects(
      changes(one, 'UNIONPAY', { limitFileId: `rpc_${'0'.repeat(26)}` }),
      refusedAs('not_found', 'limitFileId'),
    )
    await assert.rejects(changes(await newStaff(['SUPPORT']), 'UNIONPAY', { feeBps: 1 }), refusedAs('not_permitted'))
  })

  test('the picture of bank limits is looked at by its bytes, drawn anew, and shown once it is put up', async () => {
    const [ana, one] = [await accountHolder(), await maker()]
    await assert.rejects(
      answers.uploadRailPicture(one, { file: file(Buffer.from('<svg onload="x"/>')) }),
      refusedAs('invalid', 'file'),
    )
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const { fileId } = await answers.uploadRailPicture(one, { file: file(png) })
    await assert.rejects(downloadFile(ana, { fileId }), refusedAs('not_found'), 'not yet up')
    await changes(one, 'UNIONPAY', { limitFileId: fileId })
    assert.equal((await fundingAnswers.bankLimits(ana, { rail: 'UNIONPAY' })).fileId, fileId)
    assert.equal((await downloadFile(ana, { fileId })).type, 'image/jpeg')
    assert.equal((await answers.railPicture(one, { fileId })).type, 'image/jpeg')
  })
})

describe('rates at the desk', () => {
  withChain()
  const sets = (staff: Staff, mid: string, spreadBps = 110) =>
    transaction((tx) =>
      answers.setRateByHand(staff, { pair: 'USD/CNY', mid, spreadBps, reason: 'the feed is silent' }, tx),
    )

  test('set by two people it prices from then on, and ends the doubt about the feed', async (t) => {
    withPayments(t)
    const [one, two] = [await maker(), await checker()]
    await transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'test'))
    await keepBreak(db, {
      rail: 'ONLINE_WECHAT',
      kind: 'RATE_MOVED',
      ref: `r${nowMs()}`,
      orderNo: null,
      detail: { from: '7.2', to: '7.4' },
    })
    const { approvalId } = await sets(one, '7.3', 120)
    await assert.rejects(sets(await maker(), '7.25'), refusedAs('conflict'))
    assert.equal((await transaction((tx) => rateKnown(tx)))!.midMicros, 7_200_000)
    later(1000)
    await approves(two, approvalId)
    const list = await answers.listRates(one, {})
    assert.deepEqual(
      list.pairs.map(({ pair, mid, customer, source, stale }) => [pair, mid, customer, source, stale]),
      [
        ['USD/CNY', '7.30', '7.39', 'STAFF', false],
        ['USD/USDT', '1', '1', 'FIXED', false],
      ],
    )
    assert.deepEqual([list.history[0]!.movedBps, list.history[0]!.by], [139, one.name])
    assert.deepEqual(await many(db, sql`SELECT 1 FROM rail_break WHERE kind = 'RATE_MOVED' AND state = 'OPEN'`), [])
  })

  test('too far from the last it is refused, also where the last has moved until the second agrees', async () => {
    const [one, two] = [await maker(), await checker()]
    await transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'test'))
    await assert.rejects(sets(one, '72.0'), refusedAs('invalid', 'mid'))
    await assert.rejects(sets(one, '6.8'), refusedAs('invalid', 'mid'))
    const { approvalId } = await sets(one, '7.5')
    later(1000)
    await transaction((tx) => setRate(tx, { midMicros: 7_000_000 }, 'test'))
    await assert.rejects(approves(two, approvalId), refusedAs('invalid', 'mid'))
    await rejects(two, approvalId)
    await assert.rejects(sets(await newStaff(['FIN_MAKER']), '7.1'), refusedAs('not_permitted'))
  })
})
