import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlowRibbon } from '#contract/trades/moneyFlow.ts'
import { MOST_MERCHANTS, otherMerchants, shareText, stagesOf, type Flow } from './stages.ts'

const ribbon = (name: string, cents: number, what: FlowRibbon['what'] = 'KIND'): FlowRibbon => {
  const [hub, way] = name.split('.') as ['WALLET' | 'CARDS', 'IN' | 'OUT']
  return { ribbon: name, hub, way, name, what, cents, entries: 1 }
}
const flow: Flow = {
  from: '2027-03-01',
  until: '2027-03-10',
  hubs: [
    { hub: 'WALLET', name: 'Wallet', open: 1000, close: 2900, change: 1900, missing: 0 },
    { hub: 'CARDS', name: 'Cards', open: -50, close: 1450, change: 1500, missing: 0 },
  ],
  ribbons: [
    ribbon('WALLET.IN.TOPUP_WIRE', 5000),
    ribbon('WALLET.OUT.CARDS', 3000, 'PASS'),
    ribbon('WALLET.OUT.F4010', 200, 'FEE'),
    ribbon('WALLET.IN.CARDS', 100, 'PASS'),
    ribbon('CARDS.OUT.M:a', 1700, 'MERCHANT'),
    ribbon('CARDS.IN.REFUNDS', 300),
  ],
  detailed: true,
  proof: { state: 'PROVEN', until: 1 },
}
const said = (shown: Flow) =>
  stagesOf(shown).map(({ hub, way, items, cents }) => [
    `${hub} ${way}`,
    cents,
    ...items.map((item) => [item.filler ?? item.id, item.cents]),
  ])

test('what comes in and what goes out of each come to the same, with the balances', () => {
  assert.deepEqual(said(flow), [
    ['WALLET IN', 6100, ['WALLET.IN.TOPUP_WIRE', 5000], ['WALLET.IN.CARDS', 100], ['open', 1000]],
    ['WALLET OUT', 6100, ['WALLET.OUT.CARDS', 3000], ['WALLET.OUT.F4010', 200], ['close', 2900]],
    ['CARDS IN', 3300, ['CARDS.WALLET.OUT.CARDS', 3000], ['CARDS.IN.REFUNDS', 300]],
    ['CARDS OUT', 3300, ['CARDS.OUT.M:a', 1700], ['CARDS.WALLET.IN.CARDS', 100], ['close', 1450], ['owedBefore', 50]],
  ])
})

test('a sub-account has no balances: what it used came from the account holder, and the rest is on its cards', () => {
  const hubs = flow.hubs.map((hub) => ({ ...hub, open: null, close: null }))
  const ribbons = [ribbon('WALLET.OUT.CARDS', 3000, 'PASS'), ribbon('CARDS.OUT.M:a', 1700, 'MERCHANT')]
  const its: Flow = {
    ...flow,
    ribbons,
    hubs: [
      { ...hubs[0]!, change: -3000 },
      { ...hubs[1]!, change: 1300 },
    ],
  }
  assert.deepEqual(said(its), [
    ['WALLET IN', 3000, ['fromHolder', 3000]],
    ['WALLET OUT', 3000, ['WALLET.OUT.CARDS', 3000]],
    ['CARDS IN', 3000, ['CARDS.WALLET.OUT.CARDS', 3000]],
    ['CARDS OUT', 3000, ['CARDS.OUT.M:a', 1700], ['onCards', 1300]],
  ])
})

test('a difference is said, not hidden', () => {
  const [wallet, cards] = flow.hubs
  const broken: Flow = { ...flow, hubs: [{ ...wallet!, close: 2890, missing: -10 }, cards!] }
  assert.ok(stagesOf(broken)[1]!.items.some(({ filler, cents }) => filler === 'unexplained' && cents === 10))
  assert.equal(stagesOf(broken)[0]!.cents, stagesOf(broken)[1]!.cents)
})

test('merchants beyond the largest are one flow, which names how many', () => {
  const many = Array.from({ length: MOST_MERCHANTS + 3 }, (_, at) => ribbon(`CARDS.OUT.M:${at}`, 100 + at, 'MERCHANT'))
  many.push(ribbon('CARDS.OUT.OTHERS', 9999, 'MERCHANTS'))
  const rest = otherMerchants(many)
  assert.deepEqual(
    rest.map(({ cents }) => cents),
    [102, 101, 100, 9999],
  )
  const out = stagesOf({ ...flow, ribbons: many }).find(({ hub, way }) => hub === 'CARDS' && way === 'OUT')!
  const others = out.items.find(({ filler }) => filler === 'others')!
  assert.deepEqual([others.count, others.cents], [undefined, 102 + 101 + 100 + 9999])
  const [few] = [many.slice(0, -1)].map((ribbons) => stagesOf({ ...flow, ribbons }))
  assert.equal(few!.flatMap(({ items }) => items).find(({ filler }) => filler === 'others')!.count, 3)
  assert.deepEqual(otherMerchants(many.slice(0, MOST_MERCHANTS + 1)), [], 'one alone is shown itself')
})

test('a share is never rounded to nothing', () => {
  assert.deepEqual(
    [shareText(1, 100_000), shareText(50, 200), shareText(0, 0), shareText(200, 200)],
    ['<0.1%', '25.0%', '0.0%', '100.0%'],
  )
})
