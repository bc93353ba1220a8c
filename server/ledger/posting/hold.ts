import type { Cents } from '#contract/core/money.ts'
import { cellOf } from '#server/core/database/cells.ts'
import type { Tx } from '#server/core/db.ts'
import { findHolds, findHoldsFor, lockAndFind } from '../queries.ts'
import { atHome, refKey, type Ref } from '../refs.ts'
import type { Hold, HoldInput } from '../words.ts'
import { draftHold, draftKept, draftOn, draftRelease, holdKey } from './draft.ts'
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
  const accounts = await lockedOrOpened(tx, refs.map(atHome))
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

/**
 * Changes what an account has held by a hold that its owner keeps ({@link KeptHold}): raises it by a positive amount, lowers it by a negative one, in minor
 * units. Throws {@link NotEnough}; a {@link LedgerFault} for more than the account holds at all.
 */
export async function changeHeld(tx: Tx, on: Ref, by: Cents): Promise<void> {
  const draft = draftOn(await lockedOrOpened(tx, [atHome(on)]))
  draftKept(draft, on, by)
  await write(tx, draft)
}

/**
 * Releases a hold, or `amount` of it; returns the freed amount. Releasing all of a resolved hold frees 0, so it may be repeated. More than the remainder is a
 * {@link LedgerFault}.
 */
export const release = async (
  tx: Tx,
  { accountId, holdId }: Pick<Hold, 'accountId' | 'holdId'>,
  amount: Cents | 'all' = 'all',
): Promise<Cents> => (await releaseMany(tx, accountId, [{ hold: holdId, amount }]))[0]!

/** The same for many holds of an account in a few statements. */
export async function releaseMany(
  tx: Tx,
  accountId: string,
  inputs: readonly { hold: string; amount: Cents | 'all' }[],
): Promise<Cents[]> {
  if (!inputs.length) return []
  const cell = cellOf(accountId)
  const ids = inputs.map(({ hold }) => ({ cell, holdId: hold }))
  const accounts = await lockAndFind(tx, [], ids)
  const draft = draftOn(accounts, await findHolds(tx, ids)) // read after the lock, so that nobody resolves them in between
  const freed = inputs.map(({ hold, amount }) => draftRelease(draft, hold, amount))
  await write(tx, draft)
  return freed
}
