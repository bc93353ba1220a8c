import type { ShownStatus } from '#contract/cards/states.ts'
import type { Cents } from '#contract/core/money.ts'
import type { Actor } from '#server/core/actor.ts'
import { ofAccount } from '#server/core/database/cells.ts'
import { dateOf, nowMs } from '#server/core/clock.ts'
import { one, sql } from '#server/core/db.ts'
import { fromCards, within, type Reader } from '../queries.ts'

/** Figures over all cards of an account, of one sub-account or of all its sub-accounts. Amounts in cents. */
export type CardFigures = {
  readonly count: Partial<Record<ShownStatus, number>>
  readonly balance: Cents
  readonly pending: Cents
  readonly deposit: Cents
  readonly consume: Cents
}

export async function cardFigures(
  reader: Reader,
  whose: Pick<Actor, 'accountId' | 'subUid'> & { subsOnly?: boolean },
): Promise<CardFigures> {
  const { rows } = await sql<{
    status: ShownStatus
    cards: number
    balance: Cents
    pending: Cents
    deposit: Cents
    consume: Cents
  }>`
    SELECT card.shown_status AS status, count(*)::int AS cards, sum(money.balance_cents)::bigint AS balance,
           sum(money.pending_cents)::bigint AS pending, sum(card.deposit_cents)::bigint AS deposit, sum(card.consume_cents)::bigint AS consume
      FROM ${fromCards}
     WHERE ${within(whose)} ${whose.subsOnly ? sql`AND card.owner_sub_uid IS NOT NULL` : sql``}
     GROUP BY card.shown_status`.execute(reader)
  const sum = (figure: 'balance' | 'pending' | 'deposit' | 'consume'): Cents =>
    rows.reduce((total, row) => total + row[figure], 0)
  return {
    count: Object.fromEntries(rows.map(({ status, cards }) => [status, cards])),
    balance: sum('balance'),
    pending: sum('pending'),
    deposit: sum('deposit'),
    consume: sum('consume'),
  }
}

/** The number of cards of each of these sub-accounts, and their total balance. Deleted cards are not counted. */
export async function figuresOfSubs(
  reader: Reader,
  accountId: string,
  subUids: readonly string[],
): Promise<Map<string, { cards: number; balance: Cents }>> {
  const { rows } = await sql<{ sub_uid: string; cards: number; balance: Cents }>`
    SELECT card.owner_sub_uid AS sub_uid, count(*)::int AS cards, sum(money.balance_cents)::bigint AS balance
      FROM ${fromCards}
     WHERE ${ofAccount(accountId, 'card')} AND card.owner_sub_uid = ANY (${subUids}) AND card.status NOT IN ('CLOSED', 'FAILED')
     GROUP BY card.owner_sub_uid`.execute(reader)
  return new Map(rows.map(({ sub_uid, cards, balance }) => [sub_uid, { cards, balance }]))
}

/** Whether a card's number was ever shown to somebody of the account. */
export async function hasSeenNumber(reader: Reader, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    SELECT EXISTS (SELECT FROM card_log WHERE ${ofAccount(accountId)} AND type = 'REVEAL') AS seen`.execute(reader)
  return rows[0]!.seen
}

/** The number of open cards of each of these accounts. */
export async function cardCounts(reader: Reader, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ account_id: string; cards: number }>`
    SELECT account_id, count(*)::int AS cards
      FROM card
     WHERE account_id = ANY (${[...accountIds]}) AND status NOT IN ('PENDING', 'FAILED', 'CLOSED')
     GROUP BY account_id`.execute(reader)
  return new Map(rows.map(({ account_id, cards }) => [account_id, cards]))
}

/** Counts usable cards that expire at the end of this month. Compares the month printed on the card, because the expiry itself is UTC and falls a few hours after our month's end. */
export async function countExpiring(reader: Reader, accountId: string): Promise<number> {
  const [year, month] = dateOf(nowMs()).split('-').map(Number) as [number, number]
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
      FROM card
     WHERE ${ofAccount(accountId)} AND status = 'ACTIVE' AND exp_year = ${year} AND exp_month = ${month}`.execute(
    reader,
  )
  return rows[0]!.count
}

/** SQL for budgets: how much a sub-account has moved. */

/** From the wallet onto cards and into fees, less withdrawals from cards, since a given time. Failed orders do not count. */
export async function spentBy(reader: Reader, accountId: string, subUid: string, from: Date): Promise<Cents> {
  const { rows } = await sql<{ spent: Cents }>`
    SELECT coalesce(sum(CASE WHEN kind IN ('OPEN', 'LOAD') THEN total_cents ELSE fee_cents - amount_cents END), 0)::bigint AS spent
      FROM card_order
     WHERE ${ofAccount(accountId)} AND sub_uid = ${subUid} AND created_at >= ${from}
       AND (kind IN ('OPEN', 'LOAD') AND status <> 'FAILED' OR kind IN ('UNLOAD', 'CLOSE') AND status = 'SUCCESS')`.execute(
    reader,
  )
  return rows[0]!.spent
}

/** For what issuers charge: the cards of an issuer that it made in this time, of all accounts. */
export const cardsOpened = async (
  reader: Reader,
  issuerId: string,
  { from, until }: { from: Date; until: Date },
): Promise<number> =>
  (
    await one(
      reader,
      sql<{ cards: number }>`
      SELECT count(*)::int AS cards FROM card WHERE issuer_id = ${issuerId} AND opened_at >= ${from} AND opened_at < ${until}`,
    )
  ).cards
