/** SQL on `retention` and `aged_month`, and on the months themselves, which are partitions (docs/operate/retention.md). */
import type { Selectable } from 'kysely'
import type { Retention } from '#db/tables.ts'
import { ahead, DAY } from '../core/clock.ts'
import { isSpread, many, one, run, sql, type Database, type Tx } from '../core/db.ts'

/** Months are made this far ahead, so that no row has to wait for its month when the service that makes them stands still. */
const AHEAD_MS = 100 * DAY

export type DueMonth = Pick<
  Selectable<Retention>,
  'table_name' | 'key_column' | 'archived' | 'without' | 'waits_for'
> & {
  /** `2026-11` */
  month: string
  /** The ids of the month: from the first, up to but not including the second. */
  first_id: string
  end_id: string
  /** How often a month of this name has been dropped before. */
  dropped: number
}

/** Returns how many months were made. The demo's clock may be moved further than the database makes months. */
export const makeMonths = async (on: Database): Promise<number> =>
  (
    await one(
      on,
      sql<{
        made: number
      }>`SELECT make_months(least(${ahead(AHEAD_MS)}::timestamptz, now() + interval '2 years')) AS made`,
    )
  ).made

/** Months whose time is over, oldest first. By the database's clock, because what they hold cannot be brought back. */
export const dueMonths = (on: Database) =>
  many(
    on,
    sql<DueMonth>`
    SELECT r.table_name, r.key_column, r.archived, r.without, r.waits_for, to_char(m.month, 'YYYY-MM') AS month,
           first_id_of(r.id_prefix, m.month AT TIME ZONE 'UTC') AS first_id,
           first_id_of(r.id_prefix, (m.month + interval '1 month') AT TIME ZONE 'UTC') AS end_id,
           (SELECT count(*) FROM aged_month a WHERE a.table_name = r.table_name AND a.month = m.month) AS dropped
      FROM retention r
      JOIN pg_inherits i ON i.inhparent = r.table_name::regclass
      JOIN pg_class c ON c.oid = i.inhrelid AND c.relname ~ '_[0-9]{4}_[0-9]{2}$'
     CROSS JOIN LATERAL (SELECT to_date(right(c.relname, 7), 'YYYY_MM')::timestamp) AS m (month)
     WHERE (m.month + interval '1 month') AT TIME ZONE 'UTC' + make_interval(days => r.keep_days) <= clock_timestamp()
     ORDER BY m.month, r.table_name`,
  )

const within = ({ key_column, first_id, end_id }: DueMonth) =>
  sql`${sql.ref(key_column)} >= ${first_id} AND ${sql.ref(key_column)} < ${end_id}`

/** Whether a row of this month is still needed as it is. */
export const isWaiting = async (on: Database, month: DueMonth): Promise<boolean> =>
  month.waits_for !== null &&
  (
    await one(
      on,
      sql<{ waits: boolean }>`
      SELECT EXISTS (SELECT 1 FROM ${sql.table(month.table_name)} WHERE ${within(month)} AND (${sql.raw(month.waits_for)})) AS waits`,
    )
  ).waits

/**
 * A month as lines of JSON, oldest row first. In CSV with a quote and a delimiter that JSON text never contains: what arrives are the lines themselves, while
 * COPY's own format would escape each backslash.
 */
export const linesOf = ({ table_name, key_column, first_id, end_id, without }: DueMonth): string => `
  COPY (SELECT to_jsonb(aged) - '{${without.join(',')}}'::text[]
          FROM ${table_name} AS aged
         WHERE ${key_column} >= '${first_id}' AND ${key_column} < '${end_id}'
         ORDER BY ${key_column})
    TO STDOUT WITH (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`

export type Archived = { file: string; rows: number; bytes: number; sha256: string }

/** Drops the month and writes it down. The database refuses it if its time is not over, if it has rows that wait, or if an archive is missing. */
export const dropMonth = (tx: Tx, { table_name, month }: DueMonth, archive: Archived | undefined) =>
  run(
    tx,
    sql`
    SELECT drop_month(${table_name}, ${`${month}-01`}::date, ${archive?.file ?? null}::text, ${archive?.rows ?? null}::bigint,
                      ${archive?.bytes ?? null}::bigint, decode(${archive?.sha256 ?? null}, 'hex'))`,
  )

export type AgingState = Pick<Selectable<Retention>, 'table_name' | 'keep_days' | 'archived'> & {
  bytes: number
  oldest: Date | null
  due: Date | null
  dropped: number
  dropped_at: Date | null
}

/** What a part of a table takes. Where the database is spread, most of them are in shards. */
const bytesOf = (spread: boolean) =>
  spread
    ? sql`CASE WHEN EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = c.oid) THEN citus_total_relation_size(c.oid)
               ELSE pg_total_relation_size(c.oid) END`
    : sql`pg_total_relation_size(c.oid)`

/** Longest kept last. */
export const agingStates = async (on: Database) =>
  many(
    on,
    sql<AgingState>`
    SELECT r.table_name, r.keep_days, r.archived, kept.bytes, kept.oldest AT TIME ZONE 'UTC' AS oldest,
           (kept.oldest + interval '1 month') AT TIME ZONE 'UTC' + make_interval(days => r.keep_days) AS due,
           gone.dropped, gone.dropped_at
      FROM retention r
     CROSS JOIN LATERAL (
           SELECT coalesce(sum(${bytesOf(await isSpread(on))}), 0)::bigint AS bytes,
                  (min(to_date(right(c.relname, 7), 'YYYY_MM')) FILTER (WHERE c.relname ~ '_[0-9]{4}_[0-9]{2}$'))::timestamp AS oldest
             FROM pg_inherits i
             JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = r.table_name::regclass) AS kept
     CROSS JOIN LATERAL (
           SELECT count(*) AS dropped, max(a.dropped_at) AS dropped_at FROM aged_month a WHERE a.table_name = r.table_name) AS gone
     ORDER BY r.keep_days, r.table_name`,
  )

/** Archives that were made, newest first. */
export const archives = (on: Database) =>
  many(
    on,
    sql<{ file: string; bytes: number; sha256: string }>`
    SELECT file, bytes, encode(sha256, 'hex') AS sha256
      FROM aged_month
     WHERE file IS NOT NULL
     ORDER BY dropped_at DESC`,
  )
