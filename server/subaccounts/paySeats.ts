import type { FlowMeta } from '#contract/funding/funding.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '../core/actor.ts'
import type { Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'
import { credit, debit, lockAccounts, NotEnough, post, tenant, wallet } from '../ledger/ledger.ts'
import { useQuote } from '../core/quotes.ts'
import { insertSeatLots } from './queries.ts'
import { agreedOn, quotedFor, seatPrice, type SeatPrice } from './seatPrice.ts'

type Wanted = { subUids?: readonly string[] | undefined; months: number; quoteId?: string | undefined }

/** The price of these seats, exactly the quote's where one is given, with wallet and 2220 locked until it is paid. */
export async function agreedSeats(tx: Tx, accountId: string, wish: Wanted): Promise<SeatPrice> {
  await lockAccounts(tx, [wallet(accountId), tenant('2220', accountId)])
  const price = await seatPrice(tx, accountId, wish)
  if (wish.quoteId !== undefined) {
    const { lines } = await useQuote<ReturnType<typeof agreedOn>>(tx, {
      accountId,
      quoteId: wish.quoteId,
      scene: 'sub.seats',
      input: quotedFor(wish),
    })
    const today = agreedOn(price)
    if (lines.payable !== today.payable || lines.seats !== today.seats)
      throw refuse('quote_changed', { total: price.payable })
  }
  return price
}

/**
 * Wallet → 2220, where the money waits until the days have passed (SEAT_OPEN for a new seat, SEAT_RENEW for a renewal). One transfer
 * however many seats; each has its lot. Free ones move nothing.
 */
export async function paySeats(
  tx: Tx,
  actor: Actor,
  kind: 'SEAT_OPEN' | 'SEAT_RENEW',
  price: SeatPrice,
): Promise<void> {
  const paid = price.seats.filter((seat) => seat.price > 0)
  if (!paid.length) return
  const { accountId } = actor
  const orderNo = newId('sod')
  const meta: FlowMeta = { bizNo: orderNo, remark: paid.map(({ nickname }) => nickname).join('、') }
  try {
    await post(tx, {
      kind,
      accountId,
      biz: { type: 'seat_order', id: orderNo },
      actor: actor.loginId,
      lines: [debit(wallet(accountId), price.payable), credit(tenant('2220', accountId), price.payable)],
      meta,
    })
  } catch (error) {
    if (error instanceof NotEnough) throw refuse('insufficient_wallet', { shortCents: error.short })
    throw error
  }
  await insertSeatLots(tx, accountId, orderNo, paid)
}
