/** SQL on the changes of controls, and on the counters in the usage of cards. */
import type { Actor } from '../core/actor.ts'
import { cellOf, ofAccount } from '../core/database/cells.ts'
import { now } from '../core/clock.ts'
import { many, maybeOne, run, sql, type Database, type Tx } from '../core/db.ts'
import { newId } from '../core/ids.ts'

type Reader = Tx | Database
type Usage = { readonly cell: number; readonly la_id: number }

export type ChangeRow = {
  id: string
  before_no: number | null
  after_no: number | null
  login_id: string
  sub_uid: string | null
  note: string
  created_at: Date
}

export async function insertChanges(
  tx: Tx,
  actor: Actor,
  note: string,
  changes: readonly { cardId: string; before: number | null; after: number | null }[],
): Promise<void> {
  const rows = changes.map(({ cardId, before, after }) => ({
    cell: cellOf(actor.accountId),
    account_id: actor.accountId,
    id: newId('cch'),
    scope: 'CARD',
    scope_id: cardId,
    before_no: before,
    after_no: after,
    login_id: actor.loginId,
    sub_uid: actor.subUid ?? null,
    note,
    created_at: now(),
  }))
  await tx.insertInto('control_change').values(rows).execute()
}

/** Newest first. */
export const changesOf = (
  reader: Reader,
  accountId: string,
  cardId: string,
  { before, skip, limit }: { before?: string | undefined; skip: number; limit: number },
) =>
  many(
    reader,
    sql<ChangeRow>`
    SELECT id, before_no, after_no, login_id, sub_uid, note, created_at
      FROM control_change
     WHERE ${ofAccount(accountId)} AND scope_id = ${cardId} ${before === undefined ? sql`` : sql`AND id < ${before}`}
     ORDER BY id DESC
     LIMIT ${limit} ${before === undefined ? sql`OFFSET ${skip}` : sql``}`,
  )

export const countChanges = async (reader: Reader, accountId: string, cardId: string, most: number): Promise<number> =>
  (await maybeOne(
    reader,
    sql<{ count: number }>`
    SELECT count(*)::int AS count
      FROM (SELECT 1 FROM control_change WHERE ${ofAccount(accountId)} AND scope_id = ${cardId} LIMIT ${most}) AS found`,
  ))!.count

/** The counters of cards, by their money accounts. Cards that were never used have none. */
export async function countersOf(reader: Reader, cell: number, laIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await many(
    reader,
    sql<{ la_id: number; counters: string }>`
    SELECT la_id, counters FROM card_usage WHERE cell = ${cell} AND la_id = ANY (${[...laIds]}::bigint[])`,
  )
  return new Map(rows.map(({ la_id, counters }) => [la_id, counters]))
}

export const updateCounters = (tx: Tx, { cell, la_id }: Usage, counters: string) =>
  run(tx, sql`UPDATE card_usage SET counters = ${counters} WHERE cell = ${cell} AND la_id = ${la_id}`)

/** Also of cards that were never used: settlements without an authorization count, too. `recent`: the empty ring of twelve approvals. */
export const writeCounters = (tx: Tx, cell: number, rows: readonly { laId: number; counters: string }[]) =>
  run(
    tx,
    sql`
    INSERT INTO card_usage (cell, la_id, wrong_cvc, wrong_cvc_since, blocked_until, short, short_since, hour, hour_count, day, day_cents,
                            rate_day, approved, declined, recent, counters)
    SELECT ${cell}::smallint, la_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, decode(repeat('00', 96), 'hex'), counters
      FROM unnest(${rows.map(({ laId }) => laId)}::bigint[], ${rows.map(({ counters }) => counters)}::text[]) AS r (la_id, counters)
        ON CONFLICT (cell, la_id) DO UPDATE SET counters = excluded.counters`,
  )

/** What a settlement of a card needs to count; nothing if the card has no controls. */
export const controlledCard = (tx: Tx, { accountId, cardId }: { accountId: string; cardId: string }) =>
  maybeOne(
    tx,
    sql<Usage & { control_no: number; counters: string; time_zone: string }>`
    SELECT card.cell, card.la_id, card.control_no, usage.counters, account.time_zone
      FROM card
      JOIN card_usage AS usage USING (cell, la_id)
      JOIN account USING (cell, account_id)
     WHERE ${ofAccount(accountId, 'card')} AND card.card_id = ${cardId} AND card.control_no IS NOT NULL`,
  )
