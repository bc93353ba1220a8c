import { refuse } from '#contract/core/refusals.ts'
import type { FlowMeta } from '#contract/funding/funding.ts'
import type { Actor } from '#server/core/actor.ts'
import { now } from '#server/core/clock.ts'
import { cellOf } from '#server/core/database/cells.ts'
import { run, sql, type Tx } from '#server/core/db.ts'
import { newId } from '#server/core/ids.ts'
import { useQuote } from '#server/core/quotes.ts'
import { credit, debit, lockAccounts, NotEnough, post, tenant, wallet, type Check } from '#server/ledger/ledger.ts'
import { lotsAgree, seatLots } from '#server/plans/plans.ts'
import { agreedOn, quotedFor, seatPrice, type SeatPrice, type Seat } from './seatPrice.ts'

type Wanted = { subUids?: readonly string[] | undefined; months: number; quoteId?: string | undefined }

/** Returns the price of these seats, exactly the quote's if one is given, with wallet and 2220 locked until payment. */
export async function agreedSeats(tx: Tx, accountId: string, input: Wanted): Promise<SeatPrice> {
  await lockAccounts(tx, [wallet(accountId), tenant('2220', accountId)])
  const price = await seatPrice(tx, accountId, input)
  if (input.quoteId !== undefined) {
    const { lines } = await useQuote<ReturnType<typeof agreedOn>>(tx, {
      accountId,
      quoteId: input.quoteId,
      scene: 'sub.seats',
      input: quotedFor(input),
    })
    const today = agreedOn(price)
    if (lines.payable !== today.payable || lines.seats !== today.seats)
      throw refuse('quote_changed', { total: price.payable })
  }
  return price
}

/**
 * Wallet → 2220, where the money is deferred until the days have passed (SEAT_OPEN for a new seat, SEAT_RENEW for a renewal). One transfer for any number of
 * seats; each has its lot. Free seats move nothing.
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

export const seatProofs: readonly Check[] = [
  lotsAgree(seatLots, {
    name: 'seat-deferred-not-its-lots',
    says: 'what an account has paid in advance for seats is what its lots have not become income of yet',
  }),
]

/** SQL on payments for seats. */
const insertSeatLots = (tx: Tx, accountId: string, orderNo: string, seats: readonly Seat[]) => {
  const lots = seats.map((seat) => ({ ...seat, lotId: newId('lot') }))
  return run(
    tx,
    sql`
    INSERT INTO seat_lot (cell, lot_id, account_id, sub_uid, order_no, paid_cents, deferred_cents, days, starts_at, ends_at, created_at)
    SELECT ${cellOf(accountId)}, "lotId", ${accountId}, "subUid", ${orderNo}, price, price, days, "startsAt", "endsAt", ${now()}
      FROM json_to_recordset(${JSON.stringify(lots)}::json)
        AS lot ("lotId" text, "subUid" text, price bigint, days int, "startsAt" timestamptz, "endsAt" timestamptz)`,
  )
}
