import { mayMove, type CardMove } from '#contract/cards/states.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Tx } from '../core/db.ts'
import { subForMoney, type SubRow } from '../identity/identity.ts'
import { cardAccount, lockAccounts, NotEnough, wallet, type Balance } from '../ledger/ledger.ts'
import { lockCardRow, lockCardRows, maybeCard, stateOf, type CardRow } from './queries.ts'

/**
 * Returns the caller's card, locked with its wallet for a movement of money, in a state that allows it. Money rows are locked first, then the card: every
 * caller uses this order (see `lockCardRow`).
 */
export async function lockCard(
  tx: Tx,
  actor: Actor,
  cardId: string,
  move: CardMove,
): Promise<{ card: CardRow; walletBalance: Balance; sub: SubRow | undefined }> {
  const sub = await stillActing(tx, actor)
  if (!(await maybeCard(tx, actor, cardId))) throw refuse('not_found', { field: 'cardId' })
  const { card, walletBalance } = await lockMoneyOf(tx, actor.accountId, cardId)
  if (!mayMove(move, stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })
  return { card, walletBalance, sub }
}

/**
 * Freezing a sub-account and spending by it lock the same row, so none of its money moves after the freeze is confirmed. Called before any money row is locked.
 */
export async function stillActing(
  tx: Tx,
  { accountId, subUid }: Pick<Actor, 'accountId' | 'subUid'>,
): Promise<SubRow | undefined> {
  return subUid ? subForMoney(tx, accountId, subUid) : undefined
}

/** Like {@link lockCard}, for the system, which may move what people may not. */
export async function lockMoneyOf(
  tx: Tx,
  accountId: string,
  cardId: string,
): Promise<{ card: CardRow; walletBalance: Balance }> {
  const [walletBalance] = await lockAccounts(tx, [wallet(accountId), cardAccount(accountId, cardId)])
  return { card: await lockCardRow(tx, accountId, cardId), walletBalance: walletBalance! }
}

/** Without the wallet, for postings that stay on the card. The wallet may not be locked after this. */
export async function lockCardAlone(tx: Tx, accountId: string, cardId: string): Promise<{ card: CardRow }> {
  await lockAccounts(tx, [cardAccount(accountId, cardId)])
  return { card: await lockCardRow(tx, accountId, cardId) }
}

/** Many cards with their wallet, locked in the same order as everywhere. The map is by card id. */
export async function lockMoneyOfMany(
  tx: Tx,
  accountId: string,
  cardIds: readonly string[],
): Promise<{ cards: Map<string, CardRow>; walletBalance: Balance }> {
  const money = cardIds.map((cardId) => cardAccount(accountId, cardId))
  const [walletBalance] = await lockAccounts(tx, [wallet(accountId), ...money])
  const rows = await lockCardRows(tx, { accountId, subUid: undefined }, cardIds)
  return { cards: new Map(rows.map((card) => [card.card_id, card])), walletBalance: walletBalance! }
}

/** Translates the ledger's shortage of funds into a refusal for the wallet's owner. */
export async function fromWallet<T>(moving: Promise<T>): Promise<T> {
  try {
    return await moving
  } catch (error) {
    if (error instanceof NotEnough && error.account.code === '2010')
      throw refuse('insufficient_wallet', { shortCents: error.short })
    throw error
  }
}
