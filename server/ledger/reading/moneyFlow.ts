/** Where an account's money came from and went to in a period: the ribbons between its wallet, its cards and everything else, from ledger entries. */
import type { TransferKind } from '#contract/ledger/ledger.ts'
import { add, type Cents } from '#contract/core/money.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, maybeOne, sql } from '#server/core/db.ts'
import type { Reader } from '../queries.ts'

export type Hub = 'WALLET' | 'CARDS'

/** Entries of one kind of transfer on one code beside a hub. The cents raise the hub's balance if positive. */
export type Ribbon = { hub: Hub; kind: TransferKind; code: string; cents: Cents; entries: number }

export type HubBalance = { hub: Hub; open: Cents; close: Cents }

export type Period = { readonly from: Date; readonly until: Date }

/**
 * Returns the ribbons of a period. A transfer belongs to the wallet if it has a line there, otherwise to the cards. Because its USD lines balance, the lines beside the
 * hub add up to what the hub gained, so nothing is apportioned and every ribbon is a plain sum of entries.
 */
export const ribbonsOf = (reader: Reader, accountId: string, { from, until }: Period): Promise<Ribbon[]> =>
  many(
    reader,
    sql<Ribbon>`
    WITH line AS (
      SELECT entry.transfer_id, kind, code, side, amount, bool_or(code = '2010') OVER (PARTITION BY entry.transfer_id) AS by_wallet,
             bool_or(code = '2020') OVER (PARTITION BY entry.transfer_id) AS by_card
        FROM ledger_transfer AS transfer
        JOIN ledger_entry AS entry USING (cell, transfer_id)
        JOIN ledger_account AS account USING (cell, la_id)
       WHERE ${ofAccount(accountId, 'transfer')} AND transfer.posted_at >= ${from} AND transfer.posted_at < ${until} AND entry.currency = 'USD')
    SELECT CASE WHEN by_wallet THEN 'WALLET' ELSE 'CARDS' END AS hub, kind, code,
           sum(CASE side WHEN 'D' THEN amount ELSE -amount END)::bigint AS cents, count(*)::int AS entries
      FROM line
     WHERE (by_wallet OR by_card) AND code <> CASE WHEN by_wallet THEN '2010' ELSE '2020' END
     GROUP BY 1, 2, 3
     ORDER BY 1, 2, 3`,
  )

/** Returns the balances of the wallet and of all cards together at both ends of a period, each from the last entry before. */
export async function hubBalances(reader: Reader, accountId: string, { from, until }: Period): Promise<HubBalance[]> {
  const before = (time: Date) => sql`(
            SELECT balance_after FROM ledger_entry AS entry
             WHERE entry.cell = ${cellOf(accountId)} AND entry.la_id = account.la_id AND account_version IS NOT NULL AND posted_at < ${time}
             ORDER BY account_version DESC LIMIT 1)`
  const row = await maybeOne(
    reader,
    sql<{ w0: Cents; w1: Cents; c0: Cents; c1: Cents }>`
    SELECT coalesce(sum(${before(from)}) FILTER (WHERE code = '2010'), 0)::bigint AS w0, coalesce(sum(${before(until)}) FILTER (WHERE code = '2010'), 0)::bigint AS w1,
           coalesce(sum(${before(from)}) FILTER (WHERE code = '2020'), 0)::bigint AS c0, coalesce(sum(${before(until)}) FILTER (WHERE code = '2020'), 0)::bigint AS c1
      FROM ledger_account AS account
     WHERE ${ofAccount(accountId)} AND code IN ('2010', '2020') AND currency = 'USD'`,
  )
  return [
    { hub: 'WALLET', open: row!.w0, close: row!.w1 },
    { hub: 'CARDS', open: row!.c0, close: row!.c1 },
  ]
}

/** Returns what each hub's ribbons miss of the change of its balance, in cents: zeros unless the books are broken. */
export function missingCents(ribbons: readonly Ribbon[], balances: readonly HubBalance[]): Record<Hub, Cents> {
  const missing = (hub: Hub): Cents => {
    const { open, close } = balances.find((one) => one.hub === hub)!
    // What passes between wallet and cards is a ribbon of the wallet; for the cards it has the opposite sign.
    const own = ribbons.filter((one) => one.hub === hub).map(({ cents }) => cents)
    const shared = hub === 'CARDS' ? ribbons.filter((one) => one.hub === 'WALLET' && one.code === '2020') : []
    return add(close, -open, ...own.map((cents) => -cents), ...shared.map(({ cents }) => cents))
  }
  return { WALLET: missing('WALLET'), CARDS: missing('CARDS') }
}
