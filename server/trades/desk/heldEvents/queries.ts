/** SQL for events that wait at the desk. The inbox itself: ../queries.ts. */
import type { Selectable } from 'kysely'
import type { WebhookInbox } from '#db/tables.ts'
import { many, one, sql, type Database, type Tx } from '#server/core/db.ts'

export type InboxRow = Selectable<WebhookInbox>

/** Longest waiting first; with dismissed ones included, newest first. */
export async function heldPage(
  on: Database,
  { open, pageNo, pageSize }: { open: boolean; pageNo: number; pageSize: number },
): Promise<{ rows: InboxRow[]; count: number }> {
  const where = open ? sql`state = 'HELD'` : sql`state IN ('HELD', 'DISMISSED')`
  const [rows, { count }] = await Promise.all([
    many(
      on,
      sql<InboxRow>`
      SELECT * FROM webhook_inbox
       WHERE ${where}
       ORDER BY held_at ${open ? sql`` : sql`DESC`}, event_id
       LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
    ),
    one(on, sql<{ count: number }>`SELECT count(*) AS count FROM webhook_inbox WHERE ${where}`),
  ])
  return { rows, count }
}

export const waitingEventsAtDesk = (on: Database) =>
  one(
    on,
    sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(held_at) AS oldest FROM webhook_inbox WHERE state = 'HELD' AND NOT claimed`,
  )

/** Locks a waiting event: two people at the desk may decide about it at the same time. */
export const lockHeld = (tx: Tx, eventId: string): Promise<InboxRow | undefined> =>
  tx
    .selectFrom('webhook_inbox')
    .selectAll()
    .where('inbox_id', 'in', sql<string>`(SELECT inbox_id FROM issuer_event WHERE event_id = ${eventId})`)
    .where('state', 'in', ['HELD', 'DISMISSED'])
    .forUpdate()
    .executeTakeFirst()

export const setHeld = (
  tx: Tx,
  { inbox_id }: Pick<InboxRow, 'inbox_id'>,
  change: { state?: 'NEW' | 'DISMISSED'; claimed?: boolean; reason?: null },
) => tx.updateTable('webhook_inbox').set(change).where('inbox_id', '=', inbox_id).execute()
