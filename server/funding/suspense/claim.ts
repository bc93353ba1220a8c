import { refuse } from '#contract/core/refusals.ts'
import type { Tx } from '#server/core/db.ts'
import { lockItem, setItem, type Item } from './suspenseQueries.ts'

/** Somebody wants to do something with this money; until that is decided nobody else may. */
export async function claimed(tx: Tx, suspenseId: string): Promise<Item> {
  const item = await lockItem(tx, suspenseId)
  if (!item) throw refuse('not_found')
  if (item.state !== 'OPEN') throw refuse('conflict')
  await setItem(tx, suspenseId, 'CLAIMED')
  return item
}

export async function freed(tx: Tx, suspenseId: string): Promise<void> {
  const item = await lockItem(tx, suspenseId)
  if (item?.state === 'CLAIMED') await setItem(tx, suspenseId, 'OPEN')
}
