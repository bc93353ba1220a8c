/** What is done all the time for an account names its cell in every table, also where one machine keeps all cells in one table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorkers } from '#bin/postgres/testCluster.ts'
import { distribution, type Place } from '#db/distribution.ts'
import * as audit from '#contract/audit/audit.ts'
import * as cards from '#contract/cards/cards.ts'
import * as notices from '#contract/notices/notices.ts'
import * as threeD from '#contract/threeD/threeD.ts'
import * as flows from '#contract/trades/moneyFlow.ts'
import * as trades from '#contract/trades/trades.ts'
import { dateOf, MINUTE, nowMs } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { db, many, sql } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { listOperations } from '#server/audit/audit.ts'
import { listSignIns } from '#server/audit/lists.ts'
import { answers as cardAnswers } from '#server/cards/module.ts'
import { authenticate } from '#server/identity/identity.ts'
import { answers as identityAnswers, securityAnswers } from '#server/identity/module.ts'
import { tell } from '#server/notices/inbox/tell.ts'
import { answers as noticeAnswers } from '#server/notices/module.ts'
import { cardThreeD, threeDPool } from '#server/threeD/showCodes.ts'
import { answers as tradeAnswers } from '#server/trades/module.ts'
import { moneyFlowEntries } from '#server/trades/moneyFlow/listEntries.ts'
import { moneyFlow } from '#server/trades/moneyFlow/showFlow.ts'
import { owner } from '../database.ts'
import { withIssuer } from '../fixtures/cards.ts'
import { nodesIn, partitionOf, plansOf, type Plan, type Run } from '../fixtures/plans.ts'
import { cardInHand, charges, decides, event, newRef, request, tells, tradesOf } from '../fixtures/trades.ts'
import { caller, newAccount, signIn, stranger } from '../world.ts'

withIssuer({ connections: 20 })
/** The same statements name the same cells there, and the engine itself refuses most that do not. */
const skip = testWorkers.length > 0 && 'reads the plans of one PostgreSQL, and a coordinator tells none of its workers'

/** The column that a statement has to name to find the rows of a table in one place. */
function keyOf(table: string): string | undefined {
  const place: Place | undefined = distribution[table as keyof typeof distribution]
  return place === 'cell' ? 'cell' : typeof place === 'object' ? place.by : undefined
}

/** The table that a partition is a part of. */
const wholes = async (): Promise<Map<string, string>> => {
  const rows = await many(
    owner,
    sql<{ part: string; whole: string }>`
    SELECT relname AS part, pg_partition_root(oid)::regclass::text AS whole FROM pg_class WHERE relispartition AND relkind = 'r'`,
  )
  return new Map(rows.map(({ part, whole }) => [part, whole]))
}

/** The conditions by which a node finds its rows. */
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'TID Cond'] as const
const names = (node: Plan, key: string): boolean =>
  CONDITIONS.some((condition) => new RegExp(String.raw`\b${node.Alias}\.${key}\b`).test(String(node[condition] ?? '')))

type Read = { text: string; node: Plan; relation: string; table: string }
async function readsIn(runs: readonly Run[]): Promise<Read[]> {
  const wholeOf = await wholes()
  return runs.flatMap(({ text, plan }) =>
    nodesIn(plan).flatMap((node) => {
      const { 'Relation Name': relation, 'Node Type': type } = node
      if (relation === undefined || type === 'ModifyTable') return []
      return [{ text, node, relation, table: wholeOf.get(relation) ?? relation }]
    }),
  )
}

/** Describes a table that is read without the column of its place, and a partition of cells that is opened although none of these accounts is in it. */
function beyond(accountIds: readonly string[], { text, node, relation, table }: Read): string[] {
  const key = keyOf(table)
  if (key === undefined) return []
  if (!names(node, key)) return [`${table} without its ${key}: ${text}`]
  const opened = /_\d\d_\d\d$/.test(relation) && node['Actual Loops'] > 0
  return opened && !accountIds.some((id) => partitionOf(table, id) === relation) ? [`${relation}: ${text}`] : []
}
const beyondCells = async (accountIds: readonly string[], work: () => Promise<unknown>): Promise<string[]> =>
  (await readsIn(await plansOf(work))).flatMap((read) => beyond(accountIds, read))

/** `tables` are among those that the work reads: otherwise there was nothing to find. */
async function staysInCells(accountIds: readonly string[], work: () => Promise<unknown>, ...tables: string[]) {
  const reads = await readsIn(await plansOf(work))
  assert.deepEqual(
    reads.flatMap((read) => beyond(accountIds, read)),
    [],
  )
  const found = new Set(reads.map(({ table }) => table))
  assert.deepEqual(
    tables.filter((table) => !found.has(table)),
    [],
  )
}

test('lists and figures of an account', { skip }, async () => {
  const ana = await newAccount({ balanceCents: 1_000_000 })
  const card = await cardInHand(ana, { rechargeAmount: 500_00 })
  await charges(card, 12_00)
  await charges(card, 900_000_00)
  const code = { challengeRef: newRef(), code: '123456', expiresAt: nowMs() + 5 * MINUTE }
  await tells(event('threeDs.challenged', card, 42_00, code))
  await tell({ noticeId: newId('ntp'), accountId: ana.accountId, event: 'welcome', params: {}, atMs: nowMs() })
  const one = (work: () => Promise<unknown>, ...read: string[]) => staysInCells([ana.accountId], work, ...read)

  for (const pageNo of [1, 2]) {
    const input = { pageNo, pageSize: 10 }
    await one(() => tradeAnswers.pageAuthorizations(ana, trades.pageAuthorizations.input.parse(input)), 'auth')
    await one(() => tradeAnswers.pageTrades(ana, trades.pageTrades.input.parse(input)), 'trade')
    await one(() => cardAnswers.listCards(ana, cards.listCards.input.parse(input)), 'card')
    await one(() => listOperations(ana, audit.listOperations.input.parse(input)), 'operate_log')
    await one(() => listOperations(ana, audit.listOperations.input.parse({ ...input, fold: true })), 'operate_log')
    await one(() => noticeAnswers.pageOfNotices(ana, input), 'public_notice')
  }
  await one(() => noticeAnswers.wallet(ana, {}), 'ledger_account')
  await one(() => noticeAnswers.overview(ana, notices.overview.input.parse({})), 'card_day')
  await one(() => noticeAnswers.personalNotices(ana, { unread: true, limit: 10 }), 'notice', 'notice_read')
  await one(() => noticeAnswers.mustReadNotices(ana, {}), 'notice', 'public_notice', 'notice_read')
  const days = { from: dateOf(nowMs()), until: dateOf(nowMs()) }
  await one(
    () => moneyFlow(ana, flows.moneyFlow.input.parse(days)),
    ...['ledger_account', 'ledger_entry', 'ledger_transfer', 'card_spend', 'ledger_checkpoint'],
  )
  const { ribbons } = await moneyFlow(ana, flows.moneyFlow.input.parse(days))
  for (const { ribbon } of ribbons)
    await one(
      () => moneyFlowEntries(ana, flows.moneyFlowEntries.input.parse({ ...days, ribbon })),
      ...['ledger_entry', 'ledger_transfer'],
    )
  await one(() => threeDPool(ana, threeD.threeDPool.input.parse({})), 'three_d_code')
  await one(() => cardThreeD(ana, { cardId: card.cardId }), 'three_d_code')
})

test('decisions on cards of one account and of several, and the settlement of a purchase', { skip }, async () => {
  const aCard = async () => cardInHand(await newAccount({ balanceCents: 1_000_000 }), { rechargeAmount: 500_00 })
  const [card, other] = [await aCard(), await aCard()]
  const asked = request(card, 12_00)
  await staysInCells([card.accountId], () => decides(asked), 'card_number', 'card', 'ledger_account', 'auth')
  const both = [card, other]
  const accountIds = both.map(({ accountId }) => accountId)
  await staysInCells(accountIds, () => Promise.all(both.map((one) => charges(one, 5_00))), 'card', 'card_usage')
  const clearing = event('clearing.posted', card, 12_00, { authRef: asked.ref })
  // The network's name for a new clearing may be stored under another card: it is looked for in every cell, once.
  const search = /^trade_\d\d_\d\d: .*"cell" = ANY .*"clearing_ref" = /
  const found = await beyondCells([card.accountId], () => tells(clearing))
  assert.deepEqual(
    found.filter((line) => !search.test(line)),
    [],
  )
  assert.equal((await tradesOf(card)).length, 1)
  const again = { ...clearing, id: newRef() }
  await staysInCells([card.accountId], () => tells(again), 'trade')
})

test('signing in, calls of the session, and its next tokens', { skip }, async () => {
  const ana = await newAccount()
  const one = (work: () => Promise<unknown>, ...read: string[]) => staysInCells([ana.accountId], work, ...read)
  await one(() => signIn(ana), 'login_by_mobile', 'login', 'account', 'session', 'login_log')
  const { access_token, refresh_token } = await signIn(ana)
  await one(() => authenticate(access_token, caller()), 'session', 'account')
  const exchange = { grant_type: 'refresh_token', scope: 'server', type: 'web', refresh_token } as const
  await one(() => identityAnswers.refresh(stranger(), exchange), 'session', 'refresh_token')
  const input = audit.listSignIns.input.parse({ pageNo: 1, pageSize: 10 })
  await one(() => listSignIns(ana, input), 'login_log')
  await one(() => securityAnswers.listSessions(ana, {}), 'session')
})

test('a statement that names no cell is found, and one of another account', { skip }, async () => {
  const [ana, bo] = [await newAccount(), await newAccount()]
  const plain = () => sql`SELECT FROM auth WHERE account_no = 1`.execute(db)
  const log = () => sql`SELECT FROM operate_log WHERE account_id = ${ana.accountId}`.execute(db)
  const joined = () => sql`SELECT FROM card JOIN trade USING (cell, account_id, card_id)`.execute(db)
  for (const work of [plain, log, joined]) {
    const found = await beyondCells([ana.accountId], work)
    assert.ok(
      found.some((line) => line.includes('without its cell')),
      found.join('\n'),
    )
  }
  let other = bo
  while (partitionOf('auth', other.accountId) === partitionOf('auth', ana.accountId)) other = await newAccount()
  const foreign = () => sql`SELECT FROM auth WHERE cell = ${cellOf(other.accountId)}`.execute(db)
  assert.equal((await beyondCells([ana.accountId], foreign)).length, 1)
})
