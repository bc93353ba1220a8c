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
  `(SELECT cell, account_id, account_no FROM account WHERE ${books.inCells('cell')})`

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
/** The trade of a row that names it so. */
const tradeOf = (books: Books, row: string, id: string): string =>
  `(SELECT * FROM ${books.rows('trade')} AS trade WHERE (cell, account_id, trade_id) = (${row}.cell, ${row}.account_id, ${row}.${id}) OFFSET 0)`

/** What new transfers took of authorizations. */
const newlyTaken = (books: Books): string => `
  (SELECT cell, account_id, auth_id, sum(amount) AS taken
     FROM (SELECT cell, account_id, (one->>'hold') COLLATE "C" AS auth_id, (one->>'amount')::bigint AS amount
             FROM ${books.transfer} AS transfer, jsonb_array_elements(resolves) AS one
            WHERE resolves IS NOT NULL AND kind IN ('CLEARING', 'CLEARING_OVER')) AS parts
    GROUP BY cell, account_id, auth_id)`

/** What a transfer of the row `trade` before the mark took of the authorization of the row `named`. */
const takenBefore = (books: Books, since: number): string => `
  (SELECT sum((one->>'amount')::bigint)
     FROM ${books.rows('ledger_transfer')} AS transfer, jsonb_array_elements(resolves) AS one
    WHERE (transfer.cell, transfer.account_id, biz_type, biz_id) = (trade.cell, trade.account_id, 'trade', trade_id)
      AND kind IN ('CLEARING', 'CLEARING_OVER') AND transfer_id < '${firstIdOf('trf', since)}' AND one->>'hold' = named.auth_id)`

const COUNTS_AS_FEE = `status <> 'REVERSED' AND type <> 'REVERSAL'`
const NOT_ITS_STATUS = `held_cents < 0 OR (held_cents > 0) <> (status = 'PENDING' OR (status = 'PARTIAL' AND held_cents > 0))`

/** Every authorization with what its clearings took. Added up and not joined: whatever PostgreSQL believes of their number, each row is read once. */
const allCleared = (books: Books): string => `
  (SELECT auth_id, max(placed_cents) AS placed_cents, max(held_cents) AS held_cents, max(status) AS status, max(fee_taken_cents) AS fee_taken_cents,
          coalesce(sum(taken), 0) AS taken, coalesce(sum(fee), 0) AS fee
     FROM (SELECT cell, account_no, auth_id, placed_cents, held_cents, status, fee_taken_cents, NULL::bigint AS taken, NULL::bigint AS fee FROM ${books.rows('auth')} AS auth
            UNION ALL
           SELECT cell, account_no, auth_number(auth_id), NULL, NULL, NULL, NULL, taken, fee
             FROM (SELECT cell, account_id, auth_id, taken, NULL::bigint AS fee FROM ${newlyTaken(books)} AS taken
                    UNION ALL
                   SELECT cell, account_id, auth_id, NULL, cross_fee_cents FROM ${books.rows('trade')} AS trade WHERE auth_id IS NOT NULL AND ${COUNTS_AS_FEE}) AS cleared
             JOIN ${accounts(books)} AS account USING (cell, account_id)) AS parts
    GROUP BY cell, account_no, auth_id)`

/**
 * The same of what has changed. An old authorization changes only with a transfer that takes of it, a trade or an event. Of new ones, and of those that are still open,
 * which an index has, only those are looked at that are wrong by themselves or have a fee.
 */
const newlyCleared = (books: Books, since: number): string => {
  const suspect = `(${NOT_ITS_STATUS} OR held_cents > placed_cents`
  return `
  (SELECT auth.auth_id, placed_cents, held_cents, status, fee_taken_cents, named.taken + coalesce(cleared.taken, 0) AS taken, coalesce(cleared.fee, 0) AS fee
     FROM (SELECT named.*, account_no, auth_number(auth_id) AS auth_number
             FROM (SELECT cell, account_id, auth_id, sum(taken) AS taken
                     FROM (SELECT cell, account_id, auth_id, taken FROM ${newlyTaken(books)} AS taken
                            UNION ALL
                           SELECT cell, account_id, auth_id, 0 FROM ${newTrades(books)} AS trade WHERE auth_id IS NOT NULL
                            UNION ALL
                           SELECT cell, account_id, auth_id, 0 FROM ${books.rows('auth_event')} AS event WHERE created_at >= to_timestamp(${since} / 1000.0)
                            UNION ALL
                           SELECT cell, account_id, auth_text(auth_id), 0
                             FROM (SELECT cell, account_no, auth_id FROM ${newAuths(books)} AS auth WHERE ${suspect} OR fee_taken_cents <> 0)
                                    UNION ALL
                                   SELECT cell, account_no, auth_id FROM ${books.rows('auth')} AS auth WHERE status IN ('PENDING', 'PARTIAL') AND ${suspect})) AS auth
                             JOIN ${accounts(books)} AS account USING (cell, account_no)) AS naming
                    GROUP BY cell, account_id, auth_id) AS named
             JOIN ${accounts(books)} AS account USING (cell, account_id) OFFSET 0) AS named
    CROSS JOIN LATERAL (SELECT * FROM ${books.rows('auth')} AS auth WHERE (cell, account_no, auth_id) = (named.cell, named.account_no, named.auth_number) OFFSET 0) AS auth
    CROSS JOIN LATERAL (SELECT sum(cross_fee_cents) FILTER (WHERE ${COUNTS_AS_FEE}) AS fee, sum(CASE WHEN trade_id < ${firstTrade(since)} THEN ${takenBefore(books, since)} END) AS taken
                          FROM ${books.rows('trade')} AS trade
                         WHERE (cell, account_id, auth_id) = (named.cell, named.account_id, named.auth_id)) AS cleared)`
}

/** What is posted for a trade, apart from what takes it back. */
const BACK = `('CLEARING_REVERSED', 'REFUND_REVERSED')`
const POSTS = (Object.keys(transferKinds) as TransferKind[])
  .map((kind) => `'${kind}'`)
  .filter((kind) => !BACK.includes(kind))
  .join(', ')
const toNetwork = (transfer: string, entry: string, where: string): string => `
  SELECT transfer.cell, transfer.account_id, biz_id, CASE side WHEN 'C' THEN entry.amount ELSE -entry.amount END AS posted
    FROM ${transfer} AS transfer
    JOIN ${entry} AS entry USING (cell, transfer_id)
    JOIN ledger_account AS account USING (cell, la_id)
   WHERE biz_type = 'trade' AND code = '2110' AND ${where}`

/**
 * Of new rows, those that have to do with refunds and reversals. Read once, because every other row is only looked at: `WITH new_trade AS …` before a query that
 * names them. All rows in a whole proof.
 */
const withNewTrades = (books: Books): string =>
  books.since === undefined
    ? ''
    : `WITH new_trade AS MATERIALIZED (SELECT * FROM ${newTrades(books)} AS trade WHERE type IN ('REFUND', 'REVERSAL') OR status = 'REVERSED')`
/** What is new of reversals: the reversals, and the rows that they take back. A row that says it was reversed is there with what reverses it. */
const newReversals = (books: Books): string => `
  (SELECT * FROM new_trade WHERE type = 'REVERSAL'
    UNION SELECT reversal.* FROM (SELECT * FROM new_trade WHERE status = 'REVERSED') AS named
     CROSS JOIN LATERAL (SELECT * FROM ${books.rows('trade')} AS trade WHERE (cell, account_id, reverses_trade_id) = (named.cell, named.account_id, named.trade_id) OFFSET 0) AS reversal)`
const newlyReversed = (books: Books): string => `
  (SELECT * FROM new_trade WHERE status = 'REVERSED'
    UNION SELECT trade.* FROM (SELECT * FROM new_trade WHERE type = 'REVERSAL') AS named CROSS JOIN LATERAL ${tradeOf(books, 'named', 'reverses_trade_id')} AS trade)`

/** Invariants between authorizations, settled transactions, and the books. */
export const tradeProofs: readonly Check[] = [
  {
    name: 'auth-not-its-clearings',
    says: 'an authorization holds money exactly while it may still be cleared; what its clearings took of it and what is left were held; its fee is what they took',
    queryOf: (books) => `
            SELECT auth_text(auth_id) AS subject,
                   json_build_object('status', status, 'placed', placed_cents, 'held', held_cents, 'taken', taken, 'fee', fee_taken_cents, 'feeOfTrades', fee) AS found
              FROM ${books.since === undefined ? allCleared(books) : newlyCleared(books, books.since)} AS auth
             WHERE ${NOT_ITS_STATUS} OR held_cents + taken > placed_cents OR fee_taken_cents <> fee`,
  },
  {
    name: 'trade-without-transfer',
    says: 'every settled row was posted, for its amount',
    queryOf: (books) => {
      // An old trade for which something new is posted.
      const again =
        books.since === undefined
          ? ''
          : `UNION ALL
                    SELECT trade_id, amount_cents, type, network.posted
                      FROM (SELECT DISTINCT cell, account_id, biz_id FROM ${books.transfer} AS transfer
                             WHERE biz_type = 'trade' AND kind NOT IN ${BACK} AND biz_id < ${firstTrade(books.since)}) AS named
                     CROSS JOIN LATERAL ${tradeOf(books, 'named', 'biz_id')} AS trade
                     CROSS JOIN LATERAL (SELECT sum(posted) AS posted
                                           FROM (${toNetwork(
                                             books.rows('ledger_transfer'),
                                             books.rows('ledger_entry'),
                                             `(transfer.cell, transfer.account_id, biz_id) = (named.cell, named.account_id, named.biz_id) AND kind IN (${POSTS})`,
                                           )}) AS entry) AS network`
      return `
            SELECT trade_id AS subject, json_build_object('amount', amount, 'posted', posted) AS found
              FROM (SELECT trade_id, max(amount) AS amount, max(type) AS type, sum(posted) AS posted
                      FROM (SELECT cell, account_id, trade_id, amount_cents AS amount, type, NULL::bigint AS posted FROM ${newTrades(books)} AS trade
                             UNION ALL
                            SELECT cell, account_id, biz_id, NULL, NULL, posted
                              FROM (${toNetwork(books.nearTransfer, books.nearEntry, `kind NOT IN ${BACK}`)}) AS network) AS parts
                     GROUP BY cell, account_id, trade_id
                     ${again}) AS sums
             WHERE type <> 'REVERSAL' AND posted IS DISTINCT FROM -amount`
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
          : [newReversals(books), newlyReversed(books)]
      return `
            ${withNewTrades(books)}
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
                                   UNION SELECT cell, account_id, trade_id FROM ${newlyReversed(books)} AS trade) AS named
               CROSS JOIN LATERAL ${tradeOf(books, 'named', 'trade_id')} AS trade WHERE status = 'REVERSED')`
      // What was posted back for an old row stands among new transfers, unless it was posted twice.
      const transfers =
        books.since === undefined
          ? books.transfer
          : `(SELECT transfer.* FROM (SELECT DISTINCT cell, account_id, biz_id FROM ${books.nearTransfer} AS transfer WHERE biz_type = 'trade' AND kind IN ${BACK}
                                       UNION SELECT cell, account_id, trade_id FROM ${reversed} AS reversed) AS named
               CROSS JOIN LATERAL (SELECT * FROM ${books.rows('ledger_transfer')} AS transfer
                                    WHERE (cell, account_id, biz_type, biz_id) = (named.cell, named.account_id, 'trade', named.biz_id) AND kind IN ${BACK} OFFSET 0) AS transfer)`
      // Of an hour before the mark: only where the row is looked at.
      const looked =
        books.since === undefined ? 'true' : `(trade_id IS NOT NULL OR newest >= '${firstIdOf('trf', books.since)}')`
      return `
            ${withNewTrades(books)}
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
          : `(SELECT * FROM new_trade WHERE type = 'REFUND'
               UNION ALL
              SELECT trade.* FROM (SELECT cell, account_id, trade_id FROM ${books.rows('refund_review')} AS review
                                   UNION SELECT cell, account_id, biz_id FROM ${holds} AS hold) AS named
               CROSS JOIN LATERAL ${tradeOf(books, 'named', 'trade_id')} AS trade WHERE type = 'REFUND' AND trade.trade_id < ${firstTrade(books.since)})`
      return `
            ${withNewTrades(books)}
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
              `(SELECT bought.* FROM (SELECT cell, account_id, refunds_trade_id AS trade_id FROM new_trade
                                      UNION SELECT cell, account_id, refunds_trade_id FROM ${newlyReversed(books)} AS trade) AS named
                 CROSS JOIN LATERAL ${tradeOf(books, 'named', 'trade_id')} AS bought)`,
              `LATERAL (SELECT * FROM ${books.rows('trade')} AS refund WHERE (cell, card_id) = (bought.cell, bought.card_id) AND trade_id > bought.trade_id OFFSET 0)`,
            ]
      return `
            ${withNewTrades(books)}
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
