/**
 * Checkpoints: what the books came to at a mark, written after a proof that found no break, so that the next one reads what is new
 * (docs/decisions/0068-the-nightly-proof-reads-what-is-new.md). All SQL on the tables `ledger_checkpoint…`.
 */
import { createHash } from 'node:crypto'
import { kindsOf } from '#contract/ledger/ledger.ts'
import { CELLS, cellOf } from '#server/core/database/cells.ts'
import { dateOf, HOUR, startOfMonth } from '#server/core/clock.ts'
import { many, maybeOne, one, run, sql, withoutTimeout, type Database, type Tx } from '#server/core/db.ts'
import { firstIdOf } from '#server/core/ids.ts'
import { isSigned, signLink } from '#server/core/secrets.ts'
import { markOf, timeOfMark, type Books } from './books.ts'
import type { Check, Found } from './checks.ts'

/**
 * The mark lies this long before the proof's snapshot. Ids are made before their transaction commits: what has an id below the mark must be visible in the snapshot. No
 * transaction takes longer than a few seconds on the pool of the service (`statement_timeout`, `idle_in_transaction_session_timeout`), and no server's clock is more
 * than two seconds wrong; an hour leaves room for jobs without a limit. A later commit on an account with a balance breaks its history and is found.
 */
const BEHIND_MS = HOUR

/** The mark of the newest checkpoint; undefined without one, or if the cells have different marks. */
export async function newestMark(on: Tx | Database): Promise<string | undefined> {
  const found = await maybeOne(
    on,
    sql<{ mark: string; cells: number }>`
    SELECT mark, count(*) AS cells FROM ledger_checkpoint WHERE mark = (SELECT max(mark) FROM ledger_checkpoint) GROUP BY mark`,
  )
  return found?.cells === CELLS ? found.mark : undefined
}

/** Up to when a proof has found no break in the cell of an account; undefined before the first. A proof writes the checkpoints of all cells together. */
export async function provenUntil(on: Tx | Database, accountId: string): Promise<Date | undefined> {
  const { mark } = await one(
    on,
    sql<{ mark: string | null }>`SELECT max(mark) AS mark FROM ledger_checkpoint WHERE cell = ${cellOf(accountId)}`,
  )
  return mark === null ? undefined : new Date(timeOfMark(mark))
}

/** How many entries the checkpoints have counted. */
export const entriesBelow = (on: Tx | Database): Promise<{ entries: number } | undefined> =>
  maybeOne(on, sql<{ entries: number }>`SELECT coalesce(sum(entries), 0)::bigint AS entries FROM ledger_checkpoint`)

/** The hash of all checkpoints of each mark, oldest first: what the staff's chain keeps of the end of a month. */
export const seals = (on: Tx | Database) =>
  many(
    on,
    sql<{ mark: string; sha256: string }>`
    SELECT mark, encode(sha256(string_agg(hash, ''::bytea ORDER BY cell)), 'hex') AS sha256 FROM ledger_checkpoint GROUP BY mark ORDER BY mark`,
  )

/** The month that ends at this mark, as `2026-11`; undefined for a mark inside a month. */
export function monthEndingAt(mark: string): string | undefined {
  const ms = timeOfMark(mark)
  return startOfMonth(ms).from.getTime() === ms ? dateOf(ms - 1).slice(0, 7) : undefined
}

/**
 * Writes the checkpoint of a proof whose snapshot was taken at `provenMs`. After a proof of the new part (`since` is the mark that it began from), what is new is added to
 * the balances; after a whole proof they are computed from all entries, whatever they were. A month ends at a mark of its own. Returns the new marks.
 */
export const saveCheckpoint = (provenMs: number, since: string | undefined, behindMs = BEHIND_MS): Promise<string[]> =>
  withoutTimeout((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
        await sql`SELECT pg_advisory_xact_lock(hashtextextended('ledger_checkpoint', 0))`.execute(tx)
        const before = await newestMark(tx)
        // Somebody else was faster.
        if (since !== undefined && before !== since) return []
        if (since === undefined) await forgetBalances(tx)
        const marks = marksUpTo(provenMs - behindMs, before)
        let from = since
        for (const mark of marks) {
          await keepHolds(tx, from, mark)
          await addBalances(tx, from, mark)
          await insertLinks(tx, mark)
          from = mark
        }
        return marks
      }),
  )

/** The ends of the months since the mark before, and the moment itself. Without a mark before, the end of the last month only. */
function marksUpTo(ms: number, before: string | undefined): string[] {
  const marks = new Set([markOf(ms)])
  for (let { from } = startOfMonth(ms); ; from = startOfMonth(from.getTime() - 1).from) {
    marks.add(markOf(from.getTime()))
    if (before === undefined || markOf(from.getTime()) <= before) break
  }
  return [...marks].filter((mark) => before === undefined || mark > before).toSorted()
}

async function forgetBalances(tx: Tx): Promise<void> {
  await sql`DELETE FROM ledger_checkpoint_balance`.execute(tx)
  await sql`DELETE FROM ledger_checkpoint_hold`.execute(tx)
}

const EVERY_CELL = sql`cell = ANY (${Array.from({ length: CELLS }, (_, cell) => cell)}::smallint[])`
/** The rows of a table from one mark up to another. */
const between = (table: 'ledger_transfer' | 'ledger_entry', from = '', to?: string) =>
  sql`(SELECT * FROM ${sql.table(table)} WHERE ${EVERY_CELL} AND transfer_id >= ${from} ${to === undefined ? sql`` : sql`AND transfer_id < ${to}`})`

const addBalances = (tx: Tx, from: string | undefined, to: string): Promise<number> =>
  run(
    tx,
    sql`
    INSERT INTO ledger_checkpoint_balance AS kept (cell, la_id, debits, credits, entries, loaded, spent)
    SELECT cell, la_id, coalesce(sum(amount) FILTER (WHERE side = 'D'), 0), coalesce(sum(amount) FILTER (WHERE side = 'C'), 0), count(*),
           coalesce(sum(CASE side WHEN 'C' THEN amount ELSE -amount END) FILTER (WHERE account_version IS NOT NULL AND kind = ANY (${kindsOf('bill', LOADS)})), 0),
           coalesce(sum(CASE side WHEN 'D' THEN amount ELSE -amount END) FILTER (WHERE account_version IS NOT NULL AND kind = ANY (${kindsOf('bill', SPENDS)})), 0)
      FROM ${between('ledger_entry', from, to)} AS entry
      JOIN ${between('ledger_transfer', from, to)} AS transfer USING (cell, transfer_id)
     GROUP BY cell, la_id
    ON CONFLICT (cell, la_id) DO UPDATE
       SET debits = kept.debits + excluded.debits, credits = kept.credits + excluded.credits, entries = kept.entries + excluded.entries,
           loaded = kept.loaded + excluded.loaded, spent = kept.spent + excluded.spent`,
  )
/** What `loaded` and `spent` of a checkpoint count, as types of a statement. */
export const LOADS = ['LOAD'] as const
export const SPENDS = ['PURCHASE', 'FEE', 'REFUND', 'REVERSAL'] as const

/**
 * Of the holds that were there at the mark: those that are open, and those that somebody took from since. Everything that is taken later is then either of one of these,
 * or of a hold that was made after the mark, or it is too much.
 */
async function keepHolds(tx: Tx, from: string | undefined, to: string): Promise<void> {
  const holds = await many(
    tx,
    sql<{ cell: number; hold_id: string; taken: number }>`
    SELECT cell, hold_id, (coalesce(kept.taken, 0) + coalesce(named.before, 0))::bigint AS taken
      FROM ledger_hold AS hold
      LEFT JOIN ledger_checkpoint_hold AS kept USING (cell, hold_id)
      LEFT JOIN (SELECT cell, one->>'hold' AS hold_id, bool_or(transfer_id >= ${to}) AS later,
                        sum((one->>'amount')::bigint) FILTER (WHERE transfer_id < ${to}) AS before
                   FROM ${between('ledger_transfer', from)} AS transfer, jsonb_array_elements(resolves) AS one
                  WHERE resolves IS NOT NULL
                  GROUP BY cell, one->>'hold') AS named USING (cell, hold_id)
     WHERE hold_id < ${firstIdOf('hld', timeOfMark(to))} AND (remaining > 0 OR named.later)`,
  )
  await sql`DELETE FROM ledger_checkpoint_hold`.execute(tx)
  await run(
    tx,
    sql`
    INSERT INTO ledger_checkpoint_hold (cell, hold_id, taken)
    SELECT * FROM unnest(${holds.map(({ cell }) => cell)}::smallint[], ${holds.map(({ hold_id }) => hold_id)}::text[], ${holds.map(({ taken }) => taken)}::bigint[])`,
  )
}

type Link = {
  cell: number
  mark: string
  transfers: number
  entries: number
  books_hash: Buffer
  balances_hash: Buffer
}
type Stored = Link & { hash: Buffer; signature: Buffer }

const hashOf = ({ cell, mark, transfers, entries, books_hash, balances_hash }: Link, before: Buffer): Buffer =>
  createHash('sha256')
    .update(before)
    .update(`${cell} ${mark} ${transfers} ${entries} `)
    .update(books_hash)
    .update(balances_hash)
    .digest()
const FIRST = Buffer.alloc(32)
const signable = ({ cell, mark, hash }: Stored | (Link & { hash: Buffer })) => ({
  ...{ chain: `checkpoint ${cell}`, seq: timeOfMark(mark), hash },
})

/** What a row says, without the names of its columns: the hash of all rows in order stays the same when a column is added. */
const TRANSFER =
  'transfer_id, account_id, kind, biz_type, biz_id, leg, effective_at, posted_at, actor, memo, meta, resolves, reverses_transfer_id'
const ENTRY = 'transfer_id, n, account_id, la_id, side, amount, currency, balance_after, account_version, posted_at'
const rowHash = (columns: string): string => `sha256(record_send(ROW(${columns})))`

/** For each part of the transfers and entries: how many, and the hash of what they say. `part` is an expression over `cell` and `transfer_id`. */
const hashedBooks = (transfer: string, entry: string, part: string): string => `
  SELECT cell, part, coalesce(transfers, 0) AS transfers, coalesce(entries, 0) AS entries,
         sha256(coalesce(transfers_hash, '') || coalesce(entries_hash, '')) AS books_hash
    FROM (SELECT cell, ${part} AS part, count(*) AS transfers, sha256(string_agg(${rowHash(TRANSFER)}, ''::bytea ORDER BY transfer_id)) AS transfers_hash
            FROM ${transfer} AS transfer GROUP BY 1, 2) AS transfer
    FULL JOIN (SELECT cell, ${part} AS part, count(*) AS entries, sha256(string_agg(${rowHash(ENTRY)}, ''::bytea ORDER BY transfer_id, n)) AS entries_hash
                 FROM ${entry} AS entry GROUP BY 1, 2) AS entry USING (cell, part)`

/** The hash of the balances and holds of each cell that has some. */
const hashedBalances = (balance: string, hold: string): string => `
  SELECT cell, sha256(coalesce(balances, '') || coalesce(holds, '')) AS balances_hash
    FROM (SELECT cell, sha256(string_agg(record_send(ROW(la_id, debits, credits, entries, loaded, spent)), ''::bytea ORDER BY la_id)) AS balances
            FROM ${balance} AS balance GROUP BY cell) AS balance
    FULL JOIN (SELECT cell, sha256(string_agg(record_send(ROW(hold_id, taken)), ''::bytea ORDER BY hold_id)) AS holds
                 FROM ${hold} AS hold GROUP BY cell) AS hold USING (cell)`
const NOTHING = createHash('sha256').digest()

async function insertLinks(tx: Tx, mark: string): Promise<void> {
  const last = await many(
    tx,
    sql<{ cell: number; mark: string; hash: Buffer }>`
    SELECT DISTINCT ON (cell) cell, mark, hash FROM ledger_checkpoint ORDER BY cell, mark DESC`,
  )
  const lastOf = new Map(last.map((one) => [one.cell, one]))
  const from = last[0]?.mark ?? ''
  const range = (table: string): string =>
    `(SELECT * FROM ${table} WHERE cell = ANY (ARRAY(SELECT generate_series(0, ${CELLS - 1})::smallint)) AND transfer_id >= '${from}' AND transfer_id < '${mark}')`
  const books = await many(
    tx,
    sql<
      Omit<Link, 'mark' | 'balances_hash'>
    >`${sql.raw(hashedBooks(range('ledger_transfer'), range('ledger_entry'), "''"))}`,
  )
  const balances = await many(
    tx,
    sql<
      Pick<Link, 'cell' | 'balances_hash'>
    >`${sql.raw(hashedBalances('ledger_checkpoint_balance', 'ledger_checkpoint_hold'))}`,
  )
  const links = Array.from({ length: CELLS }, (_, cell): Stored => {
    const { transfers = 0, entries = 0, books_hash = NOTHING } = books.find((one) => one.cell === cell) ?? {}
    const { balances_hash = NOTHING } = balances.find((one) => one.cell === cell) ?? {}
    const link = { cell, mark, transfers, entries, books_hash, balances_hash }
    const hash = hashOf(link, lastOf.get(cell)?.hash ?? FIRST)
    return { ...link, hash, signature: signLink(signable({ ...link, hash })) }
  })
  await tx.insertInto('ledger_checkpoint').values(links).execute()
}

/** The checkpoints themselves. What is above the mark is nobody's yet. */
export const checkpointChecks: readonly Check[] = [
  {
    name: 'checkpoint-altered',
    says: 'every checkpoint is there, says what it said when it was written, and was signed with the key of this service',
    judge: async (tx, atMost) => {
      const links = await many(
        tx,
        sql<Stored>`
        SELECT cell, mark, transfers, entries, books_hash, balances_hash, hash, signature FROM ledger_checkpoint ORDER BY mark, cell`,
      )
      const found: Found[] = []
      const before = new Map<number, Buffer>()
      const cells = new Map<string, number>()
      for (const link of links) {
        const right = hashOf(link, before.get(link.cell) ?? FIRST).equals(link.hash)
        if (!right || !isSigned({ ...signable(link), signature: link.signature }))
          found.push({ subject: `${link.cell} ${link.mark}`, found: { why: right ? 'FORGED' : 'CHANGED' } })
        before.set(link.cell, link.hash)
        cells.set(link.mark, (cells.get(link.mark) ?? 0) + 1)
      }
      for (const [mark, count] of cells)
        if (count !== CELLS) found.push({ subject: mark, found: { why: 'MISSING', cells: count } })
      return found.slice(0, atMost)
    },
  },
  {
    // A whole proof reads none of them, and the checkpoint after it has new ones.
    name: 'checkpoint-balances-altered',
    says: 'the balances from which a proof goes on are those of the checkpoint',
    queryOf: (books) =>
      books.since === undefined
        ? ''
        : `SELECT cell || ' ' || mark AS subject, json_build_object('kept', encode(link.balances_hash, 'hex'), 'found', encode(found.balances_hash, 'hex')) AS found
             FROM ${books.rows('ledger_checkpoint')} AS link
             LEFT JOIN (${hashedBalances(books.balance, books.hold)}) AS found USING (cell)
            WHERE mark = '${markOf(books.since)}'
              AND link.balances_hash <> coalesce(found.balances_hash, sha256(''))`,
  },
  {
    name: 'history-not-as-sealed',
    says: 'transfers and entries before a checkpoint are those that it was made of',
    queryOf: (books) => (books.since === undefined ? notAsSealed(books) : ''),
  },
]

/** `width_bucket` finds the first mark above a transfer. */
const notAsSealed = (books: Books): string => {
  const part = `width_bucket(transfer_id, (SELECT marks FROM marks))`
  return `
    WITH marks AS MATERIALIZED (SELECT coalesce(array_agg(DISTINCT mark ORDER BY mark), '{}') AS marks FROM ledger_checkpoint),
         sealed AS (SELECT cell, mark, width_bucket(mark, (SELECT marks FROM marks)) - 1 AS part, transfers, entries, books_hash FROM ${books.rows('ledger_checkpoint')} AS link),
         below AS MATERIALIZED (SELECT max(mark) AS mark FROM sealed)
    SELECT cell || ' ' || mark AS subject,
           json_build_object('transfers', sealed.transfers, 'foundTransfers', coalesce(found.transfers, 0), 'entries', sealed.entries, 'foundEntries', coalesce(found.entries, 0)) AS found
      FROM sealed
      LEFT JOIN (${hashedBooks(
        `(SELECT * FROM ${books.transfer} AS every WHERE transfer_id < (SELECT mark FROM below))`,
        `(SELECT * FROM ${books.entry} AS every WHERE transfer_id < (SELECT mark FROM below))`,
        part,
      )}) AS found USING (cell, part)
     WHERE sealed.books_hash <> coalesce(found.books_hash, sha256(''))`
}
