/** Inputs for staff calls about top-ups, suspense, rails, rates and the reconciliation. */
import { newId } from '#server/core/ids.ts'
import { dateOf, now, nowMs } from '#server/core/clock.ts'
import { db, sql, transaction } from '#server/core/db.ts'
import { railAnswers } from '#server/funding/module.ts'
import { keepDay } from '#server/programs/queries.ts'
import { configOf } from '#server/funding/rails/queries.ts'
import { insertYuanOrder } from '#server/funding/payments/queries.ts'
import { setRate } from '#server/funding/funding.ts'
import { accountOf } from '#server/identity/identity.ts'
import { atTheBank, ISSUER } from '#test/issuers/programs.ts'
import { anAttachment, newStaff } from '#test/fixtures/staff.ts'
import { aHash, collected, deposited, today } from '#test/fixtures/treasury.ts'
import { BANK, newRef } from '#test/fixtures/wires.ts'
import { aStray } from '#test/fixtures/suspense.ts'
import { newAccount } from '#test/world.ts'
import { owner } from '#test/database.ts'
import { someRequestNo } from './actors.ts'
import { aPicture, nothing, reason, withNo, type InputRecipe } from './fixtures.ts'
import { FileOf } from '../multipart.ts'
import { keepBreak } from '#server/funding/rails/reconQueries.ts'
import { sweepUsdt } from '#server/funding/treasury/treasury.ts'

async function aUserNo(): Promise<string> {
  await transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'test'))
  const { accountId } = await newAccount()
  return (await transaction((tx) => accountOf(tx, accountId))).user_no
}
async function anOrder(): Promise<{ orderNo: string }> {
  const [{ accountId, loginId }, orderNo] = [await newAccount(), newId('tup')]
  const money = {
    payCurrency: 'CNY',
    payUnits: 60_000,
    valueCents: 8_333,
    feeBps: 100,
    feeCents: 600,
    creditCents: 8_159,
  }
  await transaction((tx) =>
    insertYuanOrder(tx, {
      ...{
        accountId,
        loginId,
        orderNo,
        quoteId: newId('quo'),
        rail: 'ONLINE_WECHAT',
        provider: 'WECHAT',
        status: 'WAIT_PAY',
      },
      ...{ ...money, rate: '7.28', mid: '7.2', expiresAt: now() },
    }),
  )
  return { orderNo }
}
export async function aBreak(): Promise<{ breakId: string }> {
  const ref = newId('tst')
  await keepBreak(db, { rail: 'UNIONPAY', kind: 'CONTRADICTION', ref, orderNo: null, detail: {} })
  const { rows } = await sql<{ id: string }>`SELECT break_id AS id FROM rail_break WHERE ref = ${ref}`.execute(db)
  return { breakId: rows[0]!.id }
}
/** USDT of somebody, swept. */
async function inHand(dollars: number): Promise<void> {
  await deposited(dollars)
  await transaction((tx) => sweepUsdt(tx, { ref: aHash(), units: dollars * 1_000_000, networkFee: 0 }))
}
/** The current texts of one rail, which one person may change. */
const someWords = async () => ({
  rail: 'UNIONPAY' as const,
  version: (await configOf(db, 'UNIONPAY'))!.version,
  arrivalEn: `Soon ${newId('tst').slice(-6)}`,
})
async function aPlan(): Promise<{ changeId: string }> {
  const staff = await newStaff()
  const input = { ...(await someWords()), effectiveTime: nowMs() + 3_600_000, reason }
  await transaction((tx) => railAnswers.changeRail(staff, input, tx))
  const { rows } = await sql<{ id: string }>`
    SELECT change_id AS id FROM rail_change WHERE maker_id = ${staff.staffId}`.execute(db)
  return { changeId: rows[0]!.id }
}
const picture = async () => new FileOf(await aPicture(), 'limits.png')
async function uploaded(): Promise<{ fileId: string }> {
  const bytes = await aPicture()
  return railAnswers.uploadRailPicture(await newStaff(), {
    file: { name: 'a.png', size: bytes.length, sha256: '', bytes },
  })
}
/** Only one can be pending at a time, and each input expects to be the first. */
async function noneWaits(): Promise<void> {
  await transaction((tx) => setRate(tx, { midMicros: 7_200_000 }, 'test'))
  await sql`UPDATE approval SET state = 'EXPIRED', decided_at = ${now()} WHERE kind = 'fx.rate' AND state = 'WAITING'`.execute(
    db,
  )
}
/** A day that is not being reconciled now. */
async function aDay(): Promise<string> {
  await sql`DELETE FROM recon_run WHERE state = 'WAITING'`.execute(owner)
  return new Date(nowMs() - 2 * 86_400_000).toISOString().slice(0, 10)
}

/** A settlement day without lines, which agrees with the books and is not booked. */
let daysRead = 0
async function aReadDay(): Promise<string> {
  const day = dateOf(nowMs() - ++daysRead * 86_400_000 - 40 * 86_400_000)
  await transaction((tx) => keepDay(tx, ISSUER, day, { lines: 0, clearingCents: 0, refundCents: 0 }, true))
  return day
}

export const moneyInputs = {
  listTopUps: nothing,
  topUpOrder: anOrder,
  askTopUp: async () => ({ ...(await anOrder()), requestNo: someRequestNo() }),
  listRuns: nothing,
  runRecon: async () => ({ provider: 'UNIONPAY', day: await aDay(), requestNo: someRequestNo() }),
  listBreaks: nothing,
  showBreak: aBreak,
  resolveBreak: async () => withNo(await aBreak()),
  listSuspense: nothing,
  showSuspense: async () => ({ suspenseId: await aStray() }),
  priceSuspense: async () => ({ suspenseId: await aStray(), userNo: await aUserNo() }),
  assignSuspense: async () => withNo({ suspenseId: await aStray(), userNo: await aUserNo() }),
  returnSuspense: async () => withNo({ suspenseId: await aStray() }),
  listRails: nothing,
  railHistory: () => ({ rail: 'UNIONPAY' }),
  changeRail: async () => withNo(await someWords()),
  cancelRailChange: async () => withNo(await aPlan()),
  uploadRailPicture: async () => ({ file: await picture() }),
  railPicture: uploaded,
  listRates: nothing,
  setRateByHand: async () => {
    await noneWaits()
    return withNo({ pair: 'USD/CNY', mid: '7.21', spreadBps: 110 })
  },
  treasuryPositions: nothing,
  listTreasuryMoves: nothing,
  recordSettlement: async () => {
    await collected(100_000)
    const amounts = { gross: 100_000, fee: 600, net: 99_400 }
    return withNo({ acquirer: 'WECHAT', ...amounts, reference: newRef(), valueDate: today() })
  },
  recordSale: async () => {
    await inHand(10)
    const sold = { currency: 'USDT', amountStr: '10', got: 10_00 }
    return withNo({ ...sold, bankId: BANK, reference: newRef(), valueDate: today() })
  },
  recordSweep: async () => {
    await deposited(10)
    return withNo({ amountStr: '10', networkFee: 0, txHash: aHash(), valueDate: today() })
  },
  listPrograms: nothing,
  showProgram: () => ({ issuerId: ISSUER }),
  fundProgram: async ({ colleague }) => {
    await atTheBank(10_00)
    const sent = { issuerId: ISSUER, bankId: BANK, amount: 10_00, reference: newRef(), valueDate: today() }
    return withNo({ ...sent, fileId: await anAttachment(colleague ?? (await newStaff())) })
  },
  settleDay: async () => withNo({ issuerId: ISSUER, day: await aReadDay() }),
  setFloor: () => withNo({ issuerId: ISSUER, floor: 0 }),
} satisfies Record<string, InputRecipe>
