/**
 * An event is applied only if it matches our records: it moves money, so a mismatch is never resolved by guessing. It waits at the desk
 * (../desk/heldEvents.ts).
 */
import type { EventFact, HoldReason } from '#contract/trades/desk/heldEvents.ts'
import { show } from '#contract/core/money.ts'
import { THREE_D_WINDOW_MS } from '#contract/threeD/threeD.ts'
import type { TradeType } from '#contract/trades/trades.ts'
import { cardNames, type PostedCard } from '#server/cards/cards.ts'
import type { Tx } from '#server/core/db.ts'
import { outside, type NetworkEvent } from '#server/outside/outside.ts'
import { authById, type AuthRow } from '../auths.ts'
import { boundedMs } from '../networkTime.ts'
import type { TradeRow } from '../queries.ts'

/** The event's value beside ours. Never a card number: cards are named by their serial number and last four digits. */
export type Fact = { readonly fact: EventFact; readonly told: string; readonly ours: string }

/** The event does not match. It is neither applied nor retried until a person decides so. */
export class Mismatch extends Error {
  readonly reason: HoldReason
  readonly facts: readonly Fact[]
  constructor(reason: HoldReason, ...facts: readonly Fact[]) {
    super(reason)
    this.reason = reason
    this.facts = facts
  }
}

type Money = { readonly amount: number; readonly currency: string }

/** Checks the amounts and currencies of an event. */
export function checkMoney(card: Pick<PostedCard, 'currency'>, { amount, currency }: Money): void {
  if (currency !== card.currency)
    throw new Mismatch('CURRENCY_DIFFERS', { fact: 'currency', told: String(currency), ours: card.currency })
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new Mismatch('AMOUNT_INVALID', { fact: 'amount', told: String(amount), ours: '' })
}

/** An event of an issuer that is not set up here any more is not applied. */
export function checkIssuer({ issuer }: NetworkEvent): void {
  if (outside.issuers.has(issuer)) return
  throw new Mismatch('ISSUER_DIFFERS', { fact: 'issuer', told: issuer, ours: [...outside.issuers.keys()].join(', ') })
}

type OneCard = { readonly accountId: string; readonly cardId: string }
type Named = { readonly account_id: string; readonly card_id: string }

/** Checks that everything an event refers to belongs to its card. */
export async function checkCard(tx: Tx, card: OneCard, named: Named | undefined): Promise<void> {
  if (named && named.card_id !== card.cardId) await refuseCard(tx, card, named)
}

/** `card`: undefined if the event names a card that we do not have. */
export async function refuseCard(tx: Tx, card: OneCard | undefined, named: Named): Promise<never> {
  const nameOf = async ({ accountId, cardId }: OneCard): Promise<string> => {
    const name = (await cardNames(tx, accountId, [cardId])).get(cardId)
    return name ? `${name.cardSeqNo} ···· ${name.lastFour}` : ''
  }
  const [told, ours] = [
    card ? await nameOf(card) : '',
    await nameOf({ accountId: named.account_id, cardId: named.card_id }),
  ]
  throw new Mismatch('CARD_DIFFERS', { fact: 'card', told, ours })
}

type Settled = Money & { readonly type: string; readonly authRef?: string }

/** Checks that a repeated clearing or refund equals the posted one. */
export async function checkRepeat(
  tx: Tx,
  card: PostedCard,
  event: Settled,
  trade: TradeRow,
  types: readonly TradeType[],
): Promise<void> {
  await checkCard(tx, card, trade)
  const same = Math.abs(trade.amount_cents) === event.amount && types.includes(trade.type as TradeType)
  if (!same) throw new Mismatch('REPEATED_DIFFERENTLY', ...factsOf(event, trade))
  // A refund may belong to an authorization that its event did not name.
  if (trade.type !== 'REFUND') await checkAuthOf(tx, event, trade)
}

/** Checks that a reversal matches what it reverses: same card, same kind, full amount. */
export async function checkReversal(
  tx: Tx,
  card: PostedCard,
  event: Settled,
  trade: TradeRow,
  types: readonly TradeType[],
): Promise<void> {
  await checkCard(tx, card, trade)
  if (!types.includes(trade.type as TradeType)) throw new Mismatch('TYPE_DIFFERS', ...factsOf(event, trade))
  if (Math.abs(trade.amount_cents) !== event.amount) throw new Mismatch('AMOUNT_DIFFERS', ...factsOf(event, trade))
}

/** What the issuer returned after a dispute would come back a second time with the reversal. */
export function checkNotWon({ won_cents }: Pick<TradeRow, 'won_cents'>): void {
  if (won_cents > 0) throw new Mismatch('STATUS_DIFFERS', { fact: 'status', told: 'REVERSED', ours: 'WON' })
}

/** A clearing belongs to one authorization; its reversal may omit the reference, but not give another. */
export async function checkAuthOf(tx: Tx, { authRef }: Settled, trade: TradeRow): Promise<void> {
  if (authRef === undefined) return
  const auth = trade.auth_id === null ? undefined : await authById(tx, trade.account_id, trade.auth_id)
  const ours = auth?.issuer_ref ?? trade.awaited_ref ?? ''
  if (ours !== authRef) throw new Mismatch('AUTH_DIFFERS', { fact: 'authorization', told: authRef, ours })
}

/** The network says that it was never approved. Nothing of it may be held or cleared then. */
export async function checkDeclined(tx: Tx, card: OneCard, auth: AuthRow): Promise<void> {
  await checkCard(tx, card, auth)
  if (['PENDING', 'PARTIAL', 'COMPLETE'].includes(auth.status))
    throw new Mismatch('STATUS_DIFFERS', { fact: 'status', told: 'DECLINED', ours: auth.status })
}

const factsOf = ({ type, amount, currency }: Settled, trade: TradeRow): Fact[] => [
  { fact: 'type', told: type, ours: trade.type },
  { fact: 'amount', told: show(amount, currency), ours: show(Math.abs(trade.amount_cents)) },
]

/**
 * The event's times, bounded by when we received it: a clock that is years off must not date entries of today's books years off, or keep a code valid for
 * years. The stored event keeps the original times.
 */
export function boundedTime(event: NetworkEvent, receivedMs: number): NetworkEvent {
  const occurredAt = boundedMs(event.occurredAt, receivedMs)
  if (event.type !== 'threeDs.challenged') return { ...event, occurredAt }
  return { ...event, occurredAt, expiresAt: Math.min(event.expiresAt, occurredAt + THREE_D_WINDOW_MS) }
}
