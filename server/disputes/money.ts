/** The postings of a dispute (docs/money/dispute.md). The money of its card and the wallet are locked; nothing here waits for a lock. */
import { add, type Cents } from '#contract/core/money.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import { coverNegative, type BillMeta } from '../cards/cards.ts'
import { now } from '../core/clock.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { later } from '../core/jobs.ts'
import { cardAccount, credit, debit, platform, post, wallet } from '../ledger/ledger.ts'
import { flowMeta, insertTrade, refundTarget, updateTrade, type EventCard, type TradeRow } from '../trades/trades.ts'
import type { DisputeRow } from './queries.ts'

/** A dispute with everything that it moves, locked. */
export type Locked = {
  readonly dispute: DisputeRow
  readonly card: EventCard
  readonly trade: TradeRow
  readonly merchantName: string
}

/** Counts for the sub-account that the purchase counted for, even if the card has another owner now. */
const metaOf = ({ dispute, card, trade, merchantName }: Locked): FlowMeta & BillMeta =>
  flowMeta(
    { ...card, ownerSubUid: trade.owner_sub_uid },
    {
      merchant: { name: merchantName, descriptor: trade.descriptor },
      merchantAmount: trade.merchant_amount,
      merchantCurrency: trade.merchant_currency,
    },
    dispute.dispute_id,
  )

const about = (locked: Locked) => ({
  accountId: locked.dispute.account_id,
  biz: { type: 'dispute', id: locked.dispute.dispute_id },
  meta: metaOf(locked),
})

/** CB4. Throws `NotEnough` if the wallet is short. */
export async function takeFee(tx: Tx, locked: Locked, fee: Cents, actor: string): Promise<void> {
  const lines = [debit(wallet(locked.dispute.account_id), fee), credit(platform('4110'), fee)]
  await post(tx, { ...about(locked), kind: 'DISPUTE_FEE', lines, actor })
}

/** To the wallet, whatever has become of the card. */
export async function giveFeeBack(tx: Tx, locked: Locked): Promise<void> {
  const { fee_cents: fee, account_id: accountId } = locked.dispute
  if (fee === 0) return
  const lines = [debit(platform('4110'), fee), credit(wallet(accountId), fee)]
  await post(tx, { ...about(locked), kind: 'DISPUTE_FEE', leg: 'back', lines })
  await later(tx, 'cards.coverDebts', { accountId })
}

/** What was credited may pay a debt. */
async function creditedTo(tx: Tx, { card, dispute }: Locked, onCard: boolean): Promise<void> {
  if (card.balance < 0 || !onCard) await later(tx, 'cards.coverDebts', { accountId: dispute.account_id })
}

/** CB1: the card has the money before the issuer has decided; a deleted card's goes where its refunds go. */
export async function giveProvisional(tx: Tx, locked: Locked, amount: Cents): Promise<void> {
  const { to, onCard } = refundTarget(locked.card)
  const lines = [debit(platform('1320', locked.dispute.issuer_id), amount), credit(to, amount)]
  await post(tx, { ...about(locked), kind: 'DISPUTE_CREDIT', lines })
  await creditedTo(tx, locked, onCard)
}

/** CB3: from the card, even if it was spent; the wallet covers what the card lacks. `leg`: why, where the dispute itself is not lost. */
export async function takeProvisionalBack(tx: Tx, locked: Locked, amount: Cents, leg = ''): Promise<void> {
  if (amount === 0) return
  const { account_id: accountId, card_id: cardId, issuer_id } = locked.dispute
  const lines = [debit(cardAccount(accountId, cardId), amount), credit(platform('1320', issuer_id), amount)]
  await post(tx, { ...about(locked), kind: 'DISPUTE_LOST', leg, lines })
  await coverNegative(tx, accountId, cardId)
}

/** CB2: the issuer returns the amount. What was credited before is settled with it, and the rest goes to the card. */
export async function bookWon(tx: Tx, locked: Locked, amount: Cents): Promise<void> {
  const { dispute, card, trade } = locked
  const { account_id: accountId, provisional_cents: provisional } = dispute
  const tradeId = newId('trd')
  const { to, onCard } = refundTarget(card)
  const settled = Math.min(amount, provisional)
  await post(tx, {
    kind: 'DISPUTE_WON',
    accountId,
    biz: { type: 'trade', id: tradeId },
    lines: [
      debit(platform('2110', dispute.issuer_id), amount),
      credit(platform('1320', dispute.issuer_id), settled),
      credit(to, add(amount, -settled)),
    ],
    meta: metaOf(locked),
  })
  await insertTrade(tx, {
    account_id: accountId,
    trade_id: tradeId,
    card_id: trade.card_id,
    owner_sub_uid: trade.owner_sub_uid,
    auth_id: trade.auth_id,
    issuer_id: dispute.issuer_id,
    // The issuer names the dispute, and a dispute is won once.
    clearing_ref: `dispute:${dispute.dispute_id}`,
    type: 'CHARGEBACK',
    status: 'POSTED',
    merchant_no: trade.merchant_no,
    descriptor: trade.descriptor,
    amount_cents: amount,
    merchant_amount: trade.merchant_amount,
    merchant_currency: trade.merchant_currency,
    rate: trade.rate,
    biz_code: null,
    arn: trade.arn,
    occurred_at: now(),
    posted_at: now(),
  })
  await updateTrade(tx, trade, { won_cents: add(trade.won_cents, amount) })
  if (amount > settled) await creditedTo(tx, locked, onCard)
  await takeProvisionalBack(tx, locked, add(provisional, -settled))
}
