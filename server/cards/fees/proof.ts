import type { Books, Check } from '#server/ledger/ledger.ts'

/** Invariants between monthly fees and their postings. */
export const monthFeeProofs: readonly Check[] = [
  {
    name: 'month-fee-not-its-posting',
    says: 'a monthly fee that is paid or owed was posted once, in its amount, and every posting of one has its fee',
    queryOf: (books) => `
            SELECT coalesce(card_id || ' ' || month, posted.biz_id) AS subject,
                   json_build_object('state', state, 'says', amount_cents, 'posted', posted.amount) AS found
              FROM (SELECT * FROM ${books.rows('card_month_fee')} AS fee WHERE transfer_id IS NOT NULL AND ${books.fresh('transfer_id')}) AS fee
              FULL JOIN ${postedFees(books, 'CARD_MONTH_FEE', '4090')} AS posted USING (cell, transfer_id)
             WHERE fee.amount_cents IS DISTINCT FROM posted.amount
                OR posted.account_id IS DISTINCT FROM fee.account_id
                OR posted.biz_id IS DISTINCT FROM card_id || ' ' || month`,
  },
]

/** The transfers of a kind with what they credited to an income account: `cell, transfer_id, account_id, biz_id, leg, amount`. */
export const postedFees = (books: Books, kind: string, code: string): string => `
  (SELECT transfer.cell, transfer.transfer_id, transfer.account_id, biz_id, leg, sum(CASE side WHEN 'C' THEN entry.amount ELSE -entry.amount END) AS amount
     FROM ${books.transfer} AS transfer
     JOIN ${books.entry} AS entry USING (cell, transfer_id)
     JOIN ledger_account AS account USING (cell, la_id)
    WHERE kind = '${kind}' AND code = '${code}'
    GROUP BY 1, 2, 3, 4, 5)`
