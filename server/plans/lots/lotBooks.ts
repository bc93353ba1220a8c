import type { TransferKind } from '#contract/ledger/ledger.ts'

/** Where lots of one kind are kept, and where their money waits until it is income. */
export type LotBook = {
  readonly table: 'plan_lot' | 'seat_lot'
  readonly deferred: '2210' | '2220'
  readonly income: '4040' | '4050'
  readonly kind: TransferKind
}

/** What was paid for time, and the income that it becomes: plans and seats. */
export const planLots: LotBook = { table: 'plan_lot', deferred: '2210', income: '4040', kind: 'PLAN_RECOGNISED' }
export const seatLots: LotBook = { table: 'seat_lot', deferred: '2220', income: '4050', kind: 'SEAT_RECOGNISED' }
