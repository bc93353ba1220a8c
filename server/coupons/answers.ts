import type * as contract from '../../contract/coupons.ts'
import type { Answers } from '../answer.ts'
import { listCoupons } from './listCoupons.ts'
import { usableCoupons } from './usable.ts'

export const answers = { listCoupons, usableCoupons } satisfies Answers<typeof contract>
