import type { Check } from '../ledger/ledger.ts'

/** What the transfers of such rows brought into wallets. Found by the key, because such rows are few. */
const intoWallets = (table: 'chain_transfer' | 'provider_payment'): string => `
  (SELECT transfer_id, amount
     FROM ledger_entry AS entry
     JOIN ledger_account AS account USING (cell, la_id)
    WHERE code = '2010'
      AND (entry.cell, transfer_id) IN (SELECT cell_of(account_id), transfer_id FROM ${table} WHERE outcome = 'CREDITED'))`

/**
 * The chain and the books agree: every confirmed transfer to one of our addresses was credited or put in suspense, once. That nothing on
 * the chain was missed is what the daily scan of every address is for (`usdt.lookEveryMs.FREE`).
 */
export const topUpProofs: readonly Check[] = [
  {
    name: 'chain-transfer-undecided',
    says: 'a confirmed transfer to one of our addresses is decided within ten minutes',
    query: `SELECT tx_hash || ':' || log_index AS subject, json_build_object('units', units::text, 'order', order_no, 'since', updated_at) AS found
              FROM chain_transfer
             WHERE state = 'CONFIRMED'
               AND outcome IS NULL
               AND updated_at < (SELECT max(updated_at) FROM chain_transfer) - interval '10 minutes'`,
  },
  {
    name: 'chain-transfer-not-in-the-books',
    says: 'what is marked as credited or in suspense stands in the books with its amount',
    query: (
      books,
    ) => `SELECT tx_hash || ':' || log_index AS subject, json_build_object('outcome', outcome, 'units', units::text, 'booked', booked.amount) AS found
              FROM chain_transfer
              LEFT JOIN (SELECT transfer.transfer_id, kind, biz_id, sum(amount) AS amount
                           FROM ${books.transfer} AS transfer
                           JOIN ${books.entry} AS entry USING (cell, transfer_id)
                           JOIN ledger_account AS account USING (cell, la_id)
                          WHERE biz_type = 'chain_transfer'
                            AND code = '1220'
                            AND side = 'D'
                          GROUP BY transfer.transfer_id, kind, biz_id) AS booked USING (transfer_id)
             WHERE outcome IN ('CREDITED', 'SUSPENSE')
               AND ${books.fresh('chain_transfer.transfer_id')}
               AND (booked.amount IS DISTINCT FROM units
                 OR booked.biz_id <> tx_hash || ':' || log_index
                 OR booked.kind <> CASE outcome WHEN 'CREDITED' THEN 'TOPUP_USDT' ELSE 'SUSPENSE_RECEIVED' END)`,
  },
  {
    name: 'booked-without-chain-transfer',
    says: 'every booked transfer of the chain was seen there, and is booked once',
    query: (
      books,
    ) => `SELECT transfer.transfer_id AS subject, json_build_object('kind', kind, 'transfer', biz_id) AS found
              FROM ${books.transfer} AS transfer
              LEFT JOIN chain_transfer USING (transfer_id)
             WHERE transfer.biz_type = 'chain_transfer'
               AND kind IN ('TOPUP_USDT', 'SUSPENSE_RECEIVED')
               AND chain_transfer.tx_hash IS NULL`,
  },
  {
    name: 'order-not-its-credits',
    says: 'a top-up order shows what its transfers brought into the wallet',
    query: `SELECT recharge_order.order_no AS subject,
                   json_build_object('creditCents', credit_cents, 'walletGot', coalesce(got, 0), 'receivedUnits', received_units, 'units', coalesce(sent, 0)) AS found
              FROM recharge_order
              LEFT JOIN (SELECT cell, account_id, order_no, sum(units) AS sent, sum(amount) AS got
                           FROM (SELECT cell_of(chain_transfer.account_id) AS cell, chain_transfer.account_id, order_no, units, amount
                                   FROM chain_transfer
                                   JOIN ${intoWallets('chain_transfer')} AS entry USING (transfer_id)
                                  WHERE outcome = 'CREDITED'
                                  UNION ALL
                                 SELECT cell_of(to_account), to_account, to_order, units, credit_cents
                                   FROM suspense
                                  WHERE state IN ('CREDITED', 'REVERSED') AND rail = 'USDT_TRC20' AND to_order IS NOT NULL) AS parts
                          GROUP BY cell, account_id, order_no) AS credited USING (cell, account_id, order_no)
             WHERE rail = 'USDT_TRC20'
               AND (credited_at IS NOT NULL OR got IS NOT NULL)
               AND address IS NOT NULL
               AND (credit_cents <> coalesce(got, 0) OR received_units <> coalesce(sent, 0))`,
  },
  {
    name: 'part-waits-too-long',
    says: 'part of an order waits for the rest while the order is open, and for people after it',
    query: `SELECT suspense_id AS subject, json_build_object('order', ordered.order_no, 'expired', expires_at) AS found
              FROM suspense
              JOIN recharge_order AS ordered
                ON (ordered.cell, ordered.account_id, ordered.order_no) = (cell_of(suspense.account_id), suspense.account_id, suspense.order_no)
             WHERE state = 'WAITING'
               AND expires_at < (SELECT max(updated_at) FROM chain_transfer) - interval '1 day'`,
  },
]

/** What is looked for without its account is found: the two directories name every order and every address, and no others. */
export const directoryProofs: readonly Check[] = [
  {
    name: 'order-not-found-by-its-number',
    says: 'every top-up order, and no other, is found by its number',
    query: `SELECT order_no AS subject, json_build_object('account', account_id, 'status', status) AS found
              FROM recharge_order
              FULL JOIN (SELECT cell, account_id, order_no, true AS found FROM recharge_order_no) AS named USING (cell, account_id, order_no)
             WHERE status IS NULL OR found IS NULL`,
  },
  {
    name: 'address-without-its-owner',
    says: 'every deposit address, and no other, is recorded as given to its account',
    query: `SELECT address AS subject, json_build_object('account', account_id, 'status', status) AS found
              FROM deposit_address
              FULL JOIN (SELECT cell, account_id, address, true AS found FROM deposit_address_owner) AS named USING (cell, account_id, address)
             WHERE status IS NULL OR found IS NULL`,
  },
]

/** Payment providers and the books agree: every payment was credited or put in suspense, once, and every reversal was booked. */
export const providerProofs: readonly Check[] = [
  {
    name: 'payment-not-in-the-books',
    says: 'what a provider was paid stands in the books with its amount, and so does what was taken back',
    query: (books) => `SELECT provider || ':' || payment_ref AS subject,
                   json_build_object('outcome', outcome, 'units', amount_units, 'booked', booked.amount, 'backed', backed.amount) AS found
              FROM provider_payment AS payment
              LEFT JOIN (SELECT transfer.transfer_id, kind, biz_id, sum(amount) AS amount
                           FROM ${books.transfer} AS transfer
                           JOIN ${books.entry} AS entry USING (cell, transfer_id)
                           JOIN ledger_account AS account USING (cell, la_id)
                          WHERE biz_type = 'provider_payment' AND code = '1210' AND side = 'D'
                          GROUP BY transfer.transfer_id, kind, biz_id) AS booked USING (transfer_id)
              LEFT JOIN (SELECT transfer_id, sum(amount) AS amount
                           FROM ${books.transfer} AS transfer
                           JOIN ${books.entry} AS entry USING (cell, transfer_id)
                           JOIN ledger_account AS account USING (cell, la_id)
                          WHERE biz_type = 'provider_payment' AND code = '1210' AND side = 'C'
                          GROUP BY transfer_id) AS backed ON backed.transfer_id = payment.reversal_id
             WHERE (outcome IS NOT NULL
               AND ${books.fresh('payment.transfer_id')}
               AND (booked.amount IS DISTINCT FROM amount_units
                 OR booked.biz_id <> provider || ':' || payment_ref
                 OR (booked.kind = 'SUSPENSE_RECEIVED') <> (outcome = 'SUSPENSE')))
                OR (reversal_id IS NOT NULL AND ${books.fresh('reversal_id')} AND backed.amount IS DISTINCT FROM amount_units)`,
  },
  {
    name: 'booked-without-payment',
    says: 'every booked payment of a provider was told by it, and is booked once',
    query: (
      books,
    ) => `SELECT transfer.transfer_id AS subject, json_build_object('kind', kind, 'payment', biz_id) AS found
              FROM ${books.transfer} AS transfer
              LEFT JOIN provider_payment AS taken ON taken.transfer_id = transfer.transfer_id
              LEFT JOIN provider_payment AS given ON given.reversal_id = transfer.transfer_id
             WHERE biz_type = 'provider_payment'
               AND taken.provider IS NULL
               AND given.provider IS NULL`,
  },
  {
    name: 'yuan-order-not-its-credit',
    says: 'an order in yuan is credited by one payment, at once or out of suspense, with what it shows',
    query: `SELECT recharge_order.order_no AS subject,
                   json_build_object('status', status, 'creditCents', credit_cents, 'walletGot', got, 'payments', payments) AS found
              FROM recharge_order
              LEFT JOIN (SELECT cell_of(provider_payment.account_id) AS cell, provider_payment.account_id, order_no, sum(amount) AS got, count(DISTINCT transfer_id) AS payments
                           FROM provider_payment
                           JOIN ${intoWallets('provider_payment')} AS entry USING (transfer_id)
                          WHERE outcome = 'CREDITED'
                          GROUP BY provider_payment.account_id, order_no
                          UNION ALL
                         SELECT cell_of(to_account), to_account, to_order, credit_cents, 1
                           FROM suspense
                          WHERE state IN ('CREDITED', 'REVERSED') AND rail <> 'USDT_TRC20' AND to_order IS NOT NULL) AS credited USING (cell, account_id, order_no)
             WHERE provider IS NOT NULL
               AND (credited_at IS NOT NULL OR got IS NOT NULL)
               AND (credit_cents <> coalesce(got, 0) OR coalesce(payments, 0) <> 1)`,
  },
]

/** The suspense accounts in the books equal the list of unmatched payments that staff work through. */
export const suspenseProofs: readonly Check[] = [
  {
    name: 'suspense-not-its-transfers',
    says: 'a receipt in suspense came in with its amount, and went out with it where it is no longer there',
    query: (
      books,
    ) => `SELECT suspense_id AS subject, json_build_object('state', state, 'units', units, 'in', came.amount, 'out', went.amount) AS found
              FROM suspense
              LEFT JOIN (SELECT transfer_id, account.owner AS rail, sum(amount) AS amount
                           FROM ${books.entry} AS entry
                           JOIN ledger_account AS account USING (cell, la_id)
                          WHERE code = '2030' AND entry.side = 'C'
                          GROUP BY transfer_id, account.owner) AS came ON (came.transfer_id, came.rail) = (in_id, suspense.rail)
              LEFT JOIN (SELECT transfer_id, account.owner AS rail, sum(amount) AS amount
                           FROM ${books.entry} AS entry
                           JOIN ledger_account AS account USING (cell, la_id)
                          WHERE code = '2030' AND entry.side = 'D'
                          GROUP BY transfer_id, account.owner) AS went ON (went.transfer_id, went.rail) = (out_id, suspense.rail)
             WHERE (${books.fresh('in_id')} AND came.amount IS DISTINCT FROM units)
                OR (out_id IS NOT NULL AND ${books.fresh('out_id')} AND went.amount IS DISTINCT FROM units)`,
  },
  {
    name: 'rail-suspense-not-its-receipts',
    says: 'what the books hold for nobody on a rail is the sum of the receipts that wait',
    query: (
      books,
    ) => `SELECT coalesce(books.rail, items.rail) AS subject, json_build_object('books', books.amount, 'receipts', items.amount) AS found
              FROM (SELECT account.owner AS rail, sum(CASE entry.side WHEN 'C' THEN amount ELSE -amount END) AS amount
                      FROM ${books.sums} AS entry
                      JOIN ledger_account AS account USING (cell, la_id)
                     WHERE code = '2030' AND account.owner <> 'USD_WIRE'
                     GROUP BY account.owner) AS books
              FULL JOIN (SELECT rail, sum(units) AS amount
                           FROM suspense
                          WHERE state IN ('WAITING', 'OPEN', 'CLAIMED')
                          GROUP BY rail) AS items USING (rail)
             WHERE coalesce(books.amount, 0) <> coalesce(items.amount, 0)`,
  },
]

const ofLines = 'SELECT suspense_id FROM bank_line UNION ALL SELECT transfer_id FROM bank_line'

/** Bank statements and the books agree: every line is credited to an account, assigned to one by two people, or in suspense. */
export const statementProofs: readonly Check[] = [
  {
    name: 'bank-line-not-in-the-books',
    says: 'money of a bank statement that was credited, returned or put in suspense stands in the books with its amount',
    query: (
      books,
    ) => `SELECT line_id AS subject, json_build_object('state', state, 'amount', amount_cents, 'in', coalesce(came.amount, 0), 'out', coalesce(went.amount, 0)) AS found
              FROM bank_line
              LEFT JOIN (SELECT transfer_id, sum(amount) AS amount FROM ${books.entry} AS entry WHERE side = 'D' AND transfer_id IN (${ofLines}) GROUP BY transfer_id) AS came
                     ON came.transfer_id = suspense_id
              LEFT JOIN (SELECT transfer_id, sum(amount) AS amount FROM ${books.entry} AS entry WHERE side = 'D' AND transfer_id IN (${ofLines}) GROUP BY transfer_id) AS went
                     ON went.transfer_id = bank_line.transfer_id
             WHERE (suspense_id IS NOT NULL AND ${books.fresh('suspense_id')} AND came.amount IS DISTINCT FROM amount_cents)
                OR (bank_line.transfer_id IS NOT NULL AND ${books.fresh('bank_line.transfer_id')} AND went.amount IS DISTINCT FROM amount_cents)
                OR (state = 'RETURNED' AND suspense_id IS NULL)`,
  },
  {
    name: 'booked-without-bank-line',
    says: 'every wire in the books stands on a statement, once',
    query: (books) => `SELECT transfer.transfer_id AS subject, json_build_object('kind', kind, 'line', biz_id) AS found
              FROM ${books.transfer} AS transfer
              LEFT JOIN bank_line ON line_id = biz_id
             WHERE biz_type = 'bank_line'
               AND transfer.transfer_id IS DISTINCT FROM CASE kind WHEN 'SUSPENSE_RECEIVED' THEN suspense_id ELSE bank_line.transfer_id END`,
  },
  {
    name: 'wire-suspense-not-its-lines',
    says: 'what the books hold for nobody is the sum of the lines that nobody has claimed',
    query: (
      books,
    ) => `SELECT 'USD_WIRE' AS subject, json_build_object('books', books.amount, 'lines', lines.amount) AS found
              FROM (SELECT coalesce(sum(CASE entry.side WHEN 'C' THEN amount ELSE -amount END), 0) AS amount
                      FROM ${books.sums} AS entry
                      JOIN ledger_account AS account USING (cell, la_id)
                     WHERE code = '2030' AND account.owner = 'USD_WIRE') AS books,
                   (SELECT coalesce(sum(amount_cents), 0) AS amount
                      FROM bank_line
                     WHERE suspense_id IS NOT NULL AND transfer_id IS NULL) AS lines
             WHERE books.amount <> lines.amount`,
  },
  {
    name: 'forecast-not-its-credit',
    says: 'a forecast that was credited shows what its line brought into the wallet',
    query: (
      books,
    ) => `SELECT topup_id AS subject, json_build_object('creditCents', credit_cents, 'walletGot', got.amount, 'line', line.amount_cents) AS found
              FROM forecast
              LEFT JOIN bank_line AS line USING (line_id)
              LEFT JOIN (SELECT cell, transfer_id, sum(amount) AS amount
                           FROM ${books.entry} AS entry
                           JOIN ledger_account USING (cell, la_id)
                          WHERE code = '2010'
                          GROUP BY cell, transfer_id) AS got ON (got.cell, got.transfer_id) = (forecast.cell, forecast.transfer_id)
             WHERE forecast.transfer_id IS NOT NULL
               AND ${books.fresh('forecast.transfer_id')}
               AND (credit_cents IS DISTINCT FROM got.amount
                 OR received_cents IS DISTINCT FROM line.amount_cents
                 OR line.transfer_id IS DISTINCT FROM forecast.transfer_id)`,
  },
  {
    name: 'forecast-not-its-line',
    says: 'a forecast is matched to a line of the bank that is its account’s, and no line to two forecasts',
    query: `SELECT topup_id AS subject, json_build_object('line', line_id, 'account', forecast.account_id, 'lineOf', line.account_id, 'forecasts', forecasts) AS found
              FROM (SELECT topup_id, account_id, line_id, count(*) OVER (PARTITION BY line_id) AS forecasts
                      FROM forecast
                     WHERE line_id IS NOT NULL) AS forecast
              LEFT JOIN bank_line AS line USING (line_id)
             WHERE line.account_id IS DISTINCT FROM forecast.account_id OR forecasts > 1`,
  },
  {
    name: 'bank-line-fits-no-forecast',
    says: 'the forecast that a line of the bank fits is there, in the cell of its account',
    query: `SELECT line_id AS subject, json_build_object('account', fits_account_id, 'forecast', fits_topup_id) AS found
              FROM bank_line
              LEFT JOIN (SELECT cell, account_id AS of, topup_id FROM forecast OFFSET 0) AS forecast
                     ON (forecast.cell, of, topup_id) = (cell_of(fits_account_id), fits_account_id, fits_topup_id)
             WHERE fits_topup_id IS NOT NULL AND topup_id IS NULL`,
  },
]

/** What two people recorded of the treasury stands in the books with its amounts. */
export const treasuryProofs: readonly Check[] = [
  {
    name: 'treasury-move-not-in-the-books',
    says: 'a settlement, a sale or a sweep that is recorded stands in the books with what went and what came',
    query: `SELECT move_no AS subject, json_build_object('sent', sent_units, 'got', got_units, 'out', booked.went, 'in', booked.came) AS found
              FROM treasury_move
              LEFT JOIN LATERAL (SELECT sum(amount) FILTER (WHERE side = 'C' AND code IN ('1210', '1220', '1030', '1040')) AS went,
                                        sum(amount) FILTER (WHERE side = 'D' AND code IN ('1020', '1030', '1040')) AS came
                                   FROM ledger_entry AS entry
                                   JOIN ledger_account AS account USING (cell, la_id)
                                  WHERE entry.cell = cell_of('platform') AND entry.transfer_id = treasury_move.transfer_id) AS booked ON true
             WHERE booked.went IS DISTINCT FROM sent_units
                OR coalesce(booked.came, 0) <> got_units`,
  },
]
