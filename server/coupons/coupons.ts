/** Coupons: given out by staff, used by their owner, and worth what {@link worthOf} says. */
export { giveCoupons, makeTemplate } from './giveCoupons.ts'
export { finishCoupon, freeCoupon } from './queries.ts'
export { couponWorth, spendCoupon, worthInFirst, type Use, type Worth } from './worth.ts'
