import { mayMove, type CardMove } from '#contract/cards/states.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Tx } from '../core/db.ts'
import { subForMoney, type SubRow } from '../identity/identity.ts'
import { cardAccount, lockAccounts, NotEnough, wallet, type Balance } from '../ledger/ledger.ts'
import { lockCardRow, lockCardRows, maybeCard, type CardRow } from './queries.ts'
import { stateOf } from './shown.ts'

/**
 * The caller's card, locked with its wallet for a move of money, in a state that allows the move. Money rows come
 * first, then the card: everyone locks in this order (see `lockCardRow`).
 */
export async function lockCard(
  tx: Tx,
  actor: Actor,
  cardId: string,
  move: CardMove,
): Promise<{ card: CardRow; purse: Balance; sub: SubRow | undefined }> {
  const sub = await stillActing(tx, actor)
  if (!(await maybeCard(tx, actor, cardId))) throw refuse('not_found', { field: 'cardId' })
  const { card, purse } = await lockMoneyOf(tx, actor.accountId, cardId)
  if (!mayMove(move, stateOf(card))) throw refuse('card_not_active', { status: card.shown_status })
  return { card, purse, sub }
}

/** Freezing a sub-account and spending by it take the same row, so nothing of it moves after the freeze is answered. Before any money row. */
export async function stillActing(
  tx: Tx,
  { accountId, subUid }: Pick<Actor, 'accountId' | 'subUid'>,
): Promise<SubRow | undefined> {
  return subUid ? subForMoney(tx, accountId, subUid) : undefined
}

/** The same for the system itself, which may move what people may not. */
export async function lockMoneyOf(
  tx: Tx,
  accountId: string,
  cardId: string,
): Promise<{ card: CardRow; purse: Balance }> {
  const [purse] = await lockAccounts(tx, [wallet(accountId), cardAccount(accountId, cardId)])
  return { card: await lockCardRow(tx, accountId, cardId), purse: purse! }
}

/** Without the wallet: for what stays on the card. Who locks this may not ask for the wallet afterwards. */
export async function lockCardAlone(tx: Tx, accountId: string, cardId: string): Promise<{ card: CardRow }> {
  await lockAccounts(tx, [cardAccount(accountId, cardId)])
  return { card: await lockCardRow(tx, accountId, cardId) }
}

/** Many cards with their wallet, in the order of everybody. By their ids. */
export async function lockMoneyOfMany(
  tx: Tx,
  accountId: string,
  cardIds: readonly string[],
): Promise<{ cards: Map<string, CardRow>; purse: Balance }> {
  const money = cardIds.map((cardId) => cardAccount(accountId, cardId))
  const [purse] = await lockAccounts(tx, [wallet(accountId), ...money])
  const rows = await lockCardRows(tx, { accountId, subUid: undefined }, cardIds)
  return { cards: new Map(rows.map((card) => [card.card_id, card])), purse: purse! }
}

/** What the ledger says is missing, in words for the person whose wallet it is. */
export async function fromWallet<T>(moving: Promise<T>): Promise<T> {
  try {
    return await moving
  } catch (error) {
    if (error instanceof NotEnough && error.account.code === '2010')
      throw refuse('insufficient_wallet', { shortCents: error.short })
    throw error
  }
}
