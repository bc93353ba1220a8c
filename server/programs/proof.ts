import type { Check } from '../ledger/ledger.ts'

/** What a transfer posted on accounts of this code, debits less credits, for a LATERAL. */
const movedOn = (code: string, transferId: string): string => `
  (SELECT coalesce(sum(CASE side WHEN 'D' THEN amount ELSE -amount END), 0)
     FROM ledger_entry AS entry
     JOIN ledger_account AS account USING (cell, la_id)
    WHERE entry.cell = cell_of('platform') AND entry.transfer_id = ${transferId} AND code = '${code}')`

/** The money at issuers: nothing moves it but prefunds and settled days, each for what it says. */
export const programProofs: readonly Check[] = [
  {
    name: 'settlement-day-not-in-the-books',
    says: 'a booked settlement day left the prefund with its clearings and its fees, and is owed no more',
    query: `SELECT issuer_id || ' ' || day AS subject,
                   json_build_object('settled', settled_cents, 'fees', fee_cents, 'owed', owed, 'feesOwed', fees, 'prefund', prefund) AS found
              FROM program_day
             CROSS JOIN LATERAL (SELECT ${movedOn('2110', 'program_day.transfer_id')} AS owed, ${movedOn('2120', 'program_day.transfer_id')} AS fees,
                                        -${movedOn('1110', 'program_day.transfer_id')} AS prefund) AS booked
             WHERE booked_at IS NOT NULL
               AND (owed <> settled_cents OR fees <> fee_cents OR prefund <> settled_cents + fee_cents)`,
  },
  {
    name: 'prefund-not-in-the-books',
    says: 'a recorded prefund left the bank for its issuer',
    query: `SELECT fund_no AS subject, json_build_object('amount', amount_cents, 'bank', bank, 'prefund', prefund) AS found
              FROM program_fund
             CROSS JOIN LATERAL (SELECT -${movedOn('1020', 'program_fund.transfer_id')} AS bank, ${movedOn('1110', 'program_fund.transfer_id')} AS prefund) AS booked
             WHERE bank <> amount_cents OR prefund <> amount_cents`,
  },
  {
    name: 'issuer-invoice-not-in-the-books',
    says: 'a booked invoice adds up, and brought to the issuer’s fees and to our cost what it has beyond the cards of its month; nothing else did',
    // What is spread is added up before it is joined: nodes have no rows of a programme.
    query: `SELECT coalesce(issuer_id || ' ' || to_char(month, 'YYYY-MM'), transfer_id) AS subject,
                   json_build_object('total', total_cents, 'lines', lines, 'accrued', accrued_cents, 'fees', fees, 'cost', cost) AS found
              FROM (SELECT entry.transfer_id, sum(CASE WHEN code <> '2120' THEN 0 WHEN side = 'C' THEN amount ELSE -amount END) AS fees,
                           sum(CASE WHEN code <> '5020' THEN 0 WHEN side = 'D' THEN amount ELSE -amount END) AS cost
                      FROM ledger_transfer AS transfer
                      JOIN ledger_entry AS entry USING (cell, transfer_id)
                      JOIN ledger_account AS account USING (cell, la_id)
                     WHERE transfer.cell = cell_of('platform') AND transfer.account_id = 'platform' AND kind = 'ISSUER_INVOICED'
                     GROUP BY entry.transfer_id) AS booked
              FULL JOIN (SELECT issuer_id, month, transfer_id, total_cents, accrued_cents,
                                (SELECT coalesce(sum(amount_cents), 0) FROM program_invoice_line AS line
                                  WHERE (line.issuer_id, line.month) = (invoice.issuer_id, invoice.month)) AS lines
                           FROM program_invoice AS invoice) AS said USING (transfer_id)
             WHERE issuer_id IS NULL OR coalesce(fees, 0) <> total_cents - accrued_cents OR coalesce(cost, 0) <> coalesce(fees, 0) OR lines <> total_cents`,
  },
  {
    name: 'prefund-not-its-statement',
    says: 'what the books have at an issuer is what was sent there less what its settlement files took: 1110, and 2110 for every booked day',
    query: (
      books,
    ) => `SELECT coalesce(booked.issuer_id, moved.issuer_id) AS subject, json_build_object('books', booked.amount, 'statement', moved.amount) AS found
              FROM (SELECT account.owner AS issuer_id, sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS amount
                      FROM ${books.sums} AS entry
                      JOIN ledger_account AS account USING (cell, la_id)
                     WHERE code = '1110'
                     GROUP BY account.owner) AS booked
              FULL JOIN (SELECT issuer_id, sum(amount) AS amount
                           FROM (SELECT issuer_id, amount_cents AS amount FROM program_fund
                                  UNION ALL SELECT issuer_id, -(settled_cents + fee_cents) FROM program_day WHERE booked_at IS NOT NULL) AS moves
                          GROUP BY issuer_id) AS moved USING (issuer_id)
             WHERE coalesce(booked.amount, 0) <> coalesce(moved.amount, 0)`,
  },
]
