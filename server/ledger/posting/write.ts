import { cellOf } from '#server/core/database/cells.ts'
import { now } from '#server/core/clock.ts'
import { touch } from '#server/core/changes/touch.ts'
import { sql, type Tx } from '#server/core/db.ts'
import { port } from '#server/core/composition.ts'
import { only } from '../queries.ts'
import type { Draft } from './draft.ts'

/** Writes a draft in one statement, all or nothing. Returns the number of new transfers. */
export async function write(tx: Tx, draft: Draft): Promise<number> {
  const parts = []
  if (draft.transfers.length)
    parts.push(
      sql`transfer AS (
        INSERT INTO ledger_transfer (cell, transfer_id, account_id, kind, biz_type, biz_id, leg, effective_at, posted_at, actor, memo, meta, resolves, reverses_transfer_id)
        SELECT cell, transfer_id, account_id, kind, biz_type, biz_id, leg, effective_at, posted_at, actor, memo, meta, resolves, reverses_transfer_id
          FROM json_populate_recordset(NULL::ledger_transfer, ${JSON.stringify(draft.transfers)}::json)
        ON CONFLICT DO NOTHING
        RETURNING cell, transfer_id
      )`,
      sql`entry AS (
        INSERT INTO ledger_entry (cell, transfer_id, n, account_id, la_id, side, amount, currency, balance_after, account_version, posted_at)
        SELECT cell, transfer_id, n, account_id, la_id, side, amount, currency, balance_after, account_version, posted_at
          FROM json_populate_recordset(NULL::ledger_entry, ${JSON.stringify(draft.entries)}::json)
          JOIN transfer USING (cell, transfer_id)
      )`,
    )
  const moved = [...draft.accounts.values()].filter((account) => account.moved.version || account.moved.held)
  if (moved.length)
    parts.push(sql`account AS (
        UPDATE ledger_account AS account
           SET posted = account.posted + moved.posted, held = account.held + moved.held, version = account.version + moved.version
          FROM unnest(${moved.map(({ cell }) => cell)}::smallint[], ${moved.map(({ laId }) => laId)}::bigint[],
                      ${moved.map(({ moved }) => moved.posted)}::bigint[], ${moved.map(({ moved }) => moved.held)}::bigint[],
                      ${moved.map(({ moved }) => moved.version)}::bigint[])
            AS moved (cell, la_id, posted, held, version)
         WHERE account.cell = moved.cell AND account.la_id = moved.la_id
      )`)
  const fresh = draft.newHolds
  if (fresh.length)
    parts.push(sql`fresh AS (
        INSERT INTO ledger_hold (cell, hold_id, account_id, la_id, amount, posted, remaining, state, biz_type, biz_id, meta, expires_at, created_at, updated_at)
        SELECT cell, hold_id, account_id, la_id, amount, 0, amount, 'OPEN', biz_type, biz_id, meta, expires_at, created_at, created_at
          FROM json_populate_recordset(NULL::ledger_hold, ${JSON.stringify(fresh)}::json)
      )`)
  const changed = [...draft.holds.values()].filter((hold) => hold.changed && !hold.kept)
  if (changed.length) {
    const cells = changed.map(({ accountId }) => cellOf(accountId))
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
  if (!parts.length) return 0
  const { rows } = await sql<{ written: number }>`
    WITH ${sql.join(parts)}
    SELECT ${draft.transfers.length ? sql.raw('(SELECT count(*) FROM transfer)') : sql.raw('0')}::int AS written`.execute(
    tx,
  )
  for (const { ref } of moved) touch(tx, ref.accountId, 'money')
  await tellMoneyFreed(tx, draft)
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
