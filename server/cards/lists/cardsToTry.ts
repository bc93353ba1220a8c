import { mayMove } from '#contract/cards/states.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '#server/core/actor.ts'
import { db, sql } from '#server/core/db.ts'
import { cardColumns, cardsBy, fromCards, stateOf, within, type CardRow } from '../queries.ts'
import { loadPrice } from '../ranges/prices.ts'
import { termsOf, type Terms } from '../ranges/terms.ts'
import { conditionsOf, type CardsBy, type Scope } from './queries.ts'

/** A card on which a charge is tried, with where its money is. */
export type CardToTry = {
  readonly cardId: string
  readonly accountId: string
  readonly cardSeqNo: string
  readonly lastFour: string
  readonly cell: number
  readonly laId: number
  readonly available: Cents
  readonly blocks: number
  readonly mayUnfreeze: boolean
  /** What one load may bring, if it can be loaded. */
  readonly load: { readonly min: Cents; readonly max: Cents; totalOf(amount: Cents): Cents } | undefined
}

/** The filters of the list of cards. Without a status, cards that could be charged. */
export type TryFilter = Partial<Omit<CardsBy, 'scope' | 'sort'>> & { scope?: Scope['of'] | undefined }

/** Which cards: these, or those of a filter; without both, one card if it is the caller's, and the active ones. */
type Meant = { cardIds?: readonly string[] | undefined; filter?: TryFilter | undefined; first: string; most: number }

/** The caller's cards that are meant, those with the most money first. `more`: not all of them. */
export async function cardsToTry(
  actor: Pick<Actor, 'accountId' | 'subUid'>,
  { cardIds, filter, first, most }: Meant,
): Promise<{ cards: CardToTry[]; more: boolean }> {
  const listed =
    filter &&
    sql`${meantBy(actor, filter)} ${cardIds || filter.status?.length ? sql`` : sql`AND card.status = 'ACTIVE'`}`
  const chosen = cardIds
    ? sql`card.card_id = ANY (${cardIds})`
    : listed
      ? sql`true`
      : sql`(card.status = 'ACTIVE' AND card.blocks = 0 OR card.card_id = ${first})`
  const found = await cardsBy(
    db,
    sql`
    SELECT ${cardColumns}
      FROM ${fromCards}
     WHERE ${within(actor)} AND card.la_id IS NOT NULL AND ${chosen} ${listed ? sql`AND ${listed}` : sql``}
     ORDER BY card.card_id = ${first} DESC, money.available_cents DESC, card.card_id
     LIMIT ${most + 1}`,
  )
  const rows = found.slice(0, most)
  const termsBy = new Map<string, Terms>()
  for (const { vid } of rows) if (!termsBy.has(vid)) termsBy.set(vid, await termsOf(db, actor.accountId, vid))
  return { cards: rows.map((card) => toTry(card, termsBy.get(card.vid)!)), more: found.length > most }
}

const meantBy = (actor: Pick<Actor, 'accountId' | 'subUid'>, { scope = 'all', ...filter }: TryFilter) =>
  conditionsOf(actor, { of: scope, subUid: filter.subUid }, { ...filter, scope: 'all', sort: '-available' })

function toTry(card: CardRow, terms: Terms): CardToTry {
  const { range, perLoadMax } = terms
  const [min, max] = [range.min_load_cents, Math.min(perLoadMax, range.max_balance_cents - card.balance_cents)]
  return {
    cardId: card.card_id,
    accountId: card.account_id,
    cardSeqNo: card.card_seq_no,
    lastFour: card.last4 ?? '',
    cell: card.cell,
    laId: card.la_id!,
    available: card.available_cents,
    blocks: card.blocks,
    mayUnfreeze: mayMove('unfreeze', stateOf(card)),
    load:
      mayMove('load', stateOf(card)) && min <= max
        ? { min, max, totalOf: (amount) => loadPrice(terms, amount).total }
        : undefined,
  }
}
