import type { Check } from '#server/ledger/ledger.ts'

/** The bank's statement and the books tell one story: what came in is somebody's, somebody's by two people's word, or in suspense. */
export const statementProofs: readonly Check[] = [
  {
    name: 'bank-line-not-in-the-books',
    says: 'money of a bank statement that was credited, returned or put in suspense stands in the books with its amount',
    query: `SELECT line_id AS subject, json_build_object('state', state, 'amount', amount_cents, 'in', coalesce(came.amount, 0), 'out', coalesce(went.amount, 0)) AS found
              FROM bank_line
              LEFT JOIN (SELECT transfer_id, sum(amount) AS amount FROM ledger_entry WHERE side = 'D' GROUP BY transfer_id) AS came
                     ON came.transfer_id = suspense_id
              LEFT JOIN (SELECT transfer_id, sum(amount) AS amount FROM ledger_entry WHERE side = 'D' GROUP BY transfer_id) AS went
                     ON went.transfer_id = bank_line.transfer_id
             WHERE (suspense_id IS NOT NULL AND came.amount IS DISTINCT FROM amount_cents)
                OR (bank_line.transfer_id IS NOT NULL AND went.amount IS DISTINCT FROM amount_cents)
                OR (state = 'RETURNED' AND suspense_id IS NULL)`,
  },
  {
    name: 'booked-without-bank-line',
    says: 'every wire in the books stands on a statement, once',
    query: `SELECT transfer.transfer_id AS subject, json_build_object('kind', kind, 'line', biz_id) AS found
              FROM ledger_transfer AS transfer
              LEFT JOIN bank_line ON line_id = biz_id
             WHERE biz_type = 'bank_line'
               AND transfer.transfer_id IS DISTINCT FROM CASE kind WHEN 'SUSPENSE_RECEIVED' THEN suspense_id ELSE bank_line.transfer_id END`,
  },
  {
    name: 'wire-suspense-not-its-lines',
    says: 'what the books hold for nobody is the sum of the lines that nobody has claimed',
    query: `SELECT 'USD_WIRE' AS subject, json_build_object('books', books.amount, 'lines', lines.amount) AS found
              FROM (SELECT coalesce(sum(CASE entry.side WHEN 'C' THEN amount ELSE -amount END), 0) AS amount
                      FROM ledger_entry AS entry
                      JOIN ledger_account AS account USING (la_id)
                     WHERE code = '2030' AND account.owner = 'USD_WIRE') AS books,
                   (SELECT coalesce(sum(amount_cents), 0) AS amount
                      FROM bank_line
                     WHERE suspense_id IS NOT NULL AND transfer_id IS NULL) AS lines
             WHERE books.amount <> lines.amount`,
  },
  {
    name: 'forecast-not-its-credit',
    says: 'a forecast that was credited shows what its line brought into the wallet',
    query: `SELECT topup_id AS subject, json_build_object('creditCents', credit_cents, 'walletGot', got.amount, 'line', line.amount_cents) AS found
              FROM forecast
              LEFT JOIN bank_line AS line USING (line_id)
              LEFT JOIN (SELECT transfer_id, sum(amount) AS amount
                           FROM ledger_entry
                           JOIN ledger_account USING (la_id)
                          WHERE code = '2010'
                          GROUP BY transfer_id) AS got ON got.transfer_id = forecast.transfer_id
             WHERE forecast.transfer_id IS NOT NULL
               AND (credit_cents IS DISTINCT FROM got.amount
                 OR received_cents IS DISTINCT FROM line.amount_cents
                 OR line.transfer_id IS DISTINCT FROM forecast.transfer_id)`,
  },
]
