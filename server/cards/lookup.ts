import { lookupHash } from '../secrets.ts'

/** How a card number is found again. The number itself is never stored, logged or put into an error. */
export const panHash = (pan: string): Buffer => lookupHash('pan', pan)

/** Bound to the number: three digits alone would be found by trying them all on one stolen hash. */
export const cvcHash = (pan: string, cvc: string): Buffer => lookupHash('cvc', `${pan} ${cvc}`)
