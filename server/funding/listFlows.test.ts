import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import * as contract from '#contract/funding/funding.ts'
import { accountHolder, order, send, lookAgain, later, withChain } from '#test/fixtures/topUps.ts'
import type { Actor } from '../core/actor.ts'
import { HOUR, nowMs } from '../core/clock.ts'
import { compose } from '../core/composition.ts'
import { transaction } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { cardAccount, credit, debit, hold, openAccounts, platform, post, wallet } from '../ledger/ledger.ts'
import { composition } from '../modules.ts'
import { answers, module as fundingModule } from './module.ts'

const flows = (actor: Actor, input: Record<string, unknown> = {}) =>
  answers.listFlows(actor, contract.listFlows.input.parse(input))
const sub: Partial<Actor> = { kind: 'sub', subUid: '100200300', may: new Set(['flow:view']) }

/** 147.00 received, a card opened for 54.25 (3.00 + 50.00 + 1.25), another load of 20.50 by a sub-account, 5.00 held. */
async function history() {
  const ana = await accountHolder()
  const made = await order(ana, '150')
  await send(made.address, '150', { confirmations: 30 })
  await lookAgain()
  const cardId = newId('crd')
  const [of, card] = [wallet(ana.accountId), cardAccount(ana.accountId, cardId)]
  const shown = { cardId, cardSeqNo: 'K0000001', lastFour: '4242' }
  await transaction(async (tx) => {
    await openAccounts(tx, [card])
    await post(tx, {
      kind: 'CARD_OPEN',
      accountId: ana.accountId,
      biz: { type: 'card_order', id: 'ord_1' },
      actor: ana.loginId,
      meta: { ...shown, bizNo: 'ord_1' },
      lines: [debit(of, 5425), credit(card, 5000), credit(platform('4010'), 300), credit(platform('4020'), 125)],
    })
    await post(tx, {
      kind: 'CARD_LOAD',
      accountId: ana.accountId,
      biz: { type: 'card_order', id: 'ord_2' },
      meta: { ...shown, bizNo: 'ord_2', subUid: sub.subUid, subNickname: 'Mei' },
      lines: [debit(of, 2050), credit(card, 2000), credit(platform('4020'), 50)],
    })
    await hold(tx, {
      on: of,
      amount: 500,
      biz: { type: 'card_order', id: 'ord_3' },
      meta: { kind: 'CARD_OPEN', bizNo: 'ord_3', fee: 300, parts: { openFee: 300, load: 200 } },
    })
  })
  return { ana, made, cardId }
}

describe("the wallet's statement", () => {
  withChain()
  // Cards and their orders are invented here, so only the checks of funding run.
  before(() => compose({ ...composition, proofs: fundingModule.proofs }))

  test('shows what is in flight first, then the entries, each with what it was made of and the balance after it', async () => {
    const { ana, made } = await history()
    const { data, total, summary, haveNext } = await flows(ana)
    assert.deepEqual(
      data.map(({ type, status, direction, amount, fee, balanceAfter }) => [
        type,
        status,
        direction,
        amount,
        fee,
        balanceAfter,
      ]),
      [
        ['CARD_OPEN', 'PROCESSING', 'OUT', 500, 300, null],
        ['CARD_LOAD', 'DONE', 'OUT', 2050, 50, 7225],
        ['CARD_OPEN', 'DONE', 'OUT', 5425, 425, 9275],
        ['TOPUP_USDT', 'DONE', 'IN', 14_700, 300, 14_700],
      ],
    )
    assert.deepEqual([total, haveNext, summary], [4, false, { in: 14_700, out: 7475, net: 7225 }])
    assert.deepEqual(
      data.map(({ tradeDesc }) => tradeDesc),
      [
        'Open card: opening fee $3.00 + card load $2.00',
        'Add balance to card ····4242: card load $20.00 + service fee $0.50',
        'Open card ····4242: opening fee $3.00 + card load $50.00 + service fee $1.25',
        'USDT top-up: top-up $150.00 − top-up fee $3.00',
      ],
    )
    assert.deepEqual(
      data[2]!.parts.map(({ part, amount }) => [part, amount]),
      [
        ['openFee', 300],
        ['load', 5000],
        ['serviceFee', 125],
      ],
    )
    assert.equal(data[3]!.bizNo, made.orderNo)
    assert.deepEqual([data[2]!.cardSeqNo, data[2]!.lastFour], ['K0000001', '4242'])
    for (const row of data) contract.FlowRow.parse(row)
  })

  test('is turned page by page, by number and by cursor, without a line twice or missing', async () => {
    const { ana } = await history()
    const all = (await flows(ana)).data.map(({ flowId }) => flowId)
    const byNumber = []
    for (let pageNo = 1; pageNo <= 4; pageNo++) {
      const page = await flows(ana, { pageNo, pageSize: 1 })
      assert.deepEqual([page.haveNext, page.total], [pageNo < 4, 4])
      byNumber.push(...page.data.map(({ flowId }) => flowId))
    }
    assert.deepEqual(byNumber, all)
    assert.deepEqual((await flows(ana, { pageNo: 5, pageSize: 1 })).data, [])

    const first = await flows(ana, { pageSize: 2 })
    const second = await flows(ana, { pageSize: 2, cursor: first.cursor })
    assert.deepEqual(
      [...first.data, ...second.data].map(({ flowId }) => flowId),
      all,
    )
    assert.equal((await flows(ana, { pageSize: 1, cursor: "1' OR 1=1" })).data.length, 1)
  })

  test('is filtered by type, direction, card, number of the order, sub-account and time', async () => {
    const { ana, made, cardId } = await history()
    const kept = async (input: Record<string, unknown>) =>
      (await flows(ana, input)).data.map(({ type, status }) => `${type} ${status}`)
    assert.deepEqual(await kept({ type: 'TOPUP_USDT' }), ['TOPUP_USDT DONE'])
    assert.deepEqual(await kept({ type: 'CARD_OPEN,CARD_LOAD' }), [
      'CARD_OPEN PROCESSING',
      'CARD_LOAD DONE',
      'CARD_OPEN DONE',
    ])
    assert.deepEqual(await kept({ direction: 'IN' }), ['TOPUP_USDT DONE'])
    assert.deepEqual(await kept({ cardId }), ['CARD_LOAD DONE', 'CARD_OPEN DONE'])
    assert.deepEqual(await kept({ cardSeqNo: 'K0000001', type: 'CARD_LOAD' }), ['CARD_LOAD DONE'])
    assert.deepEqual(await kept({ bizNo: made.orderNo }), ['TOPUP_USDT DONE'])
    assert.deepEqual(await kept({ subUid: '100200300' }), ['CARD_LOAD DONE'])
    assert.deepEqual(await kept({ startTime: nowMs() + HOUR }), [])
    assert.deepEqual(await kept({ endTime: nowMs() - HOUR }), [])
    assert.deepEqual((await flows(ana, { type: 'CARD_LOAD' })).summary, { in: 0, out: 2050, net: -2050 })
    later(HOUR)
    assert.equal((await kept({ endTime: nowMs() })).length, 4)
  })

  test('shows a sub-account what it caused, and no balance that it may not see', async () => {
    const { ana } = await history()
    const mei: Actor = { ...ana, ...sub }
    const { data, summary } = await flows(mei, { subUid: '' })
    assert.deepEqual(
      data.map(({ type, balanceAfter }) => [type, balanceAfter]),
      [['CARD_LOAD', null]],
    )
    assert.deepEqual(summary, { in: 0, out: 2050, net: -2050 })
    const withWallet: Actor = { ...mei, may: new Set(['flow:view', 'wallet:view']) }
    assert.equal((await flows(withWallet)).data[0]!.balanceAfter, 7225)
    assert.deepEqual((await flows({ ...mei, subUid: '999' }, { subUid: '100200300' })).data, [])
  })

  test("of another account is empty of one's own", async () => {
    await history()
    const { data, total, summary } = await flows(await accountHolder())
    assert.deepEqual([data, total, summary], [[], 0, { in: 0, out: 0, net: 0 }])
  })
})
