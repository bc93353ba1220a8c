import { provided } from '#server/core/composition.ts'
import type { Tx } from '#server/core/db.ts'
import { coverNow } from './cover.ts'

declare module '#server/core/composition.ts' {
  interface Provides {
    /** What modules hold in rows of their own ({@link KeptHold}): queries with the columns `cell`, `la_id` and `amount`. */
    heldElsewhere: readonly string[]
  }
}

/** A check of the books that finds nothing if they are right. */
export type Check = {
  /** `wallet-negative`: the name to look up in docs and alarms. */
  readonly name: string
  /** The invariant, as a sentence. */
  readonly says: string
} & (
  | {
      /** A query with one text column `subject` and one json column `found`, a row for each break. */
      readonly query: string
    }
  | {
      /** The same about these cells only: nothing that it compares is in two cells. */
      readonly queryOf: (cells: Cells) => string
    }
  | {
      /** What SQL cannot check, because it has no key. */
      readonly judge: (tx: Tx, atMost: number) => Promise<Found[]>
    }
)
/** The first cell and the last. */
export type Cells = readonly [first: number, last: number]
export type Found = Pick<Break, 'subject' | 'found'>

/** A place where the books are wrong. */
export type Break = {
  readonly check: string
  readonly says: string
  readonly subject: string
  readonly found: Record<string, unknown>
}

/** An entry's effect on a balance kept in the normal direction of its account. */
const change = `CASE WHEN entry.side = account.normal THEN entry.amount ELSE -entry.amount END`

/** The rows of these cells, for a FROM. */
const rows = (table: string, [first, last]: Cells): string =>
  `(SELECT * FROM ${table} WHERE cell BETWEEN ${first} AND ${last})`

/** Each finds breaks in one pass over the tables. */
export const ledgerChecks: readonly Check[] = [
  {
    name: 'transfer-unbalanced',
    says: 'the debits of every transfer equal its credits, in each currency',
    queryOf: (cells) => `
            SELECT transfer_id AS subject, json_build_object('currency', currency, 'debitsOverCredits', difference) AS found
              FROM (SELECT cell, transfer_id, currency, sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS difference
                      FROM ${rows('ledger_entry', cells)} AS entry
                     GROUP BY cell, transfer_id, currency) AS sums
             WHERE difference <> 0`,
  },
  {
    name: 'entry-without-transfer',
    says: 'every entry belongs to a transfer and to an account of its currency, in its own cell',
    queryOf: (cells) => `
            SELECT entry.transfer_id || ' #' || n AS subject,
                   json_build_object('transfer', transfer.transfer_id IS NOT NULL, 'account', account.code, 'currency', entry.currency) AS found
              FROM ${rows('ledger_entry', cells)} AS entry
              LEFT JOIN ${rows('ledger_transfer', cells)} AS transfer USING (cell, transfer_id)
              LEFT JOIN ${rows('ledger_account', cells)} AS account USING (cell, la_id)
             WHERE transfer.transfer_id IS NULL
                OR account.la_id IS NULL
                OR account.currency <> entry.currency`,
  },
  {
    name: 'transfer-without-entries',
    says: 'every transfer has at least two entries',
    queryOf: (cells) => `
            SELECT transfer.transfer_id AS subject, json_build_object('kind', kind, 'entries', count(entry.n)) AS found
              FROM ${rows('ledger_transfer', cells)} AS transfer
              LEFT JOIN ${rows('ledger_entry', cells)} AS entry USING (cell, transfer_id)
             GROUP BY transfer.cell, transfer.transfer_id, kind
            HAVING count(entry.n) < 2`,
  },
  {
    name: 'transfer-of-two-tenants',
    says: 'a transfer touches the balances of one account holder only',
    queryOf: (cells) => `
            SELECT entry.transfer_id AS subject, json_build_object('transferOf', transfer.account_id, 'accountOf', account.account_id) AS found
              FROM ${rows('ledger_entry', cells)} AS entry
              JOIN ${rows('ledger_transfer', cells)} AS transfer USING (cell, transfer_id)
              JOIN ${rows('ledger_account', cells)} AS account USING (cell, la_id)
             WHERE account.mode = 'ROW'
               AND account.account_id <> transfer.account_id`,
  },
  {
    name: 'in-another-cell',
    says: 'everything of an account holder is in the cell of the account',
    queryOf: (cells) => `
            SELECT which AS subject, json_build_object('of', account_id, 'cell', cell, 'shouldBe', cell_of(account_id)) AS found
              FROM (SELECT cell, account_id, code || ' ' || owner AS which FROM ${rows('ledger_account', cells)} AS account WHERE account_id <> 'platform'
                     UNION ALL SELECT cell, account_id, transfer_id FROM ${rows('ledger_transfer', cells)} AS transfer
                     UNION ALL SELECT cell, account_id, hold_id FROM ${rows('ledger_hold', cells)} AS hold) AS stored
             WHERE cell <> cell_of(account_id)`,
  },
  {
    name: 'balance-not-its-entries',
    says: 'the balance of every account is the sum of its entries, and its version their number',
    queryOf: (cells) => `
            SELECT account.code || ' ' || account.owner AS subject,
                   json_build_object('posted', posted, 'entriesSum', coalesce(total, 0), 'version', version, 'entries', coalesce(entries, 0)) AS found
              FROM ${rows('ledger_account', cells)} AS account
              LEFT JOIN (SELECT cell, la_id, sum(${change}) AS total, count(*) AS entries
                           FROM ${rows('ledger_entry', cells)} AS entry
                           JOIN ${rows('ledger_account', cells)} AS account USING (cell, la_id)
                          GROUP BY cell, la_id) AS sums USING (cell, la_id)
             WHERE mode = 'ROW'
               AND (posted <> coalesce(total, 0) OR version <> coalesce(entries, 0))`,
  },
  {
    name: 'history-broken',
    says: 'the entries of an account are numbered without a gap, and each balance follows from the one before',
    queryOf: (cells) => `
            SELECT code || ' ' || owner AS subject,
                   json_build_object('version', account_version, 'follows', version_before, 'balanceAfter', balance_after, 'expected', balance_before + change) AS found
              FROM (SELECT account.code, account.owner, account_version, balance_after, ${change} AS change,
                           lag(account_version, 1, 0::bigint) OVER history AS version_before,
                           lag(balance_after, 1, 0::bigint) OVER history AS balance_before
                      FROM ${rows('ledger_entry', cells)} AS entry
                      JOIN ${rows('ledger_account', cells)} AS account USING (cell, la_id)
                     WHERE account_version IS NOT NULL
                    WINDOW history AS (PARTITION BY cell, la_id ORDER BY account_version)) AS steps
             WHERE account_version <> version_before + 1
                OR balance_after <> balance_before + change`,
  },
  {
    name: 'held-not-its-holds',
    says: 'what an account has held is the sum of what remains of its holds',
    queryOf: (cells) => {
      const kept = [
        'SELECT cell, la_id, remaining AS amount FROM ledger_hold WHERE remaining > 0',
        ...provided('heldElsewhere'),
      ]
      return `
            SELECT account.code || ' ' || account.owner AS subject, json_build_object('held', held, 'holdsSum', coalesce(total, 0)) AS found
              FROM ${rows('ledger_account', cells)} AS account
              LEFT JOIN (SELECT cell, la_id, sum(amount) AS total
                           FROM ${rows(`(${kept.join(' UNION ALL ')}) AS holds`, cells)} AS open
                          GROUP BY cell, la_id) AS sums USING (cell, la_id)
             WHERE held <> coalesce(total, 0)`
    },
  },
  {
    name: 'hold-over-resolved',
    says: 'a hold becomes money at most once: what transfers took of it is what it says, and no more than it held',
    queryOf: (cells) => `
            SELECT hold.hold_id AS subject,
                   json_build_object('amount', amount, 'posted', posted, 'remaining', remaining, 'state', state, 'taken', coalesce(taken, 0)) AS found
              FROM ${rows('ledger_hold', cells)} AS hold
              LEFT JOIN (SELECT cell, one->>'hold' AS hold_id, sum((one->>'amount')::bigint) AS taken
                           FROM ${rows('ledger_transfer', cells)} AS transfer, jsonb_array_elements(resolves) AS one
                          WHERE resolves IS NOT NULL
                          GROUP BY cell, one->>'hold') AS sums USING (cell, hold_id)
             WHERE posted <> coalesce(taken, 0)
                OR posted + remaining > amount
                OR (state IN ('OPEN', 'PARTIAL')) <> (remaining > 0)`,
  },
  {
    name: 'wallet-negative',
    says: 'no wallet is below zero, nor does it hold more than it has',
    queryOf: (cells) => `
            SELECT owner AS subject, json_build_object('posted', posted, 'held', held) AS found
              FROM ${rows('ledger_account', cells)} AS account
             WHERE code = '2010'
               AND (posted < 0 OR posted < held OR held < 0)`,
  },
  {
    name: 'under-the-floor',
    says: 'only cards are ever below their floor, and they only by what was forced on them',
    queryOf: (cells) => `
            SELECT code || ' ' || owner AS subject, json_build_object('posted', posted, 'held', held, 'floor', floor) AS found
              FROM ${rows('ledger_account', cells)} AS account
             WHERE mode = 'ROW'
               AND code NOT IN ('2010', '2020')
               AND posted - held < floor`,
  },
  {
    name: 'client-money-uncovered',
    says: 'what we owe customers and the issuer for them is covered by money held for customers, at the newest rate',
    judge: async (tx) => {
      const { owedCents, coveredCents, rate, currencies } = await coverNow(tx)
      if (owedCents <= coveredCents) return []
      const found = {
        owedCents,
        coveredCents,
        missingCents: owedCents - coveredCents,
        yuanPerDollar: rate ? rate.midMicros / 1_000_000 : null,
        rateOf: rate?.at.toISOString() ?? null,
        currencies: currencies.map(({ currency, owed, covered }) => ({ currency, owed, covered })),
      }
      return [{ subject: 'all customers', found }]
    },
  },
  {
    name: 'earnings-moved-beyond-income',
    says: 'no more is ever moved out of customers’ money than was earned, in each currency',
    query: `SELECT moved.currency AS subject, json_build_object('moved', moved.units, 'income', coalesce(income.units, 0)) AS found
              FROM (SELECT account.currency, sum(amount) AS units
                      FROM ledger_transfer AS transfer
                      JOIN ledger_entry AS entry USING (cell, transfer_id)
                      JOIN ledger_account AS account USING (cell, la_id)
                     WHERE kind = 'EARNINGS_MOVED' AND code = '1010' AND side = 'D'
                     GROUP BY account.currency) AS moved
              LEFT JOIN (SELECT account.currency, sum(amount) AS units
                           FROM ledger_entry AS entry
                           JOIN ledger_account AS account USING (cell, la_id)
                          WHERE code LIKE '4%' AND code <> '4015' AND side = 'C'
                          GROUP BY account.currency) AS income USING (currency)
             WHERE moved.units > coalesce(income.units, 0)`,
  },
]
