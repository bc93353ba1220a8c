import type { Check } from '#server/ledger/ledger.ts'

/** Checks that all money of closing accounts can be paid out and is visible on the desk. */
export const closingProofs: readonly Check[] = [
  {
    name: 'leaving-money-unseen',
    says: 'what is payable after closing (2410) has a case that waits at the desk, and a case that waits has money to pay out',
    query: `SELECT coalesce(money.account_id, waiting.account_id) AS subject,
                   json_build_object('payableCents', coalesce(money.posted, 0), 'caseWaits', waiting.account_id IS NOT NULL) AS found
              FROM (SELECT cell, account_id, posted FROM ledger_account WHERE code = '2410' AND posted <> 0) AS money
              FULL JOIN (SELECT cell, account_id FROM closing_case WHERE waiting_since IS NOT NULL) AS waiting USING (cell, account_id)
             WHERE money.account_id IS NULL
                OR waiting.account_id IS NULL`,
  },
  {
    name: 'leaving-wallet-not-empty',
    says: 'the wallet of an account that is closing or closed holds no more than the account owes',
    query: `SELECT account_id AS subject, json_build_object('walletCents', wallet.posted, 'owedCents', coalesce(owed, 0)) AS found
              FROM account
              JOIN closing_case USING (cell, account_id)
              JOIN (SELECT cell, account_id, posted, held FROM ledger_account WHERE code = '2010') AS wallet USING (cell, account_id)
              LEFT JOIN (SELECT cell, account_id, sum(CASE code WHEN '1310' THEN posted ELSE -posted END) AS owed
                           FROM ledger_account
                          WHERE code = '1310' OR code = '2020' AND posted < 0
                          GROUP BY cell, account_id) AS debts USING (cell, account_id)
             WHERE account.status IN ('CLOSING', 'CLOSED')
               AND wallet.posted - wallet.held > coalesce(owed, 0)`,
  },
  {
    name: 'leaving-commission',
    says: 'an account that is closing or closed has no available commission: it is payable with the balance',
    query: `SELECT account_id AS subject, json_build_object('availableCents', posted) AS found
              FROM account
              JOIN ledger_account USING (cell, account_id)
             WHERE status IN ('CLOSING', 'CLOSED') AND code = '2320' AND posted <> 0`,
  },
  {
    name: 'closing-payout-not-its-transfer',
    says: 'every payout of a leaving account is one transfer of its amount out of 2410, and one that was returned came back whole',
    query: (books) => `SELECT coalesce(payout_no, transfer.biz_id) AS subject,
                   json_build_object('amountCents', amount_cents, 'booked', entry.amount, 'state', state) AS found
              FROM (SELECT cell, payout_no, account_id, amount_cents, state, transfer_id, 'D' AS side FROM closing_payout WHERE ${books.fresh('transfer_id')}
                     UNION ALL
                    SELECT cell, payout_no, account_id, amount_cents, state, return_transfer_id, 'C' FROM closing_payout WHERE state = 'RETURNED' AND ${books.fresh('return_transfer_id')}) AS payout
              FULL JOIN (SELECT cell, transfer_id, biz_id FROM ${books.transfer} AS made WHERE biz_type = 'closing_payout') AS transfer USING (cell, transfer_id)
              LEFT JOIN (SELECT cell, transfer_id, amount, side, account.account_id AS owner
                           FROM ${books.entry} AS made JOIN ledger_account AS account USING (cell, la_id) WHERE code = '2410') AS entry USING (cell, transfer_id)
             WHERE payout_no IS NULL
                OR biz_id IS DISTINCT FROM payout_no
                OR entry.amount IS DISTINCT FROM amount_cents
                OR entry.owner IS DISTINCT FROM payout.account_id
                OR entry.side <> payout.side`,
  },
]
