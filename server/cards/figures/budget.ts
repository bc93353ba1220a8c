import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { DAY, nowMs, dayBegan, startOfMonth } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import type { SubRow } from '#server/identity/identity.ts'
import type { Reader } from '../queries.ts'
import { spentBy } from './queries.ts'

export type BudgetUse = {
  readonly limit: Cents
  readonly used: Cents
  readonly period: NonNullable<SubRow['budget_period']>
  /** When the next period begins; undefined for a total budget. */
  readonly resetsAt: Date | undefined
}

type Budgeted = Pick<SubRow, 'account_id' | 'sub_uid' | 'budget_cents' | 'budget_period'>

/** The start of the current and of the next period, in Asia/Shanghai. */
const periods = {
  DAY: () => ({ from: dayBegan(), until: dayBegan(nowMs() + DAY) }),
  MONTH: () => startOfMonth(),
  TOTAL: () => ({ from: new Date(0), until: undefined }),
} as const satisfies Record<BudgetUse['period'], () => { from: Date; until: Date | undefined }>

/**
 * What a sub-account may move onto cards in its period, and how much of it is used: what its openings and loads cost,
 * less what it brought back from cards. It is summed over its orders, so an opening that fails gives its amount back without further action, and
 * no counter can differ from them. `undefined`: it has no budget.
 */
export async function budgetOf(reader: Reader, sub: Budgeted): Promise<BudgetUse | undefined> {
  if (sub.budget_cents === null) return undefined
  const period = sub.budget_period ?? 'TOTAL'
  const { from, until } = periods[period]()
  const used = Math.max(0, await spentBy(reader, sub.account_id, sub.sub_uid, from))
  return { limit: sub.budget_cents, used, period, resetsAt: until }
}

/**
 * Refuses an amount beyond the budget. Runs under the lock of the sub-account's row (`stillActing`): of fifty concurrent loads each sees the orders of those
 * before it.
 */
export async function withinBudget(tx: Tx, sub: Budgeted | undefined, cost: Cents): Promise<void> {
  const budget = sub && (await budgetOf(tx, sub))
  if (!budget) return
  const left = Math.max(0, budget.limit - budget.used)
  if (cost > left)
    throw refuse('budget_exceeded', {
      leftCents: left,
      shortCents: cost - left,
      ...(budget.resetsAt && { resetTime: budget.resetsAt.getTime() }),
    })
}
