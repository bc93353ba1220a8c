import { kindsOf, type BillType } from '#contract/ledger/ledger.ts'
import { dayOf, HOUR, startOf } from '../core/clock.ts'
import { firstIdOf } from '../core/ids.ts'
import { LOADS, owedCentsSql, SPENDS, type Books, type Check } from '../ledger/ledger.ts'

const kinds = (types: readonly BillType[]): string =>
  kindsOf('bill', types)
    .map((kind) => `'${kind}'`)
    .join(', ')
/** Of each card's account, what all its entries of these kinds came to: the checkpoint's and the new ones. `kept`: the checkpoint's column for these kinds. */
const moved = (books: Books, kept: 'loaded' | 'spent', types: readonly BillType[], raising: 'D' | 'C'): string => `
  (SELECT cell, la_id, sum(amount) AS moved
     FROM (SELECT cell, la_id, ${kept} AS amount FROM ${books.balance} AS balance
            UNION ALL
           SELECT cell, la_id, CASE WHEN side = '${raising}' THEN amount ELSE -amount END
             FROM ${books.entry} AS entry
             JOIN ${books.transfer} AS transfer USING (cell, transfer_id)
            WHERE account_version IS NOT NULL AND kind IN (${kinds(types)})) AS parts
    GROUP BY cell, la_id)`

/** The debt of every account. An account without a row has none. */
const debts = `(SELECT account_id, sum(${owedCentsSql}) AS owed FROM ledger_account GROUP BY account_id HAVING sum(${owedCentsSql}) > 0)`
/** Money just came in, and the job that pays debts with it has not run yet: where funds are frozen, the one that freezes the rest. A failed job does not count. */
const settling = `EXISTS (SELECT FROM graphile_worker.jobs
                             WHERE key IN ('cards.coverDebts ' || account.account_id, 'accounts.freezeMore ' || account.account_id) AND last_error IS NULL)`

/** Invariants between cards and the books. */
export const cardProofs: readonly Check[] = [
  {
    name: 'card-loaded-not-its-entries',
    says: 'what a card says was loaded is the sum of its openings, loads and covers',
    queryOf: (books) => `
            SELECT card_id AS subject, json_build_object('says', deposit_cents, 'entries', coalesce(moved, 0)) AS found
              FROM ${books.rows('card')} AS card
              LEFT JOIN ${moved(books, 'loaded', LOADS, 'C')} AS sums USING (cell, la_id)
             WHERE deposit_cents <> coalesce(moved, 0)`,
  },
  {
    name: 'card-spent-not-its-entries',
    says: 'what a card says was spent is the sum of its purchases and fees, less refunds and reversals',
    queryOf: (books) => `
            SELECT card_id AS subject, json_build_object('says', consume_cents, 'entries', coalesce(moved, 0)) AS found
              FROM ${books.rows('card')} AS card
              LEFT JOIN ${moved(books, 'spent', SPENDS, 'D')} AS sums USING (cell, la_id)
             WHERE consume_cents <> coalesce(moved, 0)`,
  },
  {
    name: 'spend-day-not-its-entries',
    says: 'what was spent on a day in Shanghai, and of all time, by who had the card, is the sum of the entries',
    queryOf: (books) => {
      // The day of the mark is read from its beginning, and days before it were compared before. What was spent of all time is then the sum of all days.
      const day = books.since === undefined ? -1 : dayOf(books.since)
      const from = books.since === undefined ? 'true' : `transfer_id >= '${firstIdOf('trf', startOf(day) - HOUR)}'`
      return `
            SELECT concat_ws(' ', account_id, nullif(owner, ''), day) AS subject, json_build_object('says', coalesce(says, 0), 'entries', coalesce(entries, 0)) AS found
              FROM (SELECT cell, account_id, owner_sub_uid AS owner, day, sum(spent_cents) AS says
                      FROM ${books.rows('spend_day')} AS spend_day
                     WHERE day = 0 OR day >= ${day}
                     GROUP BY 1, 2, 3, 4) AS kept
              FULL JOIN (
                    SELECT cell, account_id, owner, of_day AS day, sum(spent) AS entries
                      FROM (SELECT card.cell, card.account_id, coalesce(meta ->> 'subUid', '') AS owner,
                                   (entry.posted_at AT TIME ZONE interval '8 hours')::date - date '1970-01-01' AS day, sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS spent
                              FROM ${books.rows('ledger_entry')} AS entry
                              JOIN ${books.rows('ledger_transfer')} AS transfer USING (cell, transfer_id)
                              JOIN ${books.rows('card')} AS card USING (cell, la_id)
                             WHERE account_version IS NOT NULL
                               AND ${from}
                               AND kind IN (${kinds(SPENDS)})
                             GROUP BY 1, 2, 3, 4
                             UNION ALL
                            SELECT cell, account_id, owner_sub_uid, day, spent_cents FROM ${books.rows('spend_day')} AS spend_day WHERE day > 0 AND day < ${day}) AS spent
                     CROSS JOIN LATERAL (VALUES (0), (spent.day)) AS summed (of_day)
                     WHERE of_day = 0 OR of_day >= ${day}
                     GROUP BY 1, 2, 3, 4) AS posted USING (cell, account_id, owner, day)
             WHERE coalesce(says, 0) <> coalesce(entries, 0)`
    },
  },
  {
    name: 'opening-without-hold',
    says: 'a card that is being opened has its whole price held, and no other card has',
    query: `SELECT card.card_id AS subject, json_build_object('status', card.status, 'total', total_cents, 'held', coalesce(hold.remaining, 0)) AS found
              FROM card
              JOIN card_order AS opening ON (opening.cell, opening.account_id, opening.order_no) = (card.cell, card.account_id, card.open_order_no)
              LEFT JOIN ledger_hold AS hold ON (hold.cell, hold.hold_id) = (opening.cell, opening.hold_id)
             WHERE coalesce(hold.remaining, 0) <> CASE card.status WHEN 'PENDING' THEN total_cents ELSE 0 END`,
  },
  {
    name: 'opening-without-order',
    says: 'every card has the order that opened it',
    query: `SELECT card.card_id AS subject, json_build_object('order', open_order_no) AS found
              FROM card
             WHERE NOT EXISTS (SELECT FROM card_order AS opening
                                WHERE (opening.cell, opening.account_id, opening.order_no, opening.card_id) = (card.cell, card.account_id, card.open_order_no, card.card_id))`,
  },
  {
    name: 'order-without-transfer',
    says: 'every order that succeeded and moved money has its transfer',
    queryOf: (books) => `
            SELECT order_no AS subject, json_build_object('kind', kind, 'total', total_cents) AS found
              FROM ${books.rows('card_order')} AS card_order
             WHERE status = 'SUCCESS'
               AND total_cents > 0
               AND ${books.fresh('transfer_id')}
               AND NOT EXISTS (SELECT FROM ${books.transfer} AS transfer
                                WHERE (transfer.cell, transfer.transfer_id) = (card_order.cell, card_order.transfer_id))`,
  },
  {
    name: 'money-on-no-card',
    says: 'a card that was never made has no money',
    query: `SELECT card_id AS subject, json_build_object('status', status, 'balance', balance_cents) AS found
              FROM card
              JOIN card_balance AS money USING (cell, la_id)
             WHERE status IN ('PENDING', 'FAILED') AND balance_cents <> 0`,
  },
  {
    name: 'card-not-found-by-its-names',
    says: 'a card that was made, and no other, is found by one number for each key, beside its money, and by the name that the issuer gave it',
    query: `SELECT card_id AS subject, json_build_object('status', status, 'numbers', numbers, 'names', names) AS found
              FROM card
              FULL JOIN (SELECT cell, account_id, card_id, la_id, 1 + count(*) - count(DISTINCT key_id) AS numbers
                           FROM card_number GROUP BY 1, 2, 3, 4) AS number
                        USING (cell, account_id, card_id, la_id)
              FULL JOIN (SELECT cell, account_id, card_id, issuer_id, issuer_ref, count(*) AS names FROM card_issuer_ref GROUP BY 1, 2, 3, 4, 5) AS name
                        USING (cell, account_id, card_id, issuer_id, issuer_ref)
             WHERE status IS NULL
                OR (CASE WHEN status IN ('PENDING', 'FAILED') THEN 0 ELSE 1 END, CASE WHEN issuer_ref IS NULL THEN 0 ELSE 1 END)
                   IS DISTINCT FROM (coalesce(numbers, 0), coalesce(names, 0))`,
  },
  {
    name: 'restricted-not-owed',
    says: 'an account is restricted for a debt exactly while it owes something',
    query: `SELECT account.account_id AS subject, json_build_object('restricted', restricted, 'owed', coalesce(owed, 0)) AS found
              FROM account
              LEFT JOIN ${debts} AS debts USING (account_id)
             WHERE restricted <> (owed IS NOT NULL)
               AND NOT (restricted AND ${settling})`,
  },
  {
    name: 'free-beside-a-debt',
    says: 'while an account owes something, nothing is free in its wallet or payable to its holder after closing',
    query: `SELECT account.account_id AS subject, json_build_object('free', free, 'owed', owed) AS found
              FROM ${debts} AS debts
              JOIN account USING (account_id)
              JOIN (SELECT account_id, sum(posted - held) AS free
                      FROM ledger_account
                     WHERE code IN ('2010', '2410') AND posted > held
                     GROUP BY account_id) AS balances USING (account_id)
             WHERE NOT ${settling}`,
  },
]

/** Invariants between batches, their rows, and the money that they hold, charge and release. */
export const batchProofs: readonly Check[] = [
  {
    name: 'batch-without-its-rows',
    says: 'a batch has as many rows as it says, and set aside what they set aside',
    query: `SELECT batch_no AS subject, json_build_object('total', total, 'rows', rows, 'cost', cost_cents, 'held', held) AS found
              FROM (SELECT batch.*,
                           (SELECT count(*) FROM card_order AS line WHERE (line.cell, line.account_id, line.batch_no) = (batch.cell, batch.account_id, batch.batch_no)) AS rows,
                           (SELECT coalesce(sum(hold.amount), 0)
                              FROM card_order AS line
                              JOIN ledger_hold AS hold ON (hold.cell, hold.hold_id) = (line.cell, line.hold_id)
                             WHERE (line.cell, line.account_id, line.batch_no) = (batch.cell, batch.account_id, batch.batch_no)) AS held
                      FROM card_batch AS batch) AS sums
             WHERE rows <> total OR held <> cost_cents`,
  },
  {
    name: 'batch-row-money',
    says: 'a row of a batch holds its price until it ends, then all of it was posted, or all of it let go',
    query: `SELECT line.batch_no || ':' || row_no AS subject,
                   json_build_object('status', line.status, 'total', total_cents, 'remaining', hold.remaining, 'posted', hold.posted) AS found
              FROM card_order AS line
              JOIN ledger_hold AS hold ON (hold.cell, hold.hold_id) = (line.cell, line.hold_id)
             WHERE line.batch_no IS NOT NULL
               AND (hold.remaining <> CASE WHEN line.status IN ('SUCCESS', 'FAILED') THEN 0 ELSE total_cents END
                    OR hold.posted <> CASE line.status WHEN 'SUCCESS' THEN total_cents ELSE 0 END)`,
  },
  {
    name: 'batch-row-without-hold',
    says: 'a row of a batch that charges the wallet was held first',
    query: `SELECT batch_no || ':' || row_no AS subject, json_build_object('status', status, 'total', total_cents) AS found
              FROM card_order
             WHERE batch_no IS NOT NULL AND kind <> 'CLOSE' AND hold_id IS NULL AND (status <> 'FAILED' OR total_cents <> 0)`,
  },
  {
    name: 'batch-end-not-its-rows',
    says: 'a batch is running while a row is, and ends as its rows ended',
    query: `SELECT batch_no AS subject, json_build_object('status', status, 'open', open, 'success', success, 'failed', failed) AS found
              FROM (SELECT batch.batch_no, batch.status,
                           count(*) FILTER (WHERE line.status = 'SUCCESS') AS success,
                           count(*) FILTER (WHERE line.status = 'FAILED') AS failed,
                           count(*) FILTER (WHERE line.status NOT IN ('SUCCESS', 'FAILED')) AS open
                      FROM card_batch AS batch
                      JOIN card_order AS line ON (line.cell, line.account_id, line.batch_no) = (batch.cell, batch.account_id, batch.batch_no)
                     GROUP BY batch.cell, batch.account_id, batch.batch_no) AS rows
             WHERE status <> CASE WHEN open > 0 THEN 'RUNNING' WHEN failed = 0 THEN 'DONE' WHEN success = 0 THEN 'FAILED' ELSE 'PARTIAL' END`,
  },
  {
    name: 'hold-without-order',
    says: 'whatever is held for a card order has that order',
    query: `SELECT hold.hold_id AS subject, json_build_object('order', biz_id, 'remaining', remaining) AS found
              FROM ledger_hold AS hold
             WHERE biz_type = 'card_order' AND remaining > 0
               AND NOT EXISTS (SELECT FROM card_order AS line WHERE (line.cell, line.account_id, line.order_no, line.hold_id) = (hold.cell, hold.account_id, hold.biz_id, hold.hold_id))`,
  },
]
