/** How a dispute ends: decided by the issuer, resolved by the merchant, or taken back before. Under the locks of the money, the purchase and the dispute. */
import { closingReasons, disputeStates, type ClosingReason, type DisputeState } from '#contract/disputes/disputes.ts'
import type { Words } from '#contract/core/fields.ts'
import { add, show, type Cents } from '#contract/core/money.ts'
import { now } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { later } from '../core/jobs.ts'
import { notify } from '../core/news.ts'
import { lockPurchase, purchasesShown, refundStatus, updateTrade, type EventCard } from '../trades/trades.ts'
import { bookWon, giveFeeBack, giveProvisional, takeProvisionalBack, type Locked } from './money.ts'
import {
  disputeOf,
  givesCredit,
  insertStep,
  lockDispute,
  openDisputeOf,
  updateDispute,
  type DisputeKey,
  type DisputeRow,
  type Step,
} from './queries.ts'

declare module '#server/core/jobs.ts' {
  interface Jobs {
    /** Takes a dispute back at the issuer that has ended here without its decision. */
    'disputes.withdraw': { accountId: string; disputeId: string }
  }
}

/** What is still disputed. */
export const disputedRest = ({ amount_cents, returned_cents }: DisputeRow): Cents => add(amount_cents, -returned_cents)

/** A dispute with its purchase and the money of both, locked in the order of all postings. */
export async function lockWithMoney(tx: Tx, { account_id, dispute_id }: DisputeKey): Promise<Locked | undefined> {
  const seen = await disputeOf(tx, account_id, dispute_id)
  if (!seen) return undefined
  const purchase = { accountId: account_id, tradeId: seen.trade_id }
  const { card, trade } = (await lockPurchase(tx, purchase))!
  return withMerchant(tx, { card, trade, dispute: (await lockDispute(tx, seen))! })
}

async function withMerchant(tx: Tx, locked: Omit<Locked, 'merchantName'>): Promise<Locked> {
  const { account_id: accountId, trade_id: tradeId } = locked.dispute
  const shown = await purchasesShown(tx, [{ accountId, tradeId }])
  return { ...locked, merchantName: shown.get(tradeId)!.merchant_name }
}

/** The issuer has it: from now on it decides. With provisional credit, the card has the money meanwhile. */
export async function takenByIssuer(tx: Tx, locked: Locked, by: Step['by_kind'], ref: string): Promise<void> {
  const { dispute } = locked
  const provisional = (await givesCredit(tx, dispute.issuer_id)) ? disputedRest(dispute) : 0
  await updateDispute(tx, dispute, {
    state: 'IN_PROGRESS',
    issuer_ref: ref,
    filed_at: now(),
    provisional_cents: provisional,
  })
  await insertStep(tx, dispute, { state: 'IN_PROGRESS', by })
  if (provisional === 0) return tell(tx, locked, 'IN_PROGRESS', nothingMore)
  await giveProvisional(tx, locked, provisional)
  const about = { type: 'dispute', id: dispute.dispute_id }
  const params = { last4: locked.card.last4, merchant: locked.merchantName, amount: show(provisional) }
  await notify(tx, { accountId: dispute.account_id }, 'dispute_provisional', params, about)
}

const nothingMore: Words = { cn: '', en: '' }
const feeBack = ({ dispute }: Locked): Words =>
  dispute.fee_cents > 0
    ? {
        cn: `手续费 ${show(dispute.fee_cents)} 已退回钱包。`,
        en: `The fee of ${show(dispute.fee_cents)} is back in the wallet.`,
      }
    : nothingMore

const tell = (tx: Tx, { dispute, card, merchantName }: Locked, state: DisputeState, more: Words): Promise<void> =>
  notify(
    tx,
    { accountId: dispute.account_id },
    'dispute_update',
    {
      last4: card.last4,
      merchant: merchantName,
      amount: show(dispute.amount_cents),
      state: disputeStates[state],
      more,
    },
    { type: 'dispute', id: dispute.dispute_id },
  )

/** The issuer returns this much of it, at most what is disputed. */
export async function win(tx: Tx, locked: Locked, amount: Cents, by: Step['by_kind']): Promise<void> {
  const { dispute, trade } = locked
  await bookWon(tx, locked, amount)
  await giveFeeBack(tx, locked)
  await updateDispute(tx, dispute, {
    ...{ state: 'WON', won_cents: amount, provisional_cents: 0, fee_cents: 0, closed_at: now() },
  })
  await updateTrade(tx, trade, { status: 'WON' })
  const words = { cn: `退回 ${show(amount)}`, en: `${show(amount)} returned` }
  await insertStep(tx, dispute, { state: 'WON', by, said: words })
  const back = feeBack(locked)
  await tell(tx, locked, 'WON', { cn: `${words.cn}。${back.cn}`, en: `${words.en}. ${back.en}` })
}

/** The merchant keeps the money; the fee is ours. */
export async function lose(tx: Tx, locked: Locked, by: Step['by_kind']): Promise<void> {
  const { dispute, trade } = locked
  const { provisional_cents: provisional } = dispute
  await takeProvisionalBack(tx, locked, provisional)
  await updateDispute(tx, dispute, { state: 'LOST', provisional_cents: 0, closed_at: now() })
  await updateTrade(tx, trade, { status: 'LOST' })
  const words =
    provisional > 0
      ? {
          cn: `临时退款 ${show(provisional)} 已扣回`,
          en: `The provisional credit of ${show(provisional)} was deducted`,
        }
      : undefined
  await insertStep(tx, dispute, { state: 'LOST', by, said: words })
  await tell(tx, locked, 'LOST', words ? { cn: `${words.cn}。`, en: `${words.en}.` } : nothingMore)
}

type Ended = {
  state: 'EXPIRED' | 'CANCELED'
  why: ClosingReason
  by: Step['by_kind']
  said?: Words
  /** The person who did it needs no notice of it. */
  quiet?: boolean
}

/** Ends without a decision: what was credited is taken back, the fee is given back, and the purchase is as before. */
export async function endUndecided(tx: Tx, locked: Locked, { state, why, by, said, quiet }: Ended): Promise<void> {
  const { dispute, trade } = locked
  await takeProvisionalBack(tx, locked, dispute.provisional_cents)
  await giveFeeBack(tx, locked)
  await updateDispute(tx, dispute, {
    ...{ state, closed_why: why, provisional_cents: 0, fee_cents: 0, closed_at: now() },
  })
  if (trade.status === 'DISPUTED') await updateTrade(tx, trade, { status: refundStatus(trade) })
  await insertStep(tx, dispute, { state, by, said: said ?? closingReasons[why] })
  if (quiet) return
  const [words, back] = [said ?? closingReasons[why], feeBack(locked)]
  await tell(tx, locked, state, { cn: `${words.cn}。${back.cn}`, en: `${words.en}. ${back.en}` })
}

/**
 * The merchant returned money of the purchase while it was disputed: it counts against the disputed amount first, so that nothing comes back twice. With nothing left
 * of it the dispute is won, by the refund, and is taken back at the issuer.
 */
export async function purchaseReturned(
  tx: Tx,
  card: EventCard,
  { accountId, tradeId }: { accountId: string; tradeId: string },
  amount: Cents,
  why: 'REFUNDED' | 'REVERSED',
): Promise<void> {
  const seen = await openDisputeOf(tx, accountId, tradeId)
  if (!seen) return
  const { trade } = (await lockPurchase(tx, { accountId, tradeId }))!
  const locked = await withMerchant(tx, { card, trade, dispute: (await lockDispute(tx, seen))! })
  const { dispute } = locked
  const returned = Math.min(amount, disputedRest(dispute))
  if (returned === 0) return
  const taken = Math.min(returned, dispute.provisional_cents)
  const change = {
    returned_cents: add(dispute.returned_cents, returned),
    provisional_cents: add(dispute.provisional_cents, -taken),
  }
  await updateDispute(tx, dispute, change)
  await takeProvisionalBack(tx, locked, taken, `${why} ${change.returned_cents}`)
  const words = { cn: `商户退回 ${show(returned)}`, en: `The merchant returned ${show(returned)}` }
  if (returned < disputedRest(dispute))
    return void (await insertStep(tx, dispute, { state: dispute.state, by: 'SYSTEM', said: words }))
  await giveFeeBack(tx, locked)
  await updateDispute(tx, dispute, { state: 'WON', closed_why: why, fee_cents: 0, closed_at: now() })
  if (trade.status === 'DISPUTED') await updateTrade(tx, trade, { status: refundStatus(trade) })
  await insertStep(tx, dispute, { state: 'WON', by: 'SYSTEM', said: words })
  const back = feeBack(locked)
  await tell(tx, locked, 'WON', { cn: `${words.cn}。${back.cn}`, en: `${words.en}. ${back.en}` })
  if (dispute.filing_at !== null) await later(tx, 'disputes.withdraw', { accountId, disputeId: dispute.dispute_id })
}
