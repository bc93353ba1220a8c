import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner } from '#test/database.ts'
import { asks, opensCard, withIssuer } from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { cardInHand, charges, decides, event, request, shop, tells } from '#test/fixtures/trades.ts'
import { newAccount, subOf } from '#test/world.ts'
import type { Input } from '#contract/core/call.ts'
import * as contract from '#contract/trades/trades.ts'
import type { Actor } from '#server/core/actor.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { DAY, setClock } from '#server/core/clock.ts'
import { db, sql } from '#server/core/db.ts'
import { answers as noticeAnswers } from '#server/notices/module.ts'
import { answers } from '../module.ts'
import { authsOf } from '../auths.ts'
import { declineRate } from '../ladder/rate.ts'
import { weighDeclines } from '../ladder/weighDeclines.ts'

withIssuer({ connections: 20 })

const at = (name: string, country = 'US', currency = 'USD') => ({
  merchant: { ...shop, id: `mer_${name}`, name, descriptor: `${name} *99`, country },
  merchantCurrency: currency,
})
type Lists = Pick<typeof answers, keyof typeof answers & keyof typeof contract>
/** Calls as app.ts does: validates the input, and the answer against the contract. */
async function lists<N extends keyof Lists>(
  who: Actor,
  name: N,
  input: Input<(typeof contract)[N]> = {} as Input<(typeof contract)[N]>,
) {
  const page = await (answers[name] as (actor: Actor, input: unknown) => ReturnType<Lists[N]>)(
    who,
    contract[name].input.parse(input),
  )
  contract[name].output.parse(page)
  return page as Awaited<ReturnType<Lists[N]>>
}

test('the list of authorizations shows what was asked, newest first, with every filter', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const one = await cardInHand(ana)
  const two = await cardInHand(ana)
  await charges(one, 1000, at('ALPHA'))
  await charges(two, 2000, at('BETA SHOP', 'GB'))
  await charges(two, 1500, at('GAMMA', 'US', 'EUR'))
  await charges(one, 90_000, at('ALPHA'))
  const shown = async (input: Parameters<typeof lists<'pageAuthorizations'>>[2]) =>
    (await lists(ana, 'pageAuthorizations', input)).data.map(({ amount }) => amount)

  const { data, summary, total } = await lists(ana, 'pageAuthorizations')
  assert.deepEqual(
    data.map(({ amount, merchantName, status, reason }) => [amount, merchantName, status, reason]),
    [
      [90_000, 'ALPHA', 'DECLINED', 'INSUFFICIENT_FUNDS'],
      [1500, 'GAMMA', 'PENDING', 'APPROVE'],
      [2000, 'BETA SHOP', 'PENDING', 'APPROVE'],
      [1000, 'ALPHA', 'PENDING', 'APPROVE'],
    ],
  )
  assert.deepEqual([summary, total], [{ sumBalance: 4500, sumBalancePage: 4500, totalNum: 4 }, 4])
  assert.deepEqual([data[1]!.fee, data[1]!.remainingHold], [30, 1530])

  assert.deepEqual(await shown({ status: 'DECLINED' }), [90_000])
  assert.deepEqual(await shown({ merchant: 'beta' }), [2000])
  assert.deepEqual(await shown({ merchant: '100%' }), [])
  assert.deepEqual(await shown({ country: 'GB' }), [2000])
  assert.deepEqual(await shown({ currency: 'EUR' }), [1500])
  assert.deepEqual(await shown({ minAmount: 1500, maxAmount: 2000 }), [1500, 2000])
  assert.deepEqual(await shown({ cardId: one.cardId }), [90_000, 1000])
  assert.deepEqual(await shown({ lastFour: two.cardNumber.slice(-4), cardSeqNo: data[1]!.cardSeqNo }), [1500, 2000])
  assert.deepEqual(await shown({ gid: '0' }), [90_000, 1500, 2000, 1000])
  assert.deepEqual(await shown({ startTime: Date.now() + 60_000 }), [])
  assert.deepEqual(await shown({ endTime: Date.now() - 3_600_000 }), [])
  assert.deepEqual(
    await shown({ startTime: Date.now() - 60_000, endTime: Date.now() + 1000 }),
    [90_000, 1500, 2000, 1000],
  )
  assert.deepEqual(await shown({ tagId: 'tag_01ARZ3NDEKTSV4RRFFQ69G5FAV' }), [])
})

test('pages by cursor and by number show every row once', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana)
  for (let i = 1; i <= 23; i++) await charges(card, i, at('SHOP'))
  const byCursor: number[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const page = await lists(ana, 'pageAuthorizations', { pageSize: 5, ...(cursor && { cursor }) })
    byCursor.push(...page.data.map(({ amount }) => amount))
    ;({ cursor, haveNext: more } = page)
  }
  const byNumber = (
    await Promise.all([1, 2, 3, 4, 5].map((pageNo) => lists(ana, 'pageAuthorizations', { pageNo, pageSize: 5 })))
  ).flatMap(({ data }) => data.map(({ amount }) => amount))
  assert.deepEqual(
    byCursor,
    Array.from({ length: 23 }, (_, i) => 23 - i),
  )
  assert.deepEqual(byNumber, byCursor)
  await assert.rejects(lists(ana, 'pageAuthorizations', { cursor: 'bm90LWFuLWlk' }), refusedAs('invalid'))
})

test('one authorization shows what changed it', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana)
  const authorization = request(card, 2000)
  const { authorizationId } = await decides(authorization)
  await tells(event('auth.reversed', card, 500, { authRef: authorization.ref, final: false }))
  const { data } = await lists(ana, 'pageAuthorizations', { cardAuthId: authorizationId! })
  assert.deepEqual(
    data.map(({ amount, remainingHold, events }) => [
      amount,
      remainingHold,
      events?.map(({ kind, amount }) => [kind, amount]),
    ]),
    [[1500, 1500, [['REVERSAL', 500]]]],
  )
})

test('settled rows have their sign, type and what was special, and filter by them', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana)
  const authorization = request(card, 3000, at('ALPHA'))
  const { authorizationId } = await decides(authorization)
  const { merchant } = at('ALPHA')
  await tells(
    event('clearing.posted', card, 3200, { authRef: authorization.ref, merchant }),
    event('refund.posted', card, 200, { authRef: authorization.ref, merchant }),
  )
  const { data, summary } = await lists(ana, 'pageTrades')
  assert.deepEqual(
    data.map(({ type, amount, bizCode, status, cardAuthId }) => [
      type,
      amount,
      bizCode,
      status,
      cardAuthId === authorizationId,
    ]),
    [
      ['REFUND', 200, null, 'POSTED', true],
      ['PURCHASE', -3200, 1003, 'PARTIALLY_REFUNDED', true],
    ],
  )
  assert.equal(summary.sumBalance, -3000)
  assert.deepEqual((await lists(ana, 'pageTrades', { type: ['REFUND'] })).data.length, 1)
  assert.deepEqual(
    (await lists(ana, 'pageTrades', { bizCode: 1003, minAmount: 3000, cardAuthId: authorizationId! })).data.length,
    1,
  )
})

test('declines say why, what to do, whether they count, and the rate that they make', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana)
  await charges(card, 100, at('ALPHA'))
  await charges(card, 99_999, at('ALPHA'))
  const { data, summary } = await lists(ana, 'pageDeclines')
  assert.deepEqual(
    data.map(({ reason, reasonText, isoCode, counted, advice }) => [reason, reasonText, isoCode, counted, advice]),
    [['INSUFFICIENT_FUNDS', 'Insufficient funds', '51', 1, 'Load $1 to $2 more than the price']],
  )
  assert.deepEqual(
    [summary.count, summary.counted, summary.declineRateBps, summary.windowDays, summary.sumBalance],
    [1, 1, 5000, 30, 99_999],
  )
  assert.equal((await lists(ana, 'pageDeclines', { reason: 'CVC_MISMATCH' })).total, 0)
})

test('a sub-account sees its own, a parent’s two pages divide between them, and nobody sees another’s', async () => {
  const parent = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const [sub, other] = [await subOf(parent), await subOf(parent)]
  const stranger = await newAccount({ balanceCents: 100_000 })
  const amounts = async (who: Actor, name: 'pageAuthorizations' | 'pageSubAuthorizations', input = {}) =>
    (await lists(who, name, input)).data.map(({ amount }) => amount)
  await charges(await cardInHand(parent), 100)
  const own = await cardInHand(sub)
  const { authorizationId } = await charges(own, 200)
  await charges(await cardInHand(other), 300)

  assert.deepEqual(await amounts(parent, 'pageAuthorizations'), [100])
  assert.deepEqual(await amounts(parent, 'pageAuthorizations', { scope: 'all' }), [300, 200, 100])
  assert.deepEqual(await amounts(parent, 'pageSubAuthorizations'), [300, 200])
  assert.deepEqual(await amounts(parent, 'pageSubAuthorizations', { subUid: sub.subUid }), [200])
  for (const input of [{}, { scope: 'all' }, { subUid: other.subUid }])
    assert.deepEqual(await amounts(sub, 'pageAuthorizations', input), [200])
  assert.deepEqual(await amounts(sub, 'pageSubAuthorizations', { subUid: other.subUid }), [200])
  assert.deepEqual(await amounts(stranger, 'pageAuthorizations', { cardAuthId: authorizationId, scope: 'all' }), [])
  assert.deepEqual(await amounts(other, 'pageAuthorizations', { cardAuthId: authorizationId }), [])
})

test('sums say where they leave rows out, and not where they do not', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana)
  const purchase = event('clearing.posted', card, 1500)
  await tells(purchase, event('clearing.posted', card, 300))
  const { summary, ...page } = await lists(ana, 'pageTrades')
  assert.deepEqual([page.summaryCapped, summary.sumBalance, summary.sumBalancePage], [undefined, -1800, -1800])
  await tells({ ...purchase, type: 'clearing.reversed', id: 'undo-1500' } as never)
  const after = await lists(ana, 'pageTrades')
  assert.deepEqual(
    [after.summary.sumBalance, after.summary.sumBalancePage],
    [-300, -300],
    'what was reversed adds nothing',
  )
})

test('beside the decline rate stand the counts that make it, not those of all time', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const bo = await subOf(ana)
  const [card, hers] = [await cardInHand(ana), await cardInHand(bo)]
  try {
    await charges(card, 100)
    await charges(card, 99_999)
    setClock(() => Date.now() + 40 * DAY)
    await charges(card, 101)
    await charges(card, 102)
    await charges(card, 99_998)
    await charges(hers, 103)
    await charges(hers, 99_997)
    const { summary } = await lists(ana, 'pageDeclines')
    const { count, counted, declineRateBps, windowAttempts, windowDeclined } = summary
    assert.deepEqual([count, counted], [2, 2], 'of the list: of all time')
    assert.deepEqual([declineRateBps, windowAttempts, windowDeclined], [4000, 5, 2], 'of the rate: the last 30 days')
    const ofBo = (await lists(ana, 'pageDeclines', { subUid: bo.subUid })).summary
    assert.deepEqual([ofBo.declineRateBps, ofBo.windowAttempts, ofBo.windowDeclined], [5000, 2, 1])
    const overview = (await noticeAnswers.overview(ana, { days: 30 })).auth
    assert.deepEqual([overview.count, overview.declined, overview.declineRateBps], [5, 2, 4000])
    const subs = (await noticeAnswers.overviewForSub(bo, { days: 30 })).auth
    assert.deepEqual(subs, { count: 2, declined: 1, declineRateBps: 5000, windowDays: 30 })
    const { stats } = await asks(ana, 'showCard', { cardId: card.cardId })
    assert.deepEqual(stats, { authCount: 3, declineCount: 1, declineRateBps: 3333, windowDays: 30 })
  } finally {
    setClock()
  }
})

test('a list is leafed in the index: no page reads the rows of the ones before', async () => {
  const ana = await newAccount({ balanceCents: 10_000 })
  await opensCard(ana)
  await sql`INSERT INTO merchant (ref, name, mcc, country, words, created_at) VALUES ('m', 'M', '5734', 'US', 'M', now()) ON CONFLICT DO NOTHING`.execute(
    db,
  )
  await sql`
    INSERT INTO auth (cell, account_no, auth_id, la_id, ref_hash, issuer_id, issuer_ref, merchant_no, descriptor, answered_cents, amount_cents, merchant_amount, merchant_currency, status, iso_code, pos, occurred_at)
    SELECT cell, account_no, n, la_id, n, 'simulated', 'bulk' || n, merchant_no, 'M', 1, 1, 1, 'USD', 'COMPLETE', '00', 'ECOMMERCE', '2026-01-01'
      FROM account JOIN card USING (cell, account_id), merchant, generate_series(1, 30000) AS n
     WHERE ${ofAccount(ana.accountId, 'account')} AND merchant.ref = 'm'`.execute(db)
  await sql`ANALYZE auth`.execute(owner)
  const first = await lists(ana, 'pageAuthorizations')
  assert.deepEqual([first.total, first.totalCapped, first.haveNext], [10_000, true, true])
  assert.deepEqual(
    [first.summaryCapped, first.summary],
    [true, { sumBalance: 10_000, sumBalancePage: 10, totalNum: 10_000 }],
  )
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`EXPLAIN SELECT auth_id FROM auth WHERE ${authsOf(ana.accountId)} AND owner_sub_no IS NULL AND auth_id < 100 ORDER BY auth_id DESC LIMIT 11`.execute(
    db,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index (Only )?Scan Backward using auth_pkey_\d\d_\d\d/)
  assert.doesNotMatch(plan, /Sort|Seq Scan/)
})

test('above five in a hundred all cards stop; below the sample one decline stops nobody', async () => {
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana, { rechargeAmount: 10_000 })
  const second = await opensCard(ana)
  for (let i = 1; i <= 38; i++) await charges(card, i)
  for (let i = 0; i < 2; i++) await charges(card, 90_000 + i)
  await weighDeclines(ana)
  assert.equal((await charges(card, 400)).approved, true)
  for (let i = 0; i < 4; i++) await charges(card, 500 + i, { expMonth: card.expMonth === 1 ? 2 : 1 })
  assert.deepEqual(await declineRate(db, ana.accountId), { attempts: 45, declined: 6, bps: 1333 })
  await weighDeclines(ana)
  assert.equal((await charges(card, 401)).reason, 'ACCOUNT_SHUTDOWN')
  const { rows } = await sql<{
    card_id: string
    blocks: number
  }>`SELECT card_id, blocks FROM card WHERE account_id = ${ana.accountId} ORDER BY created_at`.execute(db)
  assert.deepEqual(rows, [
    { card_id: card.cardId, blocks: 2 },
    { card_id: second, blocks: 2 },
  ])
})
