import {
  acquirers,
  sellable,
  treasuryMoves,
  type Acquirer,
  type TreasuryMove,
} from '#contract/funding/desk/treasury.ts'
import type * as contract from '#contract/funding/desk/treasury.ts'
import type { Lang } from '#contract/core/fields.ts'
import { show } from '#contract/core/money.ts'
import { rails } from '#contract/funding/funding.ts'
import { ruleOf, scaleOf, type LedgerCurrency } from '#contract/ledger/ledger.ts'
import type { ApprovalKind } from '#contract/staff/approvals.ts'
import type { Answer } from '#server/core/answer.ts'
import { startOf } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { centsOf, platformDays } from '#server/ledger/ledger.ts'
import { staffNames, waitingByLane } from '#server/staff/staff.ts'
import { bankOf, banks } from '#server/funding/forecasts/banks.ts'
import { newestRate } from '#server/funding/rails/queries.ts'
import { showMicros } from '#server/funding/rails/rates.ts'
import {
  exactText,
  positionsIn,
  sellableOf,
  treasuryCodes,
  type PositionNow,
} from '#server/funding/treasury/positions.ts'
import { movesPage, type MoveFound } from '#server/funding/treasury/queries.ts'

const kindOf = {
  SETTLEMENT: 'treasury.settle',
  SALE: 'treasury.sell',
  SWEEP: 'treasury.sweep',
} as const satisfies Record<TreasuryMove, ApprovalKind>

export const treasuryPositions: Answer<typeof contract.treasuryPositions> = async ({ from: { lang } }) => {
  const [days, rate, waiting] = await Promise.all([
    platformDays(db, treasuryCodes),
    newestRate(db, 'CNY'),
    Promise.all((Object.keys(kindOf) as TreasuryMove[]).map((move) => waitingFor(move, lang))),
  ])
  const all = positionsIn(days)
  const group = (...codes: string[]) =>
    all
      .filter(({ code, balance }) => codes.includes(code) && balance !== 0)
      .map((one) => ({
        code: one.code,
        name: ruleOf(one.code)[lang],
        owner: ownerText(one, lang),
        currency: one.currency,
        scale: scaleOf(one.currency as LedgerCurrency),
        balance: one.balance,
        cents: centsOf(one.balance, one.currency, rate),
        oldestTime: one.oldestDay === null ? null : startOf(one.oldestDay),
      }))
  return {
    awaited: group('1210', '1220'),
    atHand: group('1030', '1040'),
    dollars: group('1020'),
    own: group('1010'),
    sellable: sellable.map((currency) => ({ currency, scale: scaleOf(currency), units: sellableOf(all, currency) })),
    rate: rate ? { mid: showMicros(rate.midMicros), time: rate.at.getTime() } : null,
    waiting: waiting.flat(),
    banks: banks.map(({ bankId, bankName }) => ({ bankId, bankName })),
  }
}

async function waitingFor(move: TreasuryMove, lang: Lang) {
  const lanes = await waitingByLane(db, kindOf[move])
  return [...lanes].map(([reference, approvalId]) => ({
    approvalId,
    move,
    moveText: treasuryMoves[move][lang],
    reference,
  }))
}

/** An acquirer, a rail or a bank as people know it. */
function ownerText({ code, owner }: Pick<PositionNow, 'code' | 'owner'>, lang: Lang): string {
  if (code === '1210') return acquirers[owner as Acquirer]?.[lang] ?? owner
  if (code === '1220') return rails[owner as keyof typeof rails]?.[lang] ?? owner
  return bankOf(owner)?.bankName ?? owner
}

export const listTreasuryMoves: Answer<typeof contract.listTreasuryMoves> = async (
  { from: { lang } },
  { move, keyword, pageNo, pageSize },
) => {
  const { rows, count } = await movesPage(db, { move, keyword }, { pageNo, pageSize })
  const names = await staffNames(
    db,
    rows.flatMap(({ maker_id, checker_id }) => [maker_id, checker_id]),
  )
  return {
    data: rows.map((row) => ({
      moveNo: row.move_no,
      move: row.move,
      moveText: treasuryMoves[row.move][lang],
      ...amountsOf(row),
      source: sourceText(row, lang),
      reference: row.reference,
      valueDate: row.value_date,
      maker: names.get(row.maker_id) ?? row.maker_id,
      checker: names.get(row.checker_id) ?? row.checker_id,
      approvalId: row.approval_id,
      transferId: row.transfer_id,
      createTime: row.created_at.getTime(),
    })),
    total: count,
    pageNo,
    pageSize,
    haveNext: count > pageNo * pageSize,
    summary: undefined,
  }
}

const sourceText = ({ move, source }: MoveFound, lang: Lang): string =>
  move === 'SETTLEMENT'
    ? ownerText({ code: '1210', owner: source }, lang)
    : move === 'SWEEP'
      ? ownerText({ code: '1220', owner: source }, lang)
      : source

function amountsOf({ move, source, sent_units, got_units, cost_units }: MoveFound) {
  if (move === 'SETTLEMENT')
    return { sent: show(sent_units, 'CNY'), got: show(got_units, 'CNY'), cost: show(cost_units, 'CNY') }
  if (move === 'SWEEP')
    return { sent: exactText(sent_units, 'USDT'), got: exactText(got_units, 'USDT'), cost: show(cost_units) }
  return { sent: exactText(sent_units, source), got: show(got_units), cost: show(-cost_units, 'USD', 'always') }
}
