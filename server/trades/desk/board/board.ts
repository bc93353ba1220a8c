import { bpsOf } from '#contract/trades/declineLadder.ts'
import { declineRisk } from '#contract/trades/declines.ts'
import { flag } from '#contract/core/fields.ts'
import type * as contract from '#contract/trades/desk/board.ts'
import type { Answer } from '#server/core/answer.ts'
import { nowMs, dateOf, dayOf, startOf } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { accountsOfIds } from '#server/identity/identity.ts'
import { waitingByLane } from '#server/staff/staff.ts'
import { readDesk, ruleSetInState } from '#server/trades/rules/queries.ts'
import { boardPage, daysOf, stoppedNow } from './queries.ts'

const TREND_DAYS = 14

/** Returns accounts by their decline rate, stopped ones first. */
export const declineBoard: Answer<typeof contract.declineBoard> = async (_staff, input) => {
  const today = dayOf(nowMs())
  const { rows, count } = await boardPage(db, today - declineRisk.windowDays + 1, input)
  const ids = rows.map(({ account_id }) => account_id)
  const [people, days, pending] = await Promise.all([
    accountsOfIds(ids),
    daysOf(db, ids, today - TREND_DAYS + 1),
    waitingByLane(db, 'risk.restore'),
  ])
  const personOf = new Map(people.map((person) => [person.account_id, person]))
  const dayAt = new Map(days.map((one) => [`${one.account_id} ${one.day}`, one]))
  return {
    data: rows.map((row) => ({
      accountId: row.account_id,
      userNo: personOf.get(row.account_id)?.user_no ?? '',
      nickname: personOf.get(row.account_id)?.nickname ?? '',
      rung: row.stopped_at ? 'STOP' : row.rung,
      stopped: flag(row.stopped_at),
      approved: row.approved,
      declined: row.declined,
      rateBps: bpsOf(row),
      trend: Array.from({ length: TREND_DAYS }, (_, i) => today - TREND_DAYS + 1 + i).map((day) => {
        const { approved, declined } = dayAt.get(`${row.account_id} ${day}`) ?? { approved: 0, declined: 0 }
        return { date: dateOf(startOf(day)), attempts: approved + declined, declined }
      }),
      probationUntil:
        row.probation_until && row.probation_until.getTime() > nowMs() ? row.probation_until.getTime() : null,
      stoppedTime: row.stopped_at?.getTime() ?? null,
      stoppedBy: row.stopped_by,
      pendingApprovalId: pending.get(row.account_id) ?? null,
    })),
    total: count,
    pageNo: input.pageNo,
    pageSize: input.pageSize,
    haveNext: count > input.pageNo * input.pageSize,
    summary: undefined,
  }
}

/** Accounts with counted declines, the highest rate first. */
export async function riskiest(limit: number): Promise<string[]> {
  const { rows } = await boardPage(db, dayOf(nowMs()) - declineRisk.windowDays + 1, { pageNo: 1, pageSize: limit })
  return rows.map(({ account_id }) => account_id)
}

export const riskState: Answer<typeof contract.riskState> = async () => {
  const [desk, live, shadow, stopped, resuming] = await Promise.all([
    readDesk(db),
    ruleSetInState(db, 'LIVE'),
    ruleSetInState(db, 'SHADOW'),
    stoppedNow(db),
    waitingByLane(db, 'risk.resume'),
  ])
  return {
    halted: flag(desk.halted),
    haltReason: desk.halt_reason,
    haltedBy: desk.halted_by,
    haltTime: desk.halted_at?.getTime() ?? null,
    resumeApprovalId: [...resuming.values()][0] ?? null,
    live: { rulesId: live!.rules_id, number: live!.number },
    shadow: shadow ? { rulesId: shadow.rules_id, number: shadow.number } : null,
    stoppedAccounts: stopped.count,
  }
}
