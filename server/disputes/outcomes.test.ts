import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { DAY, setClock } from '../core/clock.ts'
import { sql, transaction } from '../core/db.ts'
import { prove } from '../ledger/ledger.ts'
import { OutsideRefused } from '../outside/outside.ts'
import { owner } from '#test/database.ts'
import { asks, newsTo, requestNo, withIssuer, withIssuerThat } from '#test/fixtures/cards.ts'
import {
  aCard,
  anIssuer,
  atIssuer,
  cancels,
  disputes,
  drafts,
  files,
  givesCredit,
  inWallet,
  isTold,
  later,
  maker,
  onCard,
  refOf,
  settles,
  shows,
  statusOf,
  submits,
  withDisputes,
  worksOnDisputes,
} from '#test/issuers/disputes.ts'
import { approves, auditOf, newStaff } from '#test/fixtures/staff.ts'
import { event, isHeld, tells, tradesOf } from '#test/fixtures/trades.ts'
import { endOf, refused, refusedAs } from '#test/refused.ts'
import { expireOverdue } from './expire.ts'
import { deskAnswers } from './module.ts'

withIssuer()
after(() => setClock())
afterEach(async () => assert.deepEqual(await prove(), []))

describe('provisional credit', () => {
  it('is the card’s until the issuer decides: kept when won, taken back when lost, even if it was spent', async () => {
    await givesCredit(await maker(), true)
    const { ana, card } = await aCard()
    const money = await onCard(card)
    const first = await atIssuer(ana, await settles(card, 40_00))
    assert.deepEqual([await onCard(card), (await shows(ana, first)).provisional], [money - 20_00, 20_00])
    assert.ok((await newsTo(ana)).includes('dispute_provisional'))
    await isTold(card, refOf(first), 'WON', 20_00)
    assert.equal(await onCard(card), money - 20_00)
    const second = await atIssuer(ana, await settles(card, 40_00))
    assert.equal(await onCard(card), money - 40_00)
    await settles(card, money - 40_00) // spends all of it
    const wallet = await inWallet(ana)
    await isTold(card, refOf(second), 'LOST')
    assert.deepEqual([await onCard(card), await inWallet(ana)], [0, wallet - 20_00])
    await givesCredit(await maker(), false)
  })

  it('that is won in part is taken back in part', async () => {
    await givesCredit(await maker(), true)
    const { ana, card } = await aCard()
    const disputeId = await atIssuer(ana, await settles(card, 40_00), anIssuer(), { amount: 40_00 })
    const money = await onCard(card)
    await isTold(card, refOf(disputeId), 'WON', 25_00)
    assert.equal(await onCard(card), money - 15_00)
    await givesCredit(await maker(), false)
  })

  it('of a deleted card is in the wallet, and so is what was won', async () => {
    const { ana, card } = await aCard()
    const [one, two] = [await settles(card, 20_00), await settles(card, 30_00)]
    const won = await atIssuer(ana, one)
    await asks(ana, 'deleteCard', { cardId: card.cardId, reason: 'campaign over', requestNo: requestNo() })
    let wallet = await inWallet(ana)
    await isTold(card, refOf(won), 'WON', 20_00)
    assert.equal(await inWallet(ana), wallet + 20_00 + 15_00)
    await givesCredit(await maker(), true)
    wallet = await inWallet(ana)
    const lost = await atIssuer(ana, two)
    assert.equal(await inWallet(ana), wallet - 15_00 + 20_00)
    await isTold(card, refOf(lost), 'LOST')
    assert.equal(await inWallet(ana), wallet - 15_00)
    await givesCredit(await maker(), false)
  })
})

describe('a merchant who returns the money meanwhile', () => {
  it('ends the dispute: nothing comes back twice', async () => {
    await givesCredit(await maker(), true)
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const [money, wallet] = [await onCard(card), await inWallet(ana)]
    const withdrawn: string[] = []
    const issuer = anIssuer({ withdraw: async (ref) => void withdrawn.push(ref) })
    const disputeId = await atIssuer(ana, tradeId, issuer)
    await tells(event('refund.posted', card, 5_00))
    assert.deepEqual([await onCard(card), (await shows(ana, disputeId)).provisional], [money + 20_00, 15_00])
    await tells(event('refund.posted', card, 15_00))
    const shown = await shows(ana, disputeId)
    assert.deepEqual([shown.state, shown.closedText, shown.won], ['WON', 'Refunded by the merchant', 0])
    assert.deepEqual([await onCard(card), await inWallet(ana)], [money + 20_00, wallet])
    assert.equal(await statusOf(card, tradeId), 'PARTIALLY_REFUNDED')
    await withDisputes(issuer, worksOnDisputes)
    assert.deepEqual(withdrawn, [refOf(disputeId)])
    // The issuer says so too, which changes nothing; money from it as well would be a contradiction.
    await isTold(card, refOf(disputeId), 'CANCELED')
    await isHeld(
      event('dispute.updated', card, 20_00, { disputeRef: refOf(disputeId), status: 'WON' }),
      'STATUS_DIFFERS',
    )
    assert.equal(await onCard(card), money + 20_00)
    await givesCredit(await maker(), false)
  })

  it('leaves an issuer that takes none back with a dispute, and its history says so', async () => {
    const { ana, card } = await aCard()
    const issuer = anIssuer({ withdraw: () => Promise.reject(new OutsideRefused('DISPUTE_SUBMITTED')) })
    const disputeId = await atIssuer(ana, await settles(card, 20_00), issuer)
    await tells(event('refund.posted', card, 20_00))
    await withDisputes(issuer, worksOnDisputes)
    const { state, steps } = await shows(ana, disputeId)
    assert.deepEqual([state, steps.at(-1)!.by], ['WON', 'ISSUER'])
    assert.match(steps.at(-1)!.text, /with the card network/)
  })

  it('by reversing the purchase ends it too, and never after it was won', async () => {
    const { ana, card } = await aCard()
    const [one, two] = [await settles(card, 20_00), await settles(card, 30_00)]
    const reversal = async (tradeId: string, amount: number) => {
      const { clearing_ref: clearingRef } = (await tradesOf(card)).find(({ trade_id }) => trade_id === tradeId)!
      return event('clearing.reversed', card, amount, { clearingRef })
    }
    const [money, wallet] = [await onCard(card), await inWallet(ana)]
    const disputeId = await atIssuer(ana, one)
    await tells(await reversal(one, 20_00))
    assert.deepEqual([(await shows(ana, disputeId)).state, await statusOf(card, one)], ['WON', 'REVERSED'])
    assert.deepEqual([await onCard(card), await inWallet(ana)], [money + 20_00, wallet])
    await isTold(card, refOf(await atIssuer(ana, two)), 'WON', 20_00)
    await isHeld(await reversal(two, 30_00), 'STATUS_DIFFERS')
    assert.equal(await onCard(card), money + 40_00)
  })

  it('in any order with submissions and decisions never returns more than was taken', async () => {
    const { ana, card } = await aCard(500_00)
    for (let round = 0; round < 5; round++) {
      const tradeId = await settles(card, 40_00)
      const disputeId = await drafts(ana, tradeId, { amount: 40_00 })
      const ends = await Promise.all([
        endOf(submits(ana, disputeId)),
        endOf(tells(event('refund.posted', card, 40_00))),
        endOf(submits(ana, disputeId)),
      ])
      assert.equal(ends[1], 'ok', String(ends))
      const { state } = await shows(ana, disputeId)
      assert.ok(state === 'WON' || state === 'DRAFT', state)
      const [trade] = (await tradesOf(card)).filter(({ trade_id }) => trade_id === tradeId)
      assert.deepEqual([trade!.status, trade!.refunded_cents], ['REFUNDED', 40_00])
      if (state === 'DRAFT') await cancels(ana, disputeId)
    }
  })
})

describe('an issuer without an API', () => {
  const byHand = <T>(work: () => Promise<T>): Promise<T> => withIssuerThat({ disputes: undefined } as never, work)

  it('has its disputes filed by a person, and its money booked by two', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const [money, disputeId] = [await onCard(card), await disputes(ana, tradeId)]
    const [staff, second] = [await maker(), await newStaff(['FIN_CHECKER'])]
    const decide = (amount: number) =>
      transaction((tx) => deskAnswers.decideDispute(staff, { disputeId, amount, reason: 'letter of today' }, tx))
    await byHand(async () => {
      await assert.rejects(files(staff, disputeId), refusedAs('invalid', 'reference'))
      await refused('conflict', decide(20_00))
      await files(staff, disputeId, 'CB 4711')
      assert.deepEqual([(await shows(ana, disputeId)).state, await onCard(card)], ['IN_PROGRESS', money])
      await assert.rejects(decide(20_01), refusedAs('amount_above_disputable', 'amount'))
      const { approvalId } = await decide(20_00)
      await refused('conflict', decide(20_00))
      assert.equal(await onCard(card), money)
      await approves(second, approvalId)
    })
    assert.deepEqual([(await shows(ana, disputeId)).state, await onCard(card)], ['WON', money + 20_00])
    assert.ok((await auditOf(second)).includes(`MONEY ${disputeId}`))
  })

  it('is the only one: otherwise the issuer itself tells the outcome', async () => {
    const { ana, card } = await aCard()
    const disputeId = await atIssuer(ana, await settles(card, 40_00))
    const staff = await maker()
    await refused(
      'conflict',
      transaction((tx) => deskAnswers.decideDispute(staff, { disputeId, amount: 0, reason: 'no answer' }, tx)),
    )
  })

  it('cannot take back what it returned, and neither can one with an API: a person looks at it', async () => {
    const { ana, card } = await aCard()
    const disputeId = await atIssuer(ana, await settles(card, 40_00))
    await isTold(card, refOf(disputeId), 'WON', 20_00)
    const money = await onCard(card)
    await isHeld(event('dispute.updated', card, 0, { disputeRef: refOf(disputeId), status: 'LOST' }), 'STATUS_DIFFERS')
    assert.deepEqual([(await shows(ana, disputeId)).state, await onCard(card)], ['WON', money])
  })

  it('gives the fee back where staff reject the dispute or file it too late', async () => {
    const { ana, card } = await aCard()
    const wallet = await inWallet(ana)
    const first = await disputes(ana, await settles(card, 20_00))
    const staff = await maker()
    await transaction((tx) =>
      deskAnswers.rejectDispute(staff, { disputeId: first, reason: 'the receipt is of another shop' }, tx),
    )
    const { state, steps } = await shows(ana, first)
    assert.deepEqual([state, await inWallet(ana)], ['CANCELED', wallet])
    assert.match(steps.at(-1)!.text, /the receipt is of another shop/)
    const second = await disputes(ana, await settles(card, 20_00))
    later(121 * DAY)
    await expireOverdue()
    setClock()
    assert.deepEqual([(await shows(ana, second)).state, await inWallet(ana)], ['EXPIRED', wallet])
  })
})

describe('the proof', () => {
  it('finds money, states and sums of disputes that are not in the books', async () => {
    await givesCredit(await maker(), true)
    const { ana, card } = await aCard()
    const disputeId = await atIssuer(ana, await settles(card, 40_00))
    const spoils = async (set: string, undo: string, check: string) => {
      await sql.raw(`UPDATE ${set} WHERE account_id = '${ana.accountId}'`).execute(owner)
      const found = (await prove()).map((broken) => broken.check)
      await sql.raw(`UPDATE ${undo} WHERE account_id = '${ana.accountId}'`).execute(owner)
      assert.ok(found.includes(check), `${check}: ${found.join(' ')}`)
    }
    await spoils(
      'dispute SET provisional_cents = 1',
      'dispute SET provisional_cents = 2000',
      'provisional-credit-not-its-disputes',
    )
    await spoils('dispute SET fee_cents = 1', 'dispute SET fee_cents = 1500', 'dispute-fee-not-posted')
    await spoils(`trade SET status = 'POSTED'`, `trade SET status = 'DISPUTED'`, 'disputed-not-its-dispute')
    await spoils('dispute SET amount_cents = 5000', 'dispute SET amount_cents = 2000', 'dispute-above-its-purchase')
    await spoils('trade SET won_cents = 1', 'trade SET won_cents = 0', 'won-not-its-chargebacks')
    await isTold(card, refOf(disputeId), 'LOST')
    await givesCredit(await maker(), false)
  })
})
