import { postedFees } from '#server/cards/cards.ts'
import type { Check } from '#server/ledger/ledger.ts'

/** Decline fees of months that are not settled: all of them go back if the month's decline rate is low. */
export const feesOfOpenMonths = `
  SELECT coalesce(sum(amount_cents), 0)::bigint AS cents
    FROM decline_fee AS fee
    JOIN decline_month AS month USING (cell, account_id, month)
   WHERE settle_at IS NOT NULL AND transfer_id IS NOT NULL`

/** Invariants between decline fees and their postings. */
export const declineFeeProofs: readonly Check[] = [
  {
    name: 'decline-fee-not-its-posting',
    says: 'a decline fee that was taken was posted once, in its amount, and every posting of one has its fee',
    queryOf: (books) => `
            SELECT coalesce(auth_id, posted.leg) AS subject, json_build_object('state', state, 'says', amount_cents, 'posted', posted.amount) AS found
              FROM (SELECT * FROM ${books.rows('decline_fee')} AS fee WHERE transfer_id IS NOT NULL AND ${books.fresh('transfer_id')}) AS fee
              FULL JOIN ${postedFees(books, 'DECLINE_FEE', '4080')} AS posted USING (cell, transfer_id)
             WHERE fee.amount_cents IS DISTINCT FROM posted.amount
                OR posted.account_id IS DISTINCT FROM fee.account_id
                OR (posted.biz_id, posted.leg) IS DISTINCT FROM (fee.month, fee.auth_id)`,
  },
  {
    name: 'decline-month-not-its-returns',
    says: 'what a month says was returned of decline fees was posted, and is not more than was taken',
    queryOf: (books) => `
            SELECT account_id || ' ' || month AS subject, json_build_object('says', returned_cents, 'posted', coalesce(back.amount, 0), 'taken', taken) AS found
              FROM (SELECT month.*, (SELECT coalesce(sum(amount_cents), 0)
                                       FROM ${books.rows('decline_fee')} AS fee
                                      WHERE (fee.cell, fee.account_id, fee.month) = (month.cell, month.account_id, month.month) AND transfer_id IS NOT NULL) AS taken
                      FROM ${books.rows('decline_month')} AS month
                     WHERE ${books.since === undefined ? 'true' : `settled_at >= to_timestamp(${books.since} / 1000.0)`}) AS month
              LEFT JOIN LATERAL (
                    SELECT sum(entry.amount)::bigint AS amount
                      FROM ${books.rows('ledger_transfer')} AS transfer
                      JOIN ${books.rows('ledger_entry')} AS entry USING (cell, transfer_id)
                      JOIN ledger_account AS account USING (cell, la_id)
                     WHERE (transfer.cell, transfer.account_id, kind, biz_type, biz_id) = (month.cell, month.account_id, 'DECLINE_FEE_RETURNED', 'decline_month', month.month)
                       AND code = '4080' AND side = 'D') AS back ON true
             WHERE returned_cents <> coalesce(back.amount, 0) OR returned_cents > taken
             UNION ALL
            SELECT account_id || ' ' || biz_id, json_build_object('transfer', transfer_id)
              FROM ${books.transfer} AS transfer
             WHERE kind = 'DECLINE_FEE_RETURNED'
               AND NOT EXISTS (SELECT FROM ${books.rows('decline_month')} AS month
                                WHERE (month.cell, month.account_id, month.month) = (transfer.cell, transfer.account_id, transfer.biz_id) AND returned_cents > 0)`,
  },
]
