import type { Cents } from '#contract/core/money.ts'
import type { Tx } from '../core/db.ts'
import { draftHold, draftIncrease, draftOn, holdKey } from './draft.ts'
import { lockedOrOpened } from './lockAccounts.ts'
import { findHolds, findHoldsFor, lockAndFind } from './queries.ts'
import { refKey } from './refs.ts'
import type { Hold, HoldWish } from './words.ts'
import { write } from './write.ts'

/** Set money aside. See {@link holdMany}. */
export const hold = async (tx: Tx, wish: HoldWish): Promise<Hold> => (await holdMany(tx, [wish]))[0]!

/**
 * Set money aside, all or none: what is available falls, no entry is written. A hold that was made before for the same
 * business object of the tenant is answered as it stands now. Throws {@link NotEnough}.
 */
export async function holdMany(tx: Tx, wishes: readonly HoldWish[]): Promise<Hold[]> {
  if (!wishes.length) return []
  const refs = [...new Map(wishes.map(({ on }) => [refKey(on), on])).values()]
  const accounts = await lockedOrOpened(tx, refs)
  const known = await findHoldsFor(
    tx,
    wishes.map(({ on, biz }) => ({ accountId: on.accountId, biz })),
  )
  const before = new Map(known.map((held) => [holdKey(held.accountId, held.biz), held]))
  const draft = draftOn(accounts)
  const answers = wishes.map((wish, index) => {
    const key = holdKey(wish.on.accountId, wish.biz)
    const held = before.get(key) ?? draftHold(draft, wish, index)
    before.set(key, held)
    return held
  })
  await write(tx, draft)
  return answers
}

/** Set more aside under an open hold (an incremental authorization). Throws {@link NotEnough}; a hold that is resolved is a {@link LedgerFault}. */
export async function increaseHold(tx: Tx, holdId: string, by: Cents): Promise<Hold> {
  const draft = draftOn(await lockAndFind(tx, [], [holdId]), await findHolds(tx, [holdId]))
  draftIncrease(draft, holdId, by)
  await write(tx, draft)
  return draft.holds.get(holdId)!
}
