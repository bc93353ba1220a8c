import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chartOfAccounts,
  kindRule,
  transferKinds,
  type AccountCode,
  type TransferKind,
} from '#contract/ledger/ledger.ts'
import { behind, changeOf, foldRibbons, ribbonShown, shownMerchants, type Folded } from './ribbons.ts'

const nothing = { wallet: [], cards: [], spend: [] }
const shown = (folded: Folded) => ribbonShown(folded, 'en', (key) => `shop ${key}`)
const names = (found: readonly Folded[]) => found.map(({ hub, way, key, cents }) => [`${hub}.${way}.${key}`, cents])

test('sums under one name are one ribbon, each way for itself', () => {
  const wallet = [
    { kind: 'TOPUP_WIRE', beside: '', cents: 5000, entries: 2 },
    { kind: 'SUSPENSE_MATCHED', beside: '', cents: 700, entries: 1 },
    { kind: 'TOPUP_WIRE', beside: '4030', cents: -100, entries: 2 },
    { kind: 'CARD_LOAD', beside: '2020', cents: -1000, entries: 1 },
    { kind: 'CARD_OPEN', beside: '2020', cents: -500, entries: 1 },
    { kind: 'CARD_UNLOAD', beside: '2020', cents: 50, entries: 1 },
  ] as const
  const found = foldRibbons({ ...nothing, wallet })
  assert.deepEqual(names(found), [
    ['WALLET.IN.TOPUP_WIRE', 5700],
    ['WALLET.OUT.CARDS', 1500],
    ['WALLET.OUT.F4030', 100],
    ['WALLET.IN.CARDS', 50],
  ])
  assert.equal(found[0]!.entries, 3)
  assert.equal(changeOf('WALLET', found), 5700 - 1500 - 100 + 50)
  assert.equal(changeOf('CARDS', found), 1500 - 50, 'what left the wallet for the cards came to them')
})

test('spend is a ribbon for each of the largest merchants, and one for the others', () => {
  const spend = Array.from({ length: 103 }, (_, at) => ({
    key: `name:${at}`,
    spent: 1000 - at,
    refunded: at === 5 ? 30 : 0,
  }))
  spend.push({ key: 'FEES', spent: 250, refunded: 0 }, { key: 'name:back', spent: -5000, refunded: 0 })
  const found = foldRibbons({ ...nothing, spend })
  assert.deepEqual(names(found.filter(({ key }) => !key.startsWith('M:name:') || key === 'M:name:back')), [
    ['CARDS.IN.M:name:back', 5000],
    ['CARDS.OUT.OTHERS', 1000 - 99 + (1000 - 100) + (1000 - 101) + (1000 - 102)],
    ['CARDS.OUT.FEES', 250],
    ['CARDS.IN.REFUNDS', 30],
  ])
  assert.equal(shownMerchants(spend).length, 100)
  assert.ok(!shownMerchants(spend).includes('FEES'))
  const net = spend.reduce((sum, { spent, refunded }) => sum - spent + refunded, 0)
  assert.equal(changeOf('CARDS', found), net)
  assert.equal(shown(found.find(({ key }) => key === 'M:name:back')!).name, 'shop name:back (reversed)')
})

test('every sum that can be found has a name in both languages, and opens', () => {
  const kinds = Object.keys(transferKinds) as TransferKind[]
  const codes = (Object.keys(chartOfAccounts) as AccountCode[]).filter(
    (code) =>
      code === '1310' ||
      code === '2020' ||
      ('counts' in chartOfAccounts[code] && chartOfAccounts[code].counts === 'fee'),
  )
  const wallet = kinds
    .filter((kind) => kindRule(kind).flow)
    .flatMap((kind) =>
      (['', ...codes] as const).flatMap((beside) => [1, -1].map((cents) => ({ kind, beside, cents, entries: 1 }))),
    )
  const cards = kinds
    .filter((kind) => kindRule(kind).bill && !['PURCHASE', 'FEE', 'REFUND', 'REVERSAL'].includes(kindRule(kind).bill!))
    .filter((kind) => kind !== 'CARD_OPEN' && kind !== 'CARD_LOAD')
    .flatMap((kind) => [1, -1].map((cents) => ({ kind, cents, entries: 1 })))
  const spend = [
    { key: 'name:a', spent: 1, refunded: 1 },
    { key: 'FEES', spent: 1, refunded: 0 },
  ]
  for (const folded of foldRibbons({ wallet, cards, spend })) {
    const { ribbon, name } = shown(folded)
    assert.ok(name, ribbon)
    assert.ok(ribbonShown(folded, 'cn', (key) => key).name, ribbon)
    const part = behind(ribbon)
    assert.ok(part, ribbon)
    assert.equal(part.raises, folded.way === 'IN', ribbon)
    if ('kinds' in part) assert.ok(part.kinds.length > 0, ribbon)
  }
})

test('what is no ribbon opens nothing', () => {
  for (const ribbon of [
    '',
    'WALLET',
    'WALLET.IN',
    'WALLET.IN.',
    'WALLET.UP.CARDS',
    'HOUSE.IN.F4010',
    'WALLET.IN.F1010',
    'WALLET.IN.constructor',
    'CARDS.IN.PURCHASE',
    'CARDS.OUT.toString',
  ])
    assert.equal(behind(ribbon), undefined, ribbon)
})
