import type { Cents } from '#contract/core/money.ts'
import { refuse } from '#contract/core/refusals.ts'
import { DAY, nowMs, dayBegan, startOfMonth } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import type { SubRow } from '../identity/identity.ts'
import { spentBy } from './budgetQueries.ts'
import type { Reader } from './queries.ts'

export type BudgetUse = {
  readonly limit: Cents
  readonly used: Cents
  readonly period: NonNullable<SubRow['budget_period']>
  /** When the next period begins; a budget in all has none. */
  readonly resetsAt: Date | undefined
}

type Budgeted = Pick<SubRow, 'account_id' | 'sub_uid' | 'budget_cents' | 'budget_period'>

/** When a period of a budget began and when the next one begins, in Shanghai. */
const periods = {
  DAY: () => ({ from: dayBegan(), until: dayBegan(nowMs() + DAY) }),
  MONTH: () => startOfMonth(),
  TOTAL: () => ({ from: new Date(0), until: undefined }),
} as const satisfies Record<BudgetUse['period'], () => { from: Date; until: Date | undefined }>

/**
 * What a sub-account may move onto cards in its period, and how much of it is used: what its openings and loads cost,
 * less what it brought back from cards. It is summed over its orders, so an opening that fails gives back by itself, and
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
 * Refuse what goes beyond the budget. Under the lock of the sub-account's row (`stillActing`): of fifty loads at once
 * each sees the orders of those before it.
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
