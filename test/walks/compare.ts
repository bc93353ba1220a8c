/** Compares everything that an account holder, a sub-account and the desk can read of an account with the model. */
import assert from 'node:assert/strict'
import type { Call, Output, Input } from '#contract/core/call.ts'
import * as accounts from '#contract/accounts/accounts.ts'
import * as cards from '#contract/cards/cards.ts'
import * as funding from '#contract/funding/funding.ts'
import * as moneyFlow from '#contract/trades/moneyFlow.ts'
import * as notices from '#contract/notices/notices.ts'
import * as referrals from '#contract/referrals/referrals.ts'
import * as subs from '#contract/subaccounts/subaccounts.ts'
import * as trades from '#contract/trades/trades.ts'
import type { Actor, Staff } from '#server/core/actor.ts'
import { composition } from '#server/modules.ts'
import { newStaff } from '../fixtures/staff.ts'
import { DAY_MS, dayOf, monthOf, type ModelAuth, type ModelCard, type ModelTrade } from './modelTypes.ts'
import type { Walk } from './walk.ts'

const { calls: modules, sweeps } = composition

const answers = new Map(
  modules.flatMap(({ contract, answers }) => contract.map(([name, row]) => [row, answers[name]!] as const)),
)

/** Calls as over HTTP: validates the input and the output by the row. */
async function ask<C extends Call>(actor: Actor | Staff, row: C, input: Input<C>): Promise<Output<C>> {
  const answer = await answers.get(row)!(actor, row.input.parse(input))
  return row.output.parse(answer) as Output<C>
}

/** Returns all rows of a list, page by page. */
async function whole<R>(page: (pageNo: number) => Promise<{ data: R[]; haveNext: boolean }>): Promise<R[]> {
  const rows: R[] = []
  for (let pageNo = 1; ; pageNo++) {
    const { data, haveNext } = await page(pageNo)
    rows.push(...data)
    if (!haveNext) return rows
  }
}
/** Asserts the same rows in any order. */
function sameRows(actual: readonly unknown[], expected: readonly unknown[], what: string): void {
  const sorted = (rows: readonly unknown[]): unknown[] =>
    rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  assert.deepEqual(sorted(actual), sorted(expected), what)
}
const ALL = { pageSize: 200, scope: 'all' } as const

/** Runs after every operation: the money. */
export async function compareMoney({ model, holder }: Walk): Promise<void> {
  const wallet = await ask(holder, notices.wallet, {})
  const sum = (of: (card: ModelCard) => number): number => model.cards.reduce((total, card) => total + of(card), 0)
  assert.deepEqual(
    {
      balance: wallet.usdBalance,
      owed: wallet.usdReceivable,
      onCards: wallet.usdCard,
      spent: wallet.usdConsume,
      toppedUp: wallet.usdDeposit,
    },
    {
      balance: model.wallet,
      owed: model.owed,
      onCards: sum(({ balance }) => balance),
      spent: sum(({ spent }) => spent),
      toppedUp: model.topUps.reduce((total, { credit }) => total + credit, 0),
    },
    'the wallet',
  )
  const listed = await whole((pageNo) => ask(holder, cards.listCards, { ...ALL, pageNo }))
  sameRows(
    listed.map((card) => [
      card.cardId,
      card.balance,
      card.available,
      card.pending,
      card.deposit,
      card.consume,
      card.status,
    ]),
    model.cards.map((card) => [
      card.cardId,
      card.balance,
      model.free(card),
      card.held,
      card.loaded,
      card.spent,
      card.status,
    ]),
    'the cards',
  )
}

/** Runs at the end of a walk: every line and every figure. */
export async function compareAll(walk: Walk): Promise<void> {
  await compareStatement(walk)
  await compareFlow(walk)
  await compareBills(walk)
  await compareLists(walk)
  await compareOverview(walk)
  await compareSub(walk)
  await compareDesk(walk)
  await compareCommission(walk)
}

async function compareStatement({ model, holder }: Walk): Promise<void> {
  const rows = await whole((pageNo) => ask(holder, funding.listFlows, { pageNo, pageSize: 200 }))
  assert.deepEqual(
    rows
      .toReversed()
      .map(({ type, direction, amount, balanceAfter }) => [type, direction === 'IN' ? amount : -amount, balanceAfter]),
    model.flows.map(({ type, amount, after }) => [type, amount, after]),
    'the statement',
  )
  const { summary } = await ask(holder, funding.listFlows, { pageSize: 1 })
  const sum = (sign: 1 | -1) =>
    model.flows.filter(({ amount }) => amount * sign > 0).reduce((total, { amount }) => total + amount * sign, 0)
  assert.deepEqual(summary, { in: sum(1), out: sum(-1), net: model.wallet }, 'the sums of the statement')
}

/** The flows explain both balances, and each is the sum of its entries. */
async function compareFlow({ model, holder }: Walk): Promise<void> {
  const days = { from: '2020-01-01', until: '2099-12-31' }
  const { hubs, ribbons } = await ask(holder, moneyFlow.moneyFlow, days)
  assert.deepEqual(
    hubs.map(({ hub, close, missing }) => [hub, close, missing]),
    [
      ['WALLET', model.wallet, 0],
      ['CARDS', model.cards.reduce((sum, { bill }) => sum + (bill.at(-1)?.after ?? 0), 0), 0],
    ],
    'the money flow',
  )
  for (const { ribbon, cents } of ribbons) {
    let sum = 0
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ask(holder, moneyFlow.moneyFlowEntries, { ...days, ribbon, ...(cursor && { cursor }) })
      sum += page.list.reduce((total, entry) => total + entry.cents, 0)
      cursor = page.cursor
    }
    assert.equal(sum, cents, `the entries behind ${ribbon}`)
  }
}

async function compareBills({ model, holder }: Walk): Promise<void> {
  for (const card of model.cards) {
    const { cardId } = card
    const rows = await whole((pageNo) => ask(holder, cards.cardBill, { cardId, pageNo, pageSize: 200 }))
    assert.deepEqual(
      rows.toReversed().map(({ type, amount, balanceAfter }) => [type, amount, balanceAfter]),
      card.bill.map(({ type, amount, after }) => [type, amount, after]),
      'the bill of a card',
    )
  }
}

const authLine = (auth: ModelAuth) => [
  auth.cardId,
  auth.status,
  auth.reason ?? 'APPROVE',
  auth.amount,
  auth.cleared,
  auth.held,
]
const shownAuth = (row: Output<typeof trades.pageAuthorizations>['data'][number]) => [
  row.cardId,
  row.status,
  row.reason,
  row.amount,
  row.clearedAmount,
  row.remainingHold,
]
const shownTrade = (row: Output<typeof trades.pageTrades>['data'][number]) => [
  row.cardId,
  row.type,
  row.status,
  row.amount,
  row.crossFee,
]
const tradeLine = (trade: ModelTrade) => [trade.cardId, trade.type, trade.status, trade.amount, trade.fee]

async function compareLists({ model, holder }: Walk): Promise<void> {
  const authorized = await whole((pageNo) => ask(holder, trades.pageAuthorizations, { ...ALL, pageNo }))
  sameRows(authorized.map(shownAuth), model.auths.map(authLine), 'the authorizations')
  const settled = await whole((pageNo) => ask(holder, trades.pageTrades, { ...ALL, pageNo }))
  sameRows(settled.map(shownTrade), model.trades.map(tradeLine), 'the settled transactions')
  const { summary } = await ask(holder, trades.pageTrades, { pageSize: 1, scope: 'all' })
  assert.equal(
    summary.sumBalance,
    model.trades.reduce((sum, { amount }) => sum + amount, 0),
    'the sum of what settled',
  )
  const declined = await whole((pageNo) => ask(holder, trades.pageDeclines, { ...ALL, pageNo }))
  sameRows(
    declined.map(({ cardId, reason, amount }) => [cardId, reason, amount]),
    model.auths.flatMap(({ cardId, status, reason, amount }) =>
      status === 'DECLINED' ? [[cardId, reason, amount]] : [],
    ),
    'the declines',
  )
}

async function compareOverview({ model, holder }: Walk): Promise<void> {
  const shown = await ask(holder, notices.overview, { days: 30 })
  const today = dayOf(model.nowMs)
  const firstOfMonth = today - (new Date(model.nowMs + 8 * 3_600_000).getUTCDate() - 1)
  const days = Array.from({ length: 30 }, (_, i) => today - 29 + i)
  assert.deepEqual(
    shown.spend,
    {
      today: model.spentBetween(today, today),
      yesterday: model.spentBetween(today - 1, today - 1),
      month: model.spentBetween(firstOfMonth, today),
      total: model.spentBetween(-Infinity, Infinity),
    },
    'what was spent',
  )
  assert.deepEqual(
    shown.trend.map(({ spend, topup, declined }) => [spend, topup, declined]),
    days.map((day) => [
      model.spentBetween(day, day),
      model.topUps.filter(({ atMs }) => dayOf(atMs) === day).reduce((sum, { credit }) => sum + credit, 0),
      model.auths.filter(({ status, atMs }) => status === 'DECLINED' && dayOf(atMs) === day).length,
    ]),
    'the trend',
  )
  const ofMonth = model.topUps.filter(({ atMs }) => monthOf(atMs) === monthOf(model.nowMs))
  assert.equal(
    shown.topup.month,
    ofMonth.reduce((sum, { credit }) => sum + credit, 0),
    'topped up this month',
  )
  const attempts = model.attemptsSince(today - 29)
  assert.deepEqual(
    [shown.auth.count, shown.auth.declined],
    [attempts.length, attempts.filter(({ declined }) => declined).length],
    'attempts and declines of 30 days',
  )
  assert.deepEqual(shown.cards, countsOf(model.cards), 'how many cards')
}

function countsOf(cards: readonly ModelCard[]) {
  const count = (...states: ModelCard['status'][]) => cards.filter(({ status }) => states.includes(status)).length
  const [active, frozen, closed] = [count('ACTIVE'), count('FROZEN'), count('CLOSED', 'CLOSING')]
  return { total: cards.length, active, frozen, closed, pending: 0 }
}

async function compareSub({ model, sub, holder }: Walk): Promise<void> {
  const theirs = (uid: string | undefined): boolean => uid === sub.subUid
  const ofSub = <R extends { sub: string | undefined }>(rows: readonly R[]): R[] =>
    rows.filter((row) => theirs(row.sub))
  const shown = await ask(sub, notices.overviewForSub, { days: 30 })
  const today = dayOf(model.nowMs)
  const firstOfMonth = today - (new Date(model.nowMs + 8 * 3_600_000).getUTCDate() - 1)
  assert.deepEqual(
    shown.spend,
    {
      today: model.spentBetween(today, today, theirs),
      yesterday: model.spentBetween(today - 1, today - 1, theirs),
      month: model.spentBetween(firstOfMonth, today, theirs),
      total: model.spentBetween(-Infinity, Infinity, theirs),
    },
    'what the sub-account spent',
  )
  assert.deepEqual(
    shown.trend.map(({ spend }) => spend),
    Array.from({ length: 30 }, (_, i) => model.spentBetween(today - 29 + i, today - 29 + i, theirs)),
    'its trend',
  )
  const attempts = model.attemptsSince(today - 29, theirs)
  assert.deepEqual(
    [shown.auth.count, shown.auth.declined],
    [attempts.length, attempts.filter(({ declined }) => declined).length],
    'attempts and declines of its cards',
  )
  assert.deepEqual(shown.cards, countsOf(ofSub(model.cards)), 'how many cards it has')
  const listed = await ask(holder, subs.listSubs, {})
  const row = listed.data.find(({ subUid }) => subUid === sub.subUid)
  assert.equal(row?.monthSpend, model.spentBetween(firstOfMonth, today, theirs), 'its month, as the parent sees it')
  const own = await whole((pageNo) => ask(sub, cards.listCards, { pageSize: 200, pageNo }))
  sameRows(
    own.map(({ cardId }) => cardId),
    ofSub(model.cards).map(({ cardId }) => cardId),
    'its cards',
  )
  const authorized = await whole((pageNo) => ask(sub, trades.pageAuthorizations, { pageSize: 200, pageNo }))
  sameRows(authorized.map(shownAuth), ofSub(model.auths).map(authLine), 'its authorizations')
  const settled = await whole((pageNo) => ask(holder, trades.pageSubTrades, { pageSize: 200, pageNo }))
  sameRows(settled.map(shownTrade), ofSub(model.trades).map(tradeLine), 'what settled on its cards, for the parent')
  const flows = await whole((pageNo) => ask(sub, funding.listFlows, { pageNo, pageSize: 200 }))
  sameRows(
    flows.map(({ type, direction, amount }) => [type, direction === 'IN' ? amount : -amount]),
    ofSub(model.flows).map(({ type, amount }) => [type, amount]),
    'its lines of the statement',
  )
}

/** A week after its end: whatever matures is settled with this walk, because the next one begins at an earlier time. */
export async function settleCommission(walk: Walk): Promise<void> {
  walk.pass(8 * DAY_MS)
  await sweeps['referrals.mature']!.work()
  walk.model.commission.mature(walk.model.nowMs)
  assert.equal(walk.model.commission.pendingTotal, 0)
  await compareCommission(walk)
}
/** What the account's fees earned its inviter. */
async function compareCommission({ model, inviter }: Walk): Promise<void> {
  const { pending, available, totalRebate, owed, invited } = await ask(inviter, referrals.referralHome, {})
  const { pendingTotal, available: matured } = model.commission
  assert.deepEqual(
    { pending, available, totalRebate, owed, invited },
    { pending: pendingTotal, available: matured, totalRebate: pendingTotal + matured, owed: 0, invited: 1 },
    'the commission of the inviter',
  )
}

async function compareDesk({ model, holder }: Walk): Promise<void> {
  const staff = await newStaff()
  const { wallet, cards: shown, restricted } = await ask(staff, accounts.showAccount, { accountId: holder.accountId })
  assert.deepEqual(
    [wallet.available, wallet.held, wallet.owed, shown.balance, restricted],
    [
      model.wallet,
      0,
      model.owed,
      model.cards.reduce((sum, { balance }) => sum + balance, 0),
      model.isRestricted ? 1 : 0,
    ],
    'what the desk sees',
  )
}
