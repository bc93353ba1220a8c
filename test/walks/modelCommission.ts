/** What an inviter earns on the fees of the account that it invited. */
import { DAY_MS } from './modelTypes.ts'

const BPS = { OPEN: 1000, LOAD: 1000, PLAN: 500 } as const
const MATURE_MS = 7 * DAY_MS

export class CommissionModel {
  pending: { amount: number; matureMs: number }[] = []
  available = 0

  /** On each fee as it was paid: less the coupon, rounded down to the cent. */
  earn(kind: keyof typeof BPS, paid: number, nowMs: number): void {
    const amount = Math.floor((paid * BPS[kind]) / 10_000)
    if (amount > 0) this.pending.push({ amount, matureMs: nowMs + MATURE_MS })
  }
  mature(nowMs: number): void {
    const due = this.pending.filter(({ matureMs }) => matureMs <= nowMs)
    this.pending = this.pending.filter((one) => !due.includes(one))
    this.available += due.reduce((sum, { amount }) => sum + amount, 0)
  }
  get pendingTotal(): number {
    return this.pending.reduce((sum, { amount }) => sum + amount, 0)
  }
}
