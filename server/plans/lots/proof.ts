import type { Check } from '#server/ledger/ledger.ts'
import { planLots, type LotBook } from './lots.ts'

/** The deferred balance equals the part of the lots that is not income yet. */
export const lotsAgree = ({ table, deferred }: LotBook, { name, says }: Pick<Check, 'name' | 'says'>): Check => ({
  name,
  says,
  query: `SELECT account_id AS subject, json_build_object('account', posted, 'lots', lots) AS found
            FROM (SELECT account.account_id, posted,
                         coalesce((SELECT sum(deferred_cents - recognised_cents) FROM ${table} AS lot
                                    WHERE (lot.cell, lot.account_id) = (account.cell, account.account_id) AND closed_at IS NULL), 0) AS lots
                    FROM ledger_account AS account
                   WHERE code = '${deferred}') AS both_sides
           WHERE posted <> lots`,
})

export const planProofs: readonly Check[] = [
  lotsAgree(planLots, {
    name: 'plan-deferred-not-its-lots',
    says: 'what an account has paid in advance is what its plans have not become income of yet',
  }),
  {
    name: 'coupon-not-its-order',
    says: 'what coupons took off is what stands as discount in the books',
    query: (books) => `SELECT 'coupons' AS subject, json_build_object('books', books, 'coupons', coupons) AS found
              FROM (SELECT coalesce((SELECT sum(CASE side WHEN 'D' THEN amount ELSE -amount END)
                                       FROM ${books.sums} AS entry JOIN ledger_account USING (cell, la_id) WHERE code = '4015'), 0) AS books,
                           coalesce((SELECT sum(off_cents) FROM coupon WHERE status = 'USED'), 0) AS coupons) AS sums
             WHERE books <> coupons`,
  },
]
