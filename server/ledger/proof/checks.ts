import type { TransferKind } from '#contract/ledger/ledger.ts'
import { provided } from '#server/core/composition.ts'
import type { Tx } from '#server/core/db.ts'
import type { Books } from './books.ts'
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
      /**
       * A query with one text column `subject` and one json column `found`, a row for each break. One that does not use the {@link Books} reads the same in both
       * forms. Empty: nothing to ask in this form.
       */
      readonly query: string | ((books: Books) => string)
    }
  | {
      /** The same about the cells of the books only: nothing that it compares is in two cells. */
      readonly queryOf: (books: Books) => string
    }
  | {
      /** What SQL cannot check, because it has no key. */
      readonly judge: (tx: Tx, atMost: number, books: Books) => Promise<Found[]>
    }
)
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
/** The same of what the checkpoint has of an account. */
const kept = `coalesce(CASE account.normal WHEN 'D' THEN debits - credits ELSE credits - debits END, 0)`

/** Each finds breaks in one pass over the tables. */
export const ledgerChecks: readonly Check[] = [
  {
    name: 'transfer-unbalanced',
    says: 'the debits of every transfer equal its credits, in each currency',
    queryOf: (books) => `
            SELECT transfer_id AS subject, json_build_object('currency', currency, 'debitsOverCredits', difference) AS found
              FROM (SELECT cell, transfer_id, currency, sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS difference
                      FROM ${books.entry} AS entry
                     GROUP BY cell, transfer_id, currency) AS sums
             WHERE difference <> 0`,
  },
  {
    name: 'entry-without-transfer',
    says: 'every entry belongs to a transfer and to an account of its currency, in its own cell',
    queryOf: (books) => `
            SELECT entry.transfer_id || ' #' || n AS subject,
                   json_build_object('transfer', transfer.transfer_id IS NOT NULL, 'account', account.code, 'currency', entry.currency) AS found
              FROM ${books.entry} AS entry
              LEFT JOIN ${books.transfer} AS transfer USING (cell, transfer_id)
              LEFT JOIN ${books.rows('ledger_account')} AS account USING (cell, la_id)
             WHERE transfer.transfer_id IS NULL
                OR account.la_id IS NULL
                OR account.currency <> entry.currency`,
  },
  {
    name: 'transfer-without-entries',
    says: 'every transfer has at least two entries',
    queryOf: (books) => `
            SELECT transfer.transfer_id AS subject, json_build_object('kind', kind, 'entries', count(entry.n)) AS found
              FROM ${books.transfer} AS transfer
              LEFT JOIN ${books.entry} AS entry USING (cell, transfer_id)
             GROUP BY transfer.cell, transfer.transfer_id, kind
            HAVING count(entry.n) < 2`,
  },
  {
    name: 'transfer-of-two-tenants',
    says: 'a transfer touches the balances of one account holder only',
    queryOf: (books) => `
            SELECT entry.transfer_id AS subject, json_build_object('transferOf', transfer.account_id, 'accountOf', account.account_id) AS found
              FROM ${books.entry} AS entry
              JOIN ${books.transfer} AS transfer USING (cell, transfer_id)
              JOIN ${books.rows('ledger_account')} AS account USING (cell, la_id)
             WHERE account.mode = 'ROW'
               AND account.account_id <> transfer.account_id`,
  },
  {
    name: 'in-another-cell',
    says: 'everything of an account holder is in the cell of the account',
    queryOf: (books) => `
            SELECT which AS subject, json_build_object('of', account_id, 'cell', cell, 'shouldBe', cell_of(account_id)) AS found
              FROM (SELECT cell, account_id, code || ' ' || owner AS which FROM ${books.rows('ledger_account')} AS account WHERE account_id <> 'platform'
                     UNION ALL SELECT cell, account_id, transfer_id FROM ${books.transfer} AS transfer
                     UNION ALL SELECT cell, account_id, hold_id FROM ${books.rows('ledger_hold')} AS hold WHERE ${books.fresh('hold_id', 'hld')}) AS stored
             WHERE cell <> cell_of(account_id)`,
  },
  {
    name: 'balance-not-its-entries',
    says: 'the balance of every account is the sum of its entries, and its version their number',
    queryOf: (books) => `
            SELECT code || ' ' || owner AS subject,
                   json_build_object('posted', posted, 'entriesSum', total, 'version', version, 'entries', entries) AS found
              FROM (SELECT account.*, ${kept} + coalesce(sums.total, 0) AS total, coalesce(balance.entries, 0) + coalesce(sums.entries, 0) AS entries
                      FROM ${books.rows('ledger_account')} AS account
                      LEFT JOIN ${books.balance} AS balance USING (cell, la_id)
                      LEFT JOIN (SELECT cell, la_id, sum(${change}) AS total, count(*) AS entries
                                   FROM ${books.entry} AS entry
                                   JOIN ${books.rows('ledger_account')} AS account USING (cell, la_id)
                                  GROUP BY cell, la_id) AS sums USING (cell, la_id)
                     WHERE mode = 'ROW') AS added_up
             WHERE posted <> total OR version <> entries`,
  },
  {
    name: 'history-broken',
    says: 'the entries of an account are numbered without a gap, and each balance follows from the one before',
    queryOf: (books) => `
            SELECT code || ' ' || owner AS subject,
                   json_build_object('version', account_version, 'follows', version_before, 'balanceAfter', balance_after, 'expected', balance_before + change) AS found
              FROM (SELECT account.code, account.owner, account_version, balance_after, ${change} AS change,
                           coalesce(lag(account_version) OVER history, balance.entries, 0) AS version_before,
                           coalesce(lag(balance_after) OVER history, ${kept}) AS balance_before
                      FROM ${books.entry} AS entry
                      JOIN ${books.rows('ledger_account')} AS account USING (cell, la_id)
                      LEFT JOIN ${books.balance} AS balance USING (cell, la_id)
                     WHERE account_version IS NOT NULL
                    WINDOW history AS (PARTITION BY cell, la_id ORDER BY account_version)) AS steps
             WHERE account_version <> version_before + 1
                OR balance_after <> balance_before + change`,
  },
  {
    name: 'held-not-its-holds',
    says: 'what an account has held is the sum of what remains of its holds',
    queryOf: (books) => {
      const holds = [
        'SELECT cell, la_id, remaining AS amount FROM ledger_hold WHERE remaining > 0',
        ...provided('heldElsewhere'),
      ]
      return `
            SELECT account.code || ' ' || account.owner AS subject, json_build_object('held', held, 'holdsSum', coalesce(total, 0)) AS found
              FROM ${books.rows('ledger_account')} AS account
              LEFT JOIN (SELECT cell, la_id, sum(amount) AS total
                           FROM ${books.rows(`(${holds.join(' UNION ALL ')}) AS holds`)} AS open
                          GROUP BY cell, la_id) AS sums USING (cell, la_id)
             WHERE held <> coalesce(total, 0)`
    },
  },
  {
    name: 'hold-over-resolved',
    says: 'a hold becomes money at most once: what transfers took of it is what it says, and no more than it held',
    queryOf: (books) => `
            SELECT hold.hold_id AS subject,
                   json_build_object('amount', amount, 'posted', posted, 'remaining', remaining, 'state', state, 'taken', coalesce(kept.taken, 0) + coalesce(sums.taken, 0)) AS found
              FROM ${books.rows('ledger_hold')} AS hold
              LEFT JOIN ${books.hold} AS kept USING (cell, hold_id)
              LEFT JOIN (SELECT cell, one->>'hold' AS hold_id, sum((one->>'amount')::bigint) AS taken
                           FROM ${books.transfer} AS transfer, jsonb_array_elements(resolves) AS one
                          WHERE resolves IS NOT NULL
                          GROUP BY cell, one->>'hold') AS sums USING (cell, hold_id)
             WHERE (posted <> coalesce(kept.taken, 0) + coalesce(sums.taken, 0)
                    AND (${books.fresh('hold.hold_id', 'hld')} OR kept.taken IS NOT NULL OR sums.taken IS NOT NULL))
                OR (NOT ${books.fresh('hold.hold_id', 'hld')} AND kept.taken IS NULL AND sums.taken IS NOT NULL)
                OR posted + remaining > amount
                OR (state IN ('OPEN', 'PARTIAL')) <> (remaining > 0)`,
  },
  {
    name: 'wallet-negative',
    says: 'no wallet is below zero, nor does it hold more than it has',
    queryOf: (books) => `
            SELECT owner AS subject, json_build_object('posted', posted, 'held', held) AS found
              FROM ${books.rows('ledger_account')} AS account
             WHERE code = '2010'
               AND (posted < 0 OR posted < held OR held < 0)`,
  },
  {
    name: 'under-the-floor',
    says: 'only cards are ever below their floor, and they only by what was forced on them',
    queryOf: (books) => `
            SELECT code || ' ' || owner AS subject, json_build_object('posted', posted, 'held', held, 'floor', floor) AS found
              FROM ${books.rows('ledger_account')} AS account
             WHERE mode = 'ROW'
               AND code NOT IN ('2010', '2020')
               AND posted - held < floor`,
  },
  {
    name: 'client-money-uncovered',
    says: 'what we owe customers and the issuer for them is covered by money held for customers, at the newest rate',
    judge: async (tx, _, books) => {
      const { owedCents, coveredCents, rate, currencies } = await coverNow(tx, books.sums)
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
    says: 'no more is ever moved out of customers’ money, less what was moved back, than was earned, in each currency',
    query: (books) => `
            SELECT moved.currency AS subject, json_build_object('moved', moved.units, 'income', coalesce(income.units, 0)) AS found
              FROM (SELECT account.currency, sum(CASE side WHEN 'D' THEN amount ELSE -amount END) AS units
                      FROM (${ofPlatform(books, ['EARNINGS_MOVED', 'EARNINGS_RETURNED'])}) AS transfer
                      JOIN ledger_entry AS entry USING (cell, transfer_id)
                      JOIN ledger_account AS account USING (cell, la_id)
                     WHERE code = '1010'
                     GROUP BY account.currency) AS moved
              LEFT JOIN (SELECT account.currency, sum(amount) AS units
                           FROM ${books.sums} AS entry
                           JOIN ledger_account AS account USING (cell, la_id)
                          WHERE code LIKE '4%' AND code <> '4015' AND side = 'C'
                          GROUP BY account.currency) AS income USING (currency)
             WHERE moved.units > coalesce(income.units, 0)`,
  },
]

/** All transfers of kinds that only the platform makes. They are few, and the key of transfers finds those of an account by their kind. */
function ofPlatform(books: Books, kinds: readonly TransferKind[]): string {
  const these = `kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`
  return books.since === undefined
    ? `SELECT cell, transfer_id FROM ledger_transfer WHERE ${these}`
    : `SELECT cell, transfer_id FROM ledger_transfer WHERE (cell, account_id) = (cell_of('platform'), 'platform') AND ${these}
        UNION SELECT cell, transfer_id FROM ${books.transfer} AS transfer WHERE ${these}`
}
