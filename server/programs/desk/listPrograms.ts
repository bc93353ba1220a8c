import { DAYS_SHOWN, dayStates, statementStates, type Program, type SettlementDay } from '#contract/programs/desk.ts'
import type * as contract from '#contract/programs/desk.ts'
import { flag, type Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { dateOf, dayOf, HOUR, nowMs, startOf } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { bankOf, banks, heldIn } from '#server/funding/funding.ts'
import { platformBalances } from '#server/ledger/ledger.ts'
import { outside } from '#server/outside/outside.ts'
import { staffNames, waitingByLane } from '#server/staff/staff.ts'
import { coverOf, positionOf, statementState } from '../balances.ts'
import { bookDays, burnOf, dayState, NOTHING_BOOKED, type BookDay } from '../days.ts'
import { daysFrom, fundsOf, fundsUnderWay, settingsOf, statementOf, type DayRow, type FundRow } from '../queries.ts'

export const listPrograms: Answer<typeof contract.listPrograms> = async ({ from: { lang } }) => ({
  list: await Promise.all(
    [...outside.issuers.keys()].map(async (issuerId) => (await programOf(issuerId, lang)).program),
  ),
})

export const showProgram: Answer<typeof contract.showProgram> = async ({ from: { lang } }, { issuerId }) => {
  if (!outside.issuers.has(issuerId)) throw refuse('not_found')
  const [{ program, rows, books }, funds, waiting, requested, balances] = await Promise.all([
    programOf(issuerId, lang),
    fundsOf(db, issuerId),
    waitingByLane(db, 'program.fund'),
    waitingByLane(db, 'program.settle'),
    platformBalances(db),
  ])
  const names = await staffNames(db, [
    ...funds.flatMap(({ makerId, checkerId }) => [makerId, checkerId]),
    ...rows.flatMap(({ bookedBy }) => bookedBy ?? []),
  ])
  const days = daysShown(rows, books).map((day) =>
    shownDay(day, { row: rows.find((one) => one.day === day), books: books.get(day) ?? NOTHING_BOOKED, names, lang }),
  )
  return {
    ...program,
    days: days.map((day) => ({ ...day, approvalId: requested.get(`${issuerId} ${day.day}`) ?? null })),
    funds: funds.map((fund) => shownFund(fund, names)),
    waiting: [...waiting].map(([reference, approvalId]) => ({ reference, approvalId })),
    banks: banks.map(({ bankId, bankName }) => ({
      bankId,
      bankName,
      balance: heldIn(balances, '1020', 'USD', bankId),
    })),
  }
}

async function programOf(issuerId: string, lang: Lang) {
  const fromDay = dayOf(nowMs()) - DAYS_SHOWN
  const [position, settings, statement, underWay, rows, books] = await Promise.all([
    positionOf(issuerId),
    settingsOf(db, issuerId),
    statementOf(db, issuerId),
    fundsUnderWay(db, issuerId),
    daysFrom(db, issuerId, dateOf(startOf(fromDay))),
    bookDays(db, issuerId, fromDay),
  ])
  const burn = burnOf(books)
  const state = statementState(statement)
  const usable = Math.min(position.available, statement?.theirsCents ?? position.available)
  const program: Program = {
    issuerId,
    currency: 'USD',
    ...position,
    underWay: underWay.reduce((sum, { amountCents }) => sum + amountCents, 0),
    theirs: statement?.theirsCents ?? null,
    readTime: statement?.readAt.getTime() ?? null,
    difference: statement?.differenceCents ?? null,
    differsTime: statement?.differsSince?.getTime() ?? null,
    statement: state,
    statementText: statementStates[state][lang],
    burn,
    coverTenths: coverOf(usable, burn),
    floor: settings.floorCents,
    openingPaused: flag(settings.paused),
    daysOpen: daysShown(rows, books).filter((day) => {
      const found = dayState(
        rows.find((row) => row.day === day),
        books.get(day) ?? NOTHING_BOOKED,
      )
      return found !== 'BOOKED' && isComplete(day)
    }).length,
  }
  return { program, rows, books }
}

/** Its file can be complete: the day is over, and a few hours more. */
const isComplete = (day: string): boolean => day < dateOf(nowMs() - 3 * HOUR)

/** The days with a file or with something on the books, newest first. */
const daysShown = (rows: readonly DayRow[], books: ReadonlyMap<string, BookDay>): string[] =>
  [...new Set([...rows.map(({ day }) => day), ...books.keys()])].toSorted().toReversed()

function shownDay(
  day: string,
  {
    row,
    books,
    names,
    lang,
  }: { row: DayRow | undefined; books: BookDay; names: ReadonlyMap<string, string>; lang: Lang },
): Omit<SettlementDay, 'approvalId'> {
  const state = dayState(row, books)
  const file = row && {
    lines: row.lines,
    clearings: row.clearingCents,
    refunds: row.refundCents,
    net: row.clearingCents - row.refundCents,
  }
  const net = books.clearings - books.refunds
  return {
    day,
    state,
    stateText: dayStates[state][lang],
    file: file ?? null,
    books: { clearings: books.clearings, refunds: books.refunds, net },
    difference: file ? file.net - net : null,
    reversals: books.reversals,
    fees: books.fees,
    settled: row?.bookedAt ? row.settledCents! + row.feeCents! : null,
    left: books.left,
    bookedBy: row?.bookedAt
      ? row.bookedBy === null
        ? { cn: '系统', en: 'System' }[lang]
        : (names.get(row.bookedBy) ?? row.bookedBy)
      : null,
    bookedTime: row?.bookedAt?.getTime() ?? null,
    transferId: row?.transferId ?? null,
  }
}

const shownFund = (fund: FundRow, names: ReadonlyMap<string, string>) => ({
  fundNo: fund.fundNo,
  amount: fund.amountCents,
  bankName: bankOf(fund.bankId)?.bankName ?? fund.bankId,
  reference: fund.reference,
  valueDate: fund.valueDate,
  maker: names.get(fund.makerId) ?? fund.makerId,
  checker: names.get(fund.checkerId) ?? fund.checkerId,
  approvalId: fund.approvalId,
  transferId: fund.transferId,
  createTime: fund.createdAt.getTime(),
  arriveTime: fund.arrivedAt?.getTime() ?? null,
})
