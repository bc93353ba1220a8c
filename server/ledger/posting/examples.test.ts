import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { withDatabase } from '#test/database.ts'
import type { TransferKind } from '#contract/ledger/ledger.ts'
import { db, transaction } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import * as ledger from '../ledger.ts'
import { cardAccount, credit, debit, platform, tenant, wallet, type Line, type Ref } from '../ledger.ts'
import type { Resolve } from '../words.ts'

const settlement = platform('2110', 'sim')
let account: string
let money: Ref
let card: Ref

/** Posts lines of the only account holder; each call uses a new business object. */
const posts = (kind: TransferKind, lines: Line[], resolves: Resolve[] = []) =>
  transaction((tx) =>
    ledger.post(tx, { kind, accountId: account, biz: { type: 'example', id: newId('ex') }, lines, resolves }),
  )
const holds = async (on: Ref, amount: number): Promise<string> =>
  (await transaction((tx) => ledger.hold(tx, { on, amount, biz: { type: 'example', id: newId('ex') } }))).holdId
const stands = async (ref: Ref) => {
  const { posted, held, available } = await ledger.balanceOf(db, ref)
  return { posted, held, available }
}
const toppedUp = (amount: number) =>
  posts('TOPUP_WIRE', [debit(platform('1020', 'bank'), amount), credit(money, amount)])
const loaded = (amount: number) => posts('CARD_LOAD', [debit(money, amount), credit(card, amount)])
const onPlatform = async (code: string, currency = 'USD') =>
  (await ledger.platformBalances(db))
    .filter((row) => row.code === code && row.currency === currency)
    .reduce((sum, row) => sum + row.balance, 0)

describe('the worked examples', () => {
  withDatabase()

  beforeEach(async () => {
    account = newId('acc')
    money = wallet(account)
    card = cardAccount(account, newId('crd'))
    await transaction((tx) => ledger.openAccounts(tx, [money, card]))
  })
  afterEach(async () => assert.deepEqual(await ledger.prove(), []))

  it('credits 110 USDT as $107.80, after a fee of 2 %, and keeps the tail in the treasury', async () => {
    const before = await onPlatform('1220', 'USDT')
    await posts('TOPUP_USDT', [
      debit(platform('1220', 'USDT_TRC20', 'USDT'), 110_003_700),
      credit(platform('1900', '', 'USDT'), 110_003_700),
      debit(platform('1900'), 11_000),
      credit(platform('4030', 'USDT_TRC20'), 220),
      credit(money, 10_780),
    ])
    assert.deepEqual(await stands(money), { posted: 10_780, held: 0, available: 10_780 })
    assert.equal((await onPlatform('1220', 'USDT')) - before, 110_003_700)
    const [line] = await ledger.entriesOf(db, money, {}, { limit: 10 })
    assert.equal(ledger.feeOf(line!), 220)
  })

  it('opens a card for $54.25: load 50.00, open fee 3.00, service fee 1.25', async () => {
    await toppedUp(6000)
    const opening = await holds(money, 5425)
    assert.deepEqual(await stands(money), { posted: 6000, held: 5425, available: 575 })
    await posts(
      'CARD_OPEN',
      [debit(money, 5425), credit(card, 5000), credit(platform('4010'), 300), credit(platform('4020'), 125)],
      [{ hold: opening, amount: 5425, rest: 'void' }],
    )
    assert.deepEqual(await stands(money), { posted: 575, held: 0, available: 575 })
    assert.deepEqual(await stands(card), { posted: 5000, held: 0, available: 5000 })

    const [line] = await ledger.entriesOf(db, money, { kinds: ['CARD_OPEN'] }, { limit: 10 })
    assert.equal(line!.change, -5425)
    assert.equal(line!.balanceAfter, 575)
    assert.deepEqual(
      line!.parts.map(({ code, amount }) => [code, amount]),
      [
        ['2020', 5000],
        ['4010', 300],
        ['4020', 125],
      ],
    )
    assert.equal(ledger.feeOf(line!), 425)
  })

  it('opens a card for $52.25 with a coupon of 2.00 off the open fee', async () => {
    await toppedUp(5225)
    await posts('CARD_OPEN', [
      debit(money, 5225),
      debit(platform('4015'), 200),
      credit(card, 5000),
      credit(platform('4010'), 300),
      credit(platform('4020'), 125),
    ])
    assert.equal((await stands(money)).posted, 0)
    const [line] = await ledger.entriesOf(db, money, { kinds: ['CARD_OPEN'] }, { limit: 1 })
    assert.equal(ledger.feeOf(line!), 225)
  })

  it('loads $200 for $205 and leaves nothing out when there is no coupon', async () => {
    await toppedUp(20_500)
    await posts('CARD_LOAD', [
      debit(money, 20_500),
      debit(platform('4015'), 0),
      credit(card, 20_000),
      credit(platform('4020'), 500),
    ])
    assert.equal((await stands(money)).posted, 0)
    assert.equal((await stands(card)).posted, 20_000)
  })

  it('clears a tip of 2.50 above an authorization of 30.00', async () => {
    await toppedUp(5000)
    await loaded(5000)
    const auth = await holds(card, 3000)
    assert.equal((await stands(card)).available, 2000)
    await posts(
      'CLEARING_OVER',
      [debit(card, 3250), credit(settlement, 3250)],
      [{ hold: auth, amount: 3000, rest: 'void' }],
    )
    assert.deepEqual(await stands(card), { posted: 1750, held: 0, available: 1750 })
    assert.equal((await ledger.holdById(db, account, auth))!.state, 'POSTED')
  })

  it('clears 100.00 in two parts, 40.00 and 35.00, and releases the 25.00 that are left', async () => {
    await toppedUp(10_000)
    await loaded(10_000)
    const auth = await holds(card, 10_000)
    await posts('CLEARING', [debit(card, 4000), credit(settlement, 4000)], [{ hold: auth, amount: 4000, rest: 'keep' }])
    assert.deepEqual(await stands(card), { posted: 6000, held: 6000, available: 0 })
    assert.equal((await ledger.holdById(db, account, auth))!.state, 'PARTIAL')
    await posts('CLEARING', [debit(card, 3500), credit(settlement, 3500)], [{ hold: auth, amount: 3500, rest: 'void' }])
    assert.deepEqual(await stands(card), { posted: 2500, held: 0, available: 2500 })
    const { state, posted, remaining } = (await ledger.holdById(db, account, auth))!
    assert.deepEqual({ state, posted, remaining }, { state: 'POSTED', posted: 7500, remaining: 0 })
  })

  it('clears 20.00 EUR at a worse rate, with its cross-border fee, 0.11 above the hold', async () => {
    await toppedUp(2192)
    await loaded(2192)
    const auth = await holds(card, 2192)
    assert.equal((await stands(card)).available, 0)
    await posts(
      'CLEARING_OVER',
      [debit(card, 2203), credit(settlement, 2170), credit(platform('4070'), 33)],
      [{ hold: auth, amount: 2192, rest: 'void' }],
    )
    assert.deepEqual(await stands(card), { posted: -11, held: 0, available: -11 })
  })

  it('forces 12.50 onto a card of 10.00, covers 1.00 at once and the other 1.50 with the next top-up', async () => {
    await toppedUp(1100)
    await loaded(1000)
    await posts('FORCED_POST', [debit(card, 1250), credit(settlement, 1250)])
    assert.equal((await stands(card)).posted, -250)
    await posts('CARD_NEGATIVE_COVER', [debit(money, 100), credit(card, 100)])
    assert.deepEqual([(await stands(card)).posted, (await stands(money)).posted], [-150, 0])
    await toppedUp(2000)
    await posts('CARD_NEGATIVE_COVER', [debit(money, 150), credit(card, 150)])
    assert.deepEqual([(await stands(card)).posted, (await stands(money)).posted], [0, 1850])
  })

  it('returns 17.50 from a deleted card and a refund of 10.00 after it, both to the wallet', async () => {
    await toppedUp(1750)
    await loaded(1750)
    await posts('CARD_CLOSE_RETURN', [debit(card, 1750), credit(money, 1750)])
    await posts('CARD_REFUND_RETURN', [debit(settlement, 1000), credit(money, 1000)])
    assert.deepEqual([(await stands(card)).posted, (await stands(money)).posted], [0, 2750])
  })

  it('turns the debt of a card that is closed into a receivable, as far as the wallet cannot pay it', async () => {
    await toppedUp(1100)
    await loaded(1000)
    await posts('FORCED_POST', [debit(card, 1250), credit(settlement, 1250)])
    await posts('CARD_NEGATIVE_COVER', [debit(money, 100), debit(tenant('1310', account), 150), credit(card, 250)])
    assert.deepEqual([(await stands(card)).posted, (await stands(tenant('1310', account))).posted], [0, 150])
    await toppedUp(1000) // the customer's payment covers it again
    await posts('CARD_NEGATIVE_COVER', [debit(money, 150), credit(tenant('1310', account), 150)])
    assert.equal((await stands(money)).posted, 850)
  })
})
