import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { pageTrades as tradesContract } from '#contract/trades/trades.ts'
import { DAY, setClock } from '../core/clock.ts'
import { db } from '../core/db.ts'
import { blockersOf } from '../identity/identity.ts'
import { prove } from '../ledger/ledger.ts'
import { OutsideRefused } from '../outside/outside.ts'
import { pageTrades } from '../trades/lists/settled.ts'
import { newsTo, withIssuer } from '#test/fixtures/cards.ts'
import {
  aCard,
  anIssuer,
  atIssuer,
  cancels,
  checks,
  disputes,
  drafts,
  files,
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
  uploadsEvidence,
  withDisputes,
  worksOnDisputes,
} from '#test/issuers/disputes.ts'
import { auditOf } from '#test/fixtures/staff.ts'
import { cardInHand, event, shop, tells, tradesOf } from '#test/fixtures/trades.ts'
import { endOf, refused, refusedAs } from '#test/refused.ts'
import { newAccount, subOf } from '#test/world.ts'
import { expireOverdue } from './expire.ts'
import { askUnheard } from './issuer/events.ts'
import { fileLeftOver } from './issuer/fileAtIssuer.ts'

withIssuer()
after(() => setClock())
afterEach(async () => assert.deepEqual(await prove(), []))

describe('what may be disputed', () => {
  it('is a settled purchase, within 110 days, up to what was neither refunded nor won', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const seen = await checks(ana, tradeId)
    assert.deepEqual([seen.may, seen.maxAmount, seen.minAmount, seen.fee], [true, 40_00, 5_00, 15_00])
    assert.equal(seen.merchantName, shop.name)
    await assert.rejects(drafts(ana, tradeId, { amount: 40_01 }), refusedAs('amount_above_disputable', 'amount'))
    await assert.rejects(drafts(ana, tradeId, { amount: 4_99 }), refusedAs('amount_below_min', 'amount'))
    await tells(event('refund.posted', card, 30_00))
    assert.equal((await checks(ana, tradeId)).maxAmount, 10_00)
    await assert.rejects(drafts(ana, tradeId, { amount: 10_01 }), refusedAs('amount_above_disputable', 'amount'))
    await tells(event('refund.posted', card, 6_00))
    assert.equal((await checks(ana, tradeId)).obstacle, 'BELOW_MINIMUM')
    const [refund] = (await tradesOf(card)).filter(({ type }) => type === 'REFUND')
    assert.equal((await checks(ana, refund!.trade_id)).obstacle, 'NOT_A_PURCHASE')
    await refused('not_found', checks(await newAccount(), tradeId))
  })

  it('waits fifteen days where merchants are only late, and ends for good', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const reason = { reason: 'NOT_RECEIVED' } as const
    await assert.rejects(drafts(ana, tradeId, reason), refusedAs('invalid', 'reason'))
    later(15 * DAY + 1)
    const disputeId = await drafts(ana, tradeId, reason)
    later(95 * DAY)
    await assert.rejects(submits(ana, disputeId), refusedAs('dispute_impossible'))
    assert.equal((await checks(ana, await settles(card, 10_00))).may, true)
    await expireOverdue()
    assert.deepEqual(
      [(await shows(ana, disputeId)).state, (await checks(ana, tradeId)).obstacle],
      ['EXPIRED', 'TOO_LATE'],
    )
    setClock()
  })

  it('needs evidence where the reason does', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const disputeId = await drafts(ana, tradeId, { reason: 'WRONG_AMOUNT' })
    await assert.rejects(submits(ana, disputeId), refusedAs('evidence_missing', 'files'))
    const fileId = await uploadsEvidence(ana)
    const ben = await newAccount()
    const foreign = await uploadsEvidence(ben)
    await assert.rejects(drafts(ana, tradeId, { disputeId, files: [foreign] }), refusedAs('not_found', 'files'))
    await drafts(ana, tradeId, { disputeId, reason: 'WRONG_AMOUNT', files: [fileId] })
    await submits(ana, disputeId)
    assert.deepEqual(
      (await shows(ana, disputeId)).files.map(({ name }) => name),
      ['receipt.jpg'],
    )
  })

  it('belongs to its account, and to the sub-account whose purchase it is', async () => {
    const { ana } = await aCard()
    const [one, two] = [await subOf(ana), await subOf(ana)]
    const card = await cardInHand(one, { rechargeAmount: 100_00 })
    const tradeId = await settles(card, 40_00)
    await refused('not_found', drafts(two, tradeId))
    const disputeId = await disputes(one, tradeId)
    await refused('not_found', shows(two, disputeId))
    await refused('not_found', cancels(two, disputeId))
    assert.equal((await shows(ana, disputeId)).state, 'SUBMITTED')
    await cancels(one, disputeId)
  })
})

describe('a dispute', () => {
  it('takes its fee from the wallet when it is submitted, and gives it back when it is canceled before it is filed', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const [wallet, disputeId] = [await inWallet(ana), await drafts(ana, tradeId)]
    assert.equal(await inWallet(ana), wallet)
    await assert.rejects(submits(ana, disputeId, 0), refusedAs('quote_changed'))
    await submits(ana, disputeId)
    assert.deepEqual([await inWallet(ana), await statusOf(card, tradeId)], [wallet - 15_00, 'DISPUTED'])
    await refused('conflict', submits(ana, disputeId))
    assert.equal((await blockersOf(db, ana.accountId, 'en')).find(({ type }) => type === 'DISPUTES')?.count, 1)
    await cancels(ana, disputeId)
    assert.deepEqual([await inWallet(ana), await statusOf(card, tradeId)], [wallet, 'POSTED'])
    assert.equal(
      (await blockersOf(db, ana.accountId, 'en')).find(({ type }) => type === 'DISPUTES'),
      undefined,
    )
    assert.equal((await shows(ana, disputeId)).closedText, 'Canceled by you')
    const poor = await newAccount({ balanceCents: 110_00 })
    const last = await cardInHand(poor, { rechargeAmount: 100_00 })
    const short = await drafts(poor, await settles(last, 40_00))
    await assert.rejects(submits(poor, short), refusedAs('insufficient_wallet'))
  })

  it('is one at a time for a purchase, whoever is faster', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const ends = await Promise.all([1, 2, 3, 4].map(() => endOf(drafts(ana, tradeId))))
    assert.deepEqual(ends.filter((end) => end === 'ok').length, 1)
    const open = (await checks(ana, tradeId)).disputeId!
    const submitted = await Promise.all([1, 2, 3].map(() => endOf(submits(ana, open))))
    assert.deepEqual(submitted.toSorted(), ['conflict', 'conflict', 'ok'])
    assert.equal((await checks(ana, tradeId)).obstacle, 'OPEN')
  })

  it('is filed once, with its evidence, whatever is repeated or lost, and then only the issuer ends it', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const fileId = await uploadsEvidence(ana)
    let tries = 0
    const issuer = anIssuer({
      submit: async (ref) => {
        if (++tries < 3) throw new Error('no answer')
        return { ref, status: 'IN_PROGRESS', wonAmount: 0 }
      },
    })
    const disputeId = await disputes(ana, tradeId, { files: [fileId] })
    const staff = await maker()
    await files(staff, disputeId)
    await refused('conflict', files(staff, disputeId))
    await refused('dispute_at_issuer', cancels(ana, disputeId))
    await withDisputes(issuer, async () => {
      for (let turn = 0; turn < 3; turn++) {
        await worksOnDisputes()
        later(10 * 60_000)
        await fileLeftOver()
      }
    })
    setClock()
    const shown = await shows(ana, disputeId)
    assert.deepEqual([shown.state, issuer.opened.size, issuer.evidence, tries], ['IN_PROGRESS', 1, [fileId], 3])
    const { clearingRef, amount, cardRef, reason } = issuer.opened.get(disputeId)!
    const [trade] = await tradesOf(card)
    assert.deepEqual([clearingRef, amount, cardRef, reason], [trade!.clearing_ref, 20_00, card.cardRef, 'FRAUD'])
    assert.ok((await auditOf(staff)).includes(`RISK ${disputeId}`))
  })

  it('of a repeated charge names the purchase that it repeats', async () => {
    const { ana, card } = await aCard()
    const [other, first, second] = [await settles(card, 30_00), await settles(card, 20_00), await settles(card, 20_00)]
    const issuer = anIssuer()
    const given = async (tradeId: string, change: object) => {
      const disputeId = await atIssuer(ana, tradeId, issuer, change)
      const { originalRef, merchant } = issuer.opened.get(disputeId)!
      return [(await tradesOf(card)).find(({ clearing_ref }) => clearing_ref === originalRef)?.trade_id, merchant.name]
    }
    assert.deepEqual(await given(second, { reason: 'DUPLICATE' }), [first, shop.name])
    assert.deepEqual(await given(first, { reason: 'FRAUD' }), [undefined, shop.name])
    assert.deepEqual(await given(other, { reason: 'DUPLICATE' }), [undefined, shop.name])
  })

  it('that is won gives the card its money and the wallet its fee', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const [money, wallet] = [await onCard(card), await inWallet(ana)]
    const disputeId = await atIssuer(ana, tradeId)
    assert.deepEqual([await onCard(card), await inWallet(ana)], [money, wallet - 15_00])
    await isTold(card, refOf(disputeId), 'WON', 20_00)
    assert.deepEqual([await onCard(card), await inWallet(ana)], [money + 20_00, wallet])
    await isTold(card, refOf(disputeId), 'WON', 20_00) // told twice
    assert.equal(await onCard(card), money + 20_00)
    const shown = await shows(ana, disputeId)
    assert.deepEqual([shown.state, shown.won, shown.fee, await statusOf(card, tradeId)], ['WON', 20_00, 0, 'WON'])
    const { data } = await pageTrades(ana, tradesContract.input.parse({ type: 'CHARGEBACK' }))
    assert.deepEqual(
      data.map(({ amount, merchantName }) => [amount, merchantName]),
      [[20_00, shop.name]],
    )
    assert.ok((await newsTo(ana)).includes('dispute_update'))
    // The rest may be disputed, and no more.
    assert.equal((await checks(ana, tradeId)).maxAmount, 20_00)
  })

  it('that is lost costs its fee', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const [money, wallet] = [await onCard(card), await inWallet(ana)]
    await isTold(card, refOf(await atIssuer(ana, tradeId)), 'LOST')
    assert.deepEqual([await onCard(card), await inWallet(ana)], [money, wallet - 15_00])
    assert.equal(await statusOf(card, tradeId), 'LOST')
  })

  it('that the issuer does not accept is as if it had never been made', async () => {
    const { ana, card } = await aCard()
    const tradeId = await settles(card, 40_00)
    const wallet = await inWallet(ana)
    const refusing = anIssuer({ open: () => Promise.reject(new OutsideRefused('DISPUTE_REFUSED')) })
    const disputeId = await atIssuer(ana, tradeId, refusing)
    const { state, closedText } = await shows(ana, disputeId)
    assert.deepEqual([state, closedText, await inWallet(ana)], ['CANCELED', 'Not accepted by the issuer', wallet])
    assert.equal(await statusOf(card, tradeId), 'POSTED')
    const second = await atIssuer(ana, tradeId)
    await isTold(card, refOf(second), 'EXPIRED')
    assert.deepEqual([(await shows(ana, second)).state, await inWallet(ana)], ['EXPIRED', wallet])
  })

  it('is asked about when nothing was heard of it', async () => {
    const { ana, card } = await aCard()
    const disputeId = await atIssuer(ana, await settles(card, 40_00))
    const money = await onCard(card)
    later(2 * DAY)
    await withDisputes(anIssuer({ get: async (ref) => ({ ref, status: 'WON', wonAmount: 20_00 }) }), askUnheard)
    setClock()
    assert.deepEqual([(await shows(ana, disputeId)).state, await onCard(card)], ['WON', money + 20_00])
  })
})
