/** Companies that send dollars, their slips, the bank's statements, and the calls of both sides. For tests only. */
import sharp from 'sharp'
import * as forecasts from '#contract/funding/forecasts.ts'
import * as desk from '#contract/funding/desk/wires.ts'
import type { Staff } from '#server/core/actor.ts'
import { nowMs } from '#server/core/clock.ts'
import { db, many, sql, transaction } from '#server/core/db.ts'
import { forecastAnswers as holderAnswers, wireDeskAnswers as deskAnswers } from '#server/funding/module.ts'
import { changeAccount } from '#server/identity/identity.ts'
import { newAccount, type Person } from './world.ts'

export const BANK = 'bnk_us1'

/** A verified company. */
export async function newBusiness(more: Parameters<typeof newAccount>[0] = {}): Promise<Person> {
  const person = await newAccount(more)
  await transaction((tx) =>
    changeAccount(tx, person.accountId, { identity: 'PASSED', identityType: 'BUSINESS', business: true }),
  )
  return person
}

export const aSlip = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
export const sent = (bytes: Uint8Array, name = 'slip.png') => ({ name, size: bytes.length, sha256: 'x', bytes })
export const uploads = async (person: Person, bytes?: Uint8Array): Promise<string> =>
  (await holderAnswers.uploadSlip(person, { file: sent(bytes ?? (await aSlip())) })).fileId

type Announced = Partial<Parameters<typeof holderAnswers.announceWire>[1]>
export async function announces(person: Person, more: Announced = {}) {
  const input = forecasts.announceWire.input.parse({
    amount: 1000_00,
    payerName: 'Lin Trading, Inc.',
    payerBank: 'Chase',
    payerAccount: 'US 9900 1234',
    payerCountry: 'US',
    transferTime: nowMs(),
    vouchers: [await uploads(person)],
    bankId: BANK,
    ...more,
  })
  return transaction((tx) => holderAnswers.announceWire(person, input, tx))
}
export async function resubmits(person: Person, topupId: string, more: Announced = {}) {
  const input = forecasts.resubmitForecast.input.parse({
    topupId,
    amount: 1000_00,
    payerName: 'Lin Trading, Inc.',
    payerBank: 'Chase',
    payerCountry: 'US',
    transferTime: nowMs(),
    vouchers: [await uploads(person)],
    bankId: BANK,
    ...more,
  })
  return transaction((tx) => holderAnswers.resubmitForecast(person, input, tx))
}
export const revokes = (person: Person, topupId: string) =>
  transaction((tx) => holderAnswers.revokeForecast(person, { topupId }, tx))
export async function forecastSeen(person: Person, topupId: string) {
  const { data } = await holderAnswers.listForecasts(person, forecasts.listForecasts.input.parse({ topupId }))
  return data[0]!
}
export const referenceFor = async (person: Person): Promise<string> =>
  (await holderAnswers.listForecasts(person, forecasts.listForecasts.input.parse({}))).reference

let refs = 0
export const newRef = (): string => `FPB${Date.now()}${++refs}`
export type Paid = {
  ref?: string
  amount?: string
  payer?: string
  account?: string
  details?: string
  date?: string
  currency?: string
}
/** A bank CSV as exported from its portal. */
export const csvOf = (lines: readonly Paid[]): Buffer =>
  Buffer.from(
    ['Value date,Reference,Amount,Currency,Payer,Payer account,Details', ...lines.map(csvLine)].join('\r\n') + '\r\n',
  )
const csvLine = ({
  date = '2026-11-20',
  ref = newRef(),
  amount = '1000.00',
  currency = 'USD',
  payer = '',
  account = '',
  details = '',
}: Paid) =>
  [date, ref, amount, currency, payer, account, details].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')

export const imports = (staff: Staff, bytes: Uint8Array, name = 'statement.csv') =>
  transaction((tx) => deskAnswers.importStatement(staff, { bankId: BANK, file: sent(bytes, name) }, tx))
export const takes = (staff: Staff, topupId: string) =>
  transaction((tx) => deskAnswers.takeForecast(staff, { topupId }, tx))
export const says = (staff: Staff, topupId: string, take: 'NEED_INFO' | 'REJECT', reason = 'the slip cannot be read') =>
  transaction((tx) => deskAnswers.answerForecast(staff, { topupId, take, reason }, tx))
export const matches = (staff: Staff, topupId: string, lineId: string) =>
  transaction((tx) => deskAnswers.matchForecast(staff, { topupId, lineId, reason: '' }, tx))
export const recalls = (staff: Staff, topupId: string, reason = 'recalled by the payer’s bank') =>
  transaction((tx) => deskAnswers.recallForecast(staff, { topupId, reason }, tx))
export const assigns = (staff: Staff, lineId: string, userNo: string, reason = 'their support case') =>
  transaction((tx) => deskAnswers.assignLine(staff, { lineId, userNo, reason }, tx))
export const returns = (staff: Staff, lineId: string, reason = 'nobody here knows it') =>
  transaction((tx) => deskAnswers.returnLine(staff, { lineId, reason }, tx))
export const linesSeen = async (staff: Staff, keyword?: string) =>
  (await deskAnswers.bankLines(staff, desk.bankLines.input.parse({ pageSize: 100, keyword }))).data
export const lineOf = async (staff: Staff, ref: string) => (await linesSeen(staff, ref))[0]!

/** The ledger entries of a line or a forecast: `D1020 985.00`. */
export async function booked(bizId: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ line: string }>`
    SELECT kind || ' ' || side || code || ' ' || to_char(amount / 100.0, 'FM999999990.00') AS line
      FROM ledger_entry AS entry
      JOIN ledger_transfer AS transfer USING (transfer_id)
      JOIN ledger_account AS account USING (la_id)
     WHERE biz_id = ${bizId}
     ORDER BY transfer.posted_at, transfer.transfer_id, n`,
  )
  return rows.map(({ line }) => line)
}
