/** Where an account's money came from and went to in a period: sums of entries beside its wallet and on its cards. */
import type { RawBuilder } from 'kysely'
import {
  chartOfAccounts,
  kindRule,
  transferKinds,
  type AccountCode,
  type BillType,
  type TransferKind,
} from '#contract/ledger/ledger.ts'
import type { Cents } from '#contract/core/money.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { many, one, sql } from '#server/core/db.ts'
import { SPENDS } from '../proof/checkpoints.ts'
import type { Reader } from '../queries.ts'

export type FlowPeriod = { readonly from: Date; readonly until: Date }

/** An account, or what one of its sub-accounts caused. */
export type FlowOf = { readonly accountId: string; readonly subUid?: string | undefined }

/** The balances at both ends of a period, and the numbers of the last entries before them. */
export type FlowEnds = { laId: number; after: number; upTo: number; open: Cents; close: Cents }

/** Fees, debts and cards go by their account; every other line beside the wallet goes by the kind of its transfer. */
export type Beside = '' | AccountCode

/** Transfers of one kind that raised (positive) or lowered a balance by what was on one side of it. */
export type WalletSum = { kind: TransferKind; beside: Beside; cents: Cents; entries: number }
export type CardSum = { kind: TransferKind; cents: Cents; entries: number }

const apart = (Object.keys(chartOfAccounts) as AccountCode[]).filter(
  (code) =>
    code === '1310' || code === '2020' || ('counts' in chartOfAccounts[code] && chartOfAccounts[code].counts === 'fee'),
)

const isSpend = (bill: BillType | undefined): boolean => (SPENDS as readonly (BillType | undefined)[]).includes(bill)

/**
 * The kinds that move card money beside spend. Openings and loads always come from the wallet, where they are counted, and a busy account has too many of them to be
 * looked up by kind.
 */
export const OWN_CARD_KINDS = (Object.keys(transferKinds) as TransferKind[]).filter((kind) => {
  const { bill } = kindRule(kind)
  return bill !== undefined && !isSpend(bill) && kind !== 'CARD_OPEN' && kind !== 'CARD_LOAD'
})

/** `meta` names the sub-account that a transfer was caused by, or counts for. */
export const causedBy = (subUid: string | undefined): RawBuilder<unknown> =>
  subUid === undefined ? sql`` : sql`AND transfer.meta @> ${JSON.stringify({ subUid })}::jsonb`

/**
 * A FROM item: for each account of a code and for both ends (`ended`) of a period, the number of its last entry before and the balance after that. Numbers have no gaps and rise with
 * time, so the entry is looked for by halves: the newest first, then in a busy account a dozen of thousands.
 */
const endsSql = (accountId: string, { from, until }: FlowPeriod, code: '2010' | '2020') => sql`(
  WITH RECURSIVE probe AS (
    SELECT account.la_id, border.ended, border.moment, 0::bigint AS low, account.version AS high, 0::bigint AS balance, true AS newest
      FROM ledger_account AS account
     CROSS JOIN (VALUES (false, ${from}::timestamptz), (true, ${until}::timestamptz)) AS border (ended, moment)
     WHERE ${ofAccount(accountId, 'account')} AND account.code = ${code} AND account.currency = 'USD'
     UNION ALL
    SELECT la_id, ended, moment,
           CASE WHEN posted_at < moment THEN half ELSE low END,
           CASE WHEN posted_at < moment THEN high ELSE half - 1 END,
           CASE WHEN posted_at < moment THEN balance_after ELSE balance END, false
      FROM (SELECT *, CASE WHEN newest THEN high ELSE (low + high + 1) / 2 END AS half FROM probe WHERE low < high) AS step
     CROSS JOIN LATERAL (
            SELECT posted_at, balance_after
              FROM ledger_entry AS entry
             WHERE entry.cell = ${cellOf(accountId)} AND entry.la_id = step.la_id AND entry.account_version = step.half
             LIMIT 1) AS found)
  SELECT la_id, ended, low AS version, balance FROM probe WHERE low = high)`

const balances = sql`
  coalesce(sum(balance) FILTER (WHERE NOT ended), 0)::bigint AS open, coalesce(sum(balance) FILTER (WHERE ended), 0)::bigint AS close`

/** Of an account without a wallet, all of it is 0. */
export const walletEnds = (reader: Reader, accountId: string, period: FlowPeriod): Promise<FlowEnds> =>
  one(
    reader,
    sql<FlowEnds>`
    SELECT coalesce(max(la_id), 0)::bigint AS "laId", coalesce(max(version) FILTER (WHERE NOT ended), 0)::bigint AS after,
           coalesce(max(version) FILTER (WHERE ended), 0)::bigint AS "upTo", ${balances}
      FROM ${endsSql(accountId, period, '2010')} AS ends`,
  )

/** The balances of all cards together. */
export const cardEnds = (
  reader: Reader,
  accountId: string,
  period: FlowPeriod,
): Promise<Pick<FlowEnds, 'open' | 'close'>> =>
  one(
    reader,
    sql<Pick<FlowEnds, 'open' | 'close'>>`SELECT ${balances} FROM ${endsSql(accountId, period, '2020')} AS ends`,
  )

/** A FROM item: the transfers of the wallet between two of its entries, with what each changed. */
const movesOf = ({ accountId, subUid }: FlowOf, { laId, after, upTo }: FlowEnds) => sql`
  SELECT entry.cell, entry.transfer_id, transfer.kind, sum(CASE entry.side WHEN 'C' THEN entry.amount ELSE -entry.amount END) AS change
    FROM ledger_entry AS entry
    JOIN ledger_transfer AS transfer USING (cell, transfer_id)
   WHERE entry.cell = ${cellOf(accountId)} AND entry.la_id = ${laId} AND entry.account_version > ${after} AND entry.account_version <= ${upTo}
     ${causedBy(subUid)}
   GROUP BY 1, 2, 3`

/** A column: what a line beside the wallet is counted as. */
export const besideSql: RawBuilder<unknown> = sql`CASE WHEN account.code = ANY (${apart}) THEN account.code ELSE '' END`
/** A debit beside an account gives to it. */
export const givenSql: RawBuilder<unknown> = sql`CASE other.side WHEN 'D' THEN other.amount ELSE -other.amount END`

/**
 * The sums of a period of the wallet. The lines of a transfer balance, so those beside the wallet add up to what it gained: nothing is apportioned. Where a card paid or
 * received beside the wallet, the card's part is counted with the cards, and the wallet's line stands for itself.
 */
export const walletSums = (reader: Reader, of: FlowOf, ends: FlowEnds): Promise<WalletSum[]> =>
  many(
    reader,
    sql<WalletSum>`
    WITH moved AS MATERIALIZED (${movesOf(of, ends)}),
         beside AS MATERIALIZED (
      SELECT moved.transfer_id, moved.kind, moved.change, ${besideSql} AS beside, sum(${givenSql}) AS cents
        FROM moved
        JOIN ledger_entry AS other ON (other.cell, other.transfer_id) = (${cellOf(of.accountId)}::smallint, moved.transfer_id)
        JOIN ledger_account AS account ON (account.cell, account.la_id) = (other.cell, other.la_id)
       WHERE other.la_id <> ${ends.laId} AND other.currency = 'USD' AND account.cell = ${cellOf(of.accountId)}
       GROUP BY 1, 2, 3, 4),
         along AS (SELECT transfer_id FROM beside WHERE beside = '2020' AND sign(cents) <> sign(change))
    SELECT kind, beside, sum(cents)::bigint AS cents, count(*)::int AS entries
      FROM (SELECT kind, beside, cents FROM beside WHERE transfer_id NOT IN (SELECT transfer_id FROM along)
             UNION ALL
            SELECT kind, '' AS beside, change FROM moved WHERE transfer_id IN (SELECT transfer_id FROM along)) AS parts
     WHERE cents <> 0
     GROUP BY kind, beside, sign(cents)
     ORDER BY kind, beside, sign(cents)`,
  )

/** A FROM item: transfers of some kinds in a period, with what each changed on cards and in the wallet. */
export const cardMovesSql = (
  { accountId, subUid }: FlowOf,
  { from, until }: FlowPeriod,
  kinds: readonly TransferKind[],
) => sql`
  SELECT transfer.transfer_id, transfer.kind, transfer.posted_at, transfer.biz_type, transfer.biz_id, transfer.meta,
         coalesce(sum(CASE other.side WHEN 'C' THEN other.amount ELSE -other.amount END) FILTER (WHERE account.code = '2020'), 0) AS cards,
         coalesce(sum(CASE other.side WHEN 'C' THEN other.amount ELSE -other.amount END) FILTER (WHERE account.code = '2010'), 0) AS wallet
    FROM ledger_transfer AS transfer
    JOIN ledger_entry AS other USING (cell, transfer_id)
    JOIN ledger_account AS account USING (cell, la_id)
   WHERE ${ofAccount(accountId, 'transfer')} AND transfer.kind = ANY (${[...kinds]}) AND transfer.posted_at >= ${from} AND transfer.posted_at < ${until}
     AND account.code IN ('2010', '2020') ${causedBy(subUid)}
   GROUP BY 1, 2, 3, 4, 5, 6`

/** The part of {@link cardMovesSql} that did not pass between the cards and the wallet. */
export const ownOfCardsSql: RawBuilder<unknown> = sql`CASE WHEN sign(wallet) = -sign(cards) THEN 0 ELSE cards END`

/** What moved on cards beside spend and beside what passed between them and the wallet. */
export const cardSums = (reader: Reader, of: FlowOf, period: FlowPeriod): Promise<CardSum[]> =>
  many(
    reader,
    sql<CardSum>`
    SELECT kind, sum(cents)::bigint AS cents, count(*)::int AS entries
      FROM (SELECT kind, ${ownOfCardsSql} AS cents FROM (${cardMovesSql(of, period, OWN_CARD_KINDS)}) AS moves) AS parts
     WHERE cents <> 0
     GROUP BY kind, sign(cents)
     ORDER BY kind, sign(cents)`,
  )
