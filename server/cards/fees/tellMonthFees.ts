/** Announces monthly fees (docs/flows/card-fees.md): what was not announced three days before is never taken. */
import { cardBlocks } from '#contract/cards/states.ts'
import { add, show } from '#contract/core/money.ts'
import { DAY, dateOf, dayOf, monthOf, nowMs, startOf } from '#server/core/clock.ts'
import { db, transaction } from '#server/core/db.ts'
import { notify } from '#server/core/news.ts'
import { eachAlone } from '#server/core/worker/eachAlone.ts'
import { accountOf } from '#server/identity/identity.ts'
import { pricesInForce } from '../ranges/queries.ts'
import { nearest, pricesByKey } from '../ranges/terms.ts'
import { monthOfDay, openedOnFor } from './dueDays.ts'
import { cardsOpenedOn, insertMonthFees, keepToldDay, lastToldDay } from './queries.ts'

export const TOLD_BEFORE_DAYS = 3
/** After an interruption, fees of this many past days are announced late and are due later. Older ones are not taken at all. */
const MADE_UP_DAYS = 7

/** A card that its owner cannot use pays nothing: only a block by the owner, or with a sub-account, is the owner's choice. */
export const STOPPED = cardBlocks.RISK.bit | cardBlocks.STAFF.bit | cardBlocks.ISSUER.bit | cardBlocks.ACCOUNT.bit

/** Announces the fees of each day, once. With every day announced this reads one row. */
export async function tellMonthFees(): Promise<void> {
  const until = dayOf(nowMs()) + TOLD_BEFORE_DAYS
  const last = (await lastToldDay()) ?? until - 1
  for (let day = Math.max(last + 1, until - MADE_UP_DAYS); day <= until; day++) await tellOfDay(day)
}

/** At the prices that were in force when the day of the notice began, so that running late or again finds the same fees. */
async function tellOfDay(day: number): Promise<void> {
  const rows = await pricesInForce(db, new Date(startOf(day - TOLD_BEFORE_DAYS)))
  const vids = [...new Set(rows.filter(({ month_fee_cents }) => month_fee_cents).map(({ vid }) => vid))]
  const prices = pricesByKey(rows)
  const month = monthOfDay(day)
  const cards = vids.length ? await cardsOpenedOn(vids, openedOnFor(day), monthOf(month).from, STOPPED) : []
  const fees = cards
    .map(({ vid, ...card }) => ({ ...card, amount_cents: nearest(prices, vid, card.account_id)('month_fee_cents') }))
    .filter(({ amount_cents }) => amount_cents > 0)
  await eachAlone(
    Map.groupBy(fees, ({ account_id }) => account_id),
    ([accountId, those]) => tellAccount(accountId, those, day),
  )
  await keepToldDay(day)
}

type Fee = { card_id: string; amount_cents: number }

/** One notice for all cards of the account, in the transaction that stores their fees. */
const tellAccount = (accountId: string, fees: readonly Fee[], day: number): Promise<void> =>
  transaction(async (tx) => {
    if ((await accountOf(tx, accountId)).status !== 'ACTIVE') return
    const dueMs = Math.max(startOf(day), nowMs() + TOLD_BEFORE_DAYS * DAY)
    const told = await insertMonthFees(tx, accountId, fees, { month: monthOfDay(day), dueAt: new Date(dueMs) })
    if (!told.length) return
    await notify(
      tx,
      { accountId },
      'card_month_fee_ahead',
      { date: dateOf(dueMs), count: told.length, amount: show(add(...told.map(({ amount_cents }) => amount_cents))) },
      told.length === 1 ? { type: 'card', id: told[0]!.card_id } : undefined,
    )
  })
