import type { RawBuilder } from 'kysely'
import { kindsOf } from '#contract/ledger/ledger.ts'
import { cellOf, ofAccount } from '#server/core/database/cells.ts'
import { sql } from '#server/core/db.ts'
import { SPENDS } from '../proof/checkpoints.ts'

/** A FROM item: how many entries each card of an account has, by its money account. Without an account: of all. */
export const cardVersionsSql = (accountId?: string): RawBuilder<unknown> => sql`(
  SELECT cell, account_id, la_id, version FROM ledger_account WHERE code = '2020' ${accountId === undefined ? sql`` : sql`AND ${ofAccount(accountId)}`})`

const kind = (types: readonly (typeof SPENDS)[number][]) => sql`transfer.kind = ANY (${kindsOf('bill', types)})`

/**
 * A FROM item, for LATERAL: the entries of a card that change what it has spent, after one of its entries and up to another. `spent` is of purchases and fees and their reversals,
 * `refunded` of refunds and theirs; what was spent is the difference. `trade_id`: the settled purchase or refund; null for our own fees.
 */
export const spendEntriesSql = (
  accountId: string,
  laId: RawBuilder<unknown>,
  after: RawBuilder<unknown>,
  upTo?: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const ofRefund = sql`transfer.kind IN ('CARD_REFUND', 'REFUND_REVERSED')`
  const debited = sql`CASE side WHEN 'D' THEN amount ELSE -amount END`
  return sql`(
  SELECT entry.posted_at, coalesce(transfer.meta ->> 'subUid', '') AS owner_sub_uid,
         CASE WHEN ${ofRefund} THEN 0 ELSE ${debited} END AS spent,
         CASE WHEN ${ofRefund} THEN -(${debited}) ELSE 0 END AS refunded,
         CASE WHEN ${kind(['PURCHASE'])} THEN 1 WHEN transfer.kind = 'CLEARING_REVERSED' THEN -1 ELSE 0 END AS purchases,
         CASE WHEN ${kind(['FEE'])} THEN NULL ELSE transfer.biz_id END AS trade_id
    FROM ledger_entry AS entry
    JOIN ledger_transfer AS transfer USING (cell, transfer_id)
   WHERE cell = ${cellOf(accountId)} AND entry.la_id = ${laId} AND entry.account_version > ${after}
     ${upTo === undefined ? sql`` : sql`AND entry.account_version <= ${upTo}`} AND ${kind(SPENDS)})`
}
