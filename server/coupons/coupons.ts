/** Coupons: given by staff, used by their owner, valued by {@link worthOf}. */
export { giveCoupons, makeTemplate } from './giveCoupons.ts'
export { finishCoupon, freeCoupon } from './queries.ts'
export { couponWorth, spendCoupon, worthInFirst, type Use, type Worth } from './worth.ts'
