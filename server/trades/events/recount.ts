/** What settlements change in the counters of the controls that apply to a card. */
import { add, type Cents } from '#contract/core/money.ts'
import {
  asksShop,
  changed,
  controlsOf,
  lockShared,
  nearly,
  sharedKey,
  usesEnd,
  warn,
  warningOf,
  writeShared,
  type Change,
  type Compiled,
} from '#server/controls/controls.ts'
import { nowMs } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { timeOfId } from '#server/core/ids.ts'
import type { AuthRow } from '../auths.ts'
import { countersOf, writeCounters, type TradeRow } from '../queries.ts'
import { followLater } from '../decide/afterDecision.ts'
import { appliedOne } from '../decide/statements.ts'
import { sharedKeys } from '../decide/rows.ts'
import { shopFrom } from '../decide/merchants.ts'

type Counted = Pick<AuthRow, 'held_cents' | 'cleared_cents' | 'fee_taken_cents'>
/** What an authorization counts in limits: all that is held or was settled of it, with fees. */
export const countedOf = ({ held_cents, cleared_cents, fee_taken_cents }: Counted): Cents =>
  add(held_cents, cleared_cents, fee_taken_cents)

/** Counts the difference that a change of an authorization makes, in the window of its time. A purchase of which nothing is left did not happen. */
export function recountAuth(tx: Tx, auth: AuthRow, change: Partial<Counted>): Promise<void> {
  const left = { ...auth, ...change }
  const [before, after] = [countedOf(auth), countedOf(left)]
  return recount(
    tx,
    { accountId: auth.account_id, cardId: auth.card_id },
    {
      time: timeOfId(auth.auth_id),
      cents: add(after, -before),
      count: Number(after > 0) - Number(before > 0),
      settled: Number(left.cleared_cents > 0) - Number(auth.cleared_cents > 0),
      fresh: false,
    },
    auth,
  )
}

type Card = { readonly accountId: string; readonly cardId: string }
/** What names the shop of a purchase. */
type Bought = { readonly merchant_no: number; readonly descriptor: string }

/** Changes what limits have counted of a card, under the lock of its money. What is shared with other cards is locked after it. */
async function recount(
  tx: Tx,
  { accountId, cardId }: Card,
  counting: Omit<Change, 'shop'>,
  bought: Bought,
): Promise<void> {
  if (counting.cents === 0 && counting.count === 0 && !counting.settled) return
  const { cell, laId, zone, applied } = await appliedOne(tx, accountId, cardId)
  if (!applied.length) return
  const documents = new Map<number, Compiled>()
  for (const { controlNo } of applied) documents.set(controlNo, await controlsOf(tx, { cell, controlNo }))
  const asks = asksShop([...documents.values()])
  const change = { ...counting, shop: asks ? await shopFrom(tx, bought) : undefined }
  const at = { zone, now: nowMs() }
  const shared = await lockShared(tx, sharedKeys({ cell, accountId }, applied))
  for (const one of applied) {
    const { limits, uses } = documents.get(one.controlNo)!
    if (!limits.length) continue
    const its = shared.get(sharedKey({ cell, accountId, ...one }))
    const before = its ? its.counters : ((await countersOf(tx, cell, [laId])).get(laId) ?? [])
    const counters = changed(limits, before, at, change)
    if (its) its.counters = counters
    else await writeCounters(tx, cell, [{ laId, counters }])
    for (const near of nearly(limits, before, counters, at)) await warn(tx, accountId, warningOf(one, near))
    if (uses && ends(uses, before) !== ends(uses, counters)) await followLater(tx, accountId, cardId)
  }
  await writeShared(tx, shared)
}

const ends = (...of: Parameters<typeof usesEnd>): string => JSON.stringify(usesEnd(...of))

/** A settlement without an authorization counts when it is booked; `cents` is negative if it is taken back. */
export const recountForced = (tx: Tx, card: Card, bought: Bought, cents: Cents, time = nowMs()): Promise<void> =>
  recount(tx, card, { time, cents, count: Math.sign(cents), settled: Math.sign(cents), fresh: cents > 0 }, bought)

/** A refund gives back where a limit says so; a negative one is taken back. `time`: of the purchase. */
export const recountRefund = (tx: Tx, purchase: TradeRow, given: Cents): Promise<void> =>
  recount(
    tx,
    { accountId: purchase.account_id, cardId: purchase.card_id },
    { time: timeOf(purchase), cents: -given, count: 0, fresh: false, refund: true },
    purchase,
  )

/** When a purchase was authorized, or else booked. */
const timeOf = ({ auth_id, posted_at }: Pick<TradeRow, 'auth_id' | 'posted_at'>): number =>
  auth_id === null ? posted_at.getTime() : timeOfId(auth_id)
