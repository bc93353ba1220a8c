import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { FORFEIT_AFTER_DAYS } from '#contract/accounts/funds.ts'
import { owner } from '#test/database.ts'
import { moneyOn, newsTo, walletOf, withIssuer } from '#test/fixtures/cards.ts'
import { crowd } from '#test/crowd.ts'
import { coversDebt, isRestricted, owedOf, topsUp } from '#test/fixtures/debts.ts'
import {
  aHolder,
  asksForfeit,
  asksFreeze,
  asksRelease,
  buys,
  forfeitsFunds,
  freezesFunds,
  frozen,
  fundsOf,
  linesOf,
  releasesFunds,
  settles,
} from '#test/funds.ts'
import { approves, newStaff } from '#test/fixtures/staff.ts'
import { cardInHand, charges, event, newRef, request, tells, type Plastic } from '#test/fixtures/trades.ts'
import { endOf, refused } from '#test/refused.ts'
import { fund, newAccount } from '#test/world.ts'
import { DAY, nowMs, setClock } from '#server/core/clock.ts'
import { db, many, sql } from '#server/core/db.ts'
import { prove } from '#server/ledger/ledger.ts'

withIssuer({ connections: 24 })
afterEach(async () => {
  setClock()
  await settles()
  assert.deepEqual(await prove(), [])
})

describe('a forfeit', () => {
  const later = (days: number) => {
    const at = nowMs() + days * DAY
    setClock(() => at)
  }

  it('waits for 180 days after the last settlement, with nothing held, and takes two approvers', async () => {
    const { ana, one } = await aHolder()
    const ref = await buys(one, 12_00)
    await freezesFunds(ana)
    await refused('too_early_to_forfeit', asksForfeit(ana))
    later(100)
    await tells(event('clearing.posted', one, 12_00, { authRef: ref }))
    later(FORFEIT_AFTER_DAYS - 1)
    await refused('too_early_to_forfeit', asksForfeit(ana))
    later(2)
    const before = await frozen(ana)
    const approvalId = await asksForfeit(ana)
    const first = await newStaff(['RISK_APPROVER'])
    await approves(first, approvalId)
    assert.equal(await frozen(ana), before, 'one approver is not enough')
    await refused('approval_decided', approves(first, approvalId))
    await approves(await newStaff(['FIN_CHECKER']), approvalId)
    assert.equal(await frozen(ana), 0)
    assert.deepEqual((await linesOf(ana)).slice(-2), [
      `FUNDS_FORFEITED D2420 ${before}`,
      `FUNDS_FORFEITED C4900 ${before}`,
    ])
    const { freeze, decisions } = await fundsOf(ana)
    assert.deepEqual(
      [freeze!.amount, freeze!.mayForfeit, decisions[0]!.amount, decisions[0]!.legalNote],
      [0, 0, before, 'clause 12 of the terms; counsel agreed'],
    )
    assert.ok((await newsTo(ana)).some((news) => news.includes('funds_forfeited')))
    // The freeze goes on: what comes later was never the forfeited money, and a release gives back no more than that.
    await fund(ana.accountId, 4_00)
    assert.equal(await frozen(ana), 4_00)
    await releasesFunds(ana)
    assert.deepEqual([(await walletOf(ana)).posted, (await moneyOn(ana, one.cardId)).posted], [4_00, 0])
  })

  it('is refused while a purchase is held', async () => {
    const { ana, one } = await aHolder()
    await buys(one, 12_00)
    await freezesFunds(ana)
    later(FORFEIT_AFTER_DAYS + 1)
    await refused('too_early_to_forfeit', asksForfeit(ana))
  })

  it('pays what the account owes from the frozen funds before', async () => {
    const ana = await newAccount()
    const takeBack = await topsUp(ana, 30_00)
    await fund(ana.accountId, 20_00)
    await freezesFunds(ana)
    await takeBack()
    await settles()
    later(FORFEIT_AFTER_DAYS + 1)
    await forfeitsFunds(ana)
    await settles()
    assert.deepEqual([(await owedOf(ana)).total, await isRestricted(ana), await frozen(ana)], [0, false, 0])
    assert.deepEqual((await linesOf(ana)).slice(-4), [
      'UNFREEZE_FUNDS D2420 3000',
      'UNFREEZE_FUNDS C2010 3000',
      'FUNDS_FORFEITED D2420 2000',
      'FUNDS_FORFEITED C4900 2000',
    ])
    assert.deepEqual(
      (await fundsOf(ana)).decisions.map(({ amount, debt }) => [amount, debt]),
      [[50_00, 30_00]],
    )
  })
})

describe('at the same time', () => {
  it('purchases, refunds and a freeze lose nothing and take no card below zero', async () => {
    const ana = await newAccount({ balanceCents: 300_00 })
    const cards: Plastic[] = []
    for (let n = 0; n < 3; n++) cards.push(await cardInHand(ana, { rechargeAmount: 40_00 }))
    const before = (await walletOf(ana)).posted + 3 * 40_00
    const approvalId = await asksFreeze(ana)
    const checker = await newStaff(['RISK_APPROVER'])
    let [approved, refunded] = [0, 0]
    const purchase = async (card: Plastic) => {
      if ((await charges(card, 3_00, { merchant: { ...request(card, 1).merchant, id: newRef() } })).approved)
        approved += 3_00
    }
    const refund = async (card: Plastic) => {
      await tells(event('refund.posted', card, 1_00))
      refunded += 1_00
    }
    await crowd<unknown>([
      ...cards.flatMap((card) => Array.from({ length: 6 }, () => () => purchase(card))),
      async () => void (await approves(checker, approvalId)),
      ...cards.map((card) => () => refund(card)),
      ...cards.flatMap((card) => Array.from({ length: 6 }, () => () => purchase(card))),
    ])
    await settles()
    const balances = await Promise.all(cards.map(({ cardId }) => moneyOn(ana, cardId)))
    assert.deepEqual(
      balances.map(({ posted, held }) => posted - held),
      [0, 0, 0],
    )
    const held = balances.reduce((sum, balance) => sum + balance.held, 0)
    assert.equal(held, approved)
    assert.equal((await frozen(ana)) + held, before + refunded)
    assert.deepEqual([(await walletOf(ana)).posted, (await owedOf(ana)).total], [0, 0])
  })

  it('two who agree freeze once, and of a release and a forfeit one happens', async () => {
    const { ana } = await aHolder()
    const approvalId = await asksFreeze(ana)
    const people = await Promise.all([newStaff(['RISK_APPROVER']), newStaff(['FIN_CHECKER'])])
    const ends = await Promise.all(people.map((one) => endOf(approves(one, approvalId))))
    assert.deepEqual(ends.toSorted(), ['approval_decided', 'ok'])
    const amount = await frozen(ana)
    const at = nowMs() + (FORFEIT_AFTER_DAYS + 1) * DAY
    setClock(() => at)
    const [release, forfeit] = [await asksRelease(ana), await asksForfeit(ana)]
    await approves(people[0]!, forfeit)
    const both = await Promise.all([endOf(approves(people[0]!, release)), endOf(approves(people[1]!, forfeit))])
    assert.ok(both.includes('ok'), both.join())
    assert.equal(await frozen(ana), 0)
    const [gone] = await many(
      db,
      sql<{ forfeited: number }>`
      SELECT coalesce(sum(amount_cents), 0)::bigint AS forfeited FROM funds_freeze_move WHERE account_id = ${ana.accountId} AND kind = 'FORFEITED'`,
    )
    assert.ok(gone!.forfeited === 0 || gone!.forfeited === amount)
  })
})

it('the proof sees each way in which frozen funds and books can part', async () => {
  const { ana, one } = await aHolder()
  await freezesFunds(ana)
  await settles()
  const names = async () => (await prove()).map(({ check }) => check).toSorted()
  const whose = sql`account_id = ${ana.accountId}`
  const wrongs: [breaks: ReturnType<typeof sql>, mends: ReturnType<typeof sql>, found: string[]][] = [
    [
      sql`UPDATE account SET frozen = false WHERE ${whose}`,
      sql`UPDATE account SET frozen = true WHERE ${whose}`,
      ['frozen-not-marked'],
    ],
    [
      sql`UPDATE funds_freeze SET deactivated_from = 'ACTIVE' WHERE ${whose}`,
      sql`UPDATE funds_freeze SET deactivated_from = NULL WHERE ${whose}`,
      ['frozen-not-marked'],
    ],
    [
      sql`UPDATE funds_freeze SET released_at = created_at WHERE ${whose}`,
      sql`UPDATE funds_freeze SET released_at = NULL WHERE ${whose}`,
      ['frozen-funds-not-their-freezes', 'frozen-funds-not-their-freezes', 'frozen-not-marked'],
    ],
  ]
  for (const [breaks, mends, found] of wrongs) {
    await breaks.execute(owner)
    assert.deepEqual(await names(), found)
    await mends.execute(owner)
  }
  await sql`ALTER TABLE funds_freeze_move DISABLE TRIGGER funds_freeze_move_only_grows`.execute(owner)
  await sql`UPDATE funds_freeze_move SET amount_cents = amount_cents + 1 WHERE ${whose}`.execute(owner)
  assert.deepEqual(await names(), ['freeze-move-not-its-transfer', 'frozen-funds-not-their-freezes'])
  await sql`UPDATE funds_freeze_move SET amount_cents = amount_cents - 1 WHERE ${whose}`.execute(owner)
  await sql`ALTER TABLE funds_freeze_move ENABLE TRIGGER funds_freeze_move_only_grows`.execute(owner)
  await tells(event('refund.posted', one, 6_00))
  assert.deepEqual(await names(), [], 'the job that freezes it is waiting')
  await coversDebt(1)
})
