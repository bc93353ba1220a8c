import type { OperateType } from '#contract/audit/audit.ts'
import type { Words } from '#contract/core/fields.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Tx } from '../core/db.ts'
import { insertOperations } from './queries.ts'

/** Who did it: any Actor, or {@link system}. */
export type By = {
  readonly accountId: string
  readonly loginId?: string | undefined
  readonly subUid?: string | undefined
  readonly name: string
  readonly from: { readonly ip: string; readonly device: string }
}

/** The service itself, acting on an account: a deadline that passed, a rule that fired. */
export const system = (accountId: string): By => ({ accountId, name: '系统 System', from: { ip: '', device: '' } })

export type Operation = {
  type: OperateType
  /** What it was done to, as people know it: a card's last four digits, an order number. */
  target: string
  /** What was done, for people; in both languages where it has words. */
  content: string | Words
  before?: unknown
  after?: unknown
  /** In cents. */
  amount?: Cents
  result?: 'OK' | 'FAIL'
}

export const record = (tx: Tx, by: By, operation: Operation): Promise<void> => recordMany(tx, by, [operation])

/** One statement however many: a batch of a thousand cards is a thousand rows. Secrets never belong in any field. */
export const recordMany = (tx: Tx, by: By, operations: readonly Operation[]): Promise<void> =>
  insertOperations(tx, by, operations)
