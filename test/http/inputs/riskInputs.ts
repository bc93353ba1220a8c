/** Inputs for the risk desk. What one does to the shared rules is undone by the input after it. */
import { openAlarms, raiseAlarm } from '#server/core/alarms.ts'
import { newId } from '#server/core/ids.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { changeAccount } from '#server/identity/identity.ts'
import { deskAsNew, drafts, goesLive, lists, noGames, riskMaker, tests, tried } from '#test/fixtures/risk.ts'
import { aFailedJob } from '#test/failedJob.ts'
import { newAccount } from '#test/world.ts'
import { someRequestNo } from './actors.ts'
import { nothing, withNo, type InputRecipe } from './fixtures.ts'

const aDraft = async () => ({ rulesId: await drafts(await riskMaker()) })
const aTest = async () => {
  const maker = await riskMaker()
  return { backTestId: await tests(maker, await drafts(maker)) }
}

/** Of an account holder's wallet: looking at the platform's own leaves no trace at an account. */
const anEntry = async () => {
  const { accountId } = await newAccount({ balanceCents: 100 })
  const { rows } = await sql<{ la_id: number; transfer_id: string }>`
    SELECT la_id, transfer_id
      FROM ledger_entry
      JOIN ledger_account USING (cell, la_id)
     WHERE ledger_account.account_id = ${accountId} AND code = '2010'`.execute(db)
  return rows[0]!
}

export const riskInputs = {
  declineBoard: nothing,
  listAccounts: nothing,
  restoreEvidence: async () => {
    const { accountId } = await newAccount()
    await transaction((tx) => changeAccount(tx, accountId, { risk: 'SHUTDOWN' }))
    return { accountId }
  },
  shutAccount: async () => withNo({ accountId: (await newAccount()).accountId }),
  askRestore: async () => {
    const { accountId } = await newAccount()
    await transaction((tx) => changeAccount(tx, accountId, { risk: 'SHUTDOWN' }))
    return withNo({ accountId })
  },
  askResume: async () => {
    await deskAsNew(true)
    return withNo({})
  },
  haltDecisions: async () => {
    await deskAsNew()
    return withNo({})
  },
  riskState: async () => {
    await deskAsNew()
    return {}
  },
  riskLists: nothing,
  addToList: () => withNo({ kind: 'MERCHANT', value: newId('mer'), effect: 'BLOCK' }),
  takeOffList: async () => {
    const { entryId } = await lists(await riskMaker(), 'MERCHANT', newId('mer'), 'BLOCK')
    return withNo({ entryId })
  },
  listRuleSets: nothing,
  showRuleSet: aDraft,
  saveRules: () => ({ note: 'as agreed', document: noGames, requestNo: someRequestNo() }),
  discardRules: async () => withNo(await aDraft()),
  shadowRules: async () => ({ ...(await aDraft()), on: 1, requestNo: someRequestNo() }),
  publishRules: async () => {
    await deskAsNew()
    return withNo({ rulesId: await tried(await riskMaker()) })
  },
  rollBackRules: async () => {
    await deskAsNew()
    await goesLive()
    return withNo({})
  },
  backTestRules: async () => {
    await deskAsNew()
    return { ...(await aDraft()), days: 1, requestNo: someRequestNo() }
  },
  showBackTest: aTest,
  cancelBackTest: async () => {
    const { backTestId } = await aTest()
    await sql`UPDATE back_test SET state = 'RUNNING' WHERE back_test_id = ${backTestId}`.execute(db)
    return { backTestId, requestNo: someRequestNo() }
  },
  trialBalance: nothing,
  bookAccounts: () => ({ code: '2010' }),
  bookEntries: async () => ({ laId: (await anEntry()).la_id }),
  bookTransfer: async () => ({ transferId: (await anEntry()).transfer_id }),
  findInBooks: async () => ({ text: (await anEntry()).transfer_id }),
  listProofs: nothing,
  proveBooks: async () => {
    await sql`UPDATE book_proof SET state = 'FAILED' WHERE state = 'WAITING'`.execute(db)
    return { requestNo: someRequestNo() }
  },
  listAlarms: nothing,
  closeAlarm: async () => {
    await raiseAlarm(db, { kind: 'JOB_GIVEN_UP', subject: newId('job'), detail: { task: 'ledger.prove' } })
    const [alarm] = await openAlarms(db, ['JOB_GIVEN_UP'], 1)
    return withNo({ alarmId: alarm!.alarm_id })
  },
  serviceHealth: nothing,
  showHouse: nothing,
  retentionState: nothing,
  keyRotation: nothing,
  replayJob: async () => withNo({ jobId: await aFailedJob() }),
} as const satisfies Record<string, InputRecipe>
