/**
 * Spend, the one definition: the entries on card accounts (2020) of purchases and fees, less those of refunds and
 * reversals, by the day of the posting in Shanghai. A refund of a deleted card goes to the wallet and changes no spend.
 */
import type { Cents } from '#contract/core/money.ts'
import { nowMs, dateOf, dayOf, startOf, startOfMonth } from '../core/clock.ts'
import type { Reader } from './queries.ts'
import { spendByDay, spendOfAllTime, spendOfSubs, type Spender } from './spendQueries.ts'

type SpendDay = { readonly date: string; readonly spend: Cents }
export type Spend = {
  readonly today: Cents
  readonly yesterday: Cents
  readonly month: Cents
  readonly total: Cents
  /** The last days, today last, those without any included. */
  readonly days: readonly SpendDay[]
}

export async function spendFigures(reader: Reader, whose: Spender, days: number): Promise<Spend> {
  const today = dayOf(nowMs())
  const firstOfMonth = dayOf(startOfMonth().from.getTime())
  const [rows, total] = await Promise.all([
    spendByDay(reader, whose, Math.min(firstOfMonth, today - 1, today - days + 1)),
    spendOfAllTime(reader, whose),
  ])
  const on = new Map(rows.map(({ day, spent }) => [day, spent]))
  return {
    today: on.get(today) ?? 0,
    yesterday: on.get(today - 1) ?? 0,
    month: rows.reduce((sum, { day, spent }) => (day >= firstOfMonth ? sum + spent : sum), 0),
    total,
    days: Array.from({ length: days }, (_, i) => today - days + 1 + i).map((day) => ({
      date: dateOf(startOf(day)),
      spend: on.get(day) ?? 0,
    })),
  }
}

/** What each of these sub-accounts has spent this month. */
export const monthSpendOfSubs = async (
  reader: Reader,
  accountId: string,
  subUids: readonly string[],
): Promise<Map<string, Cents>> =>
  new Map(
    (await spendOfSubs(reader, accountId, subUids, dayOf(startOfMonth().from.getTime()))).map(({ sub_uid, spent }) => [
      sub_uid,
      spent,
    ]),
  )
