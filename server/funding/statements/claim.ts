import { refuse } from '#contract/core/refusals.ts'
import type { Tx } from '#server/core/db.ts'
import { lockLine, setLine, type Line } from './lineQueries.ts'
import { intoSuspense } from './suspense.ts'

/** Somebody wants to do something with this money; until that is decided nobody else may. It is in the books from now on, at the latest. */
export async function claimed(tx: Tx, lineId: string, accountId: string | null): Promise<Line> {
  const line = await lockLine(tx, lineId)
  if (!line) throw refuse('not_found')
  if (line.state !== 'OPEN' && line.state !== 'SUSPENSE') throw refuse('conflict')
  await intoSuspense(tx, [line])
  await setLine(tx, lineId, { state: 'MATCHED', accountId })
  return line
}

export async function freed(tx: Tx, lineId: string): Promise<void> {
  const line = await lockLine(tx, lineId)
  if (line?.state === 'MATCHED')
    await setLine(tx, lineId, { state: line.suspense_id ? 'SUSPENSE' : 'OPEN', accountId: null })
}
