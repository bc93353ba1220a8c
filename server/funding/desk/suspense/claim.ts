import { refuse } from '#contract/core/refusals.ts'
import type { Tx } from '#server/core/db.ts'
import { lockItem, setItem, type Item } from '#server/funding/orders/suspenseQueries.ts'

/** Reserves an unmatched payment for one request until that is decided. */
export async function claimItem(tx: Tx, suspenseId: string): Promise<Item> {
  const item = await lockItem(tx, suspenseId)
  if (!item) throw refuse('not_found')
  if (item.state !== 'OPEN') throw refuse('conflict')
  await setItem(tx, suspenseId, 'CLAIMED')
  return item
}

export async function releaseItem(tx: Tx, suspenseId: string): Promise<void> {
  const item = await lockItem(tx, suspenseId)
  if (item?.state === 'CLAIMED') await setItem(tx, suspenseId, 'OPEN')
}
