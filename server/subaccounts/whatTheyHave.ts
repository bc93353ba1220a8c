import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '../core/actor.ts'
import type { Database, Tx } from '../core/db.ts'
import type { SubRow } from '../identity/identity.ts'

type Budgeted = Pick<SubRow, 'account_id' | 'sub_uid' | 'budget_cents' | 'budget_period'>
type BudgetUse = { limit: Cents; used: Cents; period: 'DAY' | 'MONTH' | 'TOTAL'; resetsAt: Date | undefined }

/** Cards stand above: what sub-accounts have of them, and what is done with them as the parent wants. */
export type CardsOfSubs = {
  budgetOf(on: Tx | Database, sub: Budgeted): Promise<BudgetUse | undefined>
  figures(accountId: string, subUids: readonly string[]): Promise<Map<string, { cards: number; balance: Cents }>>
  /** What each spent this month, in Shanghai. */
  monthSpend(accountId: string, subUids: readonly string[]): Promise<Map<string, Cents>>
  /** Gives how many changed. */
  stop(tx: Tx, accountId: string, subUid: string, on: boolean): Promise<number>
  handOver(tx: Tx, actor: Actor, cardIds: readonly string[], subUid: string | undefined): Promise<number>
}

declare module '../core/composition.ts' {
  interface Ports {
    'subaccounts.cards': CardsOfSubs
  }
}
