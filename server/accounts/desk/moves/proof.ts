import type { Check } from '#server/ledger/ledger.ts'

/** Adjustments and the books agree, in both directions. */
export const adjustmentProofs: readonly Check[] = [
  {
    name: 'adjustment-not-its-transfer',
    says: 'every adjustment of the desk is one transfer of its amount into or out of that wallet, and the other way round',
    query: (books) => `SELECT coalesce(adjust_no, transfer.biz_id) AS subject,
                   json_build_object('amountCents', amount_cents, 'booked', entry.amount, 'kind', kind) AS found
              FROM (SELECT * FROM adjustment WHERE ${books.fresh('transfer_id')}) AS adjustment
              FULL JOIN (SELECT * FROM ${books.transfer} AS made WHERE biz_type = 'adjustment') AS transfer USING (cell, transfer_id)
              LEFT JOIN (SELECT cell, transfer_id, amount, side, account.account_id AS owner
                           FROM ${books.entry} AS made JOIN ledger_account AS account USING (cell, la_id) WHERE code = '2010') AS entry
                     USING (cell, transfer_id)
             WHERE adjust_no IS NULL
                OR kind IS NULL
                OR entry.amount IS DISTINCT FROM amount_cents
                OR entry.owner IS DISTINCT FROM adjustment.account_id
                OR kind <> 'ADJUST_' || direction
                OR entry.side <> CASE direction WHEN 'IN' THEN 'C' ELSE 'D' END`,
  },
  {
    name: 'fee-returned-over',
    says: 'staff return no more of a fee than was charged, and it comes off the account on which it was earned',
    query: `SELECT fee_transfer_id || ' ' || fee_code AS subject, json_build_object('returned', returned, 'charged', charged, 'booked', booked) AS found
            FROM (SELECT fee_transfer_id, fee_code, sum(amount_cents) AS returned,
                         (SELECT sum(amount) FROM ledger_entry JOIN ledger_account USING (cell, la_id)
                           WHERE (cell, transfer_id) = (adjustment.cell, fee_transfer_id) AND code = fee_code AND side = 'C') AS charged,
                         sum((SELECT sum(amount) FROM ledger_entry JOIN ledger_account USING (cell, la_id)
                               WHERE (cell, transfer_id) = (adjustment.cell, adjustment.transfer_id) AND code = fee_code AND side = 'D')) AS booked
                    FROM adjustment
                   WHERE fee_transfer_id IS NOT NULL
                   GROUP BY cell, account_id, fee_transfer_id, fee_code) AS fees
           WHERE charged IS NULL OR returned > charged OR booked IS DISTINCT FROM returned`,
  },
]
