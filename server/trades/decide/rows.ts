/** Converts rows of the read statements into the cards that the rules use. */
import { cvcFits, sameZip } from '#server/cards/cards.ts'
import {
  appliedFrom,
  knownControls,
  readCounters,
  sharedKey,
  type Applied,
  type SharedCounters,
  type SharedKey,
} from '#server/controls/controls.ts'
import type { DecidedCard } from '../rules/rules.ts'
import { unused, type Usage } from '../rules/usage.ts'
import type { Place } from './placeTable.ts'

export type MoneyRow = [laId: number, posted: number, held: number, floor: number | null]
export type CardRow = [
  laId: number,
  cardId: string,
  accountId: string,
  accountNo: number,
  ownerSubNo: number | null,
  issuerId: string,
  status: string,
  blocks: number,
  expired: boolean | null,
  expMonth: number,
  expYear: number,
  /** As the database writes bytes. */
  zip: string,
  vid: string,
  checksZip: boolean,
  threeDs: boolean,
  currency: string,
  accountStatus: string,
  risk: string,
  restricted: boolean,
  frozen: boolean,
  controlNo: number | null,
  timeZone: string,
  scopes: string | null,
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
  counters: string,
]
/** A card without usage. */
type NoUsage = [null, null, null, null, null, null, null, null, null, null, null, null, null, null]
const USAGE_FROM = 23

/** The documents that apply to a card, its own first. */
export const appliedTo = (row: CardRow): readonly Applied[] => applied(row[1], row[20], row[22])
export function applied(cardId: string, controlNo: number | null, scopes: string | null): readonly Applied[] {
  if (controlNo === null) return scopes === null ? NONE : appliedFrom(scopes)
  const own = { scope: 'CARD' as const, scopeId: cardId, controlNo }
  return scopes === null ? [own] : [own, ...appliedFrom(scopes)]
}
const NONE: readonly Applied[] = []

/** The counters that limits of these documents share with other cards, from memory. */
export const sharedKeys = (place: Pick<SharedKey, 'cell' | 'accountId'>, documents: readonly Applied[]): SharedKey[] =>
  documents
    .filter(({ scope, controlNo }) => {
      const { limits, watches } = knownControls(controlNo)!
      return scope !== 'CARD' && (limits.length > 0 || watches)
    })
    .map(({ scope, scopeId }) => ({ ...{ cell: place.cell, accountId: place.accountId }, scope, scopeId }))

export type ConversionOf = (accountId: string, vid: string) => { bps: number; minCents: number }

/** `place`: of this card. `available`: read under the lock. */
export function cardFrom(
  row: CardRow,
  { cell, code }: Pick<Place, 'cell' | 'code'>,
  available: number,
  conversionOf: ConversionOf,
  shared: SharedCounters,
): DecidedCard {
  const [laId, cardId, accountId, accountNo, ownerSubNo, issuerId, status, blocks, expired] = row
  const [, , , , , , , , , expMonth, expYear, zip, vid, checksZip, threeDs, currency] = row
  const usage = usageFrom(row)
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
    zipMatches: (given) => sameZip(cardId, given, Buffer.from(zip.slice('\\x'.length), 'hex')),
    checksZip,
    threeDs,
    currency,
    available,
    expired: expired === true,
    cvcMatches: ({ cardNumber, cvc }) => code !== null && cvcFits(code, cardNumber!, cvc!),
    conversion: () => conversionOf(accountId, vid),
    account: { status: row[16], risk: row[17], restricted: row[18], frozen: row[19] },
    controls: appliedTo(row).map((one) => ({
      ...one,
      ...knownControls(one.controlNo)!,
      zone: row[21],
      counted: one.scope === 'CARD' ? usage : (shared.get(sharedKey({ cell, accountId, ...one })) ?? { counters: [] }),
    })),
    usage,
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
    counters,
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
    counters: readCounters(counters),
  }
}
