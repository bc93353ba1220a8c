import { isHashOf, lookupHash, seal, unseal } from '#server/core/secrets.ts'
import type { CardRow } from './queries.ts'

/** Data of a bank card that must not be readable in the database. */
export type CardSecret = { no: string; holder: string; mobile: string }

export const sealCard = (bankCardId: string, secret: CardSecret): Buffer => seal(bankCardId, JSON.stringify(secret))
export const unsealCard = ({ bank_card_id, sealed }: Pick<CardRow, 'bank_card_id' | 'sealed'>): CardSecret =>
  JSON.parse(unseal(bank_card_id, sealed)) as CardSecret
export const hashOfNo = (no: string): Buffer => lookupHash(KIND, no)
export const isHashOfNo = (no: string, hash: Buffer): boolean => isHashOf(KIND, no, hash)
const KIND = 'payout card'

/** `**** **** **** 1234` */
export const maskedNo = (tail: string): string => `**** **** **** ${tail}`
/** `林**`, `Ana L.`: enough for its owner to recognize it. */
export const maskedHolder = (holder: string): string =>
  /^[\x20-\x7e]+$/.test(holder)
    ? holder.replace(/\s+(\S)\S*$/, ' $1.')
    : holder.slice(0, 1) + '*'.repeat(Math.max(1, holder.length - 1))

/** Compares names regardless of spacing and case. */
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\s·.,-]/g, '')
    .toUpperCase()
