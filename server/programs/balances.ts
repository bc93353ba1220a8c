/** What we have at an issuer, by our books and by its own word: asked every few minutes, compared, and acted on. */
import { COVER_DAYS, type StatementState } from '#contract/programs/desk.ts'
import type { Cents } from '#contract/core/money.ts'
import { endAlarm, raiseAlarm } from '../core/alarms.ts'
import { ago, DAY, MINUTE } from '../core/clock.ts'
import { db, transaction, type Tx } from '../core/db.ts'
import { keepBreakOpen, mendBreaksOf } from '../funding/funding.ts'
import { platformNow } from '../ledger/ledger.ts'
import { issuerOf, outside, OutsideRefused, OutsideUnknown } from '../outside/outside.ts'
import { spentDaily } from './days.ts'
import {
  claimReading,
  fundsUnderWay,
  keepSettings,
  keepStatement,
  markArrived,
  settingsOf,
  type FundRow,
  type Statement,
} from './queries.ts'

const EVERY_MS = 5 * MINUTE
/** Messages of the network take minutes when something is wrong there. A difference that lasts longer is a break. */
const GRACE_MS = 15 * MINUTE
/** An answer that is older says nothing about now. */
const STALE_AFTER_MS = 30 * MINUTE
/** A wire between banks takes up to three days; then somebody asks where it is. */
const UNDER_WAY_MS = 3 * DAY
const CURRENCY = 'USD'
const CARDS = 'CARDS'

/** In cents: 1110, 2110 and 2120 of the issuer, and what is left of the prefund once all of it is settled. */
export type Position = { prefund: Cents; owed: Cents; feesOwed: Cents; available: Cents }
export async function positionOf(issuerId: string): Promise<Position> {
  const balances = await platformNow(db, issuerId, ['1110', '2110', '2120'])
  const of = (code: string): Cents => balances.get(code) ?? 0
  const [prefund, owed, feesOwed] = [of('1110'), of('2110'), of('2120')]
  return { prefund, owed, feesOwed, available: prefund - owed - feesOwed }
}

/** Asks every issuer whose balance is not known since a few minutes. One that doesn't answer is asked again next time. */
export async function readBalances(): Promise<void> {
  for (const issuerId of outside.issuers.keys()) {
    if (!(await claimReading(db, issuerId, EVERY_MS - MINUTE / 2))) continue
    try {
      await readBalance(issuerId)
    } catch (error) {
      if (!(error instanceof OutsideUnknown || error instanceof OutsideRefused)) throw error
    }
  }
}

async function readBalance(issuerId: string): Promise<void> {
  const before = await positionOf(issuerId)
  const { amount: theirs, currency } = await issuerOf(issuerId).programBalance()
  if (currency !== CURRENCY) throw new OutsideUnknown(`the balance is in ${currency}`)
  const after = await positionOf(issuerId)
  const burn = await spentDaily(db, issuerId)
  await transaction(async (tx) => {
    const { arrived, difference } = compare(
      theirs,
      [before.available, after.available],
      await fundsUnderWay(tx, issuerId),
    )
    await markArrived(tx, arrived)
    const since = await keepStatement(tx, issuerId, theirs, difference)
    await tellDifference(tx, issuerId, { ours: theirs + difference, theirs, difference, since })
    const usable = Math.min(theirs, after.available)
    await tellCover(tx, issuerId, coverOf(usable, burn))
    await keepFloor(tx, issuerId, (await settingsOf(tx, issuerId)).floorCents, usable)
  })
}

/**
 * Compares the issuer's balance with ours, asked before and after it: a purchase in between may be in one and not in the other. Prefunds under way are ours and not yet
 * the issuer's. The oldest arrive first, and as many have as explain the balance best: another difference that lasts does not hide them. One that takes too long is a
 * difference. `difference`: ours less theirs, without those under way.
 */
export function compare(
  theirs: Cents,
  ours: readonly [before: Cents, after: Cents],
  underWay: readonly Pick<FundRow, 'fundNo' | 'amountCents' | 'createdAt'>[],
): { arrived: string[]; difference: Cents } {
  const [low, high] = [Math.min(...ours) - theirs, Math.max(...ours) - theirs]
  let best = { arrived: underWay.length, difference: beyond(low, high, 0) }
  let onTheWay = 0
  for (let arrived = underWay.length - 1; arrived >= 0; arrived--) {
    onTheWay += underWay[arrived]!.amountCents
    const difference = beyond(low, high, onTheWay)
    if (Math.abs(difference) < Math.abs(best.difference)) best = { arrived, difference }
  }
  const late = underWay.slice(best.arrived).filter(({ createdAt }) => createdAt < ago(UNDER_WAY_MS))
  return {
    arrived: underWay.slice(0, best.arrived).map(({ fundNo }) => fundNo),
    difference: best.difference + late.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
}

/** How far a figure is below (+) or above (−) a range. */
const beyond = (low: Cents, high: Cents, figure: Cents): Cents =>
  figure < low ? low - figure : figure > high ? high - figure : 0

async function tellDifference(
  tx: Tx,
  issuerId: string,
  { ours, theirs, difference, since }: { ours: Cents; theirs: Cents; difference: Cents; since: Date | null },
): Promise<void> {
  if (difference === 0 || since === null) {
    await mendBreaksOf(tx, CARDS, 'PROGRAM_DIFFERS', [issuerId])
    await endAlarm(tx, 'PROGRAM_DIFFERS', issuerId)
    return
  }
  if (since > ago(GRACE_MS)) return
  const detail = { amount: theirs, ours }
  if (await keepBreakOpen(tx, { rail: CARDS, kind: 'PROGRAM_DIFFERS', ref: issuerId, orderNo: null, detail }))
    await raiseAlarm(tx, { kind: 'PROGRAM_DIFFERS', subject: issuerId, detail: { issuer: issuerId } })
}

/** Tenths of days that the balance lasts at this burn, rounded down; null if nothing is spent. */
export const coverOf = (usable: Cents, burn: Cents): number | null =>
  burn <= 0 ? null : Math.max(0, Math.floor((usable * 10) / burn))

async function tellCover(tx: Tx, issuerId: string, tenths: number | null): Promise<void> {
  const days = tenths === null ? Infinity : tenths / 10
  const kind =
    days < COVER_DAYS.critical ? 'PROGRAM_COVER_CRITICAL' : days < COVER_DAYS.low ? 'PROGRAM_COVER_LOW' : undefined
  for (const other of ['PROGRAM_COVER_LOW', 'PROGRAM_COVER_CRITICAL'] as const)
    if (other !== kind) await endAlarm(tx, other, issuerId)
  if (kind) await raiseAlarm(tx, { kind, subject: issuerId, detail: { issuer: issuerId, days } })
}

/** Stops or resumes opening by the floor. Returns whether it is stopped. */
export async function keepFloor(tx: Tx, issuerId: string, floorCents: Cents | null, usable: Cents): Promise<boolean> {
  const paused = floorCents !== null && usable < floorCents
  const before = await settingsOf(tx, issuerId)
  if (before.paused !== paused || before.floorCents !== floorCents)
    await keepSettings(tx, issuerId, { floorCents, paused })
  if (paused) await raiseAlarm(tx, { kind: 'PROGRAM_BELOW_FLOOR', subject: issuerId, detail: { issuer: issuerId } })
  else await endAlarm(tx, 'PROGRAM_BELOW_FLOOR', issuerId)
  return paused
}

export function statementState(found: Statement | undefined): StatementState {
  if (!found || found.readAt < ago(STALE_AFTER_MS)) return 'UNKNOWN'
  if (found.differenceCents === 0) return 'AGREES'
  return found.differsSince !== null && found.differsSince <= ago(GRACE_MS) ? 'DIFFERS' : 'SETTLING'
}
