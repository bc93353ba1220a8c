/** Clearings: what an authorization held becomes a purchase, or a purchase arrives without an authorization. */
import type { BizCode } from '#contract/trades/trades.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { coverNegative, holdsResolved, spent } from '#server/cards/cards.ts'
import { now } from '#server/core/clock.ts'
import type { Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { cardAccount, credit, debit, platform, post, type Resolve } from '#server/ledger/ledger.ts'
import type { ClearingPosted } from '#server/outside/outside.ts'
import { recountAuth, recountForced } from './recount.ts'
import { feeOnMore, NOTHING } from '../rules/rules.ts'
import { findAuth, updateAuth, type AuthRow } from '../auths.ts'
import { awaitAuth, findAwaited, findTrade, insertTrade } from '../queries.ts'
import { checkCard, checkRepeat } from './checkEvent.ts'
import { flowMeta, lockCardOf, reachWallet, type EventCard, type Known } from './eventCard.ts'
import { releaseRest } from './releaseHold.ts'

/** Computes the effect of a clearing on an authorization. Pure, so that every case can be tested separately. */
export function settle(
  auth: Pick<AuthRow, 'status' | 'amount_cents' | 'held_cents' | 'cleared_cents'> | undefined,
  total: Cents,
  amount: Cents,
  final: boolean,
) {
  const live = auth !== undefined && (auth.status === 'PENDING' || auth.status === 'PARTIAL')
  if (!live)
    return {
      kind: 'FORCED_POST',
      used: 0,
      held: 0,
      biz: 1001,
      status: auth && auth.status !== 'DECLINED' ? 'COMPLETE' : auth?.status,
    } as const
  const used = Math.min(total, auth.held_cents)
  const cleared = add(auth.cleared_cents, amount)
  const biz: BizCode | null = cleared > auth.amount_cents ? 1003 : final && cleared < auth.amount_cents ? 1005 : null
  return {
    kind: total > used ? 'CLEARING_OVER' : 'CLEARING',
    used,
    held: final ? 0 : auth.held_cents - used,
    biz,
    status: final ? 'COMPLETE' : 'PARTIAL',
  } as const
}

export async function clearingPosted(tx: Tx, event: ClearingPosted, known: Known): Promise<void> {
  const { merchantNo, conversionOf } = known
  const card = await lockCardOf(tx, event, known)
  const before = await findTrade(tx, card, event.issuer, event.clearingRef)
  if (before) return checkRepeat(tx, card, event, before, ['PURCHASE', 'FORCED'])
  const auth = event.authRef === undefined ? undefined : await findAuth(tx, card, event.issuer, event.authRef)
  await checkCard(tx, card, auth)
  // A zero amount posts nothing; a final one means that no more will follow.
  if (event.amount === 0 && !(event.final && event.authRef !== undefined)) return
  if (event.amount === 0 && auth) return releaseRest(tx, card, auth, event)
  if (event.amount === 0) return awaitAuth(tx, card, event.authRef!, 'reversed')

  const soFar = auth
    ? { cents: auth.cleared_cents, feeCents: auth.fee_taken_cents }
    : event.authRef === undefined
      ? NOTHING
      : await findAwaited(tx, card, event.authRef)
  const fee = feeOnMore(soFar ?? NOTHING, event.amount, event.merchantCurrency, {
    currency: card.currency,
    conversion: () => conversionOf(card.accountId, card.vid),
  })
  if (event.authRef !== undefined && !auth)
    await awaitAuth(tx, card, event.authRef, { clearedCents: event.amount, feeCents: fee })
  const total = add(event.amount, fee)
  reachWallet(card, total, known)
  const { kind, used, held, biz, status } = settle(auth, total, event.amount, event.final)
  const tradeId = newId('trd')
  const resolves: Resolve[] =
    used > 0 ? [{ hold: holdOf(auth!), amount: used, rest: event.final ? 'void' : 'keep' }] : []
  await post(tx, {
    kind,
    accountId: card.accountId,
    biz: { type: 'trade', id: tradeId },
    resolves,
    lines: [
      debit(cardAccount(card.accountId, card.cardId), total),
      credit(platform('2110', event.issuer), event.amount),
      credit(platform('4070'), fee),
    ],
    effectiveAt: new Date(event.occurredAt),
    meta: flowMeta(card, event, tradeId),
  })
  await spent(tx, card.accountId, card.cardId, total)
  await insertTrade(tx, {
    ...rowOf(card, event, merchantNo),
    trade_id: tradeId,
    clearing_ref: event.clearingRef,
    auth_id: auth?.auth_id ?? null,
    awaited_ref: auth ? null : (event.authRef ?? null),
    type: kind === 'FORCED_POST' ? 'FORCED' : 'PURCHASE',
    status: 'POSTED',
    amount_cents: -event.amount,
    cross_fee_cents: fee,
    biz_code: card.status === 'CLOSED' ? 1014 : biz,
  })
  if (auth) {
    const change = {
      cleared_cents: add(auth.cleared_cents, event.amount),
      fee_taken_cents: add(auth.fee_taken_cents, fee),
      held_cents: held,
    }
    await updateAuth(tx, auth, { ...change, status: status! })
    await recountAuth(tx, auth, change)
  } else await recountForced(tx, card, { merchant_no: merchantNo, descriptor: event.merchant.descriptor }, total)
  if (card.balance < total) await coverNegative(tx, card.accountId, card.cardId)
  if (used > 0 && card.status === 'CLOSING') await holdsResolved(tx, card.accountId, card.cardId)
}

const holdOf = ({ auth_id, account_id, card_id, held_cents }: AuthRow) => ({
  id: auth_id,
  on: cardAccount(account_id, card_id),
  remaining: held_cents,
})

/** The columns of every settled row. */
export const rowOf = (card: EventCard, event: Omit<ClearingPosted, 'type' | 'final'>, merchantNo: number) => ({
  account_id: card.accountId,
  card_id: card.cardId,
  owner_sub_uid: card.ownerSubUid,
  issuer_id: event.issuer,
  merchant_no: merchantNo,
  descriptor: event.merchant.descriptor,
  merchant_amount: event.merchantAmount,
  merchant_currency: event.merchantCurrency,
  rate: event.rate ?? null,
  arn: null,
  occurred_at: new Date(event.occurredAt),
  posted_at: now(),
})
