import type { Check } from '../ledger/ledger.ts'

/** What authorizations hold on cards. */
export const heldByAuths = `
  SELECT cell, la_id, held_cents AS amount
    FROM auth
   WHERE held_cents > 0`

/** Invariants between authorizations, settled transactions, and the books. */
export const tradeProofs: readonly Check[] = [
  {
    name: 'auth-held-not-its-status',
    says: 'an authorization holds money exactly while it may still be cleared',
    query: `SELECT auth_text(auth_id) AS subject, json_build_object('held', held_cents, 'status', status) AS found
              FROM auth
             WHERE held_cents < 0
                OR (held_cents > 0) <> (status = 'PENDING' OR (status = 'PARTIAL' AND held_cents > 0))`,
  },
  {
    name: 'auth-over-resolved',
    says: 'what an authorization holds becomes money at most once: what transfers took of it and what is left were held',
    query: `SELECT auth_text(auth.auth_id) AS subject, json_build_object('placed', placed_cents, 'held', held_cents, 'taken', coalesce(taken, 0)) AS found
              FROM auth
              LEFT JOIN (SELECT one->>'hold' AS auth_id, sum((one->>'amount')::bigint) AS taken
                           FROM ledger_transfer, jsonb_array_elements(resolves) AS one
                          WHERE resolves IS NOT NULL AND kind IN ('CLEARING', 'CLEARING_OVER')
                          GROUP BY one->>'hold') AS sums ON sums.auth_id = auth_text(auth.auth_id)
             WHERE held_cents + coalesce(taken, 0) > placed_cents`,
  },
  {
    name: 'auth-fee-not-its-trades',
    says: 'what an authorization says was taken as its fee is what its clearings took',
    query: `SELECT auth_text(auth.auth_id) AS subject, json_build_object('says', fee_taken_cents, 'taken', coalesce(taken.fee, 0)) AS found
              FROM auth
              LEFT JOIN (SELECT cell, account_no, auth_id, sum(cross_fee_cents) AS fee
                           FROM trade
                           JOIN (SELECT cell, account_id, account_no FROM account) AS account USING (cell, account_id)
                          WHERE auth_id IS NOT NULL AND trade.status <> 'REVERSED' AND type <> 'REVERSAL'
                          GROUP BY cell, account_no, auth_id) AS taken
                ON taken.cell = auth.cell AND taken.account_no = auth.account_no AND taken.auth_id = auth_text(auth.auth_id)
             WHERE fee_taken_cents <> coalesce(taken.fee, 0)`,
  },
  {
    name: 'trade-without-transfer',
    says: 'every settled row was posted, for its amount',
    query: `SELECT trade_id AS subject, json_build_object('amount', amount_cents, 'posted', posted.amount) AS found
              FROM trade
              LEFT JOIN LATERAL (
                     SELECT sum(CASE side WHEN 'C' THEN entry.amount ELSE -entry.amount END) AS amount
                       FROM ledger_transfer AS transfer
                       JOIN ledger_entry AS entry USING (cell, transfer_id)
                       JOIN ledger_account AS account USING (cell, la_id)
                      WHERE (cell, transfer.account_id) = (cell_of(trade.account_id), trade.account_id) AND biz_type = 'trade' AND biz_id = trade_id
                        AND kind NOT IN ('CLEARING_REVERSED', 'REFUND_REVERSED') AND account.code = '2110') AS posted ON true
             WHERE type <> 'REVERSAL' AND posted.amount IS DISTINCT FROM -amount_cents`,
  },
  {
    name: 'reversal-not-its-trade',
    says: 'a reversal is of the same card as what it takes back, has its sum and its fee, and the reversed row says so',
    query: `SELECT coalesce(reversal.trade_id, trade.trade_id) AS subject,
                   json_build_object('of', trade.trade_id, 'card', trade.card_id, 'amount', trade.amount_cents, 'status', trade.status,
                                     'reversal', reversal.trade_id, 'its card', reversal.card_id, 'its amount', reversal.amount_cents) AS found
              FROM (SELECT * FROM trade WHERE type = 'REVERSAL') AS reversal
              FULL JOIN (SELECT * FROM trade
                          WHERE status = 'REVERSED' OR (cell, trade_id) IN (SELECT cell, reverses_trade_id FROM trade WHERE type = 'REVERSAL')) AS trade
                ON reversal.cell = trade.cell AND reversal.account_id = trade.account_id AND reversal.reverses_trade_id = trade.trade_id
             WHERE reversal.trade_id IS NULL
                OR trade.trade_id IS NULL
                OR trade.status <> 'REVERSED'
                OR trade.type NOT IN ('PURCHASE', 'FORCED', 'REFUND')
                OR reversal.card_id <> trade.card_id
                OR reversal.amount_cents <> -trade.amount_cents
                OR reversal.cross_fee_cents <> -trade.cross_fee_cents`,
  },
  {
    name: 'reversal-not-its-transfer',
    says: 'what was reversed was posted back once, whole, to the card or to the account that the card is of; nothing else was',
    query: `SELECT coalesce(trade_id, back.biz_id) AS subject,
                   json_build_object('status', status, 'amount', amount_cents, 'posted back', back.amount, 'times', back.times, 'other cards', back.strangers) AS found
              FROM (SELECT * FROM trade WHERE status = 'REVERSED') AS reversed
              FULL JOIN (SELECT transfer.account_id, biz_id, count(DISTINCT transfer_id) AS times,
                                sum(CASE entry.side WHEN 'C' THEN entry.amount ELSE -entry.amount END) FILTER (WHERE account.code = '2110') AS amount,
                                count(*) FILTER (WHERE account.code = '2020' AND account.owner IS DISTINCT FROM
                                                 (SELECT card_id FROM trade
                                                   WHERE trade.cell = cell_of(transfer.account_id) AND trade.account_id = transfer.account_id AND trade_id = biz_id)) AS strangers
                           FROM ledger_transfer AS transfer
                           JOIN ledger_entry AS entry USING (cell, transfer_id)
                           JOIN ledger_account AS account USING (cell, la_id)
                          WHERE biz_type = 'trade' AND kind IN ('CLEARING_REVERSED', 'REFUND_REVERSED')
                          GROUP BY transfer.account_id, biz_id) AS back
                ON back.account_id = reversed.account_id AND back.biz_id = reversed.trade_id
             WHERE trade_id IS NULL
                OR back.biz_id IS NULL
                OR back.times <> 1
                OR back.strangers > 0
                OR back.amount <> amount_cents`,
  },
  {
    name: 'refund-review-not-its-hold',
    says: 'a refund under review has its money held, and no other refund has',
    query: `SELECT coalesce(refund.trade_id, hold.biz_id) AS subject,
                   json_build_object('status', refund.status, 'review', review.state, 'held', hold.remaining) AS found
              FROM (SELECT * FROM trade WHERE type = 'REFUND') AS refund
              FULL JOIN refund_review AS review USING (cell, account_id, trade_id)
              FULL JOIN (SELECT * FROM ledger_hold WHERE biz_type = 'refund_review') AS hold
                ON hold.account_id = refund.account_id AND hold.biz_id = refund.trade_id
             WHERE CASE WHEN review.state IN ('OPEN', 'CLAIMED')
                        THEN refund.status IS DISTINCT FROM 'UNDER_REVIEW' OR coalesce(hold.remaining, 0) = 0 OR hold.hold_id <> review.hold_id
                        ELSE refund.status = 'UNDER_REVIEW' OR coalesce(hold.remaining, 0) > 0 END`,
  },
  {
    name: 'refunded-not-its-refunds',
    says: 'what a purchase says was refunded is what its refunds, less those taken back, gave of it',
    query: `SELECT bought.trade_id AS subject, json_build_object('says', bought.refunded_cents, 'refunds', sum(refund.amount_cents - refund.excess_cents)) AS found
              FROM trade AS bought
              JOIN trade AS refund
                ON refund.cell = bought.cell AND refund.account_id = bought.account_id AND refund.refunds_trade_id = bought.trade_id
               AND refund.status <> 'REVERSED'
             GROUP BY bought.account_id, bought.trade_id, bought.refunded_cents
            HAVING bought.refunded_cents < sum(refund.amount_cents - refund.excess_cents)`,
  },
]
