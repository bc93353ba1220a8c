import { alsoProve } from '../ledger/ledger.ts'

alsoProve({
  name: 'seat-deferred-not-its-lots',
  says: 'what an account has paid in advance for seats is what its lots have not become income of yet',
  query: `SELECT account_id AS subject, json_build_object('account', posted, 'lots', lots) AS found
            FROM (SELECT account.account_id, posted,
                         coalesce((SELECT sum(deferred_cents - recognised_cents) FROM seat_lot
                                    WHERE seat_lot.account_id = account.account_id AND closed_at IS NULL), 0) AS lots
                    FROM ledger_account AS account
                   WHERE code = '2220') AS both_sides
           WHERE posted <> lots`,
})
