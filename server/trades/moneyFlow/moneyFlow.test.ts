import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { asks, booksHold, requestNo, withIssuer, work } from '#test/fixtures/cards.ts'
import { asksSubs } from '#test/fixtures/subaccounts.ts'
import { cardInHand, event, shop, tells } from '#test/fixtures/trades.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { refusedAs } from '#test/refused.ts'
import * as contract from '#contract/trades/moneyFlow.ts'
import { DAY, dateOf, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { WITHDRAWALS_PER_DAY } from '#server/cards/loading/withdrawFromCard.ts'
import { saveCheckpoint } from '#server/ledger/ledger.ts'
import { addUp } from '../spend/keepSpend.ts'
import { flowDays } from './days.ts'
import { moneyFlowEntries } from './listEntries.ts'
import { moneyFlow } from './showFlow.ts'

withIssuer({ connections: 20 })
after(() => setClock())
/** 10 March 2027, 12:00 in Shanghai. */
const NOON = Date.parse('2027-03-10T04:00:00Z')
let shiftMs = 0
beforeEach(() => {
  shiftMs = NOON - Date.now()
  setClock(() => Date.now() + shiftMs)
})

const at = (name: string) => ({ ...shop, id: `mer_${name}`, name, descriptor: name })
const lastDays = (days: number) => ({ from: dateOf(nowMs() - (days - 1) * DAY), until: dateOf(nowMs()) })

const flowOf = async (who: Person, days = lastDays(30)) => {
  const shown = await moneyFlow(who, contract.moneyFlow.input.parse(days))
  contract.moneyFlow.output.parse(shown)
  return shown
}
async function allEntries(who: Person, ribbon: string, days = lastDays(30)) {
  const all = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const input = contract.moneyFlowEntries.input.parse({ ...days, ribbon, ...(cursor && { cursor }) })
    const page = contract.moneyFlowEntries.output.parse(await moneyFlowEntries(who, input))
    all.push(...page.list)
    cursor = page.cursor
  }
  return all
}
const sumOf = (rows: readonly { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0)

/** Every ribbon is the sum of its entries, each listed once, and together they explain both balances. */
async function addsUp(who: Person, days = lastDays(30)): Promise<contract.FlowRibbon[]> {
  const { hubs, ribbons } = await flowOf(who, days)
  for (const { hub, open, close, change, missing } of hubs)
    assert.deepEqual([hub, missing, open === null ? change : close! - open], [hub, 0, change])
  for (const { ribbon, cents, entries } of ribbons) {
    const found = await allEntries(who, ribbon, days)
    assert.equal(sumOf(found), cents, ribbon)
    if (entries !== null) assert.equal(found.length, entries, ribbon)
    assert.equal(new Set(found.map(({ entryId }) => entryId)).size, found.length, ribbon)
    assert.deepEqual(
      found.map(({ time }) => time),
      found.map(({ time }) => time).toSorted((a, b) => b - a),
      ribbon,
    )
  }
  return [...ribbons]
}
/** The balances as the ledger has them now. */
const posted = async ({ accountId }: Person, code: string): Promise<number> =>
  (
    await sql<{ cents: number }>`
    SELECT coalesce(sum(posted), 0)::bigint AS cents FROM ledger_account WHERE account_id = ${accountId} AND code = ${code}`.execute(
      db,
    )
  ).rows[0]!.cents

test('from the top-up through wallet and card to the merchant and back, each to its entries', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const card = await cardInHand(ana, { rechargeAmount: 100_000 })
  await tells(event('clearing.posted', card, 4000, { merchant: at('NEWS') }))
  await tells(event('clearing.posted', card, 2500, { merchant: at('FILMS') }))
  await tells(event('refund.posted', card, 300, { merchant: at('NEWS') }))
  await asks(ana, 'withdrawFromCard', { cardId: card.cardId, amount: 10_00, requestNo: requestNo() })
  await work()

  const ribbons = await addsUp(ana)
  const named = new Map(ribbons.map(({ ribbon, name, cents }) => [ribbon, { name, cents }]))
  assert.deepEqual(named.get('WALLET.IN.TOPUP_WIRE'), { name: 'Wire top-up', cents: 500_000 })
  assert.deepEqual(named.get('WALLET.OUT.CARDS'), { name: 'Loaded onto cards', cents: 100_000 })
  assert.deepEqual(named.get('WALLET.IN.CARDS'), { name: 'Returned from cards', cents: 10_00 })
  assert.deepEqual(named.get('CARDS.IN.REFUNDS'), { name: 'Merchant refunds', cents: 300 })
  assert.deepEqual(
    ribbons.filter(({ what }) => what === 'MERCHANT').map(({ name, cents }) => [name, cents]),
    [
      ['NEWS', 4000],
      ['FILMS', 2500],
    ],
  )
  const { hubs } = await flowOf(ana)
  assert.deepEqual(
    hubs.map(({ open, close }) => [open, close]),
    [
      [0, await posted(ana, '2010')],
      [0, await posted(ana, '2020')],
    ],
  )
  const [loaded] = await allEntries(ana, 'WALLET.OUT.CARDS')
  assert.deepEqual(
    [loaded!.kindText, loaded!.cardId, /^\d+$/.test(loaded!.flowNo!)],
    ['Card opened', card.cardId, true],
  )
  const [bought] = await allEntries(ana, ribbons.find(({ name }) => name === 'NEWS')!.ribbon)
  assert.equal(bought!.about, 'NEWS')
  assert.match(bought!.tradeId!, /^trd_/)
  await booksHold()
})

test('separates a deleted card, its late refund and what the network takes back', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const [card, gone] = [
    await cardInHand(ana, { rechargeAmount: 50_000 }),
    await cardInHand(ana, { rechargeAmount: 20_000 }),
  ]
  const bought = event('clearing.posted', card, 4000, { merchant: at('NEWS') })
  await tells(bought)
  const old = event('clearing.posted', gone, 1500, { merchant: at('FILMS') })
  await tells(old)
  await asks(ana, 'deleteCard', { cardId: gone.cardId, requestNo: requestNo() })
  await work()
  await tells({ ...bought, type: 'clearing.reversed', id: 'undo-flow-1', occurredAt: nowMs() } as never)
  await tells(event('refund.posted', gone, 1500, { merchant: at('FILMS') }))
  const ribbons = await addsUp(ana)
  const keys = ribbons.map(({ ribbon }) => ribbon)
  assert.ok(!keys.some((key) => key.includes('NEWS')), 'a purchase and its reversal are nothing')
  assert.ok(keys.includes('WALLET.IN.CARD_REFUND_RETURN'), 'the refund of a deleted card comes to the wallet')
  // A period that begins after the purchase has its reversal only.
  shiftMs += 2 * DAY
  const late = event('clearing.posted', card, 700, { merchant: at('TOOLS') })
  await tells(late)
  shiftMs += DAY
  await tells({ ...late, type: 'clearing.reversed', id: 'undo-flow-2', occurredAt: nowMs() } as never)
  const today = await addsUp(ana, lastDays(1))
  assert.deepEqual(
    today.map(({ way, name, cents }) => [way, name, cents]),
    [['IN', 'TOOLS (reversed)', 700]],
  )
})

test('random weeks: every period adds up, before and after spend was added up', async () => {
  let seed = 20270312
  const chance = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return (seed >>> 8) % below
  }
  const ana = await newAccount({ balanceCents: 900_000, plan: 'PRO' })
  const cards = [await cardInHand(ana, { rechargeAmount: 100_000 }), await cardInHand(ana, { rechargeAmount: 100_000 })]
  const withdrawn = new Map<string, number>()
  for (let step = 0; step < 80; step++) {
    const { cardId } = cards[chance(2)]!
    const card = cards.find((one) => one.cardId === cardId)!
    const cents = 100 + chance(3000)
    const what = chance(7)
    if (what <= 2)
      await tells(event('clearing.posted', card, cents, { merchant: at(['NEWS', 'FILMS', 'TOOLS'][chance(3)]!) }))
    else if (what === 3) await tells(event('refund.posted', card, cents, { merchant: at('NEWS') }))
    else if (what === 4) {
      // A card may be withdrawn from three times a day: past that, the next day.
      const day = `${cardId} ${Math.floor(nowMs() / DAY)}`
      withdrawn.set(day, (withdrawn.get(day) ?? 0) + 1)
      if (withdrawn.get(day)! > WITHDRAWALS_PER_DAY) continue
      await asks(ana, 'withdrawFromCard', { cardId, amount: 100 + chance(900), requestNo: requestNo() })
    } else if (what === 5) await asks(ana, 'loadCard', { cardId, amount: 20_00, requestNo: requestNo() })
    else shiftMs += (1 + chance(40)) * 3_600_000
  }
  await work()
  const agrees = async () => {
    for (const days of [lastDays(1), lastDays(3), lastDays(7), lastDays(90)]) await addsUp(ana, days)
  }
  await agrees()
  while (await transaction((tx) => addUp(tx, ana.accountId)));
  await agrees()
})

test('a sub-account sees what it caused, without balances, and spend only if it may see transactions', async () => {
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const [bo, eve] = [await subOf(ana), await subOf(ana)]
  const card = await cardInHand(bo, { rechargeAmount: 50_000 })
  await cardInHand(ana, { rechargeAmount: 30_000 })
  await tells(event('clearing.posted', card, 1500, { merchant: at('NEWS') }))
  await asksSubs(ana, 'handOverCards', { cardIds: [card.cardId], subUid: eve.subUid })
  await tells(event('clearing.posted', card, 400, { merchant: at('NEWS') }))

  const cents = (ribbons: readonly contract.FlowRibbon[], ribbon: string) =>
    ribbons.find((one) => one.ribbon === ribbon)?.cents
  const his = await addsUp(bo)
  assert.equal(cents(his, 'WALLET.OUT.CARDS'), 50_000)
  assert.equal(cents(his, 'WALLET.IN.TOPUP_WIRE'), undefined)
  assert.deepEqual(
    his.filter(({ what }) => what === 'MERCHANT').map((one) => one.cents),
    [1500],
  )
  assert.deepEqual(
    (await addsUp(eve)).map((one) => [one.name, one.cents]),
    [['NEWS', 400]],
  )
  assert.deepEqual(
    (await flowOf(bo)).hubs.map(({ open, close }) => [open, close]),
    [
      [null, null],
      [null, null],
    ],
  )
  assert.equal(cents(await addsUp(ana), 'WALLET.OUT.CARDS'), 80_000)

  const mia = await subOf(ana, { keys: ['card:view', 'card:open', 'flow:view'] })
  const hers = await cardInHand(mia, { rechargeAmount: 5_000 })
  await tells(event('clearing.posted', hers, 10))
  const seen = await flowOf(mia)
  assert.deepEqual([seen.detailed, seen.ribbons.some(({ hub }) => hub === 'CARDS')], [false, false])
  await assert.rejects(allEntries(mia, 'CARDS.OUT.OTHERS'), refusedAs('not_found'))
  await assert.rejects(allEntries(ana, 'HOUSE.OUT.F4010'), refusedAs('not_found'))
  const stranger = await newAccount()
  assert.deepEqual((await flowOf(stranger)).ribbons, [])
})

test('the proof covers a period, a part of it, or none of it', async () => {
  const ana = await newAccount({ balanceCents: 1000 })
  assert.deepEqual((await flowOf(ana)).proof, { state: 'WAITING', until: null })
  await saveCheckpoint(nowMs(), undefined, 0)
  const { proof } = await flowOf(ana)
  assert.equal(proof.state, 'PARTLY', 'today has not ended')
  assert.ok(Math.abs(proof.until! - nowMs()) < 60_000)
  const yesterday = dateOf(nowMs() - DAY)
  assert.equal((await flowOf(ana, { from: yesterday, until: yesterday })).proof.state, 'PROVEN')
  shiftMs += 2 * DAY
  assert.equal((await flowOf(ana, lastDays(1))).proof.state, 'WAITING')
})

test('days that are asked for in any order, without an end, or that no month has', () => {
  const shown = (from: string, until: string) => {
    const days = flowDays({ from, until }, NOON)
    return [days.from, days.until].map((day) => dateOf(day * DAY))
  }
  assert.deepEqual(shown('2027-03-01', '2027-03-05'), ['2027-03-01', '2027-03-05'])
  assert.deepEqual(shown('2027-03-05', '2027-03-01'), ['2027-03-01', '2027-03-05'])
  assert.deepEqual(shown('2027-03-01', '2027-12-31'), ['2027-03-01', '2027-03-10'])
  assert.deepEqual(shown('2028-01-01', '2028-12-31'), ['2027-03-10', '2027-03-10'])
  assert.deepEqual(shown('2020-01-01', '2027-03-10'), ['2026-03-10', '2027-03-10'])
})
