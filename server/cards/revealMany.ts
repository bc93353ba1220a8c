import { mayMove } from '#contract/cards/states.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import { sql, type Tx } from '../core/db.ts'
import { outside, OutsideRefused, OutsideUnknown, type CardSecret } from '../outside/outside.ts'
import { logCards } from './orderQueries.ts'
import { cardColumns, cardsBy, fromCards, within, type CardRow } from './queries.ts'
import { stateOf } from './shown.ts'

/** Numbers by card. */
export type Revealed = ReadonlyMap<string, CardSecret>
type Asked = Pick<CardRow, 'card_id' | 'issuer_ref'>

/** The issuer is asked for so many numbers at the same time, and so often for each. */
const [AT_ONCE, TRIES] = [8, 3]

/** Those of these cards that may be revealed, with a line in the log of each: written before anybody sees a number. */
export async function logReveals(tx: Tx, actor: Actor, cardIds: readonly string[]): Promise<Asked[]> {
  const rows = await cardsBy(
    tx,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${within(actor)} AND card.card_id = ANY (${cardIds})`,
  )
  const open = rows.filter((card) => mayMove('reveal', stateOf(card)))
  await logCards(
    tx,
    open.map(({ card_id }) => ({ ...actor, cardId: card_id, type: 'REVEAL', remark: 'EXPORT' })),
  )
  return open
}

/** All of their numbers, or a refusal: a file that lacks some without a word would be worse than none. */
export async function revealMany({ loginId }: Actor, cards: readonly Asked[]): Promise<Revealed> {
  const found = new Map<string, CardSecret>()
  const waiting = [...cards]
  const ask = async (): Promise<void> => {
    for (let card = waiting.pop(); card; card = waiting.pop()) found.set(card.card_id, await numberOf(card, loginId))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return found
}

async function numberOf({ issuer_ref }: Asked, actorId: string): Promise<CardSecret> {
  for (let tries = 1; ; tries++) {
    try {
      return await outside.issuer.reveal(issuer_ref!, { actorId, reason: 'exported to its owner' })
    } catch (error) {
      if (!(error instanceof OutsideUnknown || error instanceof OutsideRefused)) throw error
      if (tries === TRIES || error instanceof OutsideRefused) throw refuse('issuer_unavailable')
    }
  }
}
