import type { Check } from '#server/ledger/ledger.ts'

/** What the books hold for nobody, and the list that people work through, are the same money. */
export const suspenseProofs: readonly Check[] = [
  {
    name: 'suspense-not-its-transfers',
    says: 'a receipt in suspense came in with its amount, and went out with it where it is no longer there',
    query: `SELECT suspense_id AS subject, json_build_object('state', state, 'units', units, 'in', came.amount, 'out', went.amount) AS found
              FROM suspense
              LEFT JOIN LATERAL (SELECT sum(amount) AS amount
                                   FROM ledger_entry AS entry
                                   JOIN ledger_account AS account USING (la_id)
                                  WHERE transfer_id = in_id AND code = '2030' AND entry.side = 'C' AND account.owner = rail) AS came ON true
              LEFT JOIN LATERAL (SELECT sum(amount) AS amount
                                   FROM ledger_entry AS entry
                                   JOIN ledger_account AS account USING (la_id)
                                  WHERE transfer_id = out_id AND code = '2030' AND entry.side = 'D' AND account.owner = rail) AS went ON true
             WHERE came.amount IS DISTINCT FROM units
                OR (out_id IS NOT NULL AND went.amount IS DISTINCT FROM units)`,
  },
  {
    name: 'rail-suspense-not-its-receipts',
    says: 'what the books hold for nobody on a rail is the sum of the receipts that wait',
    query: `SELECT coalesce(books.rail, items.rail) AS subject, json_build_object('books', books.amount, 'receipts', items.amount) AS found
              FROM (SELECT account.owner AS rail, sum(CASE entry.side WHEN 'C' THEN amount ELSE -amount END) AS amount
                      FROM ledger_entry AS entry
                      JOIN ledger_account AS account USING (la_id)
                     WHERE code = '2030' AND account.owner <> 'USD_WIRE'
                     GROUP BY account.owner) AS books
              FULL JOIN (SELECT rail, sum(units) AS amount
                           FROM suspense
                          WHERE state IN ('WAITING', 'OPEN', 'CLAIMED')
                          GROUP BY rail) AS items USING (rail)
             WHERE coalesce(books.amount, 0) <> coalesce(items.amount, 0)`,
  },
]
