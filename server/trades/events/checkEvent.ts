/**
 * An event is applied only where it fits what we hold: its word moves money, so what does not fit is never taken for
 * the nearest thing that does. It waits at the desk (../desk/heldEvents.ts).
 */
import type { EventFact, HoldReason } from '#contract/trades/desk/heldEvents.ts'
import { show } from '#contract/core/money.ts'
import type { TradeType } from '#contract/trades/trades.ts'
import { cardNames, type PostedCard } from '#server/cards/cards.ts'
import { DAY, MINUTE } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import type { NetworkEvent } from '#server/outside/outside.ts'
import { authById, type TradeRow } from '../queries.ts'

/** What the event says beside what we hold. Never a card number: cards go by their serial number and last four digits. */
export type Fact = { readonly fact: EventFact; readonly told: string; readonly ours: string }

/** The event does not fit. It is not applied and not tried again until a person says so. */
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

/** Before anything of an event about money is believed. */
export function checkMoney(card: Pick<PostedCard, 'currency'>, { amount, currency }: Money): void {
  if (currency !== card.currency)
    throw new Mismatch('CURRENCY_DIFFERS', { fact: 'currency', told: String(currency), ours: card.currency })
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new Mismatch('AMOUNT_INVALID', { fact: 'amount', told: String(amount), ours: '' })
}

/** What an event names is of the card that the event is about. */
export async function checkCard(
  tx: Tx,
  card: PostedCard,
  named: { readonly account_id: string; readonly card_id: string } | undefined,
): Promise<void> {
  if (!named || named.card_id === card.cardId) return
  const ours = (await cardNames(tx, named.account_id, [named.card_id])).get(named.card_id)
  throw new Mismatch('CARD_DIFFERS', {
    fact: 'card',
    told: `${card.cardSeqNo} ···· ${card.last4}`,
    ours: ours ? `${ours.cardSeqNo} ···· ${ours.lastFour}` : '',
  })
}

type Settled = Money & { readonly type: string; readonly authRef?: string }

/** A clearing or refund that has been posted before says the same as then. */
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
}

/** A reversal takes back what it names: of the same card, the same kind, whole. */
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

/** A clearing belongs to one authorization; a reversal of it may leave the name out, but not give another. */
export async function checkAuthOf(tx: Tx, { authRef }: Settled, trade: TradeRow): Promise<void> {
  if (authRef === undefined) return
  const auth = trade.auth_id === null ? undefined : await authById(tx, trade.account_id, trade.auth_id)
  const ours = auth?.issuer_ref ?? trade.awaited_ref ?? ''
  if (ours !== authRef) throw new Mismatch('AUTH_DIFFERS', { fact: 'authorization', told: authRef, ours })
}

const factsOf = ({ type, amount, currency }: Settled, trade: TradeRow): Fact[] => [
  { fact: 'type', told: type, ours: trade.type },
  { fact: 'amount', told: show(amount, currency), ours: show(Math.abs(trade.amount_cents)) },
]

/** The network's clock may be this far ahead of ours: what a signature of its messages may be, too. */
const SKEW_MS = 5 * MINUTE
/** Networks settle, refund and dispute within a year and a month; anything older is a wrong clock, not an old purchase. */
const OLDEST_MS = 400 * DAY

/**
 * When it happened, bounded by when we were told: a clock years off must not date entries of today's books years off.
 * The stored event keeps what it said.
 */
export const boundedTime = (event: NetworkEvent, receivedMs: number): NetworkEvent => ({
  ...event,
  occurredAt: Math.min(Math.max(event.occurredAt, receivedMs - OLDEST_MS), receivedMs + SKEW_MS),
})
