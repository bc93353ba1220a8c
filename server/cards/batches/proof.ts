import type { Check } from '#server/ledger/ledger.ts'

/** What must hold between batches, their rows, and the money that they hold, charge and release. */
export const batchProofs: readonly Check[] = [
  {
    name: 'batch-without-its-rows',
    says: 'a batch has as many rows as it says, and set aside what they set aside',
    query: `SELECT batch_no AS subject, json_build_object('total', total, 'rows', rows, 'cost', cost_cents, 'held', held) AS found
              FROM (SELECT batch.*,
                           (SELECT count(*) FROM card_order AS line WHERE (line.account_id, line.batch_no) = (batch.account_id, batch.batch_no)) AS rows,
                           (SELECT coalesce(sum(hold.amount), 0)
                              FROM card_order AS line
                              JOIN ledger_hold AS hold USING (hold_id)
                             WHERE (line.account_id, line.batch_no) = (batch.account_id, batch.batch_no)) AS held
                      FROM card_batch AS batch) AS sums
             WHERE rows <> total OR held <> cost_cents`,
  },
  {
    name: 'batch-row-money',
    says: 'a row of a batch holds its price until it ends, then all of it was posted, or all of it let go',
    query: `SELECT line.batch_no || ':' || row_no AS subject,
                   json_build_object('status', line.status, 'total', total_cents, 'remaining', hold.remaining, 'posted', hold.posted) AS found
              FROM card_order AS line
              JOIN ledger_hold AS hold USING (hold_id)
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
                      JOIN card_order AS line ON (line.account_id, line.batch_no) = (batch.account_id, batch.batch_no)
                     GROUP BY batch.account_id, batch.batch_no) AS rows
             WHERE status <> CASE WHEN open > 0 THEN 'RUNNING' WHEN failed = 0 THEN 'DONE' WHEN success = 0 THEN 'FAILED' ELSE 'PARTIAL' END`,
  },
  {
    name: 'hold-without-order',
    says: 'whatever is held for a card order has that order',
    query: `SELECT hold.hold_id AS subject, json_build_object('order', biz_id, 'remaining', remaining) AS found
              FROM ledger_hold AS hold
             WHERE biz_type = 'card_order' AND remaining > 0
               AND NOT EXISTS (SELECT FROM card_order AS line WHERE (line.account_id, line.order_no, line.hold_id) = (hold.account_id, hold.biz_id, hold.hold_id))`,
  },
]
