import { transferKinds, type TransferKind } from '#contract/ledger/ledger.ts'
import { firstIdOf } from '../core/ids.ts'
import type { Books, Check } from '../ledger/ledger.ts'
import { firstAuthKey } from './authId.ts'

/** What authorizations hold on cards. Those that are over hold nothing: {@link tradeProofs}. */
export const heldByAuths = `
  SELECT cell, la_id, held_cents AS amount
    FROM auth
   WHERE status IN ('PENDING', 'PARTIAL')`

const accounts = (books: Books): string =>
  books.rows('(SELECT cell_of(account_id) AS cell, account_id, account_no FROM account) AS account')

/**
 * What is new of a table whose key is the account and an id: looked for account by account (OFFSET 0 keeps it so), because no key begins with the time.
 * Everything in a whole proof.
 */
const newOf = (books: Books, table: string, account: string, id: string, first: (ms: number) => string): string =>
  books.since === undefined
    ? books.rows(table)
    : `(SELECT made.* FROM ${accounts(books)} AS account
         CROSS JOIN LATERAL (SELECT * FROM ${books.rows(table)} AS every WHERE (cell, ${account}) = (account.cell, account.${account}) AND ${id} >= ${first(books.since)} OFFSET 0) AS made)`
const newAuths = (books: Books): string => newOf(books, 'auth', 'account_no', 'auth_id', firstAuthKey)
const firstTrade = (ms: number): string => `'${firstIdOf('trd', ms)}'`
const newTrades = (books: Books): string => newOf(books, 'trade', 'account_id', 'trade_id', firstTrade)

/** What new transfers took of authorizations. */
const newlyTaken = (books: Books): string => `
  (SELECT cell, account_id, one->>'hold' AS auth_id, sum((one->>'amount')::bigint) AS taken
     FROM ${books.transfer} AS transfer, jsonb_array_elements(resolves) AS one
    WHERE resolves IS NOT NULL AND kind IN ('CLEARING', 'CLEARING_OVER')
    GROUP BY cell, account_id, one->>'hold')`

/** Old authorizations can change too: then a new transfer, trade or event names them. All in a whole proof; each once. */
const changedAuths = (books: Books): string =>
  books.since === undefined
    ? books.rows('auth')
    : `(SELECT * FROM ${newAuths(books)} AS new_auth
         UNION ALL
        SELECT auth.*
          FROM (SELECT DISTINCT cell, account_no, auth_number(auth_id) AS auth_id
                  FROM (SELECT cell, account_id, auth_id FROM ${newlyTaken(books)} AS taken
                         UNION ALL SELECT cell, account_id, auth_id FROM ${newTrades(books)} AS trade WHERE auth_id IS NOT NULL
                         UNION ALL SELECT cell, account_id, auth_id FROM ${books.rows('auth_event')} AS event
                          WHERE created_at >= to_timestamp(${books.since} / 1000.0)) AS named
                  JOIN ${accounts(books)} AS account USING (cell, account_id)
                 WHERE auth_number(auth_id) < ${firstAuthKey(books.since)}) AS changed
         CROSS JOIN LATERAL (SELECT * FROM ${books.rows('auth')} AS auth WHERE (cell, account_no, auth_id) = (changed.cell, changed.account_no, changed.auth_id) OFFSET 0) AS auth)`

/** What transfers before the mark took of an authorization: those of its trades. */
const takenBefore = (books: Books): string =>
  books.since === undefined
    ? '(SELECT 0::bigint AS taken)'
    : `(SELECT sum((one->>'amount')::bigint) AS taken
          FROM ${books.rows('trade')} AS trade
          JOIN ${books.rows('ledger_transfer')} AS transfer ON (transfer.cell, transfer.account_id, biz_id) = (trade.cell, trade.account_id, trade_id)
           AND kind IN ('CLEARING', 'CLEARING_OVER') AND biz_type = 'trade'
         CROSS JOIN jsonb_array_elements(resolves) AS one
         WHERE (trade.cell, trade.account_id, trade.auth_id) = (auth.cell, account.account_id, auth_text(auth.auth_id))
           AND trade_id < ${firstTrade(books.since)} AND transfer_id < '${firstIdOf('trf', books.since)}'
           AND one->>'hold' = auth_text(auth.auth_id))`

/** Where the money of a trade is posted, apart from what takes it back. */
const BACK = `('CLEARING_REVERSED', 'REFUND_REVERSED')`
const POSTS = (Object.keys(transferKinds) as TransferKind[]).filter((kind) => !BACK.includes(`'${kind}'`)).map((kind) => `'${kind}'`).join(', ')
const toNetwork = (transfer: string, entry: string, where: string): string => `
  SELECT transfer.cell, transfer.account_id, biz_id, max(transfer.transfer_id) AS newest,
         sum(CASE side WHEN 'C' THEN entry.amount ELSE -entry.amount END) FILTER (WHERE account.code = '2110') AS amount
    FROM ${transfer} AS transfer
    JOIN ${entry} AS entry USING (cell, transfer_id)
    JOIN ledger_account AS account USING (cell, la_id)
   WHERE biz_type = 'trade' AND ${where}
   GROUP BY transfer.cell, transfer.account_id, biz_id`

/** What is new of reversals: the reversals, and the rows that they take back. A new row that says it was reversed is there with what reverses it. */
const newReversals = (books: Books): [reversals: string, trades: string] => {
  const reversals = `(SELECT * FROM ${newTrades(books)} AS trade WHERE type = 'REVERSAL')`
  return [
    `(SELECT * FROM ${reversals} AS new_reversal
       UNION SELECT reversal.* FROM (SELECT cell, account_id, trade_id FROM ${newTrades(books)} AS trade WHERE status = 'REVERSED') AS named
        CROSS JOIN LATERAL (SELECT * FROM ${books.rows('trade')} AS trade WHERE (cell, account_id, reverses_trade_id) = (named.cell, named.account_id, named.trade_id) OFFSET 0) AS reversal)`,
    `(SELECT * FROM ${newTrades(books)} AS trade WHERE status = 'REVERSED'
       UNION SELECT trade.* FROM ${reversals} AS named
        CROSS JOIN LATERAL (SELECT * FROM ${books.rows('trade')} AS trade WHERE (cell, account_id, trade_id) = (named.cell, named.account_id, named.reverses_trade_id) OFFSET 0) AS trade)`,
  ]
}

/** Invariants between authorizations, settled transactions, and the books. */
export const tradeProofs: readonly Check[] = [
  {
    name: 'auth-held-not-its-status',
    says: 'an authorization holds money exactly while it may still be cleared',
    queryOf: (books) => {
      const wrong = `held_cents < 0 OR (held_cents > 0) <> (status = 'PENDING' OR (status = 'PARTIAL' AND held_cents > 0))`
      // All that are open, too: an index has them, and `held-not-its-holds` counts no others.
      const open =
        books.since === undefined
          ? ''
          : `UNION SELECT auth_id, held_cents, status FROM ${books.rows('auth')} AS auth WHERE status IN ('PENDING', 'PARTIAL') AND (${wrong})`
      return `
            SELECT auth_text(auth_id) AS subject, json_build_object('held', held_cents, 'status', status) AS found
              FROM (SELECT auth_id, held_cents, status FROM ${changedAuths(books)} AS auth WHERE ${wrong} ${open}) AS broken`
    },
  },
  {
    name: 'auth-over-resolved',
    says: 'what an authorization holds becomes money at most once: what transfers took of it and what is left were held',
    queryOf: (books) => `
            SELECT auth_text(auth.auth_id) AS subject,
                   json_build_object('placed', placed_cents, 'held', held_cents, 'taken', coalesce(sums.taken, 0) + coalesce(earlier.taken, 0)) AS found
              FROM ${changedAuths(books)} AS auth
              LEFT JOIN ${accounts(books)} AS account USING (cell, account_no)
              LEFT JOIN ${newlyTaken(books)} AS sums ON (sums.cell, sums.account_id, sums.auth_id) = (auth.cell, account.account_id, auth_text(auth.auth_id))
              LEFT JOIN LATERAL ${takenBefore(books)} AS earlier ON sums.taken IS NOT NULL
             WHERE held_cents + coalesce(sums.taken, 0) + coalesce(earlier.taken, 0) > placed_cents`,
  },
  {
    name: 'auth-fee-not-its-trades',
    says: 'what an authorization says was taken as its fee is what its clearings took',
    queryOf: (books) => {
      const fees = `SELECT cell, account_id, auth_id, sum(cross_fee_cents) AS fee FROM ${books.rows('trade')} AS trade`
      const counts = `status <> 'REVERSED' AND type <> 'REVERSAL'`
      const taken =
        books.since === undefined
          ? `(${fees} WHERE auth_id IS NOT NULL AND ${counts} GROUP BY cell, account_id, auth_id) AS taken
                ON (taken.cell, taken.account_id, taken.auth_id) = (auth.cell, account.account_id, auth_text(auth.auth_id))`
          : `LATERAL (${fees} WHERE (cell, account_id, auth_id) = (auth.cell, account.account_id, auth_text(auth.auth_id)) AND ${counts} GROUP BY 1, 2, 3) AS taken ON true`
      return `
            SELECT auth_text(auth.auth_id) AS subject, json_build_object('says', fee_taken_cents, 'taken', coalesce(taken.fee, 0)) AS found
              FROM ${changedAuths(books)} AS auth
              LEFT JOIN ${accounts(books)} AS account USING (cell, account_no)
              LEFT JOIN ${taken}
             WHERE fee_taken_cents <> coalesce(taken.fee, 0)`
    },
  },
  {
    name: 'trade-without-transfer',
    says: 'every settled row was posted, for its amount',
    queryOf: (books) => {
      const wrong = `type <> 'REVERSAL' AND posted.amount IS DISTINCT FROM -amount_cents`
      const columns = `trade_id AS subject, json_build_object('amount', amount_cents, 'posted', posted.amount) AS found`
      const posted = toNetwork(books.nearTransfer, books.nearEntry, `kind NOT IN ${BACK}`)
      // An old trade for which something new is posted.
      const again =
        books.since === undefined
          ? ''
          : `UNION ALL
            SELECT ${columns}
              FROM (${toNetwork(books.transfer, books.entry, `kind NOT IN ${BACK}`)}) AS fresh
              JOIN LATERAL (SELECT * FROM ${books.rows('trade')} AS trade
                             WHERE (cell, account_id, trade_id) = (fresh.cell, fresh.account_id, fresh.biz_id) AND trade_id < ${firstTrade(books.since)} OFFSET 0) AS trade ON true
              JOIN LATERAL (${toNetwork(books.rows('ledger_transfer'), books.rows('ledger_entry'), `(transfer.cell, transfer.account_id, biz_id) = (trade.cell, trade.account_id, trade.trade_id) AND kind IN (${POSTS})`)}) AS posted ON true
             WHERE ${wrong}`
      return `
            SELECT ${columns}
              FROM ${newTrades(books)} AS trade
              LEFT JOIN (${posted}) AS posted ON (posted.cell, posted.account_id, posted.biz_id) = (trade.cell, trade.account_id, trade_id)
             WHERE ${wrong} ${again}`
    },
  },
  {
    name: 'reversal-not-its-trade',
    says: 'a reversal is of the same card as what it takes back, has its sum and its fee, and the reversed row says so',
    queryOf: (books) => {
      const [reversals, trades] =
        books.since === undefined
          ? [
              `(SELECT * FROM ${books.rows('trade')} AS trade WHERE type = 'REVERSAL')`,
              `(SELECT * FROM ${books.rows('trade')} AS trade
                 WHERE status = 'REVERSED' OR (cell, trade_id) IN (SELECT cell, reverses_trade_id FROM ${books.rows('trade')} AS trade WHERE type = 'REVERSAL'))`,
            ]
          : newReversals(books)
      return `
            SELECT coalesce(reversal.trade_id, trade.trade_id) AS subject,
                   json_build_object('of', trade.trade_id, 'card', trade.card_id, 'amount', trade.amount_cents, 'status', trade.status,
                                     'reversal', reversal.trade_id, 'its card', reversal.card_id, 'its amount', reversal.amount_cents) AS found
              FROM ${reversals} AS reversal
              FULL JOIN ${trades} AS trade
                ON reversal.cell = trade.cell AND reversal.account_id = trade.account_id AND reversal.reverses_trade_id = trade.trade_id
             WHERE reversal.trade_id IS NULL
                OR trade.trade_id IS NULL
                OR trade.status <> 'REVERSED'
                OR trade.type NOT IN ('PURCHASE', 'FORCED', 'REFUND')
                OR reversal.card_id <> trade.card_id
                OR reversal.amount_cents <> -trade.amount_cents
                OR reversal.cross_fee_cents <> -trade.cross_fee_cents`
    },
  },
  {
    name: 'reversal-not-its-transfer',
    says: 'what was reversed was posted back once, whole, to the card or to the account that the card is of; nothing else was',
    queryOf: (books) => {
      const reversed =
        books.since === undefined
          ? `(SELECT * FROM ${books.rows('trade')} AS trade WHERE status = 'REVERSED')`
          : `(SELECT trade.* FROM (SELECT cell, account_id, biz_id AS trade_id FROM ${books.transfer} AS transfer WHERE biz_type = 'trade' AND kind IN ${BACK}
                                   UNION SELECT cell, account_id, trade_id FROM ${newReversals(books)[1]} AS trade) AS named
               CROSS JOIN LATERAL (SELECT * FROM ${books.rows('trade')} AS trade WHERE (cell, account_id, trade_id) = (named.cell, named.account_id, named.trade_id) AND status = 'REVERSED' OFFSET 0) AS trade)`
      // What was posted back for an old row stands among new transfers, unless it was posted twice.
      const transfers =
        books.since === undefined
          ? books.transfer
          : `(SELECT transfer.* FROM (SELECT DISTINCT cell, account_id, biz_id FROM ${books.nearTransfer} AS transfer WHERE biz_type = 'trade' AND kind IN ${BACK}
                                       UNION SELECT cell, account_id, trade_id FROM ${reversed} AS reversed) AS named
               CROSS JOIN LATERAL (SELECT * FROM ${books.rows('ledger_transfer')} AS transfer
                                    WHERE (cell, account_id, biz_type, biz_id) = (named.cell, named.account_id, 'trade', named.biz_id) AND kind IN ${BACK} OFFSET 0) AS transfer)`
      // Of an hour before the mark: only where the row is looked at.
      const looked = books.since === undefined ? 'true' : `(trade_id IS NOT NULL OR newest >= '${firstIdOf('trf', books.since)}')`
      return `
            SELECT coalesce(trade_id, back.biz_id) AS subject,
                   json_build_object('status', status, 'amount', amount_cents, 'posted back', back.amount, 'times', back.times, 'other cards', back.strangers) AS found
              FROM ${reversed} AS reversed
              FULL JOIN (SELECT transfer.cell, transfer.account_id, biz_id, count(DISTINCT transfer_id) AS times, max(transfer_id) AS newest,
                                sum(CASE entry.side WHEN 'C' THEN entry.amount ELSE -entry.amount END) FILTER (WHERE account.code = '2110') AS amount,
                                count(*) FILTER (WHERE account.code = '2020' AND account.owner IS DISTINCT FROM
                                                 (SELECT card_id FROM ${books.rows('trade')} AS trade
                                                   WHERE trade.cell = transfer.cell AND trade.account_id = transfer.account_id AND trade_id = biz_id)) AS strangers
                           FROM ${transfers} AS transfer
                           JOIN ${books.rows('ledger_entry')} AS entry USING (cell, transfer_id)
                           JOIN ledger_account AS account USING (cell, la_id)
                          WHERE biz_type = 'trade' AND kind IN ${BACK}
                          GROUP BY transfer.cell, transfer.account_id, biz_id) AS back
                ON (back.cell, back.account_id, back.biz_id) = (reversed.cell, reversed.account_id, reversed.trade_id)
             WHERE (trade_id IS NULL
                OR back.biz_id IS NULL
                OR back.times <> 1
                OR back.strangers > 0
                OR back.amount <> amount_cents)
               AND ${looked}`
    },
  },
  {
    name: 'refund-review-not-its-hold',
    says: 'a refund under review has its money held, and no other refund has',
    queryOf: (books) => {
      const holds = `(SELECT * FROM ${books.rows('ledger_hold')} AS hold WHERE biz_type = 'refund_review')`
      const refunds =
        books.since === undefined
          ? `(SELECT * FROM ${books.rows('trade')} AS trade WHERE type = 'REFUND')`
          : `(SELECT * FROM ${newTrades(books)} AS trade WHERE type = 'REFUND'
               UNION ALL
              SELECT trade.* FROM (SELECT cell, account_id, trade_id FROM ${books.rows('refund_review')} AS review
                                   UNION SELECT cell, account_id, biz_id FROM ${holds} AS hold) AS named
               CROSS JOIN LATERAL (SELECT * FROM ${books.rows('trade')} AS trade WHERE (cell, account_id, trade_id) = (named.cell, named.account_id, named.trade_id)
                                      AND type = 'REFUND' AND trade_id < ${firstTrade(books.since)} OFFSET 0) AS trade)`
      return `
            SELECT coalesce(refund.trade_id, hold.biz_id) AS subject,
                   json_build_object('status', refund.status, 'review', review.state, 'held', hold.remaining) AS found
              FROM ${refunds} AS refund
              FULL JOIN ${books.rows('refund_review')} AS review USING (cell, account_id, trade_id)
              FULL JOIN ${holds} AS hold ON (hold.cell, hold.account_id, hold.biz_id) = (refund.cell, refund.account_id, refund.trade_id)
             WHERE CASE WHEN review.state IN ('OPEN', 'CLAIMED')
                        THEN refund.status IS DISTINCT FROM 'UNDER_REVIEW' OR coalesce(hold.remaining, 0) = 0 OR hold.hold_id <> review.hold_id
                        ELSE refund.status = 'UNDER_REVIEW' OR coalesce(hold.remaining, 0) > 0 END`
    },
  },
  {
    name: 'refunded-not-its-refunds',
    says: 'what a purchase says was refunded is what its refunds, less those taken back, gave of it',
    queryOf: (books) => {
      const refund = books.rows('trade')
      const [purchases, refunds] =
        books.since === undefined
          ? [refund, `(SELECT * FROM ${refund} AS refund WHERE refunds_trade_id IS NOT NULL)`]
          : [
              // Those of which something new is given back or taken back. A refund is of the same card.
              `(SELECT bought.* FROM (SELECT cell, account_id, refunds_trade_id AS trade_id FROM ${newTrades(books)} AS trade
                                      UNION SELECT cell, account_id, refunds_trade_id FROM ${newReversals(books)[1]} AS trade) AS named
                 CROSS JOIN LATERAL (SELECT * FROM ${books.rows('trade')} AS trade WHERE (cell, account_id, trade_id) = (named.cell, named.account_id, named.trade_id) OFFSET 0) AS bought)`,
              `LATERAL (SELECT * FROM ${books.rows('trade')} AS refund WHERE (cell, card_id) = (bought.cell, bought.card_id) AND trade_id > bought.trade_id OFFSET 0)`,
            ]
      return `
            SELECT bought.trade_id AS subject, json_build_object('says', bought.refunded_cents, 'refunds', sum(refund.amount_cents - refund.excess_cents)) AS found
              FROM ${purchases} AS bought
              JOIN ${refunds} AS refund
                ON refund.cell = bought.cell AND refund.account_id = bought.account_id AND refund.refunds_trade_id = bought.trade_id
               AND refund.status <> 'REVERSED'
             GROUP BY bought.cell, bought.account_id, bought.trade_id, bought.refunded_cents
            HAVING bought.refunded_cents < sum(refund.amount_cents - refund.excess_cents)`
    },
  },
]
