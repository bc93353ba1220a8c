import type { Check } from '../ledger/ledger.ts'

const posted = (code: string): string =>
  `coalesce((SELECT posted FROM ledger_account WHERE (ledger_account.cell, ledger_account.account_id) = (inviter.cell, inviter.account_id) AND code = '${code}'), 0)`

/** Compares each inviter's rows of commission and withdrawals with the books. */
const inviters = `
  SELECT inviter.cell, inviter.account_id, ${posted('2310')} AS pending, ${posted('2320')} AS available, ${posted('2330')} AS paying,
         coalesce(earned.pending, 0) AS rows_pending,
         coalesce(earned.matured, 0) - coalesce(out.gone, 0) AS rows_available,
         coalesce(out.paying, 0) AS rows_paying
    FROM (SELECT cell, account_id FROM ledger_account WHERE code IN ('2310', '2320', '2330')
          UNION SELECT cell, account_id FROM commission
          UNION SELECT cell, account_id FROM rebate_withdrawal) AS inviter
    LEFT JOIN (SELECT cell, account_id, sum(amount_cents - taken_cents) FILTER (WHERE state = 'PENDING') AS pending,
                      sum(matured_cents - taken_later_cents) AS matured
                 FROM commission GROUP BY cell, account_id) AS earned USING (cell, account_id)
    LEFT JOIN (SELECT cell, account_id, sum(amount_cents) FILTER (WHERE status NOT IN ('REJECTED', 'FAILED')) AS gone,
                      sum(amount_cents - fee_cents) FILTER (WHERE status IN ('REVIEWING', 'APPROVED', 'PAYING')) AS paying
                 FROM rebate_withdrawal GROUP BY cell, account_id) AS out USING (cell, account_id)`

const check = (name: string, says: string, books: string, rows: string) => ({
  name,
  says,
  query: `SELECT account_id AS subject, json_build_object('books', ${books}, 'rows', ${rows}) AS found
            FROM (${inviters}) AS sums
           WHERE ${books} <> ${rows}`,
})

export const referralProofs: readonly Check[] = [
  check('rebate-pending-not-its-rows', 'pending commission (2310) is what its rows say', 'pending', 'rows_pending'),
  check(
    'rebate-available-not-its-rows',
    'available commission (2320) is what matured, less what was taken back and withdrawn',
    'available',
    'rows_available',
  ),
  check('rebate-paying-not-its-rows', 'what is being paid out (2330) is the open withdrawals', 'paying', 'rows_paying'),
  {
    name: 'rebate-flow-not-the-books',
    says: 'the last line of the commission flow leaves what the books say',
    query: `SELECT last.account_id AS subject, json_build_object('flow', json_build_array(pending_after, available_after), 'books', json_build_array(pending, available)) AS found
              FROM (SELECT DISTINCT ON (cell, account_id) cell, account_id, pending_after, available_after
                      FROM rebate_flow ORDER BY cell, account_id, flow_id DESC) AS last
              JOIN (${inviters}) AS sums USING (cell, account_id)
             WHERE pending_after <> pending OR available_after <> available`,
  },
]
