import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { owner } from '#test/database.ts'
import { asks, booksHold, moneyOn, newsTo, requestNo, walletOf, withIssuer } from '#test/fixtures/cards.ts'
import { feesPosted, listsFees } from '#test/fixtures/products.ts'
import { cardInHand, charges, type Plastic } from '#test/fixtures/trades.ts'
import { anAttachment, approves, newStaff } from '#test/fixtures/staff.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { moveAnswers } from '#server/accounts/module.ts'
import { DAY, HOUR, monthOf, dateOf, nowMs, setClock } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { timeOfId } from '#server/core/ids.ts'
import { accountOf } from '#server/identity/identity.ts'
import { credit, debit, platform, post, prove, wallet } from '#server/ledger/ledger.ts'
import { chargeAllDeclines, chargeDeclines } from './chargeDeclines.ts'
import { isLow, settleDeclineMonths } from './settleMonths.ts'

withIssuer()
afterEach(() => setClock())

const VID = 'VISA-US-1'

/** Amounts differ, or a charge would be a repetition. */
let amount = 100
async function declines(card: Plastic, count: number): Promise<void> {
  const expMonth = card.expMonth === 1 ? 2 : 1
  for (let n = 0; n < count; n++) assert.equal((await charges(card, amount++, { expMonth })).reason, 'EXPIRY_MISMATCH')
}
async function approvals(card: Plastic, count: number): Promise<void> {
  for (let n = 0; n < count; n++) assert.equal((await charges(card, amount++)).approved, true)
}
const statesOf = async ({ accountId }: Person): Promise<string[]> =>
  (
    await sql<{ state: string }>`
    SELECT state FROM decline_fee WHERE account_id = ${accountId} ORDER BY auth_id`.execute(db)
  ).rows.map(({ state }) => state)
const monthsOf = async ({ accountId }: Person) =>
  (
    await sql<{ attempts: number; declined: number; returned: number }>`
    SELECT attempts, declined, returned_cents AS returned FROM decline_month WHERE account_id = ${accountId}`.execute(
      db,
    )
  ).rows
/** The time at which this month is settled. */
const ends = (): void => {
  const { until } = monthOf(dateOf(nowMs()).slice(0, 7))
  setClock(() => until.getTime() + 7 * HOUR)
}
const newsOfFees = async (who: Person) => (await newsTo(who)).filter((event) => event.startsWith('card_decline'))

test('the first declines of an account’s month are free, each further one costs, on whichever of its cards', async () => {
  await listsFees(VID, { declineFee: 50, freeDeclines: 3 })
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const sub = await subOf(ana)
  const [first, second, third] = [await cardInHand(ana), await cardInHand(ana), await cardInHand(sub)]
  await approvals(first, 1)
  await declines(first, 2)
  await declines(second, 1)
  await chargeDeclines(ana)
  assert.deepEqual([await feesPosted(ana), await newsOfFees(ana)], [[], []])
  await declines(second, 1)
  await declines(third, 1)
  await chargeDeclines(ana)
  assert.deepEqual(await feesPosted(ana), Array(2).fill('DECLINE_FEE 2020 50'))
  assert.equal((await moneyOn(ana, second.cardId)).posted, 4950)
  assert.deepEqual(await newsOfFees(ana), ['card_decline_fees'])
  const { data } = await asks(ana, 'cardBill', { cardId: second.cardId })
  assert.deepEqual([data[0]!.type, data[0]!.desc, data[0]!.amount], ['FEE', 'Decline fee · CORNER SHOP *1234', -50])
  const { fees } = await asks(ana, 'showCard', { cardId: second.cardId })
  assert.deepEqual([fees.declineFee, fees.freeDeclines, fees.declinesThisMonth], [50, 3, 5])
  await booksHold()
})

test('what does not count in the decline rate costs nothing: verifications, repetitions, our own faults, other segments', async () => {
  await listsFees(VID, { declineFee: 50, freeDeclines: 0 })
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const [card, other] = [await cardInHand(ana), await cardInHand(ana, { vid: 'VISA-US-2' })]
  const wrong = { expMonth: card.expMonth === 1 ? 2 : 1 }
  await charges(card, 0, wrong)
  const same = amount++
  await charges(card, same)
  assert.equal((await charges(card, same)).reason, 'DUPLICATE')
  await declines(other, 2)
  await chargeDeclines(ana)
  assert.deepEqual(await feesPosted(ana), [])
  await declines(card, 1)
  await chargeDeclines(ana)
  assert.deepEqual(await feesPosted(ana), ['DECLINE_FEE 2020 50'])
})

test('an authorization is charged once, whatever runs twice or at once', async () => {
  await listsFees(VID, { declineFee: 50, freeDeclines: 1 })
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana)
  await declines(card, 4)
  await Promise.all([chargeDeclines(ana), chargeDeclines(ana), chargeAllDeclines()])
  await chargeDeclines(ana)
  assert.deepEqual(await feesPosted(ana), Array(3).fill('DECLINE_FEE 2020 50'))
  await booksHold()
})

test('the wallet pays for a card that is short; what neither has, the card owes; a deleted card owes nothing', async () => {
  await listsFees(VID, { declineFee: 50, freeDeclines: 0 })
  const ana = await newAccount({ balanceCents: 700_00 })
  const [card, gone] = [
    await cardInHand(ana, { rechargeAmount: 1000 }),
    await cardInHand(ana, { rechargeAmount: 1000 }),
  ]
  await asks(ana, 'deleteCard', { cardId: gone.cardId, requestNo: requestNo() })
  // Everything on the card is held, and 70 cents are in the wallet.
  await charges(card, 1000)
  const { available } = await walletOf(ana)
  await transaction((tx) =>
    post(tx, {
      kind: 'ADJUST_OUT',
      accountId: ana.accountId,
      biz: { type: 'test', id: requestNo() },
      lines: [debit(wallet(ana.accountId), available - 70), credit(platform('5070'), available - 70)],
    }),
  )
  assert.equal((await charges(gone, amount++)).reason, 'CARD_CLOSED')
  await chargeDeclines(ana)
  assert.deepEqual(await feesPosted(ana), ['DECLINE_FEE 2010 50'])
  assert.equal((await charges(gone, amount++)).reason, 'CARD_CLOSED')
  assert.equal((await charges(card, amount++)).reason, 'INSUFFICIENT_FUNDS')
  await chargeDeclines(ana)
  assert.deepEqual(await statesOf(ana), ['PAID', 'WAIVED', 'OWED'])
  assert.deepEqual(await feesPosted(ana), ['DECLINE_FEE 2010 50', 'DECLINE_FEE 2020 50'])
  // What is posted stays above what is held: nothing is below zero yet.
  assert.equal((await walletOf(ana)).posted, 20)
  assert.deepEqual(await prove(), [])
})

test('a decline costs what was the price at its time', async () => {
  const vid = 'MASTERCARD-US-1'
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana, { vid })
  await declines(card, 1)
  await sql`INSERT INTO range_price (vid, decline_fee_cents, free_declines, effective_from) VALUES (${vid}, 30, 0, ${new Date(nowMs())})`.execute(
    owner,
  )
  await declines(card, 1)
  await chargeDeclines(ana)
  assert.deepEqual(await feesPosted(ana), ['DECLINE_FEE 2020 30'])
  const { rows } = await sql<{
    auth_id: string
  }>`SELECT auth_id FROM decline_fee WHERE account_id = ${ana.accountId}`.execute(db)
  assert.ok(timeOfId(rows[0]!.auth_id) > nowMs() - DAY)
})

test('strictly below 5 % is low', () => {
  assert.equal(isLow({ approved: 95, declined: 5 }), false)
  assert.equal(isLow({ approved: 96, declined: 5 }), true)
  assert.equal(isLow({ approved: 0, declined: 0 }), false)
})

test('after a month with a low rate each card and the wallet get back what was taken, once', async () => {
  await listsFees(VID, { declineFee: 50, freeDeclines: 0 })
  const ana = await newAccount({ balanceCents: 500_000, plan: 'PRO' })
  const [card, gone] = [await cardInHand(ana, { rechargeAmount: 90_000 }), await cardInHand(ana)]
  await approvals(card, 60)
  await declines(card, 2)
  await declines(gone, 1)
  await chargeDeclines(ana)
  const before = (await moneyOn(ana, card.cardId)).posted
  await asks(ana, 'deleteCard', { cardId: gone.cardId, requestNo: requestNo() })
  const inWallet = (await walletOf(ana)).posted
  await settleDeclineMonths()
  assert.deepEqual(await newsOfFees(ana), ['card_decline_fees'], 'the month is not over')
  ends()
  await Promise.all([settleDeclineMonths(), settleDeclineMonths()])
  await settleDeclineMonths()
  assert.deepEqual((await feesPosted(ana)).slice(3).sort(), [
    'DECLINE_FEE_RETURNED 2010 50',
    'DECLINE_FEE_RETURNED 2020 100',
  ])
  assert.equal((await moneyOn(ana, card.cardId)).posted, before + 100)
  assert.equal((await walletOf(ana)).posted, inWallet + 50)
  assert.deepEqual(await monthsOf(ana), [{ attempts: 63, declined: 3, returned: 150 }])
  assert.deepEqual(await newsOfFees(ana), ['card_decline_fees', 'card_decline_fees_returned'])
  const { data } = await asks(ana, 'cardBill', { cardId: card.cardId })
  assert.match(data[0]!.desc, /^Decline fees returned · \d{4}-\d\d$/)
  await booksHold()
})

/** Two people return one decline fee. */
async function staffReturn({ accountId }: Person, feeTransferId: string): Promise<void> {
  const maker = await newStaff(['FIN_MAKER'])
  const fileId = await anAttachment(maker)
  const { approvalId } = await transaction((tx) =>
    moveAnswers.askAdjustment(
      maker,
      { accountId, cause: 'FEE_RETURN', amount: 50, fileId, reason: 'ours', feeTransferId, feeCode: '4080' } as never,
      tx,
    ),
  )
  await approves(await newStaff(['FIN_CHECKER']), approvalId)
}

test('after a month with a high rate the fees stay, and what staff have returned is not returned again', async () => {
  await listsFees(VID, { declineFee: 50, freeDeclines: 0 })
  const [high, low] = [await newAccount({ balanceCents: 500_000 }), await newAccount({ balanceCents: 500_000 })]
  const [of, its] = [await cardInHand(high), await cardInHand(low, { rechargeAmount: 50_000 })]
  await approvals(of, 19)
  await declines(of, 1)
  await approvals(its, 40)
  await declines(its, 2)
  await chargeDeclines(high)
  await chargeDeclines(low)
  const { rows } = await sql<{ transfer_id: string }>`
    SELECT transfer_id FROM decline_fee WHERE account_id = ${low.accountId} ORDER BY auth_id LIMIT 1`.execute(db)
  await staffReturn(low, rows[0]!.transfer_id)
  ends()
  await settleDeclineMonths()
  assert.deepEqual(await monthsOf(high), [{ attempts: 20, declined: 1, returned: 0 }])
  assert.deepEqual((await feesPosted(high)).length, 1)
  assert.deepEqual(await monthsOf(low), [{ attempts: 42, declined: 2, returned: 50 }])
  await booksHold()
})

test('a month that was given back is charged no more, and a new month begins with free declines', async () => {
  await listsFees(VID, { declineFee: 50, freeDeclines: 1 })
  const ana = await newAccount({ balanceCents: 500_000 })
  const card = await cardInHand(ana)
  await declines(card, 2)
  await chargeDeclines(ana)
  assert.equal((await accountOf(db, ana.accountId)).status, 'ACTIVE')
  ends()
  await settleDeclineMonths()
  await chargeDeclines(ana)
  assert.equal((await feesPosted(ana)).length, 1)
  const { fees } = await asks(ana, 'showCard', { cardId: card.cardId })
  assert.equal(fees.declinesThisMonth, 0)
})

test('the books show a fee without its posting, and a return that was not posted', async () => {
  await booksHold()
  await sql`UPDATE decline_fee SET amount_cents = amount_cents + 1 WHERE auth_id = (SELECT min(auth_id) FROM decline_fee WHERE transfer_id IS NOT NULL)`.execute(
    owner,
  )
  const names = async () => [...new Set((await prove()).map(({ check }) => check))].sort()
  assert.deepEqual(await names(), ['decline-fee-not-its-posting'])
  await sql`UPDATE decline_fee SET amount_cents = amount_cents - 1 WHERE auth_id = (SELECT min(auth_id) FROM decline_fee WHERE transfer_id IS NOT NULL)`.execute(
    owner,
  )
  await sql`UPDATE decline_month SET returned_cents = returned_cents + 1 WHERE returned_cents > 0`.execute(owner)
  assert.deepEqual(await names(), ['decline-month-not-its-returns'])
  await sql`UPDATE decline_month SET returned_cents = returned_cents - 1 WHERE returned_cents > 0`.execute(owner)
})
