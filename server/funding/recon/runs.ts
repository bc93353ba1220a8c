import type * as contract from '#contract/funding/desk/topUps.ts'
import { providers, runStates } from '#contract/funding/desk/topUps.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Answer } from '#server/core/answer.ts'
import { DAY, nowMs, dayBegan, startOfDate } from '#server/core/clock.ts'
import { db } from '#server/core/db.ts'
import { later } from '#server/core/jobs.ts'
import type { ProviderId } from '#server/outside/outside.ts'
import { recordStaff, staffNames } from '#server/staff/staff.ts'
import { openRun, runsPage } from './runQueries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Read the provider's list of this day, which begins at `fromMs`. */
    'funding.readDay': { provider: ProviderId; fromMs: number }
    /** Read the issuer's settlement file of this day, which begins at `fromMs`. */
    'trades.readSettlement': { fromMs: number }
  }
}

/** Providers keep their lists for so long. */
const MOST_MS = 90 * DAY

export const listRuns: Answer<typeof contract.listRuns> = async ({ from: { lang } }, { pageSize, cursor }) => {
  if (cursor !== undefined && !/^rrn_\w{26}$/.test(cursor)) throw refuse('invalid', { field: 'cursor' })
  const found = await runsPage(db, cursor, pageSize + 1)
  const rows = found.slice(0, pageSize)
  const names = await staffNames(
    db,
    rows.flatMap(({ staffId }) => staffId ?? []),
  )
  return {
    data: rows.map(({ staffId, units, createdAt, ...row }) => ({
      ...row,
      providerText: providers[row.provider][lang],
      stateText: runStates[row.state][lang],
      by: staffId && (names.get(staffId) ?? staffId),
      amount: units,
      unit: row.provider === 'ISSUER' ? ('USD' as const) : ('CNY' as const),
      createTime: createdAt.getTime(),
    })),
    cursor: found.length > rows.length ? rows.at(-1)!.runId : null,
  }
}

/** A provider's day again, now: a job. */
export const runRecon: Answer<typeof contract.runRecon> = async (staff, { provider, day }, tx) => {
  const fromMs = startOfDate(day)
  if (Number.isNaN(fromMs) || fromMs > dayBegan().getTime() || fromMs < nowMs() - MOST_MS)
    throw refuse('invalid', { field: 'day' })
  const runId = await openRun(tx, provider, day, staff.staffId)
  if (!runId) throw refuse('conflict', { field: 'day' })
  if (provider === 'ISSUER')
    await later(tx, 'trades.readSettlement', { fromMs }, { key: `trades.readSettlement ${day}`, tries: 3 })
  else await later(tx, 'funding.readDay', { provider, fromMs }, { key: `funding.readDay ${provider} ${day}`, tries: 3 })
  await recordStaff(tx, staff, {
    action: 'BOOKS',
    target: `${provider} ${day}`,
    content: { cn: '立即对账', en: 'Reconciliation requested' },
    after: { runId },
  })
  return { runId }
}
