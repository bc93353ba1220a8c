import { timingSafeEqual } from 'node:crypto'
import { lookupHash, sealCvc, unsealCvc } from '../core/secrets.ts'

/** How a card number is found again. The number itself is never stored, logged or put into an error. */
export const panHash = (pan: string): Buffer => lookupHash('pan', pan)

/** Bound to the number: three digits alone would be found by trying them all on one stolen hash. */
const cvcHash = (pan: string, cvc: string): Buffer => lookupHash('cvc', `${pan} ${cvc}`)

/** What is kept to compare a payment's security code with. Needs both keys and the card's number to try codes on. */
export const sealedCvc = (cardId: string, pan: string, cvc: string): Buffer => sealCvc(cardId, cvcHash(pan, cvc))

/** Is this the card's security code? */
export const cvcFits = (cardId: string, sealed: Buffer, pan: string, cvc: string): boolean =>
  timingSafeEqual(unsealCvc(cardId, sealed), cvcHash(pan, cvc))
