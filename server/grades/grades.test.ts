import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner } from '#test/database.ts'
import { booksHold, withIssuer } from '#test/fixtures/cards.ts'
import { cardInHand, charges, event, newRef, tells, type Plastic } from '#test/fixtures/trades.ts'
import { caller, newAccount } from '#test/world.ts'
import * as contract from '#contract/grades/grades.ts'
import type { DeclineReason } from '#contract/trades/declines.ts'
import type { Actor } from '../core/actor.ts'
import { ago, DAY, MINUTE, nowMs, setClock } from '../core/clock.ts'
import { db, sql } from '../core/db.ts'
import { gradeRanges, suggestMerchants, computeAll, computeRecent } from './gradeRanges.ts'
import { gradeOf } from './weighing.ts'

withIssuer({ connections: 20 })

async function query(who: Actor, input: { merchantName: string; mcc?: string; country?: string }) {
  const answer = await gradeRanges(who, contract.gradeRanges.input.parse(input))
  contract.gradeRanges.output.parse(answer)
  const of = (vid: string) => answer.list.find((row) => row.vid === vid)!
  return { ...answer, of }
}
const at = (name: string) => ({ id: `mer_${name}`, name, descriptor: `${name} *1`, mcc: '5734', country: 'US' })
const declined = (card: Plastic, name: string, reason: DeclineReason) =>
  event('auth.declined', card, 500, {
    authRef: newRef(),
    reason,
    isoCode: '05',
    merchant: at(name),
    ...(reason === 'THREEDS_REQUIRED' && { threeDs: 'NONE' as const }),
  })
/** Attempts as the decision path writes them: `yes` approvals and `no` declines with one reason. */
async function attempts(card: Plastic, name: string, yes: number, no = 0, reason: DeclineReason = 'ISSUER_DECLINED') {
  await charges(card, 1, { merchant: at(name) }) // so that the merchant is known
  await tells(...Array.from({ length: no }, () => declined(card, name, reason)))
  await sql`
    INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents,
                      merchant_amount, merchant_currency, status, iso_code, pos, three_ds, occurred_at)
    SELECT cell, account_no, auth_id + n, la_id, ref_hash + n, issuer_id, ${newRef()} || n, merchant_no, descriptor, 0, 0,
           0, 'USD', 'REVERSED', '00', pos, three_ds, occurred_at
      FROM auth, generate_series(1, ${yes - 1}) AS n
     WHERE la_id = (SELECT la_id FROM card WHERE card_id = ${card.cardId}) AND descriptor = ${at(name).descriptor} AND status = 'PENDING'`.execute(
    db,
  )
}

test('the grade follows the rate, and under twenty attempts there is none', () => {
  const of: [sample: number, approved: number, grade: string][] = [
    [19, 19, 'NA'],
    [0, 0, 'NA'],
    [20, 20, 'A'],
    [20, 19, 'A'],
    [20, 18, 'B'],
    [100, 85, 'B'],
    [10_000, 8499, 'C'],
    [100, 70, 'C'],
    [100, 69, 'D'],
    [100, 0, 'D'],
  ]
  for (const [sample, approved, grade] of of) assert.equal(gradeOf(sample, approved), grade, `${approved} of ${sample}`)
})

test('segments are compared over all accounts, the best that can be opened is recommended, and too few says so', async () => {
  const [ana, eva] = [await newAccount({ balanceCents: 200_000 }), await newAccount({ balanceCents: 200_000 })]
  const good = await cardInHand(ana, { vid: 'VISA-US-1' })
  const fair = await cardInHand(eva, { vid: 'MASTERCARD-US-2' })
  const few = await cardInHand(eva, { vid: 'MASTERCARD-US-1' })
  await attempts(good, 'GRADED SHOP', 39, 1)
  await attempts(fair, 'GRADED SHOP', 30, 10, 'THREEDS_REQUIRED')
  await attempts(few, 'GRADED SHOP', 19)
  await computeRecent()
  const { merchant, list, matches, of, updateTime } = await query(eva, { merchantName: 'graded shop' })
  assert.deepEqual(merchant, { name: 'GRADED SHOP', mcc: '5734', category: 'Software', country: 'US' })
  const shown = ({ vid, grade, successRateBps, sample, last30, recommend }: contract.RangeGrade) =>
    [vid, grade, successRateBps, sample, last30, recommend] as const
  assert.deepEqual(list.slice(0, 3).map(shown), [
    ['VISA-US-1', 'A', 9750, 40, 40, 1],
    ['MASTERCARD-US-2', 'C', 7500, 40, 40, 0],
    ['MASTERCARD-US-1', 'NA', null, 19, 19, 0],
  ])
  assert.deepEqual([of('MASTERCARD-US-1').note, of('MASTERCARD-US-1').threeDsShareBps], ['Not enough data', null])
  assert.equal(of('MASTERCARD-US-2').threeDsShareBps, 2500)
  assert.match(of('MASTERCARD-US-2').note, /often requires 3-D Secure, which this segment doesn’t support/)
  assert.equal(list.length, 6)
  assert.deepEqual(matches, [{ ...merchant, sample: 99 }])
  assert.ok(nowMs() - updateTime! < MINUTE)
  const cn = await query({ ...eva, from: caller({ lang: 'cn' }) }, { merchantName: 'GRADED' })
  assert.deepEqual([cn.merchant.category, cn.of('MASTERCARD-US-1').note], ['软件商店', '样本不足'])
  await booksHold()
})

test("what is about the cardholder's money, typing or own rules is no attempt", async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const card = await cardInHand(ana, { vid: 'VISA-US-1' })
  await attempts(card, 'OWN FAULTS', 20)
  await tells(declined(card, 'OWN FAULTS', 'ISSUER_DECLINED'))
  await charges(card, 9_000_000, { merchant: at('OWN FAULTS') })
  await charges(card, 100, { merchant: at('OWN FAULTS'), cvc: card.cvc === '111' ? '222' : '111' })
  await computeRecent()
  const { of } = await query(ana, { merchantName: 'OWN FAULTS' })
  assert.deepEqual([of('VISA-US-1').sample, of('VISA-US-1').successRateBps], [21, 9524])
})

test('a merchant that nobody has paid is answered honestly; words, kind and country narrow the search', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const card = await cardInHand(ana, { vid: 'VISA-US-1' })
  await attempts(card, 'SEARCHED', 3)
  await charges(card, 2, { merchant: { ...at('SEARCHED TOO'), country: 'GB', mcc: '5942' } })
  await computeRecent()
  const none = await query(ana, { merchantName: 'nobody knows me' })
  assert.deepEqual(none.merchant, { name: 'nobody knows me', mcc: '', category: '', country: '' })
  assert.deepEqual([none.matches, none.list.length], [[], 6])
  assert.ok(
    none.list.every(({ grade, successRateBps, recommend }) => grade === 'NA' && successRateBps === null && !recommend),
  )
  const names = async (more: object) =>
    (await query(ana, { merchantName: 'search', ...more })).matches.map(({ name }) => name)
  assert.deepEqual(await names({}), ['SEARCHED', 'SEARCHED TOO'])
  assert.deepEqual(await names({ country: 'GB' }), ['SEARCHED TOO'])
  assert.deepEqual(await names({ mcc: '5734' }), ['SEARCHED'])
  assert.deepEqual((await query(ana, { merchantName: '%%' })).matches, [])
})

test('a merchant is found under the name that people know, in both languages, and suggested while it is typed', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const card = await cardInHand(ana, { vid: 'VISA-US-1' })
  await attempts(card, 'FACEBK ADS', 30)
  await attempts(card, 'GOOGLE ADS', 25)
  await attempts(card, 'METAL WORKS', 40)
  await computeRecent()
  for (const merchantName of ['Facebook', 'facebook ads', 'FB', 'Meta', '脸书', 'FACEBK *7XK2'.slice(0, 6)])
    assert.equal((await query(ana, { merchantName })).matches[0]?.name, 'FACEBK ADS', merchantName)
  for (const merchantName of ['Google', 'google*ads', '谷歌', 'AdWords'])
    assert.equal((await query(ana, { merchantName })).merchant.name, 'GOOGLE ADS', merchantName)

  const suggested = async (words?: string, from = ana.from) => {
    const answer = await suggestMerchants({ ...ana, from }, contract.suggestMerchants.input.parse({ words }))
    contract.suggestMerchants.output.parse(answer)
    return answer
  }
  assert.deepEqual(
    (await suggested('faceb')).map(({ name, sample }) => [name, sample]),
    [['FACEBK ADS', 30]],
  )
  assert.equal((await suggested('faceb', caller({ lang: 'cn' })))[0]!.category, '软件商店')
  assert.deepEqual(await suggested('nobody knows me'), [])
  const used = await suggested()
  assert.ok(used.length <= contract.SUGGESTED)
  assert.deepEqual(
    used.map(({ sample }) => sample),
    used.map(({ sample }) => sample).toSorted((a, b) => b - a),
  )
  assert.ok(used.some(({ name }) => name === 'METAL WORKS'))
})

test('computed again nothing is counted twice; old days fall out, and what staff decided stays', async () => {
  const ana = await newAccount({ balanceCents: 200_000 })
  const card = await cardInHand(ana, { vid: 'VISA-US-1' })
  await attempts(card, 'AGEING', 30)
  await sql`UPDATE auth SET occurred_at = ${ago(40 * DAY)} WHERE la_id = (SELECT la_id FROM card WHERE card_id = ${card.cardId}) AND issuer_ref LIKE '%1'`.execute(
    owner,
  )
  const figures = async () => {
    const { of } = await query(ana, { merchantName: 'AGEING' })
    return [of('VISA-US-1').grade, of('VISA-US-1').sample, of('VISA-US-1').last30]
  }
  await computeAll()
  await Promise.all([computeRecent(), computeAll(), computeRecent()])
  const [, , last30] = await figures()
  assert.deepEqual(await figures(), ['A', 30, last30])
  assert.ok((last30 as number) < 30)
  await sql`UPDATE range_grade SET override_grade = 'D' WHERE name = 'AGEING'`.execute(db)
  await computeAll()
  assert.deepEqual(await figures(), ['D', 30, last30])
  assert.equal((await query(ana, { merchantName: 'AGEING' })).of('VISA-US-1').note, 'Graded by staff')
  const later = nowMs() + 120 * DAY
  try {
    setClock(() => later)
    await computeAll()
    assert.deepEqual(await figures(), ['D', 0, 0])
    assert.deepEqual(await db.selectFrom('range_grade').select('name').where('name', '<>', 'AGEING').execute(), [])
  } finally {
    setClock()
  }
})
