/** What postings from the network need of a card, and tell it. */
import type { RawBuilder } from 'kysely'
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '../core/actor.ts'
import { sql, type Tx } from '../core/db.ts'
import { inGroup } from './groups/queries.ts'
import { lockCardAlone, lockMoneyOf } from './lockCard.ts'
import { maybeCardOfIssuer, within, type Reader } from './queries.ts'
import { addSpent } from './spendQueries.ts'
import { hasTag } from './tags/queries.ts'

export const cardOfIssuer = async (
  reader: Reader,
  issuerId: string,
  issuerRef: string,
): Promise<{ accountId: string; cardId: string; ownerSubUid: string | null } | undefined> => {
  const card = await maybeCardOfIssuer(reader, issuerId, issuerRef)
  return card && { accountId: card.account_id, cardId: card.card_id, ownerSubUid: card.owner_sub_uid }
}

/** A card under its lock. Amounts in cents. */
export type PostedCard = {
  readonly accountId: string
  readonly cardId: string
  readonly cardSeqNo: string
  readonly last4: string
  readonly vid: string
  readonly ownerSubUid: string | null
  readonly issuerId: string
  readonly currency: string
  readonly status: string
  readonly balance: Cents
  readonly available: Cents
}

/** What a posting may do to a card concerns the wallet after all, and the card is locked without it: begin again with both. */
export class WalletToo extends Error {}

/**
 * Lock card money and card row, in the order of everybody, before posting a clearing or a refund: afterwards
 * {@link spent}, `coverNegative` and `holdsResolved` may be called in any order without waiting for anybody.
 *
 * With `both` the wallet is locked before them. Without it, it is left alone, or the purchases of an account's hundred
 * cards would settle one after another. The money of a card that is going concerns the wallet; that is known under the
 * lock only, when it is too late to lock it, and {@link WalletToo} is thrown.
 */
export async function lockForPosting(
  tx: Tx,
  accountId: string,
  cardId: string,
  { both }: { both: boolean } = { both: true },
): Promise<PostedCard> {
  const { card } = both ? await lockMoneyOf(tx, accountId, cardId) : await lockCardAlone(tx, accountId, cardId)
  if (!both && (card.status === 'CLOSING' || card.status === 'CLOSED')) throw new WalletToo()
  return {
    accountId,
    cardId,
    cardSeqNo: card.card_seq_no,
    last4: card.last4 ?? '',
    vid: card.vid,
    ownerSubUid: card.owner_sub_uid,
    issuerId: card.issuer_id,
    currency: card.currency,
    status: card.status,
    balance: card.balance_cents,
    available: card.available_cents,
  }
}

/**
 * Add to what was spent, by the card over its life and by its owner on the day of the posting: what an entry of a
 * purchase, forced post or fee took from the card, and, negative, what a refund or reversal gave back to it. To be called
 * after the posting, in its transaction. The proof compares both with those entries.
 */
export const spent = async (tx: Tx, accountId: string, cardId: string, amount: Cents): Promise<void> =>
  void (await addSpent(tx, accountId, cardId, amount))

type CardName = { readonly cardSeqNo: string; readonly lastFour: string }
/** A card that has its number keeps its name for ever, so a page of a list asks for each card once. */
const names = new Map<string, CardName>()
const NAMES = 20_000

/** The same as a FROM item, for a whole list in one query: `card_id`, `card_seq_no`, `last4`. */
export const cardNamesSql = (accountId: string): RawBuilder<unknown> =>
  sql`(SELECT card_id, card_seq_no, last4 FROM card WHERE account_id = ${accountId})`

/** How lists of transactions name cards. */
export async function cardNames(
  reader: Reader,
  accountId: string,
  cardIds: readonly string[],
): Promise<Map<string, CardName>> {
  const known = (cardId: string): CardName | undefined => names.get(`${accountId} ${cardId}`)
  const found = new Map(cardIds.flatMap((cardId) => (known(cardId) ? [[cardId, known(cardId)!]] : [])))
  if (found.size === cardIds.length) return found
  const { rows } = await sql<{ card_id: string; card_seq_no: string; last4: string | null }>`
    SELECT card_id, card_seq_no, last4
      FROM card
     WHERE account_id = ${accountId} AND card_id = ANY (${cardIds.filter((cardId) => !found.has(cardId))})`.execute(
    reader,
  )
  if (names.size > NAMES) names.clear()
  for (const { card_id, card_seq_no, last4 } of rows) {
    const name = { cardSeqNo: card_seq_no, lastFour: last4 ?? '' }
    found.set(card_id, name)
    if (last4 !== null) names.set(`${accountId} ${card_id}`, name)
  }
  return found
}

export type CardMarks = {
  cardSeqNo?: string | undefined
  lastFour?: string | undefined
  gid?: string | undefined
  tagId?: string | undefined
}

/** The cards that filters of other lists mean; `undefined` where they name none, so that a list need not look. */
export async function cardIdsBy(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'>,
  { cardSeqNo, lastFour, gid, tagId }: CardMarks,
): Promise<string[] | undefined> {
  if (cardSeqNo === undefined && lastFour === undefined && gid === undefined && tagId === undefined) return undefined
  const { rows } = await sql<{ card_id: string }>`
    SELECT card_id
      FROM card
     WHERE ${within(whose)}
       ${cardSeqNo === undefined ? sql`` : sql`AND card_seq_no = ${cardSeqNo}`}
       ${lastFour === undefined ? sql`` : sql`AND last4 = ${lastFour}`}
       ${gid === undefined ? sql`` : sql`AND ${inGroup(whose, gid)}`}
       ${tagId === undefined ? sql`` : sql`AND ${hasTag(tagId)}`}`.execute(reader)
  return rows.map(({ card_id }) => card_id)
}
