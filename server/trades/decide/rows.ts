/** Converts rows of the read statements into the cards that the rules use. */
import { cvcFits, sameZip } from '#server/cards/cards.ts'
import type { DecidedCard } from '../rules/rules.ts'
import { unused, type Usage } from '../rules/usage.ts'

export type MoneyRow = [laId: number, posted: number, held: number, floor: number | null]
export type CardRow = [
  cardHash: string,
  accountId: string,
  cardId: string,
  laId: number,
  cell: number,
  accountNo: number,
  ownerSubNo: number | null,
  issuerId: string,
  /** `null` where the issuer keeps number and code to itself. */
  sealedCvc: Buffer | null,
  status: string,
  blocks: number,
  expired: boolean | null,
  expMonth: number,
  expYear: number,
  zip: Buffer,
  vid: string,
  checksZip: boolean,
  threeDs: boolean,
  currency: string,
  accountStatus: string,
  risk: string,
  restricted: boolean,
  frozen: boolean,
  ...usage: UsageRow | NoUsage,
]
type UsageRow = [
  wrongCvc: number,
  wrongCvcSince: number,
  blockedUntil: number,
  short: number,
  shortSince: number,
  hour: number,
  hourCount: number,
  day: number,
  dayCents: number,
  recent: Buffer,
  rateDay: number,
  approved: number,
  declined: number,
]
/** A card without usage. */
type NoUsage = [null, null, null, null, null, null, null, null, null, null, null, null, null]
const USAGE_FROM = 23

export type ConversionOf = (accountId: string, vid: string) => { bps: number; minCents: number }

/** By the keyed hash of the card's number, in hex. */
export function cardsFrom(
  cards: readonly CardRow[],
  money: readonly MoneyRow[],
  conversionOf: ConversionOf,
): Map<string, DecidedCard> {
  const availableOf = new Map(money.map(([laId, posted, held, floor]) => [laId, posted - held - (floor ?? 0)]))
  const found = new Map<string, DecidedCard>()
  for (const row of cards) {
    const available = availableOf.get(row[3])
    // Created between the two statements, so its money is not locked: treated as unknown, like a moment before.
    if (available !== undefined) found.set(row[0], cardFrom(row, available, conversionOf))
  }
  return found
}

function cardFrom(row: CardRow, available: number, conversionOf: ConversionOf): DecidedCard {
  const [
    ,
    accountId,
    cardId,
    laId,
    cell,
    accountNo,
    ownerSubNo,
    issuerId,
    cvc,
    status,
    blocks,
    expired,
    expMonth,
    expYear,
    zip,
    vid,
    checksZip,
    threeDs,
    currency,
  ] = row
  return {
    accountId,
    accountNo,
    cell,
    cardId,
    vid,
    laId,
    ownerSubNo,
    issuerId,
    status,
    blocks,
    expMonth,
    expYear,
    zipMatches: (given) => sameZip(cardId, given, zip),
    checksZip,
    threeDs,
    currency,
    available,
    expired: expired === true,
    cvcMatches: ({ cardNumber, cvc: given }) => cvc !== null && cvcFits(cardId, cvc, cardNumber!, given!),
    conversion: () => conversionOf(accountId, vid),
    account: { status: row[19], risk: row[20], restricted: row[21], frozen: row[22] },
    usage: usageFrom(row),
  }
}

function usageFrom(row: CardRow): Usage {
  if (row[USAGE_FROM] === null) return unused()
  const [
    wrongCvc,
    wrongCvcSince,
    blockedUntil,
    short,
    shortSince,
    hour,
    hourCount,
    day,
    dayCents,
    recent,
    rateDay,
    approved,
    declined,
  ] = row.slice(USAGE_FROM) as UsageRow
  return {
    wrongCvc,
    wrongCvcSince,
    blockedUntil,
    short,
    shortSince,
    hour,
    hourCount,
    day,
    dayCents,
    recent,
    rateDay,
    approved,
    declined,
  }
}
