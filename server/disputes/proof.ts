import type { Books, Check } from '../ledger/ledger.ts'

/** The purchases of disputes that are open, with them. */
const openWith = (books: Books): string => `
  ${books.rows('dispute')} AS dispute
  JOIN ${books.rows('trade')} AS trade USING (cell, account_id, trade_id)`

/** Fees of disputes that nobody has decided: they go back unless the dispute is lost. */
export const feesOfOpenDisputes = `
  SELECT coalesce(sum(fee_cents), 0)::bigint AS cents FROM dispute WHERE state IN ('SUBMITTED', 'IN_PROGRESS')`

/** Disputes, their purchases and the books. */
export const disputeProofs: readonly Check[] = [
  {
    name: 'provisional-credit-not-its-disputes',
    says: 'what issuers owe us for provisional credit is that of the disputes that are open',
    query: (books) => `
            SELECT coalesce(booked.issuer_id, open.issuer_id) AS subject, json_build_object('books', booked.amount, 'disputes', open.amount) AS found
              FROM (SELECT account.owner AS issuer_id, sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS amount
                      FROM ${books.sums} AS entry
                      JOIN ledger_account AS account USING (cell, la_id)
                     WHERE code = '1320'
                     GROUP BY account.owner) AS booked
              FULL JOIN (SELECT issuer_id, sum(provisional_cents) AS amount FROM dispute GROUP BY issuer_id) AS open USING (issuer_id)
             WHERE coalesce(booked.amount, 0) <> coalesce(open.amount, 0)`,
  },
  {
    name: 'dispute-fee-not-posted',
    says: 'the fee that a dispute has is what was posted for it, less what was given back',
    queryOf: (books) => {
      const moved = books.since === undefined ? '' : `WHERE updated_at >= to_timestamp(${books.since} / 1000.0)`
      return `
            SELECT dispute_id AS subject, json_build_object('fee', fee_cents, 'posted', posted) AS found
              FROM (SELECT * FROM ${books.rows('dispute')} AS moved ${moved}) AS dispute
             CROSS JOIN LATERAL (SELECT coalesce(sum(CASE side WHEN 'C' THEN amount ELSE -amount END) FILTER (WHERE code = '4110'), 0) AS posted
                                   FROM ${books.rows('ledger_transfer')} AS transfer
                                   JOIN ${books.rows('ledger_entry')} AS entry USING (cell, transfer_id)
                                   JOIN ledger_account AS account USING (cell, la_id)
                                  WHERE (transfer.cell, transfer.account_id, biz_type, biz_id) = (dispute.cell, dispute.account_id, 'dispute', dispute_id)) AS books
             WHERE fee_cents <> posted`
    },
  },
  {
    name: 'dispute-above-its-purchase',
    says: 'what is disputed and what was won of a purchase is at most what was posted and not refunded',
    queryOf: (books) => `
            SELECT trade_id AS subject,
                   json_build_object('posted', -trade.amount_cents, 'refunded', refunded_cents, 'won', trade.won_cents, 'disputed', sum(dispute.amount_cents - returned_cents)) AS found
              FROM ${openWith(books)}
             WHERE state IN ('SUBMITTED', 'IN_PROGRESS')
             GROUP BY cell, account_id, trade_id, trade.amount_cents, refunded_cents, trade.won_cents
            HAVING sum(dispute.amount_cents - returned_cents) > -trade.amount_cents - refunded_cents - trade.won_cents`,
  },
  {
    name: 'disputed-not-its-dispute',
    says: 'a purchase says that it is disputed while a dispute of it is under way',
    queryOf: (books) => `
            SELECT dispute_id AS subject, json_build_object('dispute', state, 'purchase', trade.status) AS found
              FROM ${openWith(books)}
             WHERE CASE WHEN state IN ('SUBMITTED', 'IN_PROGRESS') THEN trade.status <> 'DISPUTED'
                        ELSE trade.status = 'DISPUTED'
                             AND NOT EXISTS (SELECT FROM ${books.rows('dispute')} AS other
                                              WHERE (other.cell, other.account_id, other.trade_id) = (dispute.cell, dispute.account_id, dispute.trade_id)
                                                AND other.state IN ('SUBMITTED', 'IN_PROGRESS')) END`,
  },
  {
    name: 'won-not-its-chargebacks',
    says: 'what a purchase won is what its disputes did, and each is a settled row of its own',
    queryOf: (books) => `
            SELECT trade.trade_id AS subject, json_build_object('purchase', trade.won_cents, 'disputes', sum(dispute.won_cents), 'rows', sum(chargeback.amount_cents)) AS found
              FROM ${openWith(books)}
              LEFT JOIN ${books.rows('trade')} AS chargeback
                ON (chargeback.cell, chargeback.issuer_id, chargeback.clearing_ref) = (dispute.cell, dispute.issuer_id, 'dispute:' || dispute_id)
             GROUP BY trade.cell, trade.account_id, trade.trade_id, trade.won_cents
            HAVING trade.won_cents <> sum(dispute.won_cents) OR coalesce(sum(chargeback.amount_cents), 0) <> sum(dispute.won_cents)`,
  },
]
