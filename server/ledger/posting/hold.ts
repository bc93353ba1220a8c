import type { Cents } from '#contract/core/money.ts'
import type { Tx } from '#server/core/db.ts'
import { findHolds, findHoldsFor, lockAndFind } from '../queries.ts'
import { refKey } from '../refs.ts'
import type { Hold, HoldInput } from '../words.ts'
import { draftHold, draftIncrease, draftOn, holdKey, draftRelease } from './draft.ts'
import { lockedOrOpened } from './lockAccounts.ts'
import { write } from './write.ts'

/** Places a hold. See {@link holdMany}. */
export const hold = async (tx: Tx, input: HoldInput): Promise<Hold> => (await holdMany(tx, [input]))[0]!

/**
 * Places holds, all or none: the available balance falls, no entry is written. A hold placed earlier for the same business object of the tenant is returned as
 * it is now. Throws {@link NotEnough}.
 */
export async function holdMany(tx: Tx, inputs: readonly HoldInput[]): Promise<Hold[]> {
  if (!inputs.length) return []
  const refs = [...new Map(inputs.map(({ on }) => [refKey(on), on])).values()]
  const accounts = await lockedOrOpened(tx, refs)
  const known = await findHoldsFor(
    tx,
    inputs.map(({ on, biz }) => ({ accountId: on.accountId, biz })),
  )
  const before = new Map(known.map((held) => [holdKey(held.accountId, held.biz), held]))
  const draft = draftOn(accounts)
  const answers = inputs.map((input, index) => {
    const key = holdKey(input.on.accountId, input.biz)
    const held = before.get(key) ?? draftHold(draft, input, index)
    before.set(key, held)
    return held
  })
  await write(tx, draft)
  return answers
}

/** Increases an open hold (an incremental authorization). Throws {@link NotEnough}; a resolved hold is a {@link LedgerFault}. */
export async function increaseHold(tx: Tx, holdId: string, by: Cents): Promise<Hold> {
  const draft = draftOn(await lockAndFind(tx, [], [holdId]), await findHolds(tx, [holdId]))
  draftIncrease(draft, holdId, by)
  await write(tx, draft)
  return draft.holds.get(holdId)!
}

/**
 * Releases a hold, or `amount` of it; returns the freed amount. Releasing all of a resolved hold frees 0, so it may be repeated. More than the remainder is a
 * {@link LedgerFault}.
 */
export const release = async (tx: Tx, holdId: string, amount: Cents | 'all' = 'all'): Promise<Cents> =>
  (await letGo(tx, [{ hold: holdId, amount }], 'VOIDED'))[0]!

/** The same for many holds in a few statements. */
export const releaseMany = (tx: Tx, holds: readonly { hold: string; amount: Cents | 'all' }[]): Promise<Cents[]> =>
  letGo(tx, holds, 'VOIDED')

/** For holds past their deadline: releases the remainder. Returns the amount freed by each. */
export const expire = (tx: Tx, holds: readonly string[]): Promise<Cents[]> =>
  letGo(
    tx,
    holds.map((hold) => ({ hold, amount: 'all' as const })),
    'EXPIRED',
  )

async function letGo(
  tx: Tx,
  inputs: readonly { hold: string; amount: Cents | 'all' }[],
  end: 'VOIDED' | 'EXPIRED',
): Promise<Cents[]> {
  if (!inputs.length) return []
  const ids = inputs.map(({ hold }) => hold)
  const accounts = await lockAndFind(tx, [], ids)
  const draft = draftOn(accounts, await findHolds(tx, ids)) // read after the lock, so that nobody resolves them in between
  const freed = inputs.map(({ hold, amount }) => draftRelease(draft, hold, amount, end))
  await write(tx, draft)
  return freed
}
