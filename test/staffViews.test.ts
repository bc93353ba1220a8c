/** Whatever of an account staff read, its holder finds it in the operation log. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { isStaffWho } from '#contract/core/call.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { accountOf } from '#server/identity/identity.ts'
import { moveAnswers } from '#server/accounts/module.ts'
import { anAttachment, approves, newStaff, staffToken } from './fixtures/staff.ts'
import { csvOf, imports, lineOf, matches, newRef, takes } from './fixtures/wires.ts'
import { ask, withApp } from './http/app.ts'
import { aHolder, opened } from './http/inputs/actors.ts'
import { topUpOrder, type Asker } from './http/inputs/fixtures.ts'
import { calls, inputs } from './http/inputs/validInputs.ts'
import type { CallName } from './http/rows.ts'

/** Calls that show no account's data, or what waits for staff on all accounts. */
const silent: Partial<Record<CallName, string>> = {
  listAlarms: 'ids only',
  listApprovals: 'a queue',
  listHeldEvents: 'a queue',
  listRefundReviews: 'a queue',
  declineBoard: 'a queue',
  listAccounts: 'all accounts, without personal data; the listing is in the staff’s chain',
  listStuckOpenings: 'a queue',
  listLeaving: 'a queue',
  listPayouts: 'a queue',
  deskDisputes: 'a queue',
  listSelfReferrals: 'a queue',
  listSuspense: 'a queue',
  listBreaks: 'a queue',
  showBreak: 'one row of the queue',
  listRuns: 'sums of a day',
  trialBalance: 'sums of all accounts',
  treasuryPositions: 'sums of all accounts',
  listTreasuryMoves: 'the service’s own money',
  listPrograms: 'the service’s own money',
  showProgram: 'the service’s own money',
  listInvoices: 'the service’s own money',
  showInvoice: 'the service’s own money',
  disputeTerms: 'no account',
  listProofs: 'sums of all accounts',
  riskState: 'no account',
  riskLists: 'no account',
  listRuleSets: 'no account',
  showRuleSet: 'no account',
  showBackTest: 'sums by account, of rules that are not live',
  serviceHealth: 'no account',
  showHouse: 'sums of all accounts',
  retentionState: 'no account',
  keyRotation: 'no account',
  listStaff: 'staff',
  listStaffAudit: 'what staff did',
  verifyStaffAudit: 'what staff did',
  staffQueues: 'counts',
  staffSelf: 'staff',
  rightsCatalogue: 'no account',
  listPlansAtDesk: 'no account',
  showPlanAtDesk: 'prices agreed by contract',
  listRangesAtDesk: 'no account',
  showRangeAtDesk: 'prices agreed by contract',
  offeredRanges: 'no account',
  listTemplates: 'no account',
  listBrands: 'no account',
  listStaffPasskeys: 'their own',
  listDeskAgreements: 'texts',
  deskContact: 'texts',
  listDeskNotices: 'texts',
  listRails: 'no account',
  railHistory: 'no account',
  railPicture: 'no account',
  listRates: 'no account',
}
/** Inputs about one account: many of these lists are queues of all accounts until they are narrowed. */
const narrowed: Partial<Record<CallName, (of: Of) => object | Promise<object>>> = {
  listCases: ({ userNo }) => ({ keyword: userNo }),
  listTopUps: ({ userNo }) => ({ userNo }),
  deskForecasts: async ({ userNo, asker }) => {
    await inputs.deskForecast(asker)
    return { keyword: userNo }
  },
  bankLine: async ({ asker }) => {
    await inputs.deskForecast(asker)
    return { lineId: (await aLine()).lineId }
  },
  bankLines: async ({ asker }) => {
    const { topupId } = (await inputs.takeForecast(asker)) as { topupId: string }
    const [maker, { lineId, bankRef }] = [await newStaff(), await aLine()]
    await takes(maker, topupId)
    await approves(await newStaff(), (await matches(maker, topupId, lineId)).approvalId)
    return { keyword: bankRef }
  },
  listGiven: async ({ userNo, asker }) => ({ ...(await inputs.listGiven(asker)), userNo }),
  findInBooks: ({ userNo }) => ({ text: userNo }),
  bookAccounts: ({ accountId }) => ({ code: '2010', owner: accountId }),
  showApproval: async ({ accountId }) => {
    const [clerk, cause] = [await newStaff(), 'GOODWILL' as const]
    const input = { accountId, cause, amount: 1_00, fileId: await anAttachment(clerk), reason: 'as agreed' }
    return transaction((tx) => moveAnswers.askAdjustment(clerk, input, tx))
  },
}
type Of = { accountId: string; userNo: string; asker: Asker }

async function aLine() {
  const [staff, ref] = [await newStaff(), newRef()]
  await imports(staff, csvOf([{ ref, payer: 'Lin Trading' }]))
  return lineOf(staff, ref)
}

const reads = calls.filter(([, row]) => isStaffWho(row.who) && row.method === 'GET')

/** Rows that account holders see of staff, by account. */
const tracesByAccount = async (): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; n: number }>`
    SELECT account_id AS id, count(*)::int AS n FROM operate_log WHERE type IN ('STAFF', 'CLOSE') GROUP BY account_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}
const accountsIn = (answer: unknown): string[] => [
  ...new Set([...JSON.stringify(answer).matchAll(/"(usr_\w{26})"/g)].map(([, id]) => id!)),
]

describe('what staff read of an account', () => {
  const served = withApp()
  let ana: Of

  before(async () => {
    const member = await aHolder()
    const [steady, toFreeze, toDelete] = (await opened(served, member, 3)) as [string, string, string]
    const has = { steady, toFreeze, toDelete, gid: '', tagId: '', noticeId: '' }
    const asker = { served, member, has: { ...has, orderNo: await topUpOrder(served, member) } }
    const { accountId } = member.person
    ana = { asker, accountId, userNo: (await transaction((tx) => accountOf(tx, accountId))).user_no }
  })

  for (const [name, row] of reads.filter(([name]) => !silent[name]))
    test(`${row.on} leaves a trace that every holder whom it shows can see`, async () => {
      const clerk = await newStaff()
      const input = narrowed[name] ? await narrowed[name](ana) : await inputs[name]({ ...ana.asker, colleague: clerk })
      const before = await tracesByAccount()
      const answer = await ask(served.url, row, { ...input }, await staffToken(clerk))
      assert.equal(answer.code, 200, JSON.stringify(answer.data))
      const after = await tracesByAccount()
      const told = [...after].filter(([id, n]) => n > (before.get(id) ?? 0)).map(([id]) => id)
      const untold = accountsIn(answer.data).filter((id) => !told.includes(id))
      assert.deepEqual(untold, [], 'shown without a trace')
      if (narrowed[name]) assert.ok(told.includes(ana.accountId))
      assert.ok(told.length > 0, 'nobody was told')
    })

  test('every call that is excused is one that staff read with', () => {
    const names = reads.map(([name]) => name)
    assert.deepEqual(
      Object.keys(silent).filter((name) => !names.includes(name as CallName)),
      [],
    )
  })
})
