/** Rate plans in the model: their prices, and their effect on opening and load fees. Lots are the days paid for. */
import type { AccountModel } from './model.ts'
import { DAY_MS, type ModelCoupon } from './modelTypes.ts'

export const PLANS = {
  BASIC: { groupId: 'pln_basic', level: 0, price: 0, openFee: 500, loadBps: 300 },
  STANDARD: { groupId: 'pln_standard', level: 1, price: 2900, openFee: 300, loadBps: 250 },
  PRO: { groupId: 'pln_pro', level: 2, price: 9900, openFee: 200, loadBps: 200 },
} as const
export type PlanName = keyof typeof PLANS

type Lot = { paid: number; days: number; startMs: number; endMs: number }
export class PlanModel {
  readonly account: AccountModel
  plan: PlanName = 'BASIC'
  expiresMs = 0
  lots: Lot[] = []

  constructor(account: AccountModel) {
    this.account = account
  }

  /** The price of one month: bought, added to the current term, or the extra cost of an upgrade for the rest of it. Undefined: not on sale. */
  priceOf(name: PlanName): { kind: 'BUY' | 'STACK' | 'UPGRADE'; payable: number } | undefined {
    const { level, price } = PLANS[name]
    const own = PLANS[this.plan].level
    if (level === 0 || level < own) return undefined
    if (level === own || own === 0) return { kind: own === 0 ? 'BUY' : 'STACK', payable: price }
    const charge = Math.ceil((price * this.daysLeft()) / 30)
    const credit = this.lots.reduce((sum, lot) => sum + this.unused(lot), 0)
    if (credit > charge) return undefined // it would extend the new plan, which these walks do not cover
    return { kind: 'UPGRADE', payable: charge - credit }
  }
  /** What is bought with a coupon is worth only what was paid for it. */
  withCoupon(name: PlanName, coupon?: ModelCoupon): ReturnType<PlanModel['priceOf']> {
    const price = this.priceOf(name)
    return price && { ...price, payable: price.payable - (coupon ? Math.min(coupon.value, price.payable) : 0) }
  }
  daysLeft(): number {
    return Math.ceil((this.expiresMs - this.account.nowMs) / DAY_MS)
  }
  unused({ paid, days, startMs, endMs }: Lot): number {
    const { nowMs } = this.account
    const elapsed = nowMs >= endMs ? days : Math.min(days, Math.max(0, Math.floor((nowMs - startMs) / DAY_MS)))
    return Math.floor((paid * (days - elapsed)) / days)
  }

  buy(name: PlanName, coupon?: ModelCoupon): void {
    const { account } = this
    const { kind, payable } = this.withCoupon(name, coupon)!
    account.commission.earn('PLAN', payable, account.nowMs)
    account.use(coupon)
    account.moveWallet(kind === 'UPGRADE' ? 'PLAN_UPGRADE' : 'PLAN_BUY', -payable)
    if (kind === 'UPGRADE') {
      const days = this.daysLeft()
      const credit = this.lots.reduce((sum, lot) => sum + this.unused(lot), 0)
      this.lots = [{ paid: payable + credit, days, startMs: account.nowMs, endMs: this.expiresMs }]
    } else {
      const startMs = kind === 'STACK' ? this.expiresMs : account.nowMs
      this.expiresMs = startMs + 30 * DAY_MS
      this.lots.push({ paid: payable, days: 30, startMs, endMs: this.expiresMs })
    }
    this.apply(name)
  }

  /** When it ends without another month, the account returns to the basic plan. */
  passTime(): void {
    if (this.plan === 'BASIC' || this.account.nowMs < this.expiresMs) return
    this.lots = []
    this.apply('BASIC')
  }
  apply(name: PlanName): void {
    this.plan = name
    const { openFee, loadBps } = PLANS[name]
    this.account.prices = { openFee, loadBps }
  }
}
