/** The model of what the card network does to an account. */
import type { AccountModel } from './model.ts'
import { conversionFee, DAY_MS, type ModelAuth, type ModelCard, type ModelTrade } from './modelTypes.ts'

const isLive = ({ status }: ModelAuth): boolean => status === 'PENDING' || status === 'PARTIAL'
/** An ordinary merchant's hold. */
const HOLD_MS = 7 * DAY_MS

/** Returns why a purchase would be declined; undefined if approved. */
export function declineOf(model: AccountModel, card: ModelCard, amount: number, currency: string): string | undefined {
  if (card.status === 'CLOSED' || card.status === 'CLOSING') return 'CARD_CLOSED'
  if (card.status === 'FROZEN') return 'CARD_PAUSED'
  return amount + conversionFee(amount, currency) > model.free(card) ? 'INSUFFICIENT_FUNDS' : undefined
}

export function purchase(
  model: AccountModel,
  card: ModelCard,
  ref: string,
  amount: number,
  currency: string,
): ModelAuth {
  const reason = declineOf(model, card, amount, currency) ?? null
  const fee = reason ? 0 : conversionFee(amount, currency)
  const auth: ModelAuth = {
    ...newAuth(model, card, ref, amount, currency),
    ...{ reason, fee, status: reason ? 'DECLINED' : 'PENDING', held: reason ? 0 : amount + fee },
  }
  card.held += auth.held
  model.auths.push(auth)
  model.attempts.push({ atMs: model.nowMs, declined: reason !== null, cardId: card.cardId })
  return auth
}

function newAuth(model: AccountModel, card: ModelCard, ref: string, amount: number, currency: string): ModelAuth {
  return {
    ...{ ref, cardId: card.cardId, sub: card.sub, currency, status: 'COMPLETE', reason: null, amount, increments: [] },
    ...{ fee: 0, feeTaken: 0, held: 0, cleared: 0, atMs: model.nowMs, expiresMs: model.nowMs + HOLD_MS },
  }
}

/** The network declined it before it reached us. */
export function networkDecline(model: AccountModel, card: ModelCard, ref: string, amount: number): void {
  model.auths.push({ ...newAuth(model, card, ref, amount, 'USD'), status: 'DECLINED', reason: 'EXPIRY_MISMATCH' })
  model.attempts.push({ atMs: model.nowMs, declined: true, cardId: card.cardId })
}

/** An authorization about which the network has told something before the request itself. */
export function awaits(model: AccountModel, card: ModelCard, ref: string, amount: number, currency: string) {
  const known = model.awaited.get(ref) ?? { auth: newAuth(model, card, ref, amount, currency), reversed: false }
  model.awaited.set(ref, known)
  return known
}

/** The request comes at last. What was cleared of it stays; if nothing was, and it was reversed, nobody waits for it; else it is decided. */
export function arrives(model: AccountModel, card: ModelCard, ref: string): ModelAuth {
  const { auth, reversed } = model.awaited.get(ref)!
  model.awaited.delete(ref)
  if (auth.cleared === 0 && !reversed) return purchase(model, card, ref, auth.amount, auth.currency)
  Object.assign(auth, { sub: card.sub, atMs: model.nowMs })
  if (auth.cleared === 0) Object.assign(auth, { status: 'REVERSED', reason: 'TIMEOUT' })
  model.auths.push(auth)
  return auth
}

export function mayIncrement(model: AccountModel, auth: ModelAuth, more: number): boolean {
  const card = model.card(auth.cardId)
  return isLive(auth) && auth.held > 0 && card.status === 'ACTIVE' && more + feeOfMore(auth, more) <= model.free(card)
}
const feeOfMore = (auth: ModelAuth, more: number): number =>
  Math.max(0, conversionFee(auth.amount + more, auth.currency) - auth.fee)

export function increment(model: AccountModel, auth: ModelAuth, more: number, ref: string): void {
  auth.increments.push({ ref, amount: more })
  const fee = feeOfMore(auth, more)
  auth.amount += more
  auth.fee += fee
  hold(model, auth, auth.held + more + fee)
}

export function reverse(model: AccountModel, auth: ModelAuth, amount: number | 'all'): void {
  if (!isLive(auth)) return
  if (amount === 'all' || amount >= auth.amount - auth.cleared) {
    auth.status = auth.status === 'PARTIAL' ? 'COMPLETE' : 'REVERSED'
    hold(model, auth, 0)
  } else {
    auth.amount -= amount
    const fee = conversionFee(auth.amount, auth.currency)
    hold(model, auth, Math.min(auth.held, auth.amount - auth.cleared + Math.max(0, fee - auth.feeTaken)))
    auth.fee = Math.min(auth.fee, fee)
  }
  model.holdEnded(model.card(auth.cardId))
}

/** The answer to an increment came too late: it is undone as if it had never been made. */
export function undo(model: AccountModel, auth: ModelAuth, { ref, amount }: ModelAuth['increments'][number]): void {
  auth.increments = auth.increments.filter((one) => one.ref !== ref)
  if (!isLive(auth)) return
  auth.amount = Math.max(0, auth.amount - amount)
  const fee = conversionFee(auth.amount, auth.currency)
  hold(model, auth, Math.min(auth.held, Math.max(0, auth.amount - auth.cleared) + Math.max(0, fee - auth.feeTaken)))
  auth.fee = Math.min(auth.fee, Math.max(fee, auth.feeTaken))
  if (auth.held === 0 && auth.status === 'PENDING') auth.status = 'REVERSED'
  model.holdEnded(model.card(auth.cardId))
}

/** Holds that end together free their money together: a debt is paid once from the total, and where a card closes, from the total so far. */
export function expire(model: AccountModel, ...auths: ModelAuth[]): void {
  for (const auth of auths.filter(isLive)) {
    auth.status = auth.status === 'PARTIAL' ? 'COMPLETE' : 'EXPIRED'
    hold(model, auth, 0)
    model.closeAfterLastHold(model.card(auth.cardId))
  }
  model.payDebts()
}

export function clear(
  model: AccountModel,
  card: ModelCard,
  auth: ModelAuth | undefined,
  { ref, amount, final, currency }: { ref: string; amount: number; final: boolean; currency: string },
): ModelTrade | undefined {
  if (amount === 0) {
    if (auth && final && isLive(auth)) finish(model, auth)
    return undefined
  }
  const live = auth !== undefined && isLive(auth)
  const before = auth ?? { cleared: 0, feeTaken: 0 }
  const fee = Math.max(0, conversionFee(before.cleared + amount, currency) - before.feeTaken)
  const total = amount + fee
  const trade: ModelTrade = {
    ...{ ref, cardId: card.cardId, sub: card.sub, auth, fee, refunded: 0, excess: 0, reviewHeld: 0 },
    ...{ type: live ? 'PURCHASE' : 'FORCED', status: 'POSTED', amount: -amount },
  }
  if (auth) {
    auth.cleared += amount
    auth.feeTaken += fee
    if (live) hold(model, auth, final ? 0 : auth.held - Math.min(total, auth.held))
    if (live) auth.status = final ? 'COMPLETE' : 'PARTIAL'
    else if (auth.status !== 'DECLINED') auth.status = 'COMPLETE'
  }
  model.moveCard(card, 'PURCHASE', -total)
  model.spend(card, total, card.sub)
  model.trades.push(trade)
  model.coverFromWallet(card)
  model.holdEnded(card)
  return trade
}

/** A final clearing of zero: the merchant collects nothing more. */
function finish(model: AccountModel, auth: ModelAuth): void {
  auth.status = 'COMPLETE'
  hold(model, auth, 0)
  model.holdEnded(model.card(auth.cardId))
}

export function reverseClearing(model: AccountModel, trade: ModelTrade): void {
  const card = model.card(trade.cardId)
  const total = -trade.amount + trade.fee
  trade.status = 'REVERSED'
  if (trade.auth) {
    trade.auth.cleared = Math.max(0, trade.auth.cleared + trade.amount)
    trade.auth.feeTaken = Math.max(0, trade.auth.feeTaken - trade.fee)
  }
  giveTo(model, card, total, 'REVERSAL', trade.sub)
  model.trades.push({ ...reversalOf(trade), fee: 0 - trade.fee })
  for (const refund of model.trades) if (refund.purchase === trade) losePurchase(model, card, refund)
  model.payDebts()
}

/** The money of this refund came back a second time. */
function losePurchase(model: AccountModel, card: ModelCard, refund: ModelTrade): void {
  const given = refund.amount - refund.excess
  if (refund.status !== 'POSTED' || given === 0) return
  const reviewed = model.unexplainedRefunds() + given > UNEXPLAINED_MAX
  refund.excess = refund.amount
  if (reviewed) review(model, card, refund)
}

/** Holds what the card has of the refund. */
function review(model: AccountModel, card: ModelCard, refund: ModelTrade): void {
  refund.reviewHeld = Math.min(refund.amount, Math.max(0, model.free(card)))
  if (refund.reviewHeld > 0) refund.status = 'UNDER_REVIEW'
  card.held += refund.reviewHeld
}

/** Unexplained refunds of an account above 100.00 in 30 days wait for staff. */
const UNEXPLAINED_MAX = 10_000

export function refund(
  model: AccountModel,
  card: ModelCard,
  ref: string,
  amount: number,
  purchased?: ModelTrade,
): ModelTrade {
  const left = purchased ? -purchased.amount - purchased.refunded : 0
  const given = Math.min(amount, left)
  const excess = amount - given
  const reviewed = excess > 0 && model.unexplainedRefunds() + excess > UNEXPLAINED_MAX
  const trade: ModelTrade = {
    ...{ ref, cardId: card.cardId, sub: card.sub, auth: purchased?.auth, type: 'REFUND', amount, fee: 0, refunded: 0 },
    ...{ status: 'POSTED', purchase: purchased, reviewHeld: 0, excess },
  }
  giveTo(model, card, amount, 'REFUND', card.sub)
  if (reviewed) review(model, card, trade)
  if (purchased) giveBack(purchased, given)
  model.trades.push(trade)
  model.payDebts()
  return trade
}

export function reverseRefund(model: AccountModel, trade: ModelTrade): void {
  const card = model.card(trade.cardId)
  trade.status = 'REVERSED'
  card.held -= trade.reviewHeld
  trade.reviewHeld = 0
  model.moveCard(card, 'REVERSAL', -trade.amount)
  model.spend(card, trade.amount, trade.sub)
  model.trades.push(reversalOf(trade))
  if (trade.purchase) giveBack(trade.purchase, -(trade.amount - trade.excess))
  model.coverFromWallet(card)
  model.holdEnded(card)
}

/** Credits the card, or the wallet if the card is deleted, where it counts as no one's spend. */
function giveTo(model: AccountModel, card: ModelCard, amount: number, type: string, sub: string | undefined): void {
  if (card.status === 'CLOSED' && model.payableOnClosing !== undefined) model.payableOnClosing += amount
  else if (card.status === 'CLOSED') model.moveWallet('CARD_REFUND_RETURN', amount, sub)
  if (card.status === 'CLOSED') return
  model.moveCard(card, type, amount)
  model.spend(card, -amount, sub)
}

function giveBack(purchased: ModelTrade, amount: number): void {
  purchased.refunded += amount
  if (purchased.status === 'REVERSED') return
  const left = -purchased.amount - purchased.refunded
  purchased.status = purchased.refunded === 0 ? 'POSTED' : left <= 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

const reversalOf = (trade: ModelTrade): ModelTrade => ({
  ...{ ref: `${trade.ref} reversed`, cardId: trade.cardId, sub: trade.sub, auth: trade.auth, type: 'REVERSAL' },
  ...{ status: 'POSTED', amount: -trade.amount, fee: 0, refunded: 0, excess: 0, reviewHeld: 0 },
})

function hold(model: AccountModel, auth: ModelAuth, held: number): void {
  model.card(auth.cardId).held += held - auth.held
  auth.held = held
}
