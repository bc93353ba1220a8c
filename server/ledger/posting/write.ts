import { cellOf } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { touch } from '#server/core/changes/touch.ts'
import { cellsOfStatements, sql, type Tx } from '#server/core/db.ts'
import { port } from '#server/core/composition.ts'
import { only } from '../queries.ts'
import type { Draft } from './draft.ts'

/** What a draft has for the tables. */
type Rows = ReturnType<typeof rowsOf>

/** Writes a draft in one statement, or cell by cell where the database is spread, all or nothing. Returns the number of new transfers. */
export async function write(tx: Tx, draft: Draft): Promise<number> {
  const rows = rowsOf(draft)
  const { transfers, moved, newHolds, changed } = rows
  const cells = [transfers, moved, newHolds, changed].flatMap((rows) => rows.map(({ cell }) => cell))
  if (!cells.length) return 0
  const sets = await cellsOfStatements(tx, cells)
  let written = 0
  for (const cells of sets) written += await writeRows(tx, sets.length === 1 ? rows : rowsIn(rows, cells))
  for (const { ref } of moved) touch(tx, ref.accountId, 'money')
  await tellMoneyFreed(tx, draft)
  return written
}

const rowsOf = ({ transfers, entries, accounts, newHolds, holds }: Draft) => ({
  transfers,
  entries,
  moved: [...accounts.values()].filter(({ moved }) => moved.version || moved.held),
  newHolds,
  changed: [...holds.values()]
    .filter((hold) => hold.changed && !hold.kept)
    .map((hold) => ({ ...hold, cell: cellOf(hold.accountId) })),
})

function rowsIn({ transfers, entries, moved, newHolds, changed }: Rows, cells: ReadonlySet<number>): Rows {
  const isIn = ({ cell }: { readonly cell: number }) => cells.has(cell)
  return {
    transfers: transfers.filter(isIn),
    entries: entries.filter(isIn),
    moved: moved.filter(isIn),
    newHolds: newHolds.filter(isIn),
    changed: changed.filter(isIn),
  }
}

async function writeRows(tx: Tx, { transfers, entries, moved, newHolds, changed }: Rows): Promise<number> {
  const parts = []
  if (transfers.length)
    parts.push(
      sql`transfer AS (
        INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, leg, effective_at, posted_at, actor, memo, meta, resolves, reverses_transfer_id)
        SELECT cell, transfer_id, account_id, kind, biz_type, biz_id, leg, effective_at, posted_at, actor, memo, meta, resolves, reverses_transfer_id
          FROM json_populate_recordset(NULL::ledger_transfer, ${JSON.stringify(transfers)}::json)
        ON CONFLICT DO NOTHING
        RETURNING cell, transfer_id
      )`,
      sql`entry AS (
        INSERT INTO ledger_entry (cell, transfer_id, n, account_id, la_id, side, amount, currency, balance_after, account_version, posted_at)
        SELECT cell, transfer_id, n, account_id, la_id, side, amount, currency, balance_after, account_version, posted_at
          FROM json_populate_recordset(NULL::ledger_entry, ${JSON.stringify(entries)}::json)
          JOIN transfer USING (cell, transfer_id)
      )`,
    )
  if (moved.length)
    parts.push(sql`account AS (
        UPDATE ledger_account AS account
           SET posted = account.posted + moved.posted, held = account.held + moved.held, version = account.version + moved.version
          FROM unnest(${moved.map(({ cell }) => cell)}::smallint[], ${moved.map(({ laId }) => laId)}::bigint[],
                      ${moved.map(({ moved }) => moved.posted)}::bigint[], ${moved.map(({ moved }) => moved.held)}::bigint[],
                      ${moved.map(({ moved }) => moved.version)}::bigint[])
            AS moved (cell, la_id, posted, held, version)
         WHERE account.cell = moved.cell AND account.la_id = moved.la_id ${only(
           moved.map(({ cell }) => cell),
           'account',
         )}
      )`)
  if (newHolds.length)
    parts.push(sql`fresh AS (
        INSERT INTO ledger_hold (cell, hold_id, account_id, la_id, amount, posted, remaining, state, biz_type, biz_id, meta, expires_at, created_at, updated_at)
        SELECT cell, hold_id, account_id, la_id, amount, 0, amount, 'OPEN', biz_type, biz_id, meta, expires_at, created_at, created_at
          FROM json_populate_recordset(NULL::ledger_hold, ${JSON.stringify(newHolds)}::json)
      )`)
  if (changed.length) {
    const cells = changed.map(({ cell }) => cell)
    parts.push(sql`resolved AS (
        UPDATE ledger_hold AS hold
           SET amount = new.amount, posted = new.posted, remaining = new.remaining, state = new.state, updated_at = ${now()}
          FROM unnest(${cells}::smallint[], ${changed.map(({ holdId }) => holdId)}::text[],
                      ${changed.map(({ amount }) => amount)}::bigint[], ${changed.map(({ posted }) => posted)}::bigint[],
                      ${changed.map(({ remaining }) => remaining)}::bigint[], ${changed.map(({ state }) => state)}::text[])
            AS new (cell, hold_id, amount, posted, remaining, state)
         WHERE hold.cell = new.cell AND hold.hold_id = new.hold_id ${only(cells, 'hold')}
      )`)
  }
  const { rows } = await sql<{ written: number }>`
    WITH ${sql.join(parts)}
    SELECT ${transfers.length ? sql.raw('(SELECT count(*) FROM transfer)') : sql.raw('0')}::int AS written`.execute(tx)
  return rows[0]!.written
}

declare module '#server/core/composition.ts' {
  interface Ports {
    /**
     * Called with the account holders whose wallet or card has more to spend than before, who have more to be paid out after closing, or who owe less, in the
     * same transaction. Every posting and every released hold passes here, so none of the many incoming paths has to handle debts.
     */
    'ledger.moneyFreed'(tx: Tx, accountIds: readonly string[]): Promise<void>
  }
}

export async function tellMoneyFreed(tx: Tx, { accounts }: Draft): Promise<void> {
  const freed = [...accounts.values()].filter(({ ref: { code }, moved }) =>
    code === '1310'
      ? moved.posted < 0
      : (code === '2010' || code === '2020' || code === '2410') && moved.posted > moved.held,
  )
  if (!freed.length) return
  const accountIds = [...new Set(freed.map(({ ref }) => ref.accountId))]
  await port('ledger.moneyFreed')(tx, accountIds)
}
