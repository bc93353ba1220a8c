import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Controls } from '#contract/controls/documents.ts'
import { asks, booksHold, requestNo, withIssuer } from '#test/fixtures/cards.ts'
import {
  authOf,
  cardInHand,
  charges,
  decides,
  event,
  increments,
  request,
  shop,
  tells,
  type Plastic,
} from '#test/fixtures/trades.ts'
import { waiting } from '#test/mail.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import type { News } from '../core/news.ts'
import { db, one, sql, transaction } from '../core/db.ts'
import { module } from './module.ts'
import { saveControls } from './saveControls.ts'
import { showControls } from './showControls.ts'
import type { Warning } from './warnings.ts'

withIssuer({ connections: 12 })

async function someone(cents = 100_000): Promise<{ ana: Person; card: Plastic }> {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  return { ana, card: await cardInHand(ana, { rechargeAmount: cents }) }
}
const sets = (ana: Person, card: Plastic, controls: Controls) =>
  transaction((tx) => saveControls(ana, { scope: 'CARD', scopeIds: [card.cardId], controls }, tx))
const shows = (ana: Person, card: Plastic) => showControls(ana, { scope: 'CARD', scopeId: card.cardId })
const aDay = { limitId: 'perday', window: 'DAY', amount: 10_000, refunds: 'KEEP' } as const
const airline = { ...shop, id: 'air', name: 'LUFTHANSA', descriptor: 'LUFTHANSA 220', mcc: '3008', country: 'DE' }

test('a document that only watches declines nothing, counts what it would have declined, and the purchase says so', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, { mode: 'WATCH', singleMax: 5_000, limits: [aDay] })
  const [small, big] = [request(card, 4_000), request(card, 7_000)]
  for (const asked of [small, big]) assert.equal((await decides(asked)).approved, true)
  assert.equal((await authOf(small.ref))!.why, null)
  const why = (await authOf(big.ref))!.why as { line: string; watched: number }
  assert.deepEqual([why.line, why.watched], ['singleMax', 1])
  // Nothing is left of the limit: a part is not what it would have left, and money alone decides.
  assert.equal((await charges(card, 3_000, { partialOk: true })).amountCents, 3_000)
  const { watched, standing } = await shows(ana, card)
  assert.deepEqual(watched, { count: 2, amount: 10_000 })
  assert.deepEqual([standing[0]!.used, standing[0]!.over], [14_000, 1])
  await sets(ana, card, { singleMax: 5_000, limits: [aDay] })
  assert.equal((await shows(ana, card)).watched, null)
  assert.equal((await charges(card, 1_000)).reason, 'CONTROL_LIMIT')
})

test('an account may watch all cards while a card of it is limited', async () => {
  const { ana, card } = await someone()
  const other = await cardInHand(ana, { rechargeAmount: 10_000 })
  await transaction((tx) =>
    saveControls(
      ana,
      { scope: 'ACCOUNT', controls: { mode: 'WATCH', kinds: { mode: 'NEVER', mccs: [shop.mcc] } } },
      tx,
    ),
  )
  await sets(ana, card, { singleMax: 500 })
  assert.equal((await charges(card, 600)).reason, 'CONTROL_AMOUNT')
  assert.equal((await charges(card, 500)).approved, true)
  assert.equal((await charges(other, 700)).approved, true)
  const { watched } = await showControls(ana, { scope: 'ACCOUNT' })
  assert.deepEqual(watched, { count: 2, amount: 1_200 })
})

test('a group of categories allows its codes, those of single airlines and hotels too', async () => {
  const { ana, card } = await someone()
  await sets(ana, card, { kinds: { mode: 'ONLY', groups: ['TRAVEL'], mccs: ['7311'] } })
  assert.equal((await charges(card, 100, { merchant: airline })).approved, true)
  assert.equal((await charges(card, 100, { merchant: { ...shop, mcc: '7311' } })).approved, true)
  assert.equal((await charges(card, 100)).reason, 'CONTROL_KIND')
  await sets(ana, card, { kinds: { mode: 'NEVER', groups: ['TRAVEL'] } })
  assert.equal((await charges(card, 101, { merchant: airline })).reason, 'CONTROL_KIND')
  assert.equal((await charges(card, 101)).approved, true)
})

test('a limit of some merchants counts and stops only purchases there, whatever becomes of them', async () => {
  const { ana, card } = await someone()
  const { brand_id: facebook } = await one(
    db,
    sql<{ brand_id: string }>`SELECT brand_id FROM merchant_brand WHERE name = 'Facebook'`,
  )
  await sets(ana, card, {
    limits: [
      { ...aDay, limitId: 'travel', groups: ['TRAVEL'], countries: ['DE'], refunds: 'RESTORE' },
      { ...aDay, limitId: 'facebook', brandIds: [facebook], amount: 3_000 },
    ],
  })
  const used = async () => (await shows(ana, card)).standing.map((each) => each.used)
  const ads = { ...shop, name: 'FACEBK', descriptor: 'FACEBK *7XK2M9PQ42', mcc: '7311' }
  const flight = request(card, 9_000, { merchant: airline })
  assert.equal((await decides(flight)).approved, true)
  assert.equal((await charges(card, 20_000)).approved, true)
  assert.equal((await charges(card, 3_000, { merchant: ads })).approved, true)
  assert.deepEqual(await used(), [9_000, 3_000])
  assert.equal((await charges(card, 1, { merchant: ads })).reason, 'CONTROL_LIMIT')
  assert.equal((await charges(card, 1_001, { merchant: airline })).reason, 'CONTROL_LIMIT')
  assert.equal((await charges(card, 1_001, { merchant: { ...airline, country: 'FR' } })).approved, true)
  const part = await charges(card, 5_000, { merchant: airline, partialOk: true })
  assert.deepEqual([part.approved, part.amountCents], [true, 1_000])
  assert.equal((await charges(card, 5_000, { partialOk: true })).amountCents, 5_000)

  assert.equal((await increments(card, flight.ref, 100, undefined, { merchant: airline })).reason, 'CONTROL_LIMIT')
  await tells(event('clearing.posted', card, 8_000, { authRef: flight.ref, final: true, merchant: airline }))
  assert.deepEqual(await used(), [9_000, 3_000])
  await tells(event('refund.posted', card, 2_000, { authRef: flight.ref, merchant: airline }))
  assert.deepEqual(await used(), [7_000, 3_000])
  await tells(event('clearing.posted', card, 500, { final: true, merchant: ads }))
  assert.deepEqual(await used(), [7_000, 3_500])
  await booksHold()
})

/** What is told of limits, by the jobs that decisions and events have left. */
async function told(ana: Person): Promise<{ to: string | undefined; whose: unknown; used: unknown; all: unknown }[]> {
  for (const job of await waiting<{ accountId: string; warning: Warning }>('controls.warn'))
    await module.jobs['controls.warn'](job)
  const news = (await waiting<News>('notices.tell')).filter(
    ({ event: kind, accountId }) => kind === 'limit_near' && accountId === ana.accountId,
  )
  return news.map(({ loginId, params }) => ({
    to: loginId,
    whose: (params.whose as { en: string }).en,
    used: (params.used as { en: string }).en,
    all: (params.all as { en: string }).en,
  }))
}

test('the purchase that brings a limit near its end tells of it once, the sub-account that has the card too', async () => {
  const ana = await newAccount({ balanceCents: 2_000_000 })
  const leo = await subOf(ana)
  const card = await cardInHand(leo, { rechargeAmount: 100_000 })
  await sets(ana, card, { limits: [{ ...aDay, count: 4, warnAt: 80 }] })
  assert.equal((await charges(card, 7_999)).approved, true)
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.deepEqual(await told(ana), [])
  assert.equal((await charges(card, 1)).approved, true)
  await until(async () => (await waiting('controls.warn')).length > 0)
  assert.equal((await charges(card, 100)).approved, true)
  const whose = `the card ending in ${card.cardNumber.slice(-4)}`
  const all = { whose, used: '$80.00', all: '$100.00' }
  assert.deepEqual(await told(ana), [
    { to: undefined, ...all },
    { to: leo.loginId, ...all },
  ])
})

test('a settlement that brings a shared limit near its end tells of it', async () => {
  const { ana, card } = await someone()
  const { gid } = await asks(ana, 'addCardGroup', { name: 'Ads', requestNo: requestNo() })
  await asks(ana, 'groupCards', { gid, cardIds: [card.cardId] })
  await transaction((tx) =>
    saveControls(
      ana,
      { scope: 'GROUP', scopeIds: [gid], controls: { limits: [{ ...aDay, name: 'Daily', warnAt: 90 }] } },
      tx,
    ),
  )
  await tells(event('clearing.posted', card, 9_500, { final: true }))
  assert.deepEqual((await told(ana)).at(-1), {
    ...{ to: undefined, whose: 'the group Ads' },
    ...{ used: '$95.00', all: '$100.00' },
  })
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}
