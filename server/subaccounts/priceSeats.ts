import { flag } from '#contract/core/fields.ts'
import type * as contract from '#contract/subaccounts/subaccounts.ts'
import type { Answer } from '../core/answer.ts'
import { db } from '../core/db.ts'
import { balanceOf, wallet } from '../ledger/ledger.ts'
import { storeQuote } from '../core/quotes.ts'
import { agreedOn, quotedFor, seatPrice } from './seatPrice.ts'

/** What a new seat, or more months for these, would cost now; kept as a quote for five minutes. */
export const priceSeats: Answer<typeof contract.priceSeats> = async ({ accountId }, { subUids, months }) => {
  const wish = { subUids: subUids?.length ? subUids : undefined, months }
  const price = await seatPrice(db, accountId, wish)
  const { available } = await balanceOf(db, wallet(accountId))
  const { quoteId, expiresAt } = await storeQuote({
    accountId,
    scene: 'sub.seats',
    input: quotedFor(wish),
    lines: agreedOn(price),
    total: price.payable,
    currency: 'USD',
  })
  return {
    quoteId,
    expireTime: expiresAt.getTime(),
    payable: price.payable,
    walletBalance: available,
    enough: available >= price.payable,
    seats: price.seats.map((seat) => ({
      subUid: seat.subUid,
      nickname: seat.nickname,
      free: flag(seat.free),
      price: seat.price,
      newExpireTime: seat.endsAt.getTime(),
    })),
  }
}
