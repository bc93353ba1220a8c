/** Inputs for calls about wires, of account holders and staff. */
import type * as forecasts from '#contract/funding/forecasts.ts'
import type * as wireDesk from '#contract/funding/desk/wires.ts'
import type { Call } from '#contract/core/call.ts'
import { ago, DAY, nowMs } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { accountOf, changeAccount } from '#server/identity/identity.ts'
import { approves, newStaff } from '#test/fixtures/staff.ts'
import {
  announces,
  aSlip,
  BANK,
  csvOf,
  forecastSeen,
  imports,
  lineOf,
  matches,
  newRef,
  revokes,
  takes,
  uploads,
} from '#test/fixtures/wires.ts'
import { newAccount, type Person } from '#test/world.ts'
import { owner } from '#test/database.ts'
import { someRequestNo } from './actors.ts'
import { FileOf } from '../multipart.ts'
import { nothing, type InputRecipe } from './fixtures.ts'

type Contract = typeof forecasts & typeof wireDesk
type WireCall = { [N in keyof Contract]: Contract[N] extends Call ? N : never }[keyof Contract]

const saying = async (person: Person) => ({
  amount: 1000_00,
  payerName: 'Lin Trading',
  payerBank: 'Chase',
  payerCountry: 'US',
  transferTime: nowMs(),
  vouchers: await aSlipOf(person),
  bankId: BANK,
  requestNo: someRequestNo(),
})

/** For companies only. */
async function aCompany({ accountId }: Person): Promise<void> {
  await transaction((tx) => changeAccount(tx, accountId, { identity: 'PASSED', identityType: 'BUSINESS' }))
}
/** Forecasts are limited, and the tests create more of them than a person. */
async function forgetWires({ accountId }: Person): Promise<void> {
  await sql`UPDATE slip SET created_at = ${ago(2 * DAY)} WHERE account_id = ${accountId}`.execute(owner)
  await sql`UPDATE forecast SET status = 'EXPIRED' WHERE account_id = ${accountId} AND status IN ('SUBMITTED', 'REVIEWING')`.execute(
    db,
  )
}
const aSlipOf = async (person: Person): Promise<string> => {
  await forgetWires(person)
  return uploads(person)
}
async function aForecast(person: Person): Promise<string> {
  await aCompany(person)
  await forgetWires(person)
  return (await announces(person)).topupId
}
async function aTaken(person: Person): Promise<string> {
  const topupId = await aForecast(person)
  await takes(await newStaff(), topupId)
  return topupId
}
async function aLine(amount = '640.00'): Promise<string> {
  const [staff, ref] = [await newStaff(), newRef()]
  await imports(staff, csvOf([{ ref, amount }]))
  return (await lineOf(staff, ref)).lineId
}

const anUpload: InputRecipe = async ({ member }) => {
  await forgetWires(member.person)
  return { file: new FileOf(await aSlip(), 'slip.png'), scene: 'SLIP' }
}

export const wireInputs: Record<WireCall, InputRecipe> = {
  listForecasts: nothing,
  wireAmount: () => ({ amount: 1000_00 }),
  uploadSlip: async ({ member }) => {
    await forgetWires(member.person)
    return { file: new FileOf(await aSlip(), 'slip.png') }
  },
  uploadFile: anUpload,
  uploadFileHere: anUpload,
  downloadFile: async ({ member }) => ({ fileId: await aSlipOf(member.person) }),
  downloadFileHere: async ({ member }) => ({ fileId: await aSlipOf(member.person) }),
  announceWire: async ({ member: { person } }) => {
    await aCompany(person)
    return { ...(await saying(person)), payerAccount: '99001234' }
  },
  revokeForecast: async ({ member: { person } }) => ({ topupId: await aForecast(person), requestNo: someRequestNo() }),
  resubmitForecast: async ({ member: { person } }) => {
    const topupId = await aForecast(person)
    await revokes(person, topupId)
    return { topupId, ...(await saying(person)) }
  },
  deskForecasts: nothing,
  deskForecast: async ({ member: { person } }) => ({ topupId: await aForecast(person) }),
  deskSlip: async ({ member: { person } }) => {
    const topupId = await aForecast(person)
    return { topupId, fileId: (await forecastSeen(person, topupId)).voucher[0] }
  },
  takeForecast: async ({ member: { person } }) => ({ topupId: await aForecast(person), requestNo: someRequestNo() }),
  answerForecast: async ({ member: { person } }) => ({
    topupId: await aTaken(person),
    take: 'REJECT',
    reason: 'cannot be read',
    requestNo: someRequestNo(),
  }),
  matchForecast: async ({ member: { person } }) => ({
    topupId: await aTaken(person),
    lineId: await aLine('1000.00'),
    requestNo: someRequestNo(),
  }),
  recallForecast: async ({ member: { person } }) => {
    const topupId = await aTaken(person)
    const { approvalId } = await matches(await newStaff(), topupId, await aLine('1000.00'))
    await approves(await newStaff(), approvalId)
    return { topupId, reason: 'recalled', requestNo: someRequestNo() }
  },
  importStatement: () => ({ bankId: BANK, file: new FileOf(csvOf([{}]), 'day.csv'), requestNo: someRequestNo() }),
  bankLines: nothing,
  bankLine: async () => ({ lineId: await aLine() }),
  assignLine: async () => {
    const { accountId } = await newAccount()
    const { user_no } = await transaction((tx) => accountOf(tx, accountId))
    return { lineId: await aLine(), userNo: user_no, reason: 'their case', requestNo: someRequestNo() }
  },
  returnLine: async () => ({ lineId: await aLine(), reason: 'nobody knows it', requestNo: someRequestNo() }),
}
