import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import {
  asks,
  booksHold,
  moneyOn,
  openingInput,
  opensCard,
  requestNo,
  walletOf,
  withIssuer,
  withIssuerThat,
  work,
} from '#test/fixtures/cards.ts'
import { refusedAs } from '#test/refused.ts'
import { asksSubs } from '#test/fixtures/subaccounts.ts'
import { crowd } from '#test/crowd.ts'
import { newAccount, subOf, type Person } from '#test/world.ts'
import { DAY, setClock } from '../core/clock.ts'
import { answers as notices } from '../notices/module.ts'
import { OutsideRefused } from '../outside/outside.ts'

withIssuer()
const begin = Date.UTC(2026, 2, 10, 4)
const dayIs = (days: number): void => setClock(() => begin + days * DAY)
beforeEach(() => dayIs(0))
after(() => setClock())

const loads = (who: Person, cardId: string, amount: number) =>
  asks(who, 'loadCard', { cardId, amount, requestNo: requestNo() })
const usedBy = async (sub: Person): Promise<number> => (await notices.wallet(sub, {})).usdBudgetUsed!
const budgetIs = (parent: Person, subUid: string, limit: number, period: 'DAY' | 'MONTH' | 'TOTAL') =>
  asksSubs(parent, 'editSub', { subUid, roleId: 'rol_senior', budget: { limit, period } })

describe('a budget', () => {
  it('is charged by opening and loading with all they cost, and given back by withdrawing', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 100_000 })
    const bo = await subOf(ana, { budgetCents: 20_000 })
    const cardId = await opensCard(bo, { rechargeAmount: 5_000 })
    assert.equal(await usedBy(bo), 5_425, 'open fee 3.00, load 50.00, service fee 1.25')
    await loads(bo, cardId, 10_000)
    assert.equal(await usedBy(bo), 5_425 + 10_250)
    await assert.rejects(loads(bo, cardId, 5_000), (error: { data: object }) => {
      assert.deepEqual(error.data, { leftCents: 4_325, shortCents: 800 })
      return refusedAs('budget_exceeded')(error)
    })
    await assert.rejects(asks(bo, 'openCard', openingInput({ rechargeAmount: 5_000 })), refusedAs('budget_exceeded'))
    await asks(bo, 'withdrawFromCard', { cardId, amount: 6_000, requestNo: requestNo() })
    assert.equal(await usedBy(bo), 5_425 + 10_250 - 6_000)
    await loads(bo, cardId, 5_000)
    await loads(ana, cardId, 50_000) // the parent's own load does not count for the sub-account
    assert.equal(await usedBy(bo), 5_425 + 10_250 - 6_000 + 5_125)
    await booksHold()
  })

  it('is given back by an opening that the issuer refuses', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 100_000 })
    const bo = await subOf(ana, { budgetCents: 6_000 })
    const no = async (): Promise<never> => {
      throw new OutsideRefused('HOLDER_REFUSED')
    }
    await withIssuerThat({ createCard: no }, async () => {
      await asks(bo, 'openCard', openingInput({ rechargeAmount: 5_000 }))
      assert.equal(await usedBy(bo), 5_425)
      await work()
    })
    assert.equal(await usedBy(bo), 0)
    await booksHold()
  })

  it('of fifty loads at once lets through what fits and not a cent more', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 500_000 })
    const bo = await subOf(ana)
    const cardId = await opensCard(bo, { rechargeAmount: 5_000 })
    await budgetIs(ana, bo.subUid, 5_425 + 7 * 2_050 + 2_049, 'TOTAL')
    const one = async () => (await Promise.allSettled([loads(bo, cardId, 2_000)]))[0]!
    const done = await crowd(Array.from({ length: 50 }, () => one))
    assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 7)
    assert.ok(done.every((one) => one.status === 'fulfilled' || refusedAs('budget_exceeded')(one.reason)))
    assert.equal((await moneyOn(bo, cardId)).posted, 5_000 + 7 * 2_000)
    assert.equal(await usedBy(bo), 5_425 + 7 * 2_050)
    await booksHold()
  })

  it('begins anew with the day or the month, in Shanghai; one in all does not', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 500_000 })
    const bo = await subOf(ana)
    const cardId = await opensCard(bo, { rechargeAmount: 5_000 })
    const uses: number[][] = []
    for (const day of [0, 1, 22]) {
      dayIs(day)
      const row: number[] = []
      for (const period of ['DAY', 'MONTH', 'TOTAL'] as const) {
        await budgetIs(ana, bo.subUid, 9_000, period)
        row.push(await usedBy(bo))
      }
      uses.push(row)
    }
    assert.deepEqual(uses, [
      [5_425, 5_425, 5_425],
      [0, 5_425, 5_425],
      [0, 0, 5_425],
    ])
    const { budget } = await notices.overviewForSub(bo, { days: 7 })
    assert.deepEqual([budget!.limit, budget!.period, budget!.resetTime], [9_000, 'TOTAL', null])
    await budgetIs(ana, bo.subUid, 9_000, 'DAY')
    await loads(bo, cardId, 8_000)
    await assert.rejects(loads(bo, cardId, 2_000), refusedAs('budget_exceeded'))
    dayIs(23)
    await loads(bo, cardId, 2_000)
  })

  it('bounds a batch as a whole', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 500_000 })
    const bo = await subOf(ana, { role: 'rol_senior' })
    const cardId = await opensCard(bo, { rechargeAmount: 5_000 })
    await budgetIs(ana, bo.subUid, 5_425 + 2_050, 'TOTAL')
    const before = await walletOf(ana)
    await assert.rejects(
      asks(bo, 'loadBatch', { cardIds: [cardId], amount: 2_001, requestNo: requestNo() }),
      refusedAs('budget_exceeded'),
    )
    assert.deepEqual(await walletOf(ana), before)
    await asks(bo, 'loadBatch', { cardIds: [cardId], amount: 2_000, requestNo: requestNo() })
    assert.equal(await usedBy(bo), 5_425 + 2_050, 'what is held counts')
  })

  it('is none once it was taken away', async () => {
    const ana = await newAccount({ plan: 'STANDARD', balanceCents: 500_000 })
    const bo = await subOf(ana, { budgetCents: 0 })
    await assert.rejects(asks(bo, 'openCard', openingInput()), refusedAs('budget_exceeded'))
    await asksSubs(ana, 'editSub', { subUid: bo.subUid, roleId: 'rol_senior', budget: 'null' })
    await opensCard(bo)
    assert.equal((await notices.wallet(bo, {})).usdBudget, undefined)
  })
})
