/** Which documents apply to a card, and the counters that its group, its sub-account and its account share with other cards. */
import type { Locked, LockedTo } from '#contract/controls/locks.ts'
import { controlScopes, type ControlScope } from '#contract/controls/stoppedBy.ts'
import type { Cents } from '#contract/core/money.ts'
import { knownBrandName } from '../brands/brands.ts'
import type { Compiled, Shop } from './engine/compile.ts'
import { usesEnd, usesLeft } from './engine/uses.ts'
import { roomOf, type Counters, type Room } from './engine/counters.ts'
import { isWithin, lockedBy, lockedTo } from './engine/locks.ts'

/** A document that applies to a card. */
export type Applied = { readonly scope: ControlScope; readonly scopeId: string; readonly controlNo: number }
/** With its rules, and with what its limits have counted, which decisions of a set change one after another. */
export type AppliedControls = Applied & Compiled & { readonly zone: string; readonly counted: { counters: Counters } }

/** Counters that cards share. `stored`: as they were read. */
export type Shared = {
  readonly cell: number
  readonly accountId: string
  readonly scope: ControlScope
  readonly scopeId: string
  readonly stored: Counters
  counters: Counters
}
export type SharedKey = Pick<Shared, 'cell' | 'accountId' | 'scope' | 'scopeId'>
export const sharedKey = ({ cell, accountId, scope, scopeId }: SharedKey): string =>
  `${cell} ${accountId} ${scope} ${scopeId}`

/** By {@link sharedKey}. */
export type SharedCounters = ReadonlyMap<string, Shared>

const RANK: readonly string[] = Object.keys(controlScopes)
/** In the order in which the scopes are asked. */
export const byScope = (a: { readonly scope: ControlScope }, b: { readonly scope: ControlScope }): number =>
  RANK.indexOf(a.scope) - RANK.indexOf(b.scope)

/** Documents as READ lists them: `scope scopeId controlNo`, separated by commas. In the order in which they are asked. */
export const appliedFrom = (listed: string): Applied[] =>
  listed
    .split(',')
    .map((entry) => {
      const [scope, scopeId, controlNo] = entry.split(' ') as [ControlScope, string, string]
      return { scope, scopeId, controlNo: Number(controlNo) }
    })
    .toSorted(byScope)

/** How much the limits of one document leave in a shop. An increment (`more`) is no further purchase. */
export const roomIn = ({ limits, zone, counted }: AppliedControls, now: number, more: boolean, shop: Shop): Room =>
  limits.length ? roomOf(limits, counted.counters, { zone, now }, more, shop) : EVERYTHING
const EVERYTHING: Room = { cents: Infinity }

/** What the card is locked to, if that stops a purchase. */
export function lockedOut({ lock, counted }: AppliedControls, shop: Shop, now: number): LockedTo | undefined {
  if (!lock || isWithin(lock, counted.counters, shop, now)) return undefined
  return withName(lockedTo(lock, counted.counters, now)!)
}

/** With the name of its brand in today's catalogue, which is in memory. */
export function withName<L extends Pick<Locked, 'by' | 'to' | 'name'>>(lock: L): L {
  const name = lock.by === 'BRAND' && lock.to !== undefined ? knownBrandName(lock.to) : undefined
  return name === undefined ? lock : { ...lock, name }
}

/** An approved purchase, or an approved verification of the card, may lock it. `cents`: what was approved of it. */
export function lockIn(controls: readonly AppliedControls[], time: number, shop: Shop, cents: Cents): void {
  for (const { lock, counted } of controls)
    if (lock) counted.counters = lockedBy(lock, counted.counters, { ...shop, cents }, time)
}

/** Whether a card has made the purchases that it is for. */
export const noUseLeft = ({ uses, counted }: AppliedControls): boolean =>
  uses !== undefined && usesLeft(uses, counted.counters) === 0

/** Whether it is stopped by that. */
export const isUsedUp = ({ uses, watches, counted }: AppliedControls): boolean =>
  uses !== undefined && !watches && usesEnd(uses, counted.counters).isUsedUp
