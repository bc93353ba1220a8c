import type { Books, Check } from '#server/ledger/ledger.ts'

/** An entry on an account of this code, with its owner. */
const entryOn = (books: Books, code: string): string => `
  (SELECT cell, transfer_id, amount, side, account.account_id AS owner
     FROM ${books.entry} AS made JOIN ledger_account AS account USING (cell, la_id) WHERE code = '${code}')`

/** Frozen funds are what the freezes say, nothing is free beside them, and debts are written off once. */
export const fundsProofs: readonly Check[] = [
  {
    name: 'frozen-funds-not-their-freezes',
    says: 'what is frozen (2420) is what came to the open freeze of the account less what was decided about it, and a released freeze holds nothing',
    query: `SELECT coalesce(money.account_id, moves.account_id) AS subject,
                   json_build_object('frozenCents', coalesce(money.posted, 0), 'movesCents', coalesce(moves.amount, 0), 'open', coalesce(moves.open, false)) AS found
              FROM (SELECT cell, account_id, posted FROM ledger_account WHERE code = '2420' AND posted <> 0) AS money
              FULL JOIN (SELECT kept.cell, kept.account_id, kept.released_at IS NULL AS open,
                                sum(CASE move.kind WHEN 'FROZEN' THEN amount_cents ELSE -amount_cents END) AS amount
                           FROM funds_freeze AS kept
                           JOIN funds_freeze_move AS move ON (move.cell, move.freeze_id) = (kept.cell, kept.freeze_id)
                          GROUP BY kept.cell, kept.freeze_id) AS moves
                     ON (moves.cell, moves.account_id) = (money.cell, money.account_id) AND moves.open
             WHERE coalesce(money.posted, 0) <> coalesce(moves.amount, 0)`,
  },
  {
    name: 'freeze-move-not-its-transfer',
    says: 'every move of frozen funds is one transfer of its amount into or out of 2420, and the other way round',
    query: (books) => `SELECT transfer_id AS subject,
                   json_build_object('kind', move.kind, 'amountCents', amount_cents, 'booked', entry.amount, 'side', entry.side) AS found
              FROM (SELECT * FROM funds_freeze_move WHERE ${books.fresh('transfer_id')}) AS move
              FULL JOIN ${entryOn(books, '2420')} AS entry USING (cell, transfer_id)
             WHERE move.kind IS NULL
                OR entry.amount IS DISTINCT FROM amount_cents
                OR entry.owner IS DISTINCT FROM move.account_id
                OR entry.side <> CASE move.kind WHEN 'FROZEN' THEN 'C' ELSE 'D' END`,
  },
  {
    name: 'frozen-not-marked',
    says: 'an account is marked as frozen, and deactivated if it was decided, exactly while a freeze is open',
    query: `SELECT account.account_id AS subject, json_build_object('frozen', frozen, 'status', status, 'freeze', freeze_id) AS found
              FROM account
              LEFT JOIN (SELECT cell, account_id, freeze_id, deactivated_from FROM funds_freeze WHERE released_at IS NULL) AS kept USING (cell, account_id)
             WHERE frozen <> (freeze_id IS NOT NULL)
                OR deactivated_from IS NOT NULL AND status <> 'DEACTIVATED'`,
  },
  {
    name: 'free-beside-a-freeze',
    says: 'while funds are frozen, nothing is free on cards, payable after closing, or in the wallet beyond what the account owes',
    query: `SELECT account_id AS subject, json_build_object('freeCents', free, 'owedCents', coalesce(owed, 0)) AS found
              FROM account
              JOIN (SELECT cell, account_id, sum(posted - held) AS free
                      FROM ledger_account
                     WHERE code IN ('2010', '2020', '2410') AND posted > held
                     GROUP BY cell, account_id) AS balances USING (cell, account_id)
              LEFT JOIN (SELECT cell, account_id, sum(CASE code WHEN '1310' THEN posted ELSE -posted END) AS owed
                           FROM ledger_account
                          WHERE code = '1310' OR code = '2020' AND posted < 0
                          GROUP BY cell, account_id) AS debts USING (cell, account_id)
             WHERE frozen
               AND free > coalesce(owed, 0)
               AND NOT EXISTS (SELECT FROM graphile_worker.jobs WHERE key = 'accounts.freezeMore ' || account.account_id AND last_error IS NULL)`,
  },
  {
    name: 'write-off-not-its-transfer',
    says: 'every debt that was written off is one transfer of its amount from the account’s debt (1310), and the other way round',
    query: (books) => `SELECT coalesce(write_off_no, transfer.biz_id) AS subject,
                   json_build_object('amountCents', amount_cents, 'booked', entry.amount, 'kind', kind) AS found
              FROM (SELECT * FROM write_off WHERE ${books.fresh('transfer_id')}) AS write_off
              FULL JOIN (SELECT * FROM ${books.transfer} AS made WHERE kind = 'WRITTEN_OFF') AS transfer USING (cell, transfer_id)
              LEFT JOIN ${entryOn(books, '1310')} AS entry USING (cell, transfer_id)
             WHERE write_off_no IS NULL
                OR kind IS NULL
                OR entry.amount IS DISTINCT FROM amount_cents
                OR entry.owner IS DISTINCT FROM write_off.account_id
                OR entry.side <> 'C'`,
  },
]
