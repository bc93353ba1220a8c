import type { Cents } from '../../../contract/money.ts'
import { percentOf, share } from '../../../contract/money.ts'
import type { CouponType } from '../../../contract/coupons.ts'
import type { Database, Tx } from '../../db.ts'

type Fee = 'open' | 'load' | 'planMonth'
type AskFee = (on: Tx | Database) => Promise<Cents>
const fees = new Map<Fee, AskFee>()

/** Fees are known above: cards and plans say here what the dearest is that a coupon can be held against. */
export const dearestBy = (fee: Fee, ask: AskFee): void => void fees.set(fee, ask)
const dearest = async (on: Tx | Database, fee: Fee): Promise<Cents> => (await fees.get(fee)?.(on)) ?? 0

/** What one coupon can take off at most: its own amount, or the dearest fee that there is. */
export async function mostOfOne(
  on: Tx | Database,
  { type, value }: { type: CouponType; value: number },
): Promise<Cents> {
  switch (type) {
    case 'OPEN_OFF':
      return Math.min(value, await dearest(on, 'open'))
    case 'OPEN_FREE':
      return dearest(on, 'open')
    case 'LOAD_OFF':
      return percentOf(await dearest(on, 'load'), Math.min(value, 10_000), 'ceil')
    case 'PLAN_OFF':
      return value
    case 'PLAN_DAYS':
      return share(await dearest(on, 'planMonth'), value, 30, 'ceil')
  }
}
